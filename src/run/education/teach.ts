/** Education mode in a spec's run: before a step that something is to be learned of, a person is shown its approaches (seed 004 §3). */

import { ask } from '../ask.ts'
import type { ReviewAnswer, Speaker } from '../command.ts'
import type { Outcome } from '../outcome.ts'
import type { Review, RunState, StepRun, TaskRun } from '../state.ts'
import { stepName } from '../steps/course.ts'
import { modeOfStep } from '../steps/mode-of-step.ts'
import { emit, move, request, subjectOf, type Turn } from '../turn.ts'
import { approachNamed, lastCheckpoint, type Checkpoint, type HeldCheckpoint } from './checkpoint.ts'
import { checkpointText } from './checkpoint-text.ts'
import { checkpointOf, type Consulting } from './make-checkpoint.ts'
import { isTaught } from './pace.ts'
import { comparisonQuestion, explanationQuestion } from './questions.ts'

/**
 * Pauses before a step where its mode is education and the pace says so: an agent is asked about its approaches first, then the
 * person. What they have chosen holds for as long as the step has not been tried since, and says the same.
 * @returns whether it may begin
 */
export function teach(turn: Turn, task: TaskRun, step: StepRun): boolean {
  if (!pausesBefore(turn.state, task, step)) return true
  const last = checkpointAt(turn.state, task, step)
  if (last?.selected != null && last.shown.words === task.spec.textHash && last.shown.attempts === step.attempts) {
    const { method, by, text } = last.selected
    if (step.spec.methods[step.method]?.id === method) return true
    if (step.spec.methods.some(({ id }) => id === method)) {
      emit(turn, { type: 'approach-chosen', method, by, text }, subjectOf(task, step))
      return true
    }
  }
  consult(turn, task, step, { asks: 'comparison', words: '' })
  return false
}

/**
 * Whether a step that is to be worked on may be: what a person has chosen was said of the words that the plan has now. Else they are
 * shown its approaches anew.
 */
export function isChosenAsItSays(turn: Turn, task: TaskRun, step: StepRun): boolean {
  if (!pausesBefore(turn.state, task, step)) return true
  const last = checkpointAt(turn.state, task, step)
  if (last?.selected == null || last.shown.words === task.spec.textHash) return true
  // Once it was tried the choice is spent, unless that was by other words.
  if (last.shown.attempts !== step.attempts && step.because !== 'reworded') return true
  consult(turn, task, step, { asks: 'comparison', words: '' })
  return false
}

function pausesBefore(state: RunState, { spec, steps }: TaskRun, step: StepRun): boolean {
  const { education } = state.policy
  if (education === undefined || modeOfStep(state, step) !== 'education' || spec.origin === 'engine') return false
  const { critical, methods } = step.spec
  return isTaught({ critical, hasAlternatives: methods.length > 1, isFirst: step === steps[0] }, education)
}

function checkpointAt({ course }: RunState, task: TaskRun, step: StepRun): HeldCheckpoint | null {
  return lastCheckpoint(course.checkpoints, stepName(task, step.spec.id))
}

type Asks = Omit<Extract<NonNullable<StepRun['waitingOn']>, { is: 'agent' }>, 'is'>

/** The step waits for what an agent says; what it waits for is asked for by `requestWord`, at once or by whoever resumes. */
function consult(turn: Turn, task: TaskRun, step: StepRun, asks: Asks): void {
  if (step.status === 'reviewing') move(turn, task, step, { to: 'working', because: 'consults' })
  move(turn, task, step, { to: 'reviewing', because: 'consults', waitingOn: { is: 'agent', ...asks } })
}

/** Asks the agent that a step waits for. */
export function requestWord(turn: Turn, task: TaskRun, step: StepRun): void {
  const { waitingOn } = step
  if (waitingOn?.is !== 'agent') return
  const { asks, words } = waitingOn
  const question =
    asks === 'comparison'
      ? comparisonQuestion(turn.state, task, step)
      : explanationQuestion(turn.state, task, step, words)
  // Of a program nothing can be asked: the agent of the run stands for all approaches.
  const agent = step.spec.methods.find(({ does }) => does === 'agent')?.agent ?? null
  const name = stepName(task, step.spec.id)
  const about = `education:${name}${asks === 'comparison' ? '' : ':more'}`
  const nth = 1 + turn.state.course.checkpoints.filter((it) => it.shown.step === name).length
  request(turn, { is: 'consult', about, nth, agent, question }, subjectOf(task, step))
}

