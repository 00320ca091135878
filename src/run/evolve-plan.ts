/** Folds a new revision of the plan: tasks keep their uid, everything derived is made anew. */

import { nothingSpent } from './budget.ts'
import { priorities } from '../plan/graph/priorities.ts'
import type { Leftovers } from './effect.ts'
import type { EventBody } from './event.ts'
import { patternsOf, withPatterns } from './patterns/pattern-method.ts'
import { newReadyQueue } from './ready-queue.ts'
import type { StepStatus } from './step-status.ts'
import { failedBefore } from './speclets/hold-rest.ts'
import { leftoversOf } from './leftovers.ts'
import { newStep } from './new-state.ts'
import { taskOf, type Link, type RunState, type StepRun, type TaskRun } from './state.ts'
import { covers } from './path-pattern.ts'
import { currentStep, isCheck, taskStatus } from './task-status.ts'
import { holdFiles, noteAllHeld, queueWhenReady, trackCovered, trackOutlook, releaseFiles } from './track.ts'
import { noteWriters } from './writers.ts'
import type { MarkState, TaskSpec } from '../plan/model.ts'

type PlanRevised = Extract<EventBody, { type: 'plan-revised' }>

/** Applies a revision; costs the size of the plan. */
export function revise(state: RunState, body: PlanRevised, at: number): void {
  const { added, changed, removed, edges, groups, order } = body
  state.revision = body.to
  if (body.audit) state.audit = body.audit
  const isAtRest = body.atWork !== true && (body.cause === 'read' || body.cause === 'human-edit')
  for (const { uid, spec } of added) {
    const leftovers = leftOfPhase(state, spec, removed) ?? leftOfRejected(state, spec)
    state.tasks.set(uid, { ...newTask(uid, spec, at), leftovers, mayWrite: isAtRest ? spec.files : [] })
    state.nextUid += 1
  }
  const called = new Map<string, string>()
  for (const { uid, spec } of changed) {
    const task = taskOf(state, uid)
    if (task.spec.key !== spec.key) called.set(task.spec.key, spec.key)
    changeTask(task, spec)
    if (isAtRest) task.mayWrite = spec.files
  }
  if (called.size > 0) for (const task of state.tasks.values()) task.spec = naming(task.spec, called)
  // Whoever begins a run with a plan stands by it.
  if (isAtRest && body.cause === 'read') for (const task of state.tasks.values()) task.mayWrite = task.spec.files
  if (isNote(state, body)) return
  for (const uid of removed) {
    state.tasks.delete(uid)
    state.active.delete(uid)
    state.waitsForJob.delete(uid)
    state.asked.delete(uid)
    releaseFiles(state, uid)
  }
  if (body.left) {
    const left = new Set(body.left)
    for (const task of state.tasks.values()) {
      // What comes back into the plan is shown there as it stands.
      if (task.left && !left.has(task.uid)) Object.assign(state, { unprojected: true, bookkept: false })
      task.left = left.has(task.uid)
    }
  }
  if (groups) state.groups = groups
  if (edges) state.edges = edges
  state.order = order
    ? [...order]
    : [...state.order.filter((uid) => state.tasks.has(uid)), ...added.map((it) => it.uid)]
  // A key that a task of the plan has is no longer that of one which left it.
  const byKey = [...state.tasks.values()].sort((a, b) => Number(b.left) - Number(a.left))
  state.byKey = new Map(byKey.map((task) => [task.spec.key, task.uid]))
  for (const task of state.tasks.values())
    task.selected = task.spec.origin !== 'plan' || state.selection === null || state.selection.has(task.spec.key)
  trackCovered(state)
  rank(state)
  link(state)
  state.ready = newReadyQueue()
  state.heldUp.clear()
  state.offered.clear()
  for (const task of state.tasks.values()) {
    if (state.holding.has(task.uid)) holdFiles(state, task)
    task.queued = false
    queueWhenReady(state, task)
  }
  noteAllHeld(state)
}

/** What names other tasks by their keys names them as they are called now. @param called new keys by the old ones */
function naming(spec: TaskSpec, called: ReadonlyMap<string, string>): TaskSpec {
  const { replaces, added } = spec
  if (replaces === undefined && added === undefined) return spec
  const now = (key: string): string => called.get(key) ?? key
  return {
    ...spec,
    // Its title has that name for people.
    ...(replaces === undefined ? {} : { replaces: now(replaces), title: spec.title.replace(replaces, now(replaces)) }),
    ...(added === undefined
      ? {}
      : {
          added: {
            ...added,
            by: now(added.by),
            ...(added.replaces === undefined ? {} : { replaces: now(added.replaces) }),
            ...(added.blocks === undefined ? {} : { blocks: added.blocks.map(now) }),
          },
        }),
  }
}

/** Whether a person's edit touches no task at all: everything derived is as it was. */
function isNote(
  state: RunState,
  { cause, added, changed, removed, left = [], edges, groups, order }: PlanRevised,
): boolean {
  if (cause !== 'human-edit' || edges !== null || groups !== null || order !== null) return false
  if (added.length + changed.length + removed.length > 0) return false
  const isLeft = new Set(left)
  return [...state.tasks.values()].every((task) => task.left === isLeft.has(task.uid))
}

/** What a phase that is handed out anew has left in the folder of all. */
function leftOfPhase(state: RunState, { covers, group }: TaskSpec, removed: readonly string[]): Leftovers | null {
  const former = removed.map((uid) => taskOf(state, uid)).findLast(({ spec }) => spec.covers && spec.group === group)
  if (covers === undefined || former === undefined) return null
  const step = currentStep(former)
  return leftoversOf(state, former, step, step.status)
}

