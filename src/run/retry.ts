/** What follows when an attempt or its draft failed: the next attempt, the next method, a question, or the end. */

import { gatePoints } from './against.ts'
import { ask } from './ask.ts'
import { filesGate } from './files-gate.ts'
import { draftToMerge } from './step-base.ts'
import { excusedOutput } from './baseline.ts'
import type { Feedback } from './effect.ts'
import { proposePatterns } from './patterns/propose.ts'
import { voidText } from './changed-draft.ts'
import { staysInFolder, tellLeftOut } from './left-out.ts'
import { isDoneByOtherSteps, redoEarlier } from './redo-earlier.ts'
import { openPoints } from './open-points.ts'
import { prove } from './prove.ts'
import { noteFailure, failureOf } from './speclets/note-failure.ts'
import { holdForStage } from './speclets/hold-for-stage.ts'
import { failureQuestion } from './speclets/options.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { turnToExhausted } from './steps/admit.ts'
import { blockWords, goesOnBehind, helpWords } from './steps/block-words.ts'
import { isCompared } from './steps/course.ts'
import { nextMethod } from './steps/next-method.ts'
import type { Cause } from './step-status.ts'
import { comesLast, taskStatus } from './task-status.ts'
import { tellingLine } from './telling-line.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import type { Policy } from '../plan/policy.ts'
import { isVerification } from '../plan/verification.ts'

/** A counted failure: the next attempt, else the next method, else the step is used up. */
export function failAttempt(turn: Turn, task: TaskRun, step: StepRun, feedback: Feedback): void {
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  if (step.spec.methods.length === 0) {
    giveUp(turn, task, step, usedUp(turn.state, step, feedback))
    return
  }
  if (mayRetry(turn.state.policy, step)) {
    move(turn, task, step, { to: 'working', because: 'next-attempt' })
    return
  }
  exhaust(turn, task, step, usedUp(turn.state, step, feedback))
}

/** A counted failure after which nobody works on it again: no attempt can mend it, or a person has taken the draft. */
export function endUsedUp(turn: Turn, task: TaskRun, step: StepRun, feedback: Feedback): void {
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  giveUp(turn, task, step, usedUp(turn.state, step, feedback))
}

/** What is wrong with a draft is the failure of its attempt; but no agent is told to do over what a person has changed in it after they had said yes. */
export function failDraft(turn: Turn, task: TaskRun, step: StepRun, feedback: Feedback): void {
  if (voidText(step) === null) failAttempt(turn, task, step, feedback)
  else endUsedUp(turn, task, step, feedback)
}

function usedUp(state: RunState, step: StepRun, feedback: Feedback): Cause {
  const waived = step.waived
    .filter((it) => it.gate === feedback.source && it.result !== 'passed')
    .map((it) => it.excerpt)
  return { is: 'retries-exhausted', attempts: countedAttempts(step), last: lastOf(state, feedback, waived) }
}

/** What stands before the words of a gate that has judged a merge. */
export const afterMerge = 'after the merge with what others did: '

/**
 * What is told of a failure: of a program's output the line that says most.
 * @param waived what it said when a person let it pass: a failure that is not in there comes first
 */
export function lastOf(state: RunState, { from, source, text }: Feedback, waived: readonly string[] = []): string {
  if (from !== 'gate' && from !== 'merge') return text
  const head = text.startsWith(afterMerge) ? afterMerge : ''
  return `${head}${tellingLine(text.slice(head.length), [excusedOutput(state, source), ...waived].join('\n'))}`
}

/**
 * Whether the present method has an attempt left. The same program on the same files comes to the same: a tool is tried once,
 * unless its step says how often.
 */
export function mayRetry(policy: Policy, step: StepRun): boolean {
  const isTool = step.spec.methods[step.method]?.does === 'tool'
  const most = step.spec.retries ?? (isTool ? 0 : policy.retries)
  return step.tries <= most && (policy.gateRounds === null || step.round < policy.gateRounds)
}

