/** A person takes a task over that was at work when its attempt was stopped or cut off, or may have done so. */

import { ask } from './ask.ts'
import type { ReviewAnswer } from './command.ts'
import type { Outcome } from './outcome.ts'
import type { MoveCause } from './event.ts'
import type { TaskSpec } from '../plan/model.ts'
import type { TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { isAtRest } from './at-work.ts'
import { disposal } from './disposal.ts'
import { unseenGate } from './recovery.ts'
import { move, request, settle, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Puts the task back to pending. What its attempts left is kept when its workspace is given back. */
export function takeOver(turn: Turn, task: TaskRun, because: MoveCause): void {
  leaveRequests(turn, task)
  if (task.workspace !== null) request(turn, disposal(turn.state, task, task.workspace), subjectOf(task, null))
  move(turn, task, currentStep(task), { to: 'pending', because })
}

/** Gates and a workspace that were asked for and that nobody saw the end of are no longer waited for. */
function leaveRequests(turn: Turn, task: TaskRun): void {
  for (const [id, { effect, task: uid }] of [...turn.state.effects]) {
    if (uid !== task.uid) continue
    const subject = subjectOf(task, currentStep(task))
    if (effect.is === 'run-gate') settle(turn, id, unseenGate(effect), subject)
    else if (effect.is === 'prepare-workspace') settle(turn, id, notPrepared, subject)
  }
}

const notPrepared: Outcome = {
  of: 'prepare-workspace',
  is: 'failed',
  failure: { reason: 'a person took the task over', help: 'unblock it to have it done by an agent' },
  retry: false,
}

/** The answer that takes a mark as a person's. */
const answers: Readonly<Partial<Record<TaskSpec['mark'], ReviewAnswer>>> = {
  done: 'approve',
  skipped: 'skip',
  blocked: 'block',
  deferred: 'block',
}

/**
 * The executor died while the task was at work, and somebody has marked it since: a person, or an agent that lived on. The
 * mark is taken back as any claim, and before the task goes on a person is asked whose it was.
 */
export function askWhoseMark(turn: Turn, task: TaskRun): void {
  const answer = answers[task.shown]
  if (!task.claimed || answer === undefined || !isAtRest(turn.state, task, true)) return
  leaveRequests(turn, task)
  ask(turn, task, currentStep(task), {
    kind: 'interrupted',
    options: [answer, 'retry', 'pause'],
    question: `${nameOf(task)} was cut off, and has been marked ${task.shown} in the plan since; was it you? ${answer} takes it so, retry lets the agent go on`,
  })
}
