/** What a human's answer to a question makes happen. */

import type { ReviewAnswer, Speaker } from './command.ts'
import { digestOfShown } from './ask.ts'
import { renewReview } from './renew-reviews.ts'
import { acceptStep } from './accept.ts'
import { notRun } from './against.ts'
import { isAtWork, taskOf, type Review, type StepRun, type TaskRun } from './state.ts'
import { stepOf } from './evolve.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { failAttempt, isOptional, leaveOut, letGo } from './retry.ts'
import { followFailure } from './speclets/answer-failure.ts'
import { followPattern, isAboutPatterns } from './patterns/answer-pattern.ts'
import { hasPassed } from './verdict.ts'
import { tellLeftOut } from './left-out.ts'
import { letPass } from './verify.ts'
import { filesGate } from './files-gate.ts'
import { draftToMerge } from './step-base.ts'
import { isCompared } from './steps/course.ts'
import { goesOnBehind, reasonOf } from './steps/block-words.ts'
import { mayGoBack } from './steps/go-back.ts'
import { isDoneByOtherSteps, redoEarlier } from './redo-earlier.ts'
import { isWantedOtherwise } from './redo-earlier.ts'
import { openBehind } from './open-again.ts'
import { decompose } from './decompose.ts'
import { followMark } from './unknown-marks.ts'
import { handIn } from './work.ts'
import { beginAdmitted, beginAnswered } from './proceed.ts'
import { followChoice, unfitChoice } from './education/teach.ts'

export interface Answer {
  readonly review: string
  readonly answer: ReviewAnswer
  readonly text: string
  readonly by: Speaker
  /** Digest of what the person was shown, or how it begins. */
  readonly presented?: string
}

/** Applies an answer. Returns null, or why it is refused. The decision is recorded before anything follows from it. */
export function answerReview(turn: Turn, given: Answer): string | null {
  const { review: id, answer, text, by } = given
  const review = turn.state.reviews.get(id)
  if (!review) return `there is no review ${id}`
  if (review.answer === 'withdrawn') return `review ${id} was taken back: ${takenBackFor}`
  if (review.answer !== null) return `review ${id} was answered with ${review.answer}`
  if (!review.options.includes(answer)) return `review ${id} takes ${review.options.join(', ')}`
  // Who is to do it anew has to be told what.
  if (answer === 'revise' && text.trim() === '') return `review ${id} is sent back with words: what is to be different`
  const task = taskOf(turn.state, review.task)
  const step = stepOf(task, review.step)
  const unfit = unfitChoice(turn.state, review, { answer, text })
  if (unfit !== null) return `review ${id}: ${unfit}`
  const presented = digestOfShown(turn, review)
  if (isOfAnother(turn, review, given, presented))
    return given.presented === undefined ? takenBack(turn, review) : changedSince(id)
  emit(turn, { type: 'review-decided', review: id, answer, by, text, presented }, subjectOf(task, step))
  if (answer === 'pause') {
    // Of a run that nobody drives nothing is to be stopped; the question stays.
    if (isAtWork(turn.state)) emit(turn, { type: 'run-moved', to: 'pausing' })
    return null
  }
  if (review.kind === 'mark') followMark(turn, task, step, answer)
  else if (isAboutPatterns(review)) followPattern(turn, { task, step }, review, answer)
  else follow(turn, task, step, review, { review: id, answer, text, by })
  return null
}

const takenBackFor = 'what it was about has changed; look at what is asked now'

function changedSince(id: string): string {
  return `what is shown of review ${id} now is not what the answer names (--presented): look at it again, and answer what is shown then`
}

/** A yes to what is no longer there: the question is asked anew. */
function takenBack(turn: Turn, review: Review): string {
  renewReview(turn, review)
  return `review ${review.id} was taken back: ${takenBackFor}`
}

/** Fewer characters of a digest name nothing. */
const shortestDigest = 8

/**
 * Whether a person who says yes, or who names what they were shown, was shown something else than what stands there now
 * (RELIABILITY P16). A plain yes to a draft whose verdicts no longer hold is let through: it leads to no more than another
 * look of the gates, and another question.
 */
function isOfAnother(turn: Turn, review: Review, { answer, presented: seen }: Answer, present: string): boolean {
  if (answer === 'pause') return false
  if (seen !== undefined) return seen.length < shortestDigest || !present.startsWith(seen)
  if ((answer !== 'approve' && answer !== 'override') || review.presented === null) return false
  const task = taskOf(turn.state, review.task)
  if (answer === 'approve' && !hasPassed(turn.state, task, stepOf(task, review.step))) return false
  return review.presented !== present
}

