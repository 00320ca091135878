/** A plan that was read becomes a revision: tasks are recognised, a human's marks are taken over, cycles end blocked. */

import type { Edge, Plan, TaskSpec } from '../plan/model.ts'
import type { SpecFile, SpecFinding } from '../plan/spec.ts'
import { isOurReason, isUnmetReason, namesIn } from '../plan/reasons.ts'
import { blockCycles, openCycles } from './block-cycles.ts'
import { comparePlan } from './compare-plan.ts'
import type { RevisionCause, SpecifiedTask } from './event.ts'
import { goOnWithout } from './gone-steps.ts'
import { leftInProgress, statusOfMark } from './evolve-plan.ts'
import { atWorkText, isAtRest } from './at-work.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep, isUnwritten, taskStatus } from './task-status.ts'
import { isEnd, mayMove } from './step-status.ts'
import { tellClaim, tellEdit } from './tell-edit.ts'
import { markOf } from './track.ts'
import { staysInRun, withHandedIn } from './reread-phases.ts'
import { comeBack, endLost, tellLost, tellReplaced, tellReworded } from './left-plan.ts'
import { keepUnwritten, withUnwritten } from './unwritten-tasks.ts'
import { standing } from './views.ts'
import { takeOver } from './take-over.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'

export interface ReadPlan {
  readonly plan: Plan
  /** Hash of the bytes it was read from. */
  readonly hash: string
  /** Keys of its tasks that the call selects, where they are asked of the plan as it is now; undefined changes nothing. */
  readonly selection?: readonly string[]
  /** What the check has found in it; said of a spec, which is reported by it. */
  readonly findings?: readonly SpecFinding[]
  /** The files that it was read from; said of a spec. */
  readonly files?: readonly SpecFile[]
  /** The plan as a person can name it on the command line. */
  readonly named?: string
}

export interface Taking {
  readonly cause: RevisionCause
  readonly by: string
  /** Whether a new run begins. */
  readonly fresh?: boolean
  /** Uids of the tasks at work since the plan was last read: what changed since may be an agent's doing. */
  readonly during?: readonly string[]
}

/**
 * Takes a plan as it was read into the state, by the one door.
 *
 * A mark that came while somebody was at work is a claim: the task stays as it was, and the mark is put back (REQUIREMENTS
 * B6, RELIABILITY S3). Other edits are taken as a person's, and told with who was at work.
 */
export function takePlan(turn: Turn, { plan, hash, selection, named }: ReadPlan, taking: Taking): void {
  const { state } = turn
  const { cause, by, fresh = false, during = [] } = taking
  const atWork = atWorkText(state, during)
  const read = comparePlan(state, plan, { atWork, fresh, begins: cause === 'read' })
  const { added, changed, marks } = read
  const unwritten = keepUnwritten(state, plan, new Set(read.uids))
  const kept = new Set([...read.uids, ...unwritten.uids])
  const others = state.order.filter((uid) => !kept.has(uid) && taskOf(state, uid).spec.origin !== 'plan')
  const over = fresh ? [] : state.order.filter((uid) => !kept.has(uid) && staysInRun(state, taskOf(state, uid), kept))
  for (const uid of over) kept.add(uid)
  const { removed, lost } = goneTasks(state, kept, read.replaced)
  const isReplaced = new Set(read.replaced)
  tellLost(
    turn,
    lost.filter((uid) => !isReplaced.has(uid)),
    new Set(added.map(({ spec }) => spec.key)),
  )
  tellReplaced(turn, read.replaced)
  tellReworded(turn, changed)
  const back = read.uids.flatMap((uid) => (state.tasks.get(uid)?.left === true ? [uid] : []))
  const written = new Set(changed.flatMap(({ uid }) => (isUnwritten(taskOf(state, uid)) ? [uid] : [])))
  const phasesAt = plan.tasks.filter(({ covers }) => covers === undefined).length
  if (cause === 'human-edit')
    tellEdit(turn, { added, changed, removed: removed.filter((uid) => !isReplaced.has(uid)), plan }, { atWork, during })
  const waited = new Set(changed.flatMap(({ uid }) => (taskStatus(taskOf(state, uid)) === 'pending' ? [uid] : [])))
  const edges = [...plan.edges, ...unwritten.edges, ...ownEdges(state, unwritten.renamed, new Set(read.uids))]
  const order = [
    ...others,
    ...read.uids.slice(0, phasesAt),
    ...over,
    ...read.uids.slice(phasesAt),
    ...unwritten.uids,
    ...lost,
  ]
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: hash,
    cause,
    by,
    added,
    changed: [
      ...changed,
      ...unwritten.changed,
      ...renamedCovers(state, over, new Map(read.uids.map((uid, at) => [uid, plan.tasks[at]?.key ?? '']))),
      ...forgotten(state, lost),
    ],
    removed,
    left: lost,
    ...(atWork === null ? {} : { atWork: true }),
    edges: unlessSame(edges, state.edges),
    groups: unlessSame(plan.groups, state.groups),
    order: unlessSame(order, state.order),
    ...auditOf(plan, state),
  })
  const wanted = selection ?? (state.selection && unwritten.renamed.size > 0 ? [...state.selection] : undefined)
  const selected = wanted && withHandedIn(state, withUnwritten(state, wanted, state.takesNew))
  if (selected && !isSelected(state, selected)) emit(turn, { type: 'selection-set', selection: selected })
  if (marks.length > 0) emit(turn, { type: 'mark-shown', marks })
  takeOurReasons(turn, added)
  for (const uid of back) comeBack(turn, taskOf(state, uid))
  for (const { uid, state: mark, isClaim } of marks)
    if (isClaim === true) tellClaim(turn, taskOf(state, uid), mark, { atWork, named: named ?? 'PLAN' })
    // The file did not hold it before: an open box there is the one that this program wrote.
    else if (mark !== 'todo' || !written.has(uid)) adoptMark(turn, taskOf(state, uid), mark, cause === 'read')
  endLost(turn, lost, cause)
  for (const { uid } of changed) goOnWithout(turn, taskOf(state, uid), waited.has(uid))
  openCycles(turn)
  blockCycles(turn)
}

