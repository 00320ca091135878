/** Tasks that joined the plan during a run and that its file does not hold yet: a new reading of the file keeps them. */

import { plainText } from '../plan/added-task.ts'
import type { Edge, Plan, TaskSpec } from '../plan/model.ts'
import { freeIds } from './added-tasks.ts'
import { longestTitle } from './proposed-tasks.ts'
import type { SpecifiedTask } from './event.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { isUnwritten } from './task-status.ts'

/**
 * What a call selects of the plan's file, with the tasks that joined it: those that take the place of a rejected one belong
 * to the run where that one does, others that the file does not hold yet where it takes in new tasks and works on their group.
 *
 * @param selection keys, null for all
 * @param takesNew whether the call takes in new tasks
 */
export function withUnwritten(
  state: RunState,
  selection: readonly string[] | null,
  takesNew: boolean,
): readonly string[] | null {
  if (selection === null) return selection
  const chosen = new Set(selection)
  // In the order in which they joined: one of them may have been replaced in its turn.
  for (const { spec } of state.tasks.values()) if (chosen.has(spec.added?.replaces ?? '')) chosen.add(spec.key)
  const unwritten = [...state.tasks.values()].filter(isUnwritten)
  if (!takesNew || unwritten.length === 0) return [...chosen]
  const groups = new Set([...state.tasks.values()].flatMap(({ spec }) => (chosen.has(spec.key) ? [spec.group] : [])))
  for (const { spec } of unwritten) if (groups.has(spec.group)) chosen.add(spec.key)
  return [...chosen]
}

/** Whether a task of the file is the one that was to be written there: under its id and with its title. */
export function isAsWritten(task: TaskRun, spec: TaskSpec): boolean {
  return !isUnwritten(task) || plainText(spec.title, longestTitle) === plainText(task.spec.title, longestTitle)
}

export interface Kept {
  readonly uids: readonly string[]
  /** Under another id, where somebody has meanwhile given theirs to another task. */
  readonly changed: readonly SpecifiedTask[]
  /** New key of a task by the old one. */
  readonly renamed: ReadonlyMap<string, string>
  readonly edges: readonly Edge[]
}

/**
 * The tasks that a new reading of the plan does not hold because nobody has written them yet, with their edges.
 *
 * @param found uids of the tasks that were recognised in the plan
 */
export function keepUnwritten(state: RunState, plan: Plan, found: ReadonlySet<string>): Kept {
  const tasks = state.order.map((uid) => taskOf(state, uid)).filter((task) => isUnwritten(task) && !found.has(task.uid))
  const keys = new Set(plan.tasks.map(({ key }) => key))
  const clashing = tasks.filter(({ spec }) => keys.has(spec.key))
  const besides = plan.tasks.flatMap(({ key, id, unknownBlockers }) => [
    key,
    ...(id === null ? [] : [id]),
    ...unknownBlockers,
  ])
  const ids = freeIds(state, clashing.length, { besides })
  const changed = clashing.map(({ uid, spec }, at) => ({
    uid,
    spec: { ...spec, key: ids[at] ?? spec.key, id: ids[at] ?? spec.id },
  }))
  const renamed = new Map(clashing.map(({ spec }, at) => [spec.key, ids[at] ?? spec.key]))
  const own = new Set(tasks.map(({ spec }) => spec.key))
  const edges = state.edges
    .filter(({ to, basis }) => own.has(to) && basis !== 'engine')
    .map((edge) => ({ ...edge, from: renamed.get(edge.from) ?? edge.from, to: renamed.get(edge.to) ?? edge.to }))
  return { uids: tasks.map(({ uid }) => uid), changed, renamed, edges }
}
