/** Tasks that an agent proposes and the policy lets in: each becomes a task of the plan, under an id of the plan's own. */

import { isPlainPath, plainText, type AddedTask } from '../plan/added-task.ts'
import { findCycles } from '../plan/graph/cycles.ts'
import type { Edge, FileSpec, TaskSpec } from '../plan/model.ts'
import { nextIds } from '../plan/next-id.ts'
import { assignGates } from './assign-gates.ts'
import { addBaseline } from './baseline.ts'
import type { Proposal } from './outcome.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

export const longestTitle = 200
const longestDescription = 1000
const longestName = 64
const mostFiles = 30
const mostBlockers = 100
const longestCriterion = 500
const mostCriteria = 30

/** A proposed task as it can be written into a plan, before it has an id. */
export interface FitTask {
  readonly title: string
  readonly description: string | null
  readonly files: readonly FileSpec[]
  readonly criteria: readonly string[]
  /** Ids of tasks of the plan. */
  readonly blockedBy: readonly string[]
  /** Keys of tasks of the same proposal. */
  readonly after: readonly string[]
  /** What it waits for although the plan cannot say it: no task, or one without an id of its own. */
  readonly unknown: readonly string[]
}

/** What of a proposed task a plan can say. Paths that no list of files can hold are left out. */
export function fitTask(state: RunState, { tasks, edges }: Proposal, spec: TaskSpec): FitTask {
  const own = new Set(tasks.map(({ key }) => key))
  const blockers = [...new Set(edges.filter(({ to }) => to === spec.key).map(({ from }) => from))]
  const isNamed = (key: string): boolean => {
    const blocker = state.tasks.get(state.byKey.get(key) ?? '')
    return blocker?.spec.origin === 'plan' && blocker.spec.id === key
  }
  const description = plainText(spec.description ?? '', longestDescription)
  const criteria = (spec.criteria ?? []).map((it) => plainText(it, longestCriterion)).filter((it) => it !== '')
  return {
    title: plainText(spec.title, longestTitle),
    description: description === '' ? null : description,
    files: spec.files.filter(({ path }) => isPlainPath(path)).slice(0, mostFiles),
    criteria: criteria.slice(0, mostCriteria),
    blockedBy: blockers.filter((key) => !own.has(key) && isNamed(key)),
    after: blockers.filter((key) => own.has(key)),
    unknown: blockers.filter((key) => !own.has(key) && !isNamed(key)).map((key) => plainText(key, longestName)),
  }
}

/**
 * Tells the key of the task that stands in the plan for a proposed one: this very one, or one that somebody wrote with its
 * title; null where none does.
 */
export function knownTasks(state: RunState): (proposal: string, title: string) => string | null {
  const specs = [...state.tasks.values()].flatMap(({ spec }) => (spec.origin === 'plan' ? [spec] : []))
  const proposals = new Map(specs.flatMap(({ added, key }) => (added === undefined ? [] : [[added.proposal, key]])))
  const titles = new Map(specs.map(({ title, key }) => [plainText(title, longestTitle), key]))
  return (proposal, title) => proposals.get(proposal) ?? titles.get(title) ?? null
}

/** A task of a proposal that can join the plan. */
export interface Placing {
  readonly spec: TaskSpec
  readonly it: FitTask
}

/** What of a proposal can join the plan, and what cannot. */
export interface Sorted {
  readonly fit: readonly Placing[]
  /** Of tasks that are in the plan already the keys, by those of the proposal. */
  readonly known: ReadonlyMap<string, string>
  /** Why the others cannot. */
  readonly wrong: readonly string[]
}