function auditOf({ audit = [] }: Plan, state: RunState): { readonly audit?: Plan['audit'] & object } {
  const other = unlessSame(audit, state.audit)
  return other === null ? {} : { audit: other }
}

/** A note that somebody appends to a large plan is no reason to put the whole plan on record once more. */
function unlessSame<T>(now: readonly T[], before: readonly T[]): readonly T[] | null {
  return now.length === before.length && JSON.stringify(now) === JSON.stringify(before) ? null : now
}

/**
 * The tasks that the plan does not hold any more: those that vanish with their line, and those that stay in the journal.
 *
 * @param kept uids of those that it holds, or that stay in the run without it
 * @param replaced uids of those whose key stands for something else now
 */
function goneTasks(
  state: RunState,
  kept: ReadonlySet<string>,
  replaced: readonly string[],
): { readonly removed: readonly string[]; readonly lost: readonly string[] } {
  const gone = state.order.filter((uid) => !kept.has(uid) && taskOf(state, uid).spec.origin === 'plan')
  const isAsked = new Set([...state.effects.values()].map(({ task }) => task))
  const isReplaced = new Set(replaced)
  const removed = gone.filter((uid) => !isAsked.has(uid) && (isReplaced.has(uid) || mayGo(taskOf(state, uid))))
  const isRemoved = new Set(removed)
  return { removed, lost: gone.filter((uid) => !isRemoved.has(uid)) }
}

/** A task nobody has worked on may vanish with its line; what was worked on stays in the journal and is said (MW707). */
function mayGo(task: TaskRun): boolean {
  if (task.spec.covers && isEnd(taskStatus(task))) return true
  // A person has accepted it, or the policy has: that it is gone from the file is said.
  if (task.spec.added !== undefined) return false
  const status = taskStatus(task)
  return (status === 'pending' || isEnd(status)) && task.steps.every((it) => it.attempts === 0 && !it.waitingOn)
}

/** A phase that is not handed out any more stands for the same tasks, whatever they are called by now. @param keys by uid */
function renamedCovers(
  state: RunState,
  over: readonly string[],
  keys: ReadonlyMap<string, string>,
): readonly SpecifiedTask[] {
  return over.flatMap((uid) => {
    const { spec } = taskOf(state, uid)
    const covers = spec.covers?.map((key) => keys.get(state.byKey.get(key) ?? '') ?? key)
    return covers === undefined || covers.every((key, at) => key === spec.covers?.[at])
      ? []
      : [{ uid, spec: { ...spec, covers } }]
  })
}

function isSelected({ selection }: RunState, keys: readonly string[]): boolean {
  return selection?.size === keys.length && keys.every((key) => selection.has(key))
}