function follow(turn: Turn, task: TaskRun, step: StepRun, review: Review, { answer, text, by }: Answer): void {
  switch (answer) {
    case 'dynamic':
      // An answer before it may have brought it back.
      if (mayGoBack(turn.state)) emit(turn, { type: 'mode-chosen', mode: 'dynamic', by }, subjectOf(task, step))
      beginAnswered(turn, task)
      return
    case 'alternatives':
    case 'explain-more':
    case 'try-different':
      if (followChoice(turn, task, step, { answer, text, by })) beginAdmitted(turn, task)
      return
    case 'approve':
    case 'override':
      if (review.kind === 'education') {
        if (followChoice(turn, task, step, { answer, text, by })) beginAdmitted(turn, task)
        return
      }
      if (review.kind === 'by-hand') {
        move(turn, task, step, { to: 'working', because: 'answered' })
        handIn(turn, task, step)
        return
      }
      if (review.kind === 'escalation') {
        beginAnswered(turn, task)
        return
      }
      if (review.kind === 'interrupted') {
        emit(turn, { type: 'task-proved', proof: 'by-human', commit: null, evidence: [] }, subjectOf(task, step))
        move(turn, task, step, { to: 'done', because: 'by-human' })
        return
      }
      // What was known to be red may have turned green while the question stood: then it is not forgiven any more, and a yes
      // to the draft is none to what broke since.
      if (answer === 'approve' && !hasPassed(turn.state, task, step)) {
        judgeAgain(turn, task, step, 'what was shown of it no longer holds')
        return
      }
      // The plan wants something else to be there since the gates have looked, which nobody has looked for.
      if (answer === 'approve' && isWantedOtherwise(turn.state, task, step)) {
        judgeAgain(turn, task, step, 'the plan says otherwise what has to be there')
        return
      }
      // They take all that is red of it by now, and not what nobody has looked at.
      if (answer === 'override' && notRun(task, step).length > 0) {
        move(turn, task, step, { to: 'verifying', because: 'overridden' })
        return
      }
      acceptStep(turn, task, step)
      return
    case 'ignore-same': {
      const red = step.verdicts.find((it) => it.result !== 'passed')
      if (red) letPass(turn, task, step, red, by.who)
      else acceptStep(turn, task, step)
      return
    }
    case 'retry':
    case 'skip-blocked':
    case 'halt':
      if (review.kind === 'exhausted') followFailure(turn, { task, step }, review, { answer, text, by })
      else retry(turn, task, step)
      return
    case 'revise':
      revise(turn, task, step, { text, by })
      return
    case 'reject':
      move(turn, task, step, { to: 'failed', because: 'answered', cause: { is: 'rejected', by: by.who, text } })
      if (turn.state.policy.rejected === 'decompose') decompose(turn, task)
      return
    case 'skip': {
      if (step.usedUp !== null && isOptional(step)) {
        letGo(turn, task, step, step.usedUp.cause)
        return
      }
      if (step.usedUp === null && !step.spec.critical && isCompared(turn.state, task)) {
        leaveOut(turn, task, step, { is: 'human', by: by.who, text })
        return
      }
      const isRedWithout = step.usedUp?.cause.is === 'red-without'
      // Of that it was told when it was left out first.
      if (!isRedWithout) tellLeftOut(turn, task, step)
      const isAlone = step.usedUp !== null && goesOnBehind(turn.state, task, step)
      const later = isAlone ? [] : task.steps.slice(task.steps.indexOf(step) + 1)
      const how = { because: 'answered', cause: { is: 'human', by: by.who, text } } as const
      // What the steps of a spec before it have done is done all the same, and others build on it.
      const keeps = !isAlone && !isRedWithout && isCompared(turn.state, task) && draftToMerge(task, step) !== null
      const merges = keeps && !isDoneByOtherSteps(turn.state, task)
      move(turn, task, step, { to: merges ? 'merging' : 'skipped', ...how })
      for (const it of later) if (it.status === 'pending') move(turn, task, it, { to: 'skipped', ...how })
      if (keeps && !merges) redoEarlier(turn, task)
      return
    }
    case 'block':
      move(turn, task, step, {
        to: 'blocked',
        because: 'answered',
        cause:
          review.kind === 'baseline'
            ? { is: 'baseline', gate: step.spec.gates[0] ?? filesGate }
            : { is: 'human', by: by.who, text: text.trim() === '' ? reasonOf(review) : text },
      })
      return
    // Answers to questions about patterns were followed there.
    case 'escalate':
    case 'first-pattern':
    case 'second-pattern':
    case 'own-backups':
    case 'pause':
      return
    default:
      answer satisfies never
  }
}

/** Once more: gates of a check or such as were cut off, or an attempt that was interrupted. */
function retry(turn: Turn, task: TaskRun, step: StepRun): void {
  const isGate = step.spec.methods.length === 0 || step.verdicts.some((it) => it.cutOff !== undefined)
  if (!isGate) {
    move(turn, task, step, { to: 'working', because: 'answered' })
    return
  }
  judgeAgain(turn, task, step, 'asked again by a human')
}

function judgeAgain(turn: Turn, task: TaskRun, step: StepRun, because: string): void {
  emit(turn, { type: 'verdicts-void', because }, subjectOf(task, step))
  move(turn, task, step, { to: 'verifying', because: 'answered' })
}

/** Back to the agent with the feedback. */
function revise(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { text, by }: { readonly text: string; readonly by: Speaker },
): void {
  const feedback = { from: 'review', source: by.who, text, output: null } as const
  if (step.spec.methods.length === 0) {
    failAttempt(turn, task, step, feedback)
    return
  }
  if (step.usedUp?.cause.is === 'red-without') openBehind(turn, task, step)
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  move(turn, task, step, { to: 'working', because: 'answered' })
}
