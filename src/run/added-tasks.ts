/** Tasks that an agent proposes and the policy lets in: each becomes a task of the plan, under an id of the plan's own. */

import type { AddedTask } from '../plan/added-task.ts'
import { isPassesText } from '../plan/integration-gate.ts'
import type { Edge, TaskSpec } from '../plan/model.ts'
import { nextIds } from '../plan/next-id.ts'
import { isOfTasks } from '../plan/task-gate.ts'
import { assignGates } from './assign-gates.ts'
import { addBaseline } from './baseline.ts'
import { sortProposal, type Sorted } from './proposed-tasks.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * Ids that no task of the plan has, and none that it waits for.
 * @param of.besides others that are taken
 * @param of.like an id of the kind that they are to be of; absent: as most are
 */
export function freeIds(
  state: RunState,
  count: number,
  { besides = [], like = null }: { readonly besides?: readonly string[]; readonly like?: string | null } = {},
): readonly string[] {
  const taken = state.order.flatMap((uid) => {
    const { spec } = taskOf(state, uid)
    return spec.origin === 'plan' ? [...(spec.id === null ? [] : [spec.id]), ...spec.unknownBlockers] : []
  })
  return nextIds([...taken, ...besides], count, like)
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
  if (proposal === null || group === null) return
  const sorted = sortProposal(state, proposal)
  const told = [
    ...sorted.wrong.map((it) => `a task that does not fit the plan: ${it}`),
    ...sorted.left.map((it) => `what is not taken into the plan: ${it}`),
  ]
  for (const it of told) emit(turn, { type: 'finding', kind: 'added-task', text: `${task.spec.key} proposes ${it}` })
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
  const ids = freeIds(state, fit.length, { like: replaces === undefined ? null : replaces })
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
  if (state.status !== 'running') return
  if (state.policy.testFirst === true && tasks.some(({ criteria = [] }) => !criteria.every(isPassesText)))
    waitForTests(turn, tasks)
  else addBaseline(turn)
}

/** Which tests show that criteria are met is settled as a call begins: until then nobody works on tasks that have any. */
function waitForTests(turn: Turn, tasks: readonly TaskSpec[]): void {
  const named = tasks.map(({ key }) => key).join(', ')
  const text = `${named} joined the plan with acceptance criteria, whose tests are set up as a run begins: what is at work ends, and resume goes on with them`
  emit(turn, { type: 'finding', kind: 'tests-to-come', text })
  emit(turn, { type: 'run-moved', to: 'pausing' })
}

/** The gates that the plan's own tasks get, by the same rule. */
function withGates(state: RunState, tasks: readonly TaskSpec[]): readonly TaskSpec[] {
  // What is the test of a criterion is a gate of the task that has it.
  const gates = [...state.gates.values()].flatMap((gate) =>
    isOfTasks(gate) && gate.test === undefined ? [{ ...gate, paths: gate.paths ?? [], phases: gate.phases ?? [] }] : [],
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
    const blocks = (added.blocks ?? []).flatMap(named)
    const { layer = null, role, kind = null, criteria = [], namedGates: gates = [] } = spec
    const said = { title, description, files, blockedBy, blocks, layer, role, kind, criteria, gates }
    return [{ key, id, group, by: added.by, ...said, ...(spec.isCritical ? { isCritical: true } : {}) }]
  })
}