/** Attempts made since a person released it last, without those that a crash or a stop cut off: they use no retry. */
export function countedAttempts(step: StepRun): number {
  return step.attempts - step.attemptsBefore - step.interruptions
}

/** Whether a person may send a draft back once more (seed 003 §2). */
export function mayRevise({ policy }: RunState, { reviewRounds }: StepRun): boolean {
  return reviewRounds < policy.reviewRounds
}

/** Whether a person has sent its draft back: what is done now is a revision of that. */
export function isSentBack({ reviewRounds, draft }: StepRun): boolean {
  return reviewRounds > 0 && draft !== null
}

/** Every retry of the present method is used: a backup, a question, or the end. */
export function exhaust(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  if (proposePatterns(turn, task, step, cause)) return
  if (nextMethod(step) !== null) {
    move(turn, task, step, { to: 'working', because: 'next-method', cause })
    return
  }
  giveUp(turn, task, step, cause)
}

function triedText(cause: Cause): string {
  if (cause.is === 'retries-exhausted')
    return `${cause.attempts} ${cause.attempts === 1 ? 'attempt' : 'attempts'} failed; the last one: ${cause.last}`
  if (cause.is === 'agent-gave-up')
    return `its agent says that it cannot be done${cause.text === '' ? ', and not why' : `: ${cause.text}`}`
  if (cause.is === 'tool-missing') return `${cause.tool} could not be run: ${cause.help}`
  if (cause.is === 'agent-missing') return `agent ${cause.agent} could not be started: ${cause.help}`
  if (cause.is === 'red-without')
    return `what the other steps of its task have left is red where it is left out: ${cause.last}`
  if (cause.is === 'conflict')
    return `its work does not merge with what others did: it conflicts in ${cause.paths.join(', ')}; retry does anew what of its task is not merged`
  return 'no method is left'
}

/** Of a draft that a person has changed: no attempt of it has failed. */
function nowText(cause: Cause): string {
  return cause.is === 'retries-exhausted' ? `what lies there now does not hold: ${cause.last}` : triedText(cause)
}

/**
 * Whether people are asked about a step that has no method left. Where there was nobody to do it, the reason beside its mark says what
 * is to be mended; of the steps of a spec people are asked all the same (seed 004 §2.4).
 */
function isAskedAbout({ state }: Turn, task: TaskRun, cause: Cause): boolean {
  return state.policy.exhausted === 'ask' && (!isMissing(cause) || isCompared(state, task))
}

function isMissing({ is }: Cause): boolean {
  return is === 'agent-missing' || is === 'tool-missing'
}

/** No method is left. */
export function giveUp(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  // Once it was merged with what others did, the steps before it cannot be merged without it.
  const voided = voidText(step)
  const isFree = !step.spec.critical && step.status !== 'merging' && !step.wasMerged
  if (voided === null && isFree && !isJudgedHere(turn.state, task, step)) {
    // What a person has seen, and only wanted otherwise, is not given up without their word.
    if (isSentBack(step)) askExhausted(turn, task, step, cause)
    else letGo(turn, task, step, cause)
    return
  }
  noteFailure(turn, task, step, true)
  if (voided !== null || isAskedAbout(turn, task, cause)) {
    if (voided === null && holdForStage(turn, task, step, cause)) return
    turnToExhausted(turn, task, step, cause)
    askExhausted(turn, task, step, cause)
    return
  }
  move(turn, task, step, { to: 'blocked', because: 'exhausted', cause })
}

/** Without workspaces what its task has left is judged where it comes last, and nowhere else: no gate would ever look at it. */
function isJudgedHere({ policy }: RunState, task: TaskRun, step: StepRun): boolean {
  const isOther = task.steps.some((it) => it !== step && it.status === 'done')
  const judgesAll = step.spec.gates.some((it) => it !== filesGate && !isVerification(it))
  return policy.workspace === 'none' && isOther && comesLast(task, step) && judgesAll
}

