/** Standard mode: what a new reading of the plan means for the tasks that stand for phases. */

import type { Plan, TaskSpec } from '../plan/model.ts'
import { taskName } from '../plan/names.ts'
import type { HandedOut, Standing } from '../plan/standard-plan.ts'
import { standingMarks } from './at-work.ts'
import { recognise } from './recognise.ts'
import { coveredOf, isBetweenRuns, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'

/** Whether it stands for a phase whose work is done, or waits for an answer or to be merged. */
function isHandedIn(task: TaskRun): boolean {
  const status = taskStatus(task)
  return task.spec.covers !== undefined && (status === 'done' || status === 'reviewing' || status === 'merging')
}

/**
 * What of a run that goes on says more than the plan's file, for whoever hands out the plan's tasks. All of it goes by the
 * keys that the tasks have in this reading.
 * @param during uids of the tasks at work since the plan was last read
 * @param plan as it is read, before any of it is handed out
 */
export function standingOf(state: RunState, during: readonly string[], plan: Plan): Standing {
  const goesOn = !isBetweenRuns(state)
  const known = goesOn ? [...state.tasks.values()].filter((it) => it.spec.origin === 'plan' && !it.left) : []
  const own = known.filter(({ spec }) => spec.covers === undefined)
  const found = recognise(state, plan).known
  const keyNow = new Map([...found].map(([key, uid]) => [uid, key]))
  const keys = (tasks: readonly TaskRun[]): readonly string[] => tasks.flatMap(({ uid }) => keyNow.get(uid) ?? [])
  return {
    marks: new Map(
      [...standingMarks(state, during)].flatMap(([uid, mark]) => {
        const key = keyNow.get(uid)
        return key === undefined ? [] : [[key, mark] as const]
      }),
    ),
    phases: known.flatMap((task): readonly HandedOut[] => {
      const { key, group, covers } = task.spec
      // What one that has ended left open is handed out anew by the next run.
      if (covers === undefined || taskStatus(task) === 'pending') return []
      return [{ key, group, covers: keys(coveredOf(state, task)), isIn: isHandedIn(task) }]
    }),
    begun: new Set(keys(own.filter((task) => taskStatus(task) !== 'pending' && !isEnd(taskStatus(task))))),
    ...(goesOn ? chosenNow(own, plan, { found, keyNow }) : { chosen: null, gone: [] }),
    waiting: new Set(keys(own.filter((task) => taskStatus(task) === 'pending' && task.shown === 'blocked'))),
  }
}

/** What a run was called with. A task of which a person has changed the words is still the one under its id. */
function chosenNow(
  own: readonly TaskRun[],
  { tasks }: Plan,
  by: { readonly found: ReadonlyMap<string, string>; readonly keyNow: ReadonlyMap<string, string> },
): Pick<Standing, 'chosen' | 'gone'> {
  const fresh = new Set(tasks.flatMap(({ key }) => (by.found.has(key) ? [] : [key])))
  const now = own
    .filter(({ selected }) => selected)
    .map((task) => {
      const { uid, spec } = task
      const isReworded = fresh.has(spec.key) && taskStatus(task) !== 'done'
      return { spec, key: by.keyNow.get(uid) ?? (isReworded ? spec.key : null) }
    })
  return {
    chosen: new Set(now.flatMap(({ key }) => key ?? [])),
    gone: now.flatMap(({ spec, key }) => (key === null ? [taskName(spec)] : [])),
  }
}

/** Whether a reading, be it of the same bytes, hands out by phases otherwise than the run does: it was asked to. */
export function isOtherHandOut(state: RunState, { tasks }: Pick<Plan, 'tasks'>): boolean {
  const now = new Map(tasks.flatMap(({ key, covers }) => (covers ? [[key, covers.join('\n')] as const] : [])))
  const known = [...state.tasks.values()].filter((task) => task.spec.covers && !task.left && !isEnd(taskStatus(task)))
  return (
    [...now.keys()].some((key) => state.tasks.get(state.byKey.get(key) ?? '')?.left !== false) ||
    known.some(({ spec }) => spec.covers?.join('\n') !== now.get(spec.key))
  )
}

/**
 * What is selected of a plan that is read anew, with the phases that have handed in their work: the reading knows nothing of
 * one whose tasks are ticked.
 * @param selection keys, null for all
 */
export function withHandedIn(state: RunState, selection: readonly string[] | null): readonly string[] | null {
  const phases = [...state.tasks.values()].filter((task) => task.selected && isHandedIn(task))
  return selection && [...new Set([...selection, ...phases.map(({ spec }) => spec.key)])]
}

/**
 * Nothing of a phase whose tasks are ticked is open in the plan any more: what it has handed in stays part of the run.
 * @param kept uids of the tasks that are in the plan
 */
export function staysInRun(state: RunState, task: TaskRun, kept: ReadonlySet<string>): boolean {
  return isHandedIn(task) && (taskStatus(task) === 'done' || coveredOf(state, task).some(({ uid }) => kept.has(uid)))
}

/** Whether its place is taken: a phase that ended with open tasks is handed out anew by the next run. */
export function isSpent(task: TaskRun, fresh: boolean): boolean {
  return fresh && task.spec.covers !== undefined && isEnd(taskStatus(task))
}

/**
 * Where a phase covers less than it did, and that in the same words, it says nothing else than it was given.
 * @param words by key, of the new reading
 */
export function asGiven(state: RunState, task: TaskRun, spec: TaskSpec, words: ReadonlyMap<string, string>): TaskSpec {
  if (spec.covers === undefined) return spec
  const given = new Set(coveredOf(state, task).map((it) => it.spec.textHash))
  const isLess = spec.covers.every((key) => given.has(words.get(key) ?? ''))
  return isLess ? { ...spec, textHash: task.spec.textHash } : spec
}