/** What a rejected task has left in the folder of all, of the files that a task in its place declares. */
function leftOfRejected(state: RunState, { added, files, declaresFiles }: TaskSpec): Leftovers | null {
  const rejected = state.tasks.get(state.byKey.get(added?.replaces ?? '') ?? '')
  if (rejected === undefined) return null
  const step = currentStep(rejected)
  const left = leftoversOf(state, rejected, step, step.status)
  if (left === null || !declaresFiles) return left
  const changed = (step.draft?.changes ?? []).map(({ path }) => path)
  return {
    ...left,
    paths: changed.filter((path) => files.some((file) => file.action !== 'read' && covers(file, path))),
  }
}

function newTask(uid: string, spec: TaskSpec, at: number): TaskRun {
  const status = statusOfMark(spec.mark)
  return {
    uid,
    spec,
    priority: 0,
    place: 0,
    selected: false,
    coveredBy: null,
    steps: spec.steps.map((step): StepRun => ({ ...newStep(step), status, cause: causeOfMark(spec) })),
    workspace: null,
    prepared: false,
    base: null,
    ground: 0,
    formerTitles: [],
    formerIds: [],
    merge: null,
    proof: status === 'done' ? 'by-human' : null,
    commit: null,
    evidence: [],
    deviations: [],
    forgiven: new Map(),
    leftovers: null,
    overridden: null,
    finished: false,
    // The file shows no mark of a task that it does not hold yet.
    shown: spec.added ? 'unknown' : spec.mark,
    claimed: false,
    takenBack: false,
    left: false,
    mayWrite: [],
    writtenReason: null,
    reasonsWritten: [],
    replacedReason: null,
    unmet: 0,
    spent: nothingSpent,
    dead: 0,
    failedBefore: null,
    outlook: 'open',
    queued: false,
    startedAt: null,
    endedAt: status === 'done' ? at : null,
  }
}

/** What a mark found in a plan means before this program has done anything. One that is not known, or says that somebody is at work, is not done and not run. */
export function statusOfMark(mark: MarkState): StepStatus {
  switch (mark) {
    case 'done':
    case 'blocked':
    case 'skipped':
    case 'deferred':
      return mark
    case 'unknown':
    case 'running':
      return 'blocked'
    case 'todo':
      return 'pending'
    default:
      return mark satisfies never
  }
}

/** Why a task waits that somebody has marked as being worked on. */
export const leftInProgress = 'its mark says that somebody is at work on it; a person has to say whether that is so'

function causeOfMark(spec: TaskSpec): StepRun['cause'] {
  if (spec.mark === 'unknown') return { is: 'mark', text: 'its mark is not known; set it to a known one' }
  if (spec.mark === 'running') return { is: 'mark', text: leftInProgress }
  return spec.mark === 'blocked' ? { is: 'mark', text: spec.reason ?? 'marked blocked in the plan' } : null
}

/** Steps that are under way or ended keep their record; the others follow the new text. */
function changeTask(task: TaskRun, spec: TaskSpec): void {
  // The line that was written of an added task is read for the first time: it is what its agent was given.
  if (spec.added && spec.title === task.spec.title)
    for (const step of task.steps) if (step.briefed === task.spec.textHash) step.briefed = spec.textHash
  if (spec.title !== task.spec.title) task.formerTitles.push(task.spec.title)
  const formerId = task.spec.id
  if (formerId !== null && formerId !== spec.id && !task.formerIds.includes(formerId)) task.formerIds.push(formerId)
  const isDone = taskStatus(task) === 'done'
  task.spec = spec
  const known = new Map(task.steps.map((step) => [step.spec.id, step]))
  // What is done was done by the steps that it had, where it would be divided in another way now.
  if (isDone && !spec.steps.some(({ id }) => known.has(id))) return
  const steps = spec.steps.map((step): StepRun => {
    const old = known.get(step.id)
    if (!old) return newStep(step)
    // It was taken out of the plan, and is there again.
    if (old.status === 'skipped' && old.cause?.is === 'mark' && old.because === 'not-critical')
      return { ...newStep(step), attempts: old.attempts, notRun: old.notRun, attemptsBefore: old.attempts }
    old.spec = withPatterns(step, patternsOf(old.spec))
    return old
  })
  const gone = task.steps.filter(
    (step) => step.status !== 'pending' && !spec.steps.some((it) => it.id === step.spec.id),
  )
  task.steps = [...gone, ...steps]
}

function rank(state: RunState): void {
  const tasks = state.order.map((uid) => taskOf(state, uid).spec)
  const ranks = priorities({ tasks, groups: state.groups })
  for (const task of state.tasks.values()) task.priority = isCheck(task) ? -1 : (ranks.get(task.spec.key) ?? 0)
}

/** Makes anew what is known of who waits for whom. Costs the plan. */
export function link(state: RunState): void {
  state.blockers = new Map()
  state.dependants = new Map()
  for (const task of state.tasks.values()) Object.assign(task, { unmet: 0, dead: 0, outlook: 'open' })
  for (const edge of state.edges) {
    const from = state.byKey.get(edge.from)
    const to = state.byKey.get(edge.to)
    if (from === undefined || to === undefined) continue
    add(state.dependants, from, { uid: to, edge })
    add(state.blockers, to, { uid: from, edge })
    taskOf(state, to).unmet += 1
  }
  for (const task of state.tasks.values()) task.failedBefore = failedBefore(state, task)
  trackOutlook(state, [...state.tasks.values()])
  noteWriters(state)
}

function add(links: Map<string, Link[]>, uid: string, link: Link): void {
  const list = links.get(uid)
  if (list) list.push(link)
  else links.set(uid, [link])
}