/** Looks at each task of a proposal. Costs the plan. */
export function sortProposal(state: RunState, proposal: Proposal): Sorted {
  const isInPlan = knownTasks(state)
  const known = new Map<string, string>()
  const wrong: string[] = []
  let fit: readonly Placing[] = proposal.tasks.flatMap((spec): Placing[] => {
    const it = fitTask(state, proposal, spec)
    const trouble = troubleOf(it)
    const there = isInPlan(spec.key, it.title)
    if (there !== null) known.set(spec.key, there)
    else if (trouble !== null) wrong.push(trouble)
    else return [{ spec, it }]
    return []
  })
  const titles = new Set<string>()
  fit = fit.filter(({ it }) => !titles.has(it.title) && titles.add(it.title))
  // What waits for a task that does not join cannot join either.
  for (;;) {
    const keys = new Set([...fit.map(({ spec }) => spec.key), ...known.keys()])
    const left = fit.filter(({ it }) => it.after.every((key) => keys.has(key)))
    if (left.length === fit.length) break
    const stays = new Set(left)
    wrong.push(
      ...fit.filter((it) => !stays.has(it)).map(({ it }) => `"${it.title}" waits for a task that does not fit`),
    )
    fit = left
  }
  const circle = findCycles(
    fit.map(({ spec }) => spec.key),
    fit.flatMap(({ spec, it }) => it.after.map((from) => ({ from, to: spec.key }))),
  )
  if (circle.length === 0) return { fit, known, wrong }
  return { fit: [], known, wrong: [...wrong, 'its tasks wait for each other in a circle'] }
}

/** Ids that no task of the plan has, and none that it waits for. */
export function freeIds(state: RunState, count: number, besides: readonly string[] = []): readonly string[] {
  const taken = state.order.flatMap((uid) => {
    const { spec } = taskOf(state, uid)
    return spec.origin === 'plan' ? [...(spec.id === null ? [] : [spec.id]), ...spec.unknownBlockers] : []
  })
  return nextIds([...taken, ...besides], count)
}

/**
 * Takes the tasks that an accepted step proposes into the plan (REQUIREMENTS B7): behind those of the proposer's group,
 * with the gates that any task gets, and selected where the call takes in new tasks. What does not fit is a finding. A
 * task that is in the plan already is not added again, so that a step may be accepted more than once.
 */
export function addTasks(turn: Turn, task: TaskRun, step: StepRun): void {
  const { state } = turn
  const proposal = step.said?.proposal ?? null
  const { group, layer } = task.spec
  if (proposal === null || proposal.tasks.length === 0 || group === null) return
  const sorted = sortProposal(state, proposal)
  for (const trouble of sorted.wrong)
    emit(turn, {
      type: 'finding',
      kind: 'added-task',
      text: `${task.spec.key} proposes a task that does not fit the plan: ${trouble}`,
    })
  if (sorted.fit.length === 0) return
  const like = { group, ...(layer === undefined ? {} : { layer }) }
  const placed = place(state, sorted, { like, by: task.spec.key })
  joinPlan(turn, { task, by: `${task.spec.key}/${step.spec.id}`, attempt: step.attempts }, placed)
}

/**
 * Gives the tasks of a proposal ids of the plan's own.
 * @param of.like what each of them is as well
 * @param of.by key of the task near which they are to stand
 * @param of.replaces key of the rejected task whose place they take
 */
export function place(
  state: RunState,
  { fit, known }: Sorted,
  {
    like,
    by,
    replaces,
  }: {
    readonly like: Pick<TaskSpec, 'group'> & Partial<TaskSpec>
    readonly by: string
    readonly replaces?: string
  },
): { readonly tasks: readonly TaskSpec[]; readonly edges: readonly Edge[] } {
  const ids = freeIds(state, fit.length)
  const keys = new Map([...known, ...fit.map(({ spec }, at) => [spec.key, ids[at] ?? spec.key] as const)])
  const tasks = fit.map(({ spec, it }): TaskSpec => {
    const id = keys.get(spec.key) ?? spec.key
    const { title, description, files, criteria } = it
    const declares = { files, declaresFiles: files.length > 0 }
    const asked = criteria.length > 0 ? { criteria } : {}
    const added = { by, proposal: spec.key, ...(replaces === undefined ? {} : { replaces }) }
    return { ...spec, key: id, id, title, description, ...declares, ...asked, ...like, origin: 'plan', added }
  })
  const edges = fit.flatMap(({ spec, it }) =>
    [...it.blockedBy, ...it.after].map((from): Edge => ({
      from: keys.get(from) ?? from,
      to: keys.get(spec.key) ?? '',
      basis: 'explicit',
      needs: 'done',
    })),
  )
  return { tasks, edges }
}

