/** Tasks that an agent proposes and the policy lets in: each becomes a task of the plan, under an id of the plan's own. */

import { isPlainPath, plainText, type AddedTask } from '../plan/added-task.ts'
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

/** A proposed task as it can be written into a plan, before it has an id. */
export interface FitTask {
  readonly title: string
  readonly description: string | null
  readonly files: readonly FileSpec[]
  /** Ids of tasks of the plan. */
  readonly blockedBy: readonly string[]
  /** What it waits for although the plan cannot say it: no task, or one without an id of its own. */
  readonly unknown: readonly string[]
}

/** What of a proposed task a plan can say. Paths that no list of files can hold are left out. */
export function fitTask(state: RunState, { edges }: Proposal, spec: TaskSpec): FitTask {
  const blockers = [...new Set(edges.filter(({ to }) => to === spec.key).map(({ from }) => from))]
  const isNamed = (key: string): boolean => {
    const blocker = state.tasks.get(state.byKey.get(key) ?? '')
    return blocker?.spec.origin === 'plan' && blocker.spec.id === key
  }
  const description = plainText(spec.description ?? '', longestDescription)
  return {
    title: plainText(spec.title, longestTitle),
    description: description === '' ? null : description,
    files: spec.files.filter(({ path }) => isPlainPath(path)).slice(0, mostFiles),
    blockedBy: blockers.filter(isNamed),
    unknown: blockers.filter((key) => !isNamed(key)).map((key) => plainText(key, longestName)),
  }
}

/** Tells whether the plan has a proposed task already: this very one, or one that somebody wrote with its title. */
export function knownTasks(state: RunState): (proposal: string, title: string) => boolean {
  const specs = [...state.tasks.values()].flatMap(({ spec }) => (spec.origin === 'plan' ? [spec] : []))
  const proposals = new Set(specs.map(({ added }) => added?.proposal))
  const titles = new Set(specs.map(({ title }) => plainText(title, longestTitle)))
  return (proposal, title) => proposals.has(proposal) || titles.has(title)
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
  const fit: { readonly spec: TaskSpec; readonly it: FitTask }[] = []
  const isInPlan = knownTasks(state)
  for (const spec of proposal.tasks) {
    const it = fitTask(state, proposal, spec)
    const isKnown = fit.some((other) => other.it.title === it.title) || isInPlan(spec.key, it.title)
    const trouble = isKnown ? null : troubleOf(it)
    if (trouble !== null)
      emit(turn, {
        type: 'finding',
        kind: 'added-task',
        text: `${task.spec.key} proposes a task that does not fit the plan: ${trouble}`,
      })
    else if (!isKnown) fit.push({ spec, it })
  }
  if (fit.length === 0) return
  const ids = freeIds(state, fit.length)
  const specs = fit.map(({ spec, it }, at): TaskSpec => {
    const id = ids[at] ?? spec.key
    const { title, description, files } = it
    const added = { by: task.spec.key, proposal: spec.key }
    const declares = { files, declaresFiles: files.length > 0 }
    const its = { title, description, ...declares, ...(layer === undefined ? {} : { layer }) }
    return { ...spec, key: id, id, ...its, group, origin: 'plan', added }
  })
  const edges = fit.flatMap(({ it }, at) =>
    it.blockedBy.map((from): Edge => ({ from, to: ids[at] ?? '', basis: 'explicit', needs: 'done' })),
  )
  joinPlan(turn, { task, by: `${task.spec.key}/${step.spec.id}`, attempt: step.attempts }, { tasks: specs, edges })
}

/**
 * Takes tasks into the plan: behind those of a task's group, with the gates that any task gets, and selected where the call takes
 * in new tasks.
 * @param of.task in whose group they are
 * @param of.by who adds them, for the log
 */
export function joinPlan(
  turn: Turn,
  { task, by, attempt = 0 }: { readonly task: TaskRun; readonly by: string; readonly attempt?: number },
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
  if (state.takesNew && state.selection !== null)
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
    const { key, id, title, group, description, files, added } = taskOf(state, uid).spec
    if (added === undefined || id === null || group === null) return []
    const blockedBy = state.edges.flatMap(({ from, to, basis }) => {
      const blocker = to === key && basis === 'explicit' ? state.tasks.get(state.byKey.get(from) ?? '') : undefined
      return blocker?.spec.id == null ? [] : [blocker.spec.id]
    })
    return [{ key, id, title, group, by: added.by, description, files, blockedBy }]
  })
}
