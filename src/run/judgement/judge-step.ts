/**
 * The expected output of a step that no program can tell is put before an agent, where the configuration names one (seed 004 §2.3,
 * §4.1). What it says is recorded and shown. Gates decide: nothing is verified by it, and nothing fails.
 */

import { pathsNamed } from '../../plan/values/named-paths.ts'
import type { Outcome } from '../outcome.ts'
import { failAttempt, mayRetry } from '../retry.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { stepBase } from '../step-base.ts'
import { unjudgedConstraints } from '../steps/constraints.ts'
import { isCompared, stepName } from '../steps/course.ts'
import { outputMatch } from '../steps/verification.ts'
import { modeOfStep } from '../steps/mode-of-step.ts'
import { emit, request, subjectOf, type Turn } from '../turn.ts'
import { brokenOf } from './words.ts'
import { outputQuestion } from './questions.ts'
import { readOutputAnswer, shortLine } from './read-answer.ts'

/**
 * Whether a draft whose gates hold may go on: an agent has judged its output, or is not to. Else it is asked, or the next attempt
 * begins with what it says, where the configuration wants that and an attempt is left.
 */
export function isJudged(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { state } = turn
  if (!isToJudge(state, task, step)) return true
  if (step.judged !== null) return !triesAgain(turn, task, step)
  ask(turn, task, step)
  return false
}

/** Whether the plan expects something in words that no program has looked at, or sets constraints that no gate judges. */
function isToJudge(state: RunState, task: TaskRun, step: StepRun): boolean {
  const { methods, yields } = step.spec
  if (state.policy.judgement?.steps !== true || !isCompared(state, task) || task.spec.replaces !== undefined)
    return false
  if (methods.length === 0 || yields !== 'draft') return false
  return isOutputToJudge(step) || unjudgedConstraints(state, step).length > 0
}

function isOutputToJudge(step: StepRun): boolean {
  const { expected = '', verifications = [] } = step.spec
  if (expected.trim() === '') return false
  // By these the plan says what its words come to; that one is there says nothing of what it holds.
  if (verifications.some(({ is }) => is !== 'file')) return false
  const isThere = outputMatch(step)
  return isThere === null || (isThere && !pathsNamed(expected).saysOnlyThat)
}

function ask(turn: Turn, task: TaskRun, step: StepRun): void {
  const { judgement } = turn.state.policy
  // Who pauses the run waits for no more answers: it is asked when the run goes on.
  if (judgement === undefined || turn.state.status !== 'running') return
  const { draft } = step
  const changes = draft?.changes ?? []
  const from = step.wasMerged ? task.base : stepBase(task, step)
  const to = draft?.commit ?? null
  emit(turn, { type: 'waiting-set', waitingOn: { is: 'judgement' } }, subjectOf(task, step))
  request(
    turn,
    {
      is: 'judge',
      about: `judgement:${stepName(task, step.spec.id)}`,
      nth: Math.max(1, step.attempts),
      agent: judgement.agent,
      question: outputQuestion(task, step, { changes, constraints: unjudgedConstraints(turn.state, step) }),
      shows: from === null || to === null ? null : { from, to, changes },
      limitMs: judgement.limitMs,
    },
    subjectOf(task, step),
  )
}

/** Who is not asked by people either has it done anew, with the reason; each attempt is judged once. */
function triesAgain(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { state } = turn
  const mode = modeOfStep(state, step)
  const broken = step.judged === null ? [] : brokenOf(step.judged)
  if (state.policy.judgement?.retry !== true || step.judged === null) return false
  if (step.judged.match !== false && broken.length === 0) return false
  if ((mode !== 'silent' && mode !== 'dynamic') || !mayRetry(state.policy, step)) return false
  const { by, match, reason } = step.judged
  const what =
    match === false
      ? 'the output is not the expected one'
      : `what the plan demands does not hold (${broken.join(', ')})`
  failAttempt(turn, task, step, {
    from: 'judgement',
    source: `agent ${by}`,
    text: `${what}: ${reason}`,
    output: null,
  })
  return true
}

/** What an agent has said of an output, or that it has not, is recorded; the draft goes on. */
export function onOutputJudged(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'judge' }>,
): void {
  if (step.waitingOn?.is !== 'judgement' || outcome.is === 'stopped') return
  const { agent: by, usage, durationMs: ms } = outcome
  const names = unjudgedConstraints(turn.state, step).map(({ name }) => name)
  const read = outcome.is === 'answered' ? readOutputAnswer(outcome.text, names) : null
  const reason =
    read?.reason ??
    (outcome.is === 'failed' ? shortLine(outcome.failure.reason) : 'its answer has not the form that was asked for')
  emit(
    turn,
    {
      type: 'output-judged',
      ...{
        by,
        match: isOutputToJudge(step) ? (read?.holds ?? null) : null,
        reason,
        confidence: read?.confidence ?? null,
        usage,
        ms,
      },
      ...(read === null || names.length === 0 ? {} : { constraints: read.constraints }),
    },
    subjectOf(task, step),
  )
  emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
}