/**
 * Takes tasks into the plan: behind those of a task's group, with the gates that any task gets, and selected where the call takes
 * in new tasks.
 * @param of.task in whose group they are
 * @param of.by who adds them, for the log
 * @param of.isWanted whether a person has accepted them, so that they are done also where the call takes in no new tasks
 */
export function joinPlan(
  turn: Turn,
  {
    task,
    by,
    attempt = 0,
    isWanted = false,
  }: { readonly task: TaskRun; readonly by: string; readonly attempt?: number; readonly isWanted?: boolean },
  { tasks, edges }: { readonly tasks: readonly TaskSpec[]; readonly edges: readonly Edge[] },
): void {
  const { state } = turn
  const { group } = task.spec
  emit(
    turn,
    {
      type: 'plan-revised',
      from: state.revision,
      to: `${state.revision ?? ''}+${task.uid}.${attempt}`,
      cause: 'proposal',
      by,
      added: withGates(state, tasks).map((spec, at) => ({ uid: `u${state.nextUid + at}`, spec })),
      changed: [],
      removed: [],
      edges: edges.length > 0 ? [...state.edges, ...edges] : null,
      groups: null,
      order: group === null ? null : orderWith(state, group, tasks.length),
    },
    subjectOf(task, currentStep(task)),
  )
  if ((state.takesNew || isWanted) && state.selection !== null)
    emit(turn, { type: 'selection-set', selection: [...state.selection, ...tasks.map(({ key }) => key)] })
  if (state.status === 'running') addBaseline(turn)
}

function troubleOf({ title, blockedBy, unknown }: FitTask): string | null {
  if (title === '') return 'nothing is left of its title'
  if (blockedBy.length > mostBlockers) return `"${title}" waits for more than ${mostBlockers} tasks`
  const [first] = unknown
  return first === undefined ? null : `"${title}" waits for ${first}, which is no task of the plan`
}

/** The gates that the plan's own tasks get, by the same rule. */
function withGates(state: RunState, tasks: readonly TaskSpec[]): readonly TaskSpec[] {
  const gates = [...state.gates.values()].flatMap((gate) =>
    gate.integration === undefined ? [{ ...gate, paths: gate.paths ?? [], phases: gate.phases ?? [] }] : [],
  )
  return assignGates({ dialect: '', title: '', groups: state.groups, tasks, edges: [] }, gates).plan.tasks
}

/** The present order with the next uids behind the last task of a group. */
function orderWith(state: RunState, group: string, count: number): readonly string[] {
  const last = state.order.findLastIndex((uid) => taskOf(state, uid).spec.group === group)
  const uids = Array.from({ length: count }, (_, at) => `u${state.nextUid + at}`)
  return [...state.order.slice(0, last + 1), ...uids, ...state.order.slice(last + 1)]
}

/** What the plan's file has to say of the tasks that joined the plan; in their order. */
export function addedTo(state: RunState): readonly AddedTask[] {
  return state.order.flatMap((uid) => {
    const { spec } = taskOf(state, uid)
    const { key, id, title, group, description, files, added } = spec
    if (added === undefined || id === null || group === null) return []
    const named = (end: string): readonly string[] => {
      const spec = state.tasks.get(state.byKey.get(end) ?? '')?.spec
      return spec?.origin === 'plan' && spec.id !== null ? [spec.id] : []
    }
    const blockedBy = state.edges.flatMap(({ from, to, basis }) =>
      to === key && basis === 'explicit' ? named(from) : [],
    )
    // Who waits for it in place of a task that it replaces does not say so itself.
    const blocks = state.edges.flatMap(({ from, to, basis }) => (from === key && basis === 'engine' ? named(to) : []))
    const { layer = null, role, kind = null, criteria = [] } = spec
    return [{ key, id, title, group, by: added.by, description, files, blockedBy, blocks, layer, role, kind, criteria }]
  })
}