/** Tasks that are no longer in the plan, as tasks that nobody writes there anew. */
function forgotten(state: RunState, lost: readonly string[]): readonly SpecifiedTask[] {
  return lost.flatMap((uid) => {
    const { added, ...spec } = taskOf(state, uid).spec
    return added === undefined ? [] : [{ uid, spec }]
  })
}

/**
 * A plan that another journal has marked, such as that of a clone: its reasons are not a person's, and who was blocked by what
 * was not done is blocked only as long as that is so.
 */
function takeOurReasons(turn: Turn, added: readonly SpecifiedTask[]): void {
  const { state } = turn
  const names = namesIn([...state.tasks.values()].map(({ spec }) => spec))
  const ours = added.filter(({ spec }) => isOurReason(spec.reason, names))
  const marks = ours.map(({ uid, spec }) => ({ uid, state: spec.mark, writtenReason: spec.reason }))
  if (marks.length > 0) emit(turn, { type: 'mark-shown', marks })
  for (const task of state.tasks.values()) {
    const step = currentStep(task)
    if (task.selected && isMarkedBlocked(task, step) && isUnmetReason(task.spec.reason, names))
      move(turn, task, step, { to: 'pending', because: 'mark-in-plan' })
  }
}

/** Whether nothing but its mark in the plan keeps a task from being worked on. */
function isMarkedBlocked({ spec, left }: TaskRun, { status, cause }: StepRun): boolean {
  return status === 'blocked' && cause?.is === 'mark' && spec.mark === 'blocked' && !left
}

/**
 * Edges that the engine or a proposal added; a new reading of the plan does not take them away. Who waits for a task that
 * joined the plan is written with it, so that from then on the file says that.
 * @param found uids of the tasks that were recognised in the plan
 */
function ownEdges(state: RunState, renamed: ReadonlyMap<string, string>, found: ReadonlySet<string>): readonly Edge[] {
  const isOwn = (key: string): boolean => {
    const uid = state.byKey.get(key)
    return uid !== undefined && taskOf(state, uid).spec.origin !== 'plan'
  }
  const isSaid = ({ from, to }: Edge): boolean => found.has(state.byKey.get(from) ?? '') && !isOwn(from) && !isOwn(to)
  return state.edges
    .filter((edge) => (edge.basis === 'engine' && !isSaid(edge)) || isOwn(edge.from) || isOwn(edge.to))
    .map((edge) => ({ ...edge, from: renamed.get(edge.from) ?? edge.from, to: renamed.get(edge.to) ?? edge.to }))
}

/**
 * A mark that differs from what the file was known to show was set by a human and is taken over with an event of its
 * own; a done task is never reverted (MW117), and a task at work keeps going: the mark is then a finding.
 */
function adoptMark(turn: Turn, task: TaskRun, mark: TaskSpec['mark'], begins: boolean): void {
  const status = taskStatus(task)
  // A mark that says what the run says was written by us, even if nobody recorded it before a crash.
  if (mark === markOf(standing(turn.state, task).state)) return
  const step = currentStep(task)
  // Where an executor begins nobody has been at work since the last one.
  const rests = isAtRest(turn.state, task, begins || undefined)
  const isIdle = status === 'pending' || (isEnd(status) && status !== 'done') || rests
  if (!isIdle || task.steps.some((it) => it.running !== null)) {
    emit(turn, {
      type: 'finding',
      kind: 'MW117',
      text: `${task.spec.key} is ${status} in the journal, and its mark now says ${mark}; the journal stands`,
    })
    return
  }
  const to = statusOfMark(mark)
  if (to === status) return
  const text = mark === 'running' ? leftInProgress : (task.spec.reason ?? 'marked blocked in the plan')
  const cause = to === 'blocked' ? ({ is: 'mark', text } as const) : null
  if (rests) takeOver(turn, task, 'mark-in-plan')
  else if (!mayMove(step.status, to)) move(turn, task, step, { to: 'pending', because: 'mark-in-plan' })
  if (to === 'done')
    emit(turn, { type: 'task-proved', proof: 'by-human', commit: null, evidence: [] }, subjectOf(task, step))
  move(turn, task, step, { to, because: 'mark-in-plan', cause })
  // What is set aside is so as a whole.
  if (to === 'skipped')
    for (const later of task.steps)
      if (later.status === 'pending') move(turn, task, later, { to, because: 'mark-in-plan', cause })
}
