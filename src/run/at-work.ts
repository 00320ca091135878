/** Who is at work for a run: while somebody is, nobody can tell a person's edit of the plan from an agent's. */

import type { MarkState } from '../plan/model.ts'
import type { EffectKind } from './effect.ts'
import { isAtWork, type RunState, type TaskRun } from './state.ts'
import { isEnd, type StepStatus } from './step-status.ts'
import { currentStep, isUnclear, taskStatus } from './task-status.ts'
import { nameOf } from './views.ts'

/** What runs programs that may write where they like: agents, also where they are only asked something, gates and set-ups. */
const works: ReadonlySet<EffectKind> = new Set(['start-attempt', 'consult', 'judge', 'run-gate', 'prepare-workspace'])

/**
 * Uids of the tasks for which something runs that an agent may have written: agents, gates and set-ups. The gates of a run's
 * end run what was merged. A pulled task that nobody holds is not at work.
 */
export function tasksAtWork(state: RunState): readonly string[] {
  const found = new Set<string>()
  for (const { effect, task, step } of state.effects.values()) {
    if (!works.has(effect.is)) continue
    if (task === null) {
      for (const uid of state.merged) found.add(uid)
      continue
    }
    const of = state.tasks.get(task)
    const isLost = of?.steps.some((it) => it.spec.id === step && it.waitingOn?.is === 'connection')
    if (of && isLost !== true) found.add(task)
  }
  return [...found]
}

/**
 * Uids of the tasks that were at work when the run was left: none of one that was parked in order. Of one that was cut off
 * these are also the tasks whose attempt has been recorded as interrupted since.
 */
export function tasksLeftAtWork(state: RunState): readonly string[] {
  if (state.status === 'parked' && !state.wasCutOff) return []
  const interrupted = state.status === 'parked' ? state.order.filter((uid) => wasInterrupted(state, uid)) : []
  return [...new Set([...tasksAtWork(state), ...interrupted])]
}

function wasInterrupted(state: RunState, uid: string): boolean {
  const task = state.tasks.get(uid)
  const step = task && currentStep(task)
  return step?.status === 'working' && step.ended?.how === 'interrupted'
}

/**
 * The marks that stand while somebody is at work, by uid: another one in the file is a claim, so that what is chosen of the
 * plan, and what belongs to a phase, is as if it were not there.
 *
 * @param during uids of the tasks at work; where there is none, marks are a person's, and the answer is empty
 */
export function standingMarks(state: RunState, during: readonly string[]): ReadonlyMap<string, MarkState> {
  const marks = new Map<string, MarkState>()
  if (during.length === 0) return marks
  for (const task of state.tasks.values())
    if (task.spec.origin === 'plan' && !task.left && task.spec.mark !== 'unknown' && !isUnclear(task))
      marks.set(task.uid, markFor(taskStatus(task)))
  return marks
}

function markFor(status: StepStatus): MarkState {
  if (status === 'done' || status === 'skipped' || status === 'deferred') return status
  return isEnd(status) ? 'blocked' : 'todo'
}

/** `T001 was at work`, for people; null where nobody was. @param uids tasks, also such as are gone by now */
export function atWorkText(state: RunState, uids: readonly string[]): string | null {
  if (uids.length === 0) return null
  const names = uids.flatMap((uid) => state.tasks.get(uid) ?? []).map(nameOf)
  const shown = names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names
  return shown.length === 1 ? `${shown[0]} was at work` : `${shown.join(', ')} were at work`
}

/**
 * Whether a task is under way by its state and by nothing else: its attempt or its gates were stopped or cut off, and nobody
 * goes on with it. A person may take it over then, by a verb or by a mark in the plan.
 * @param nobody whether no executor is at work: then no gate and no set-up is, whatever was asked for
 */
export function isAtRest(state: RunState, task: TaskRun, nobody = !isAtWork(state)): boolean {
  const step = currentStep(task)
  if ((step.status !== 'working' && step.status !== 'verifying') || step.running !== null) return false
  for (const { effect, task: uid } of state.effects.values()) {
    const isOver =
      effect.is === 'ask-review' || (nobody && (effect.is === 'run-gate' || effect.is === 'prepare-workspace'))
    if (uid === task.uid && !isOver) return false
  }
  return true
}

/** Effects that nobody waits for before a task goes on. */
const aside: ReadonlySet<EffectKind> = new Set(['end-attempt', 'ask-review', 'notify'])

/** Whether something was asked for a task that it waits for. */
export function isUnderWay(state: RunState, task: TaskRun): boolean {
  for (const it of state.effects.values()) if (it.task === task.uid && !aside.has(it.effect.is)) return true
  return false
}
