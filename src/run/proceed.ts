/** Decisions move a task; here, and only here, what it now stands at becomes the next request. A resume does the same. */

import { ask } from './ask.ts'
import { isUnderWay } from './at-work.ts'
import { attempt } from './attempt.ts'
import { hasBudgets } from './budget.ts'
import { stepOf } from './evolve.ts'
import { isChosenAsItSays, requestWord, teach } from './education/teach.ts'
import { endCovered } from './covered.ts'
import { disposal } from './disposal.ts'
import { endGoneSteps } from './gone-steps.ts'
import { hasJob } from './free-job.ts'
import { isMoot } from './decompose.ts'
import { isBeingWritten, leavePlan } from './left-plan.ts'
import { admitPattern } from './patterns/admit-pattern.ts'
import { isAtWork, taskOf, type TaskRun } from './state.ts'
import { admit, watchSteps } from './steps/admit.ts'
import { isResearched } from './steps/research.ts'
import { redoEarlier } from './redo-earlier.ts'
import { currentStep, isNextOf, taskStatus } from './task-status.ts'
import { isEnd } from './step-status.ts'
import { move, request, subjectOf, type Turn } from './turn.ts'
import { verify } from './verify.ts'

/** Begins the next step of a task: with its work, else with its gates, else with its review. */
export function beginStep(turn: Turn, task: TaskRun): void {
  begin(turn, task, false)
}

/** The same once a person has answered what was asked before it. */
export function beginAnswered(turn: Turn, task: TaskRun): void {
  begin(turn, task, true)
}

function begin(turn: Turn, task: TaskRun, isAnswered: boolean): void {
  const step = currentStep(task)
  if (admit(turn, task, step, isAnswered) && admitPattern(turn, task, step) && teach(turn, task, step))
    beginAdmitted(turn, task)
}

/** The same of a step of which all is decided that has to be before it begins. */
export function beginAdmitted(turn: Turn, task: TaskRun): void {
  const step = currentStep(task)
  const { methods, gates, review, title } = step.spec
  if (methods.length > 0) {
    const waits = turn.state.policy.workspace !== 'none' && !task.prepared
    move(turn, task, step, { to: 'working', because: 'begins', waitingOn: waits ? { is: 'workspace' } : null })
  } else if (gates.length === 0 && review !== 'never')
    ask(turn, task, step, { kind: 'checkpoint', options: ['approve', 'reject', 'pause'], question: title })
  else move(turn, task, step, { to: 'verifying', because: 'begins' })
}

/**
 * Lets every task proceed that this turn has moved, or brought an outcome for, from the event at `from` on. Where no
 * executor is at work, nothing is requested: the next one begins with what stands still.
 * @returns where the next call begins
 */
export function proceedAll(turn: Turn, from: number): number {
  let at = from
  if (!isAtWork(turn.state)) return turn.events.length
  for (; at < turn.events.length; at++) {
    const { subject, body } = turn.events[at] ?? {}
    if (body?.type === 'effect-settled' && body.outcome.of === 'publish') proceedWorking(turn)
    // What it did not use of a budget may be what others wait for.
    if (body?.type === 'effect-settled' && body.outcome.of === 'start-attempt' && hasBudgets(turn.state.policy))
      proceedWorking(turn)
    if (!subject || (body?.type !== 'step-moved' && body?.type !== 'effect-settled')) continue
    const task = turn.state.tasks.get(subject.task)
    // What was stopped stays so until the run is resumed.
    const isStopped =
      body.type === 'effect-settled' && body.outcome.of === 'start-attempt' && body.outcome.how === 'stopped'
    if (task && body.type === 'step-moved' && body.to === 'blocked') endCovered(turn, task)
    if (task && body.type === 'step-moved' && isEnd(body.to)) watchSteps(turn, task, stepOf(task, subject.step))
    if (task && (!isStopped || task.left || isMoot(turn.state, task))) proceed(turn, task)
    if (task?.spec.origin === 'engine' && body.type === 'step-moved' && isEnd(body.to)) proceedJudged(turn)
  }
  return at
}

/** Attempts, and the engine's own checks, that wait for what was committed meanwhile, or for a budget. */
function proceedWorking(turn: Turn): void {
  for (const uid of [...turn.state.active]) {
    const task = taskOf(turn.state, uid)
    if (task.spec.origin === 'engine' || currentStep(task).status === 'working') proceed(turn, task)
  }
}

/** A base has been looked at: drafts that waited for that are judged. Costs the plan, once for each check. */
function proceedJudged(turn: Turn): void {
  for (const uid of turn.state.order) {
    const task = taskOf(turn.state, uid)
    if (taskStatus(task) === 'verifying' && currentStep(task).waitingOn?.is === 'blocker') proceed(turn, task)
  }
}

/** Lets every task proceed that stands still; after a start, which continues what a run before it has left. */
export function proceedEverywhere(turn: Turn): void {
  for (const uid of turn.state.order) proceed(turn, taskOf(turn.state, uid))
}

/** Requests what the status of a task asks for, where nothing is under way for it yet. */
export function proceed(turn: Turn, task: TaskRun): void {
  const { state } = turn
  const step = currentStep(task)
  if (isUnderWay(state, task)) return
  if ((task.left || isMoot(state, task)) && !isEnd(step.status) && !isBeingWritten(state, task)) {
    leavePlan(turn, task)
    return
  }
  if (endGoneSteps(turn, task)) return
  if (step.waitingOn?.is === 'stage') return
  switch (step.status) {
    case 'pending':
      // The first step begins when the task's turn comes.
      if (isNextOf(task, step) && state.status === 'running' && !redoEarlier(turn, task)) beginStep(turn, task)
      return
    case 'working':
      if (state.status !== 'running' || step.waitingOn?.is === 'connection') return
      // What the task wants to be looked up comes before any work on it, whatever has brought it there, and so does a choice of people.
      if (!isChosenAsItSays(turn, task, step)) return
      if (isResearched(turn, task, step) && hasJob(turn, task, step)) attempt(turn, task, step)
      return
    case 'verifying':
      if (hasJob(turn, task, step)) verify(turn, task, step)
      return
    case 'done':
    case 'skipped':
      giveBack(turn, task)
      return
    case 'blocked':
    case 'failed':
    case 'deferred':
      // In place there is one folder for all: who is over makes room.
      if (state.policy.workspace === 'in-place') giveBack(turn, task)
      return
    case 'reviewing':
      if (state.status === 'running' && step.waitingOn?.is === 'agent' && hasJob(turn, task, step))
        requestWord(turn, task, step)
      return
    // The integrator goes on with its batch by itself.
    case 'merging':
      return
    default:
      step.status satisfies never
  }
}

/**
 * A task that is over needs its workspace no more. One that ended otherwise, or left the plan, keeps it: nothing in it is merged.
 * In place it is the folder that the next one works in.
 */
function giveBack(turn: Turn, task: TaskRun): void {
  const isKept = currentStep(task).because === 'left-plan' && turn.state.policy.workspace !== 'in-place'
  if (task.workspace === null || !task.prepared || isKept) return
  request(turn, disposal(turn.state, task, task.workspace), subjectOf(task, null))
}
