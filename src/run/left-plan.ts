/** Tasks that are no longer in the plan: what was worked on stays in the journal, and nobody works on it any more (MW707). */

import type { RevisionCause, SpecifiedTask } from './event.ts'
import { isDoneByHand, isDoneByOtherWords } from './reworded.ts'
import { isAtWork, taskOf, type RunState, type TaskRun } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { isEnd } from './step-status.ts'
import { askNoMore, emit, move, request, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'
import { listed, taskName } from '../plan/names.ts'

/**
 * Says which tasks have left the plan with this reading.
 * @param lost uids of all that are not in it
 * @param keys of the tasks that are new in it: under the key of one that was worked on there may be other words
 */
export function tellLost(turn: Turn, lost: readonly string[], keys: ReadonlySet<string>): void {
  const all = lost.map((uid) => taskOf(turn.state, uid)).filter((task) => !task.left)
  const reworded = all.filter(({ spec }) => !spec.covers && keys.has(spec.key))
  if (reworded.length > 0)
    tell(
      turn,
      'MW707',
      `worked on under other words, and taken as new tasks as they stand in the plan now: ${listed(reworded.map(wasOf))}; what was done is kept in the journal`,
    )
  const left = all.filter(({ spec }) => !spec.covers && !keys.has(spec.key))
  const phases = all.filter(({ spec }) => spec.covers)
  if (phases.length > 0)
    tell(
      turn,
      'plan-edited',
      `nothing is left to hand out with ${listed(phases.map(nameOf))}; nobody works on that any more, and what was done is kept`,
    )
  for (const [tasks, so] of [
    [left.filter((task) => isEnd(taskStatus(task))), 'what they ended as stays there'],
    [left.filter((task) => !isEnd(taskStatus(task))), 'nobody works on them any more, and what was done is kept'],
  ] as const)
    if (tasks.length > 0)
      tell(turn, 'MW707', `no longer in the plan, but in the journal: ${listed(tasks.map(nameOf))}; ${so}`)
}

/** Says of which done tasks the key stands for something else now. @param replaced uids */
export function tellReplaced(turn: Turn, replaced: readonly string[]): void {
  const tasks = replaced.map((uid) => taskOf(turn.state, uid))
  if (tasks.length > 0)
    tell(
      turn,
      'MW708',
      `done under other words, and open in the plan as it says now: taken as new tasks: ${listed(tasks.map(wasOf))}`,
    )
}

/** Says which done tasks have other words now (RELIABILITY MW708). @param changed tasks as they are read now */
export function tellReworded(turn: Turn, changed: readonly SpecifiedTask[]): void {
  const done = changed.flatMap(({ uid, spec }) => {
    const task = taskOf(turn.state, uid)
    const isOther = spec.textHash !== task.spec.textHash && !spec.added && !spec.covers
    return taskStatus(task) === 'done' && isOther ? [{ task, spec }] : []
  })
  const again = done.filter(({ task, spec }) => isDoneByOtherWords(task, spec))
  const ticked = done.filter(({ task }) => isDoneByHand(task))
  for (const [tasks, more] of [
    [again, '; `millwright unblock` has it done as it says now'],
    [ticked, ''],
  ] as const)
    if (tasks.length > 0)
      tell(
        turn,
        'MW708',
        `reworded since they were done: ${listed(tasks.map((it) => nameOf(it.task)))}; done stands, for the words it was done for${more}`,
      )
}

function wasOf({ spec, commit }: TaskRun): string {
  return `${taskName(spec)} (was "${spec.title}"${commit === null ? '' : `, commit ${commit.slice(0, 12)}`})`
}

function tell(turn: Turn, kind: string, text: string): void {
  emit(turn, { type: 'finding', kind, text })
}

/**
 * Ends the attempts of tasks that have just left the plan, or that nobody wants any more; what stands still ends at once.
 * @param cause of the reading
 */
export function endLost(
  turn: Turn,
  lost: readonly string[],
  cause: RevisionCause,
  because = 'its task is no longer in the plan',
): void {
  for (const task of lost.map((uid) => taskOf(turn.state, uid))) {
    if (isEnd(taskStatus(task))) continue
    askNoMore(turn, [task])
    const effects = [...turn.state.effects.values()].filter((it) => it.task === task.uid)
    // What the integrator writes with others at once is settled first.
    if (effects.length === 0 && !isBeingWritten(turn.state, task)) leavePlan(turn, task)
    // After a start nothing is at work: what was requested is settled first.
    if (cause === 'read' || !isAtWork(turn.state)) continue
    for (const { effect, step } of effects)
      if (effect.is === 'start-attempt')
        request(turn, { is: 'end-attempt', name: effect.name, because }, { ...subjectOf(task, null), step })
  }
}

/** A task that has left the plan is worked on no more. Nothing is under way for it. */
export function leavePlan(turn: Turn, task: TaskRun): void {
  const isReworded = (turn.state.byKey.get(task.spec.key) ?? task.uid) !== task.uid
  const text = task.spec.covers
    ? 'Nothing is left to hand out with it'
    : task.spec.replaces !== undefined
      ? 'Nothing is to take its place any more'
      : isReworded
        ? 'It says something else in the plan now'
        : 'It is no longer in the plan'
  for (const review of turn.state.reviews.values()) {
    if (review.task !== task.uid || review.answer !== null) continue
    emit(turn, { type: 'review-withdrawn', review: review.id, because: text }, subjectOf(task, currentStep(task)))
  }
  const cause = { is: 'mark', text } as const
  for (const step of task.steps)
    if (!isEnd(step.status)) move(turn, task, step, { to: 'skipped', because: 'left-plan', cause })
}

/** A task that has come back into the plan is open again. */
export function comeBack(turn: Turn, task: TaskRun): void {
  for (const step of [...task.steps].reverse())
    if (step.status === 'skipped' && step.because === 'left-plan')
      move(turn, task, step, { to: 'pending', because: 'mark-in-plan' })
}

/** Whether the commits of a task's batch are under way: it will be in the tip, or merged anew. */
export function isBeingWritten({ effects, integrating }: RunState, { uid }: TaskRun): boolean {
  if (!integrating.includes(uid)) return false
  return [...effects.values()].some(({ effect }) => effect.is === 'integrate' && effect.stage !== 'merge')
}
