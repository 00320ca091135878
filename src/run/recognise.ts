/** Which tasks of a new reading of the plan are those that the run knows: recognised by what they say, never guessed. */

import type { Plan, TaskSpec } from '../plan/model.ts'
import { withoutOccurrence } from '../plan/task-key.ts'
import { alignTwins, twinsOfOtherNumber } from './align-twins.ts'
import { saysTheSame } from './says-the-same.ts'
import { isBetweenRuns, taskOf, type RunState, type TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { isAsWritten } from './unwritten-tasks.ts'

export interface Recognised {
  /** Keys of the new reading → uids of the tasks they already are. */
  readonly known: ReadonlyMap<string, string>
  /** Uids of done tasks whose key now stands for something else that is still to be done. */
  readonly replaced: readonly string[]
}

/**
 * Recognises the tasks of a reading: under its key with the same words, else by the same words under another key where
 * only one task has them, else by its key with other words, which a person has changed.
 *
 * Done belongs to the words it was done for (RELIABILITY MW708): an open box under the key of a done task, with other
 * words, is another task, and so is one with its words under another key. While a run is under way it is the same one as
 * long as it is called the same: somebody has saved what they had open before the tick was there. A task that was worked
 * on and whose title is another one now is another task, too, unless somebody is at work on it.
 * @param begins whether a run begins, or none is under way
 */
export function recognise(state: RunState, plan: Plan, begins = isBetweenRuns(state)): Recognised {
  const known = new Map<string, string>()
  const taken = new Set<string>()
  const take = (spec: TaskSpec, uid: string): void => {
    known.set(spec.key, uid)
    taken.add(uid)
  }
  const namesakes: { readonly spec: TaskSpec; readonly task: TaskRun }[] = []
  const changedTwins = twinsOfOtherNumber(state, plan)
  for (const spec of plan.tasks) {
    if (changedTwins.has(withoutOccurrence(spec.key))) continue
    const uid = state.byKey.get(spec.key)
    const task = uid === undefined ? undefined : taskOf(state, uid)
    if (task === undefined || task.spec.origin !== spec.origin || !isAsWritten(task, spec)) continue
    if (saysTheSame(task, spec)) take(spec, task.uid)
    else namesakes.push({ spec, task })
  }
  for (const [spec, task] of alignTwins(state, plan, { twins: changedTwins, known })) take(spec, task.uid)
  const others = plan.tasks.filter((spec) => !known.has(spec.key))
  const free = [...state.tasks.values()].filter((it) => !taken.has(it.uid) && it.spec.origin === 'plan')
  const byText = only(free)
  const single = only(others.map((spec) => ({ spec })))
  for (const spec of others) {
    const task = single.has(spec.textHash) ? byText.get(spec.textHash) : undefined
    if (task && (taskStatus(task) !== 'done' || isShownDone(task, spec))) take(spec, task.uid)
  }
  const replaced: string[] = []
  for (const { spec, task } of namesakes) {
    if (known.has(spec.key) || taken.has(task.uid)) continue
    if (isReplaced(task, spec, begins)) replaced.push(task.uid)
    else if (!isAnother(state, task, spec) || (plan.spec !== undefined && hasSameSteps(task, spec)))
      take(spec, task.uid)
  }
  return { known, replaced }
}

/**
 * Whether work that is done may be known again under another key: by its tick alone, where that was shown, as the next feature
 * has such words, too; else by the very mark that was shown before, unless a person has set the task aside by it.
 */
function isShownDone({ shown }: TaskRun, { mark }: TaskSpec): boolean {
  if (mark === 'done') return true
  return mark === shown && mark !== 'skipped' && mark !== 'deferred'
}

/** Those whose words nobody else has, by these. */
function only<T extends { readonly spec: TaskSpec }>(tasks: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T | null>()
  for (const it of tasks) found.set(it.spec.textHash, found.has(it.spec.textHash) ? null : it)
  return new Map([...found].flatMap(([text, it]) => (it === null ? [] : [[text, it] as const])))
}

/** Whether work that has ended without success, or waits, was for something else: nothing of it is handed on. */
function isAnother(state: RunState, task: TaskRun, spec: TaskSpec): boolean {
  const isIdle = ![...state.effects.values()].some((it) => it.task === task.uid)
  const isTried = task.steps.some((step) => step.attempts > 0)
  return isIdle && isTried && taskStatus(task) !== 'done' && spec.mark === 'todo' && task.spec.title !== spec.title
}

/** Whether a task of a spec goes on with steps that it had: what is done is said there, and its title is a name for them. */
function hasSameSteps({ steps }: TaskRun, spec: TaskSpec): boolean {
  const titles = new Map(spec.steps.map(({ id, title }) => [id, title]))
  return steps.some((it) => it.attempts > 0 && titles.get(it.spec.id) === it.spec.title)
}

function isReplaced(task: TaskRun, spec: TaskSpec, begins: boolean): boolean {
  const isOpenAgain = taskStatus(task) === 'done' && spec.mark === 'todo' && spec.covers === undefined
  return isOpenAgain && (begins || calledOf(task.spec.title) !== calledOf(spec.title))
}

/** A title as it is compared: how it begins, is spaced and ends makes no other task; any other sign may, as in C++ and C#. */
function calledOf(title: string): string {
  const spaced = title.trim().replaceAll(/\s+/g, ' ')
  return spaced.replace(/^\p{Lu}/u, (first) => first.toLowerCase()).replace(/ ?[.:;!…]+$/, '')
}