/** What the steps of a task have left without one that is left out does not pass its gates: that step is as good as critical. */
export function giveUpWithout(turn: Turn, task: TaskRun, step: StepRun, feedback: Feedback): void {
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  giveUp(turn, task, step, { is: 'red-without', gate: feedback.source, last: lastOf(turn.state, feedback) })
}

/** A step that is not critical is left out, and its task goes on without it. */
export function letGo(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  noteFailure(turn, task, step, false)
  leaveOut(turn, task, step, cause)
}

/** The same of one that has not failed: a person leaves it out, or takes it out of the plan. */
export function leaveOut(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  const merges = comesLast(task, step) && draftToMerge(task, step) !== null && !isDoneByOtherSteps(turn.state, task)
  tellLeftOut(turn, task, step)
  move(turn, task, step, { to: merges ? 'merging' : 'skipped', because: 'not-critical', cause })
  if (!merges && redoEarlier(turn, task)) return
  // Where nothing is merged, the steps before it are all there is, and what they have proved.
  if (!merges && taskStatus(task) === 'done') prove(turn, task, step)
}

/** Whether all goes on without a step that people are asked about, where they leave it out: it is not critical, and only wanted otherwise. */
export function isOptional(step: StepRun): boolean {
  return !step.spec.critical && !step.wasMerged && isSentBack(step)
}

/** Work of a step that does not merge with what others did: people are asked as about one that has failed (seed 004 §2.0b, 6). */
export function askApart(turn: Turn, task: TaskRun, step: StepRun, cause: Extract<Cause, { is: 'conflict' }>): void {
  noteFailure(turn, task, step, true)
  if (holdForStage(turn, task, step, cause)) return
  turnToExhausted(turn, task, step, cause)
  askExhausted(turn, task, step, cause)
}

const sentBackStands = 'what stands there is the draft that was sent back'

/** Asks what is to become of a step that has failed. */
export function askExhausted(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  if (turn.state.policy.workspace === 'worktree' && step.sentBack !== null && step.sentBack.draft !== step.draft)
    emit(turn, { type: 'verdicts-void', because: sentBackStands, isSentBack: true }, subjectOf(task, step))
  const voided = voidText(step)
  const override = step.draft && task.spec.replaces === undefined ? (['override'] as const) : []
  const otherwise = mayRevise(turn.state, step) ? 'revise' : 'reject'
  const failure = voided === null && !isOptional(step) ? failureOf(turn, task, step) : null
  const speclets = failure === null ? null : failureQuestion(failure)
  const wordsOfBlock = blockWords(turn.state, task, step)
  // Nobody can take what does not merge, and to revise it would not merge either; what is behind it is in no draft of its own.
  const isApart = cause.is === 'conflict'
  // What is red without it cannot be taken with what has failed.
  const isWithout = cause.is === 'red-without'
  const own = isApart ? (speclets === null ? (['retry'] as const) : []) : isWithout ? [] : override
  const others = isApart ? [] : ([otherwise, 'skip'] as const)
  const failed = [
    ...(voided === null ? [triedText(cause)] : [voided, nowText(cause)]),
    ...(isMissing(cause) && otherwise === 'revise' ? ['once that is mended, revise tries again'] : []),
    ...(step.draft !== null && step.draft === step.sentBack?.draft ? [sentBackStands] : []),
    ...(step.draft ? [...gatePoints(turn.state, task, step), ...openPoints(turn.state, task, step)] : []),
    ...(wordsOfBlock === null ? [] : [wordsOfBlock]),
    ...(voided === null && goesOnBehind(turn.state, task, step) ? [helpWords.next] : []),
    ...(isWithout ? [helpWords.all] : []),
    ...(staysInFolder(turn.state, step) && !isApart ? [helpWords.folder] : []),
  ].join('; ')
  ask(turn, task, step, {
    kind: 'exhausted',
    failed: cause,
    options: [...own, ...(speclets?.answers ?? []), ...others, 'block', 'pause'],
    // What stands above the lines of the SPECLets is one line.
    question: speclets === null ? failed : [failed.replaceAll(/\s*\n\s*/g, '; '), ...speclets.lines].join('\n'),
  })
}