/** The agent has answered, or could not be asked: either way the person is shown the checkpoint. */
export function onConsulted(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'consult' }>,
): void {
  if (step.status !== 'reviewing' || step.waitingOn?.is !== 'agent' || outcome.is === 'stopped' || task.left) return
  const consulting: Consulting =
    outcome.is === 'answered'
      ? { is: 'answered', agent: outcome.agent, text: outcome.text }
      : { is: 'failed', because: outcome.failure.reason }
  const last = checkpointAt(turn.state, task, step)
  if (step.waitingOn.asks === 'comparison' || last === null) {
    present(turn, task, step, checkpointOf(turn.state, task, step, consulting))
    return
  }
  const explanation =
    consulting.is === 'answered'
      ? { text: consulting.text, from: consulting.agent }
      : { text: `${planText(step)}\n(no agent explains more: ${consulting.because})`, from: null }
  present(turn, task, step, { ...last.shown, explanation })
}

/** All that the plan says of how a step is done. */
function planText({ spec }: StepRun): string {
  return [
    spec.title,
    ...spec.methods.map(({ id, instruction, argv }) =>
      [`${id}: ${instruction}`, ...(argv.length === 0 ? [] : [`  ${argv.join(' ')}`])].join('\n'),
    ),
    ...(spec.expected === undefined ? [] : [`expected: ${spec.expected}`]),
  ].join('\n')
}

/** Records a checkpoint, and asks. */
function present(turn: Turn, task: TaskRun, step: StepRun, checkpoint: Checkpoint): void {
  emit(turn, { type: 'checkpoint-shown', checkpoint }, subjectOf(task, step))
  const others = checkpoint.approaches.length > 1 ? (['try-different'] as const) : []
  ask(turn, task, step, {
    kind: 'education',
    options: ['approve', 'alternatives', 'explain-more', ...others, 'skip', 'block', 'pause'],
    question: checkpointText(checkpoint),
  })
}

/** Why an answer to a checkpoint cannot be followed; null where it can. */
export function unfitChoice(
  state: RunState,
  { task: uid, step: id }: Pick<Review, 'task' | 'step'>,
  { answer, text }: { readonly answer: ReviewAnswer; readonly text: string },
): string | null {
  if (answer !== 'try-different') return null
  const task = state.tasks.get(uid)
  const step = task?.steps.find((it) => it.spec.id === id)
  const approaches = task && step ? (checkpointAt(state, task, step)?.shown.approaches ?? []) : []
  if (approachNamed(approaches, text) !== null) return null
  const names = approaches.map(({ letter }) => letter).join(', ')
  return text.trim() === ''
    ? `say which approach is tried instead: ${names}`
    : `there is no approach ${text.trim()}: say one of ${names}`
}

/**
 * Follows the answer to a checkpoint.
 * @returns whether the step begins now, with the approach that was chosen
 */
export function followChoice(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { answer, text, by }: { readonly answer: ReviewAnswer; readonly text: string; readonly by: Speaker },
): boolean {
  const last = checkpointAt(turn.state, task, step)
  if (last === null) return true
  switch (answer) {
    case 'approve':
    case 'try-different': {
      const named = answer === 'approve' ? null : approachNamed(last.shown.approaches, text)
      const method = named?.method ?? last.shown.recommended
      emit(turn, { type: 'approach-chosen', method, by: by.who, text }, subjectOf(task, step))
      return true
    }
    case 'alternatives':
      present(turn, task, step, { ...last.shown, showsAll: true, explanation: null })
      return false
    case 'explain-more':
      consult(turn, task, step, { asks: 'explanation', words: text })
      return false
    case 'revise':
    case 'reject':
    case 'pause':
    case 'override':
    case 'ignore-same':
    case 'retry':
    case 'skip':
    case 'block':
    case 'dynamic':
    case 'escalate':
    case 'first-pattern':
    case 'second-pattern':
    case 'own-backups':
    case 'skip-blocked':
    case 'halt':
      return false
    default:
      return answer satisfies never
  }
}
