/** Before a step begins: what those before it mean to it, and what has turned to people since (seed 004 §2.2, §3). */

import { ask } from '../ask.ts'
import { checkConstitution } from '../constitution/check-task.ts'
import type { Found } from '../constitution/violation.ts'
import { blockedWords } from './block-words.ts'
import { isCompared, openSteps, recordOf, stepName, triedBy, unmergedSteps } from './course.ts'
import { escalation, type EscalationLog } from './escalation.ts'
import type { StepRecord } from './record.ts'
import { propagation, type NextStep, type PropagationDecision } from './propagation.ts'
import { mayGoBack } from './go-back.ts'
import { modeOfStep } from './mode-of-step.ts'
import { stepsOfPlan, tasksBefore } from './planned-tasks.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import type { Cause } from '../step-status.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'

/**
 * Decides whether a step may begin now. What was decided is logged before anything follows from it; where people have to say
 * whether it goes on, they are asked, and the step waits.
 * @param isAnswered whether a person has answered what was asked before it: nothing is decided once more of this start, but where
 *   there is something new to ask
 * @returns whether it may begin
 */
export function admit(turn: Turn, task: TaskRun, step: StepRun, isAnswered = false): boolean {
  const { policy } = turn.state
  if (!isCompared(turn.state, task) || step.spec.methods.length === 0) return true
  watchSteps(turn, task, step)
  const decision = policy.propagation === undefined ? null : decisionOn(turn.state, task, step)
  const waits = decision?.error_propagation_decision === 'halt' || decision?.error_propagation_decision === 'escalate'
  // What has come to its end while the question stood is read, too.
  if (decision !== null && (waits || !isAnswered || readsMore(turn.state, decision)))
    emit(turn, { type: 'propagation-decided', decision }, subjectOf(task, step))
  const broken =
    step === task.steps[0]
      ? checkConstitution(turn, task, { decision, records: standingRecords(turn.state) }).map(violationText)
      : []
  const { open } = turn.state.course
  // In a silent run, what has turned of its dynamic steps is no question about a silent one: it waits for one that is not.
  const isOpen = open !== null && (policy.mode === 'dynamic' || modeOfStep(turn.state, step) !== 'silent')
  if (!waits && !isOpen && broken.length === 0) return true
  const question = [
    ...broken,
    ...(open === null ? [] : escalationText(open)),
    ...(waits ? [...propagationText(decision), ...blockedWords(turn.state, decision)] : []),
    `begin step ${stepName(task, step.spec.id)}?`,
  ].join('; ')
  if (waits) turnTo(turn, { task, step }, decision.dependency_concern ?? 'a critical step has failed')
  if (broken.length > 0) turnTo(turn, { task, step }, broken.join('; '))
  // What has turned to people may go on as it did before.
  const back = mayGoBack(turn.state) ? (['dynamic'] as const) : []
  ask(turn, task, step, { kind: 'escalation', options: ['approve', ...back, 'skip', 'block', 'pause'], question })
  return false
}

function readsMore(
  { course }: RunState,
  { step_id: step, prior_step_dependencies: prior }: PropagationDecision,
): boolean {
  const read = new Set(course.decisions.findLast((it) => it.step_id === step)?.prior_step_dependencies)
  return prior.some((it) => !read.has(it))
}

function decisionOn(state: RunState, task: TaskRun, step: StepRun): PropagationDecision {
  const { policy, course } = state
  const next: NextStep = {
    task: task.spec.key,
    taskId: task.spec.id ?? task.spec.key,
    step: stepName(task, step.spec.id),
    before: tasksBefore(state, task),
    earlier: task.steps.slice(0, task.steps.indexOf(step)).map((it) => stepName(task, it.spec.id)),
    needs: [],
    accepted: [
      ...course.accepted,
      ...[...state.tasks.values()].flatMap((it) => (it.steps.some(isLeftOutByPerson) ? unmergedSteps(it) : [])),
    ],
    unmerged: [...state.tasks.values()].flatMap(unmergedSteps),
  }
  const settings = policy.propagation ?? {
    enabled: false,
    readPriorSteps: false,
    dependencyTracking: false,
    strategy: 'continue_and_log',
  }
  return propagation(standingRecords(state), next, settings)
}

/** Whether a person has left a step out, and so what its task has left without it. */
function isLeftOutByPerson({ status, because }: StepRun): boolean {
  return status === 'skipped' && (because === 'answered' || because === 'by-human')
}

/**
 * How steps have ended; what is tried again does not stand failed, nor does what the plan does not hold any more, and what was thrown
 * away with its task does.
 */
function standingRecords(state: RunState): readonly StepRecord[] {
  const { records } = state.course
  const all = [...state.tasks.values()]
  const lost = new Set(all.flatMap(unmergedSteps))
  if (lost.size === 0 && records.every(({ status }) => status !== 'failed')) return records
  const open = new Set(all.flatMap(openSteps))
  const planned = stepsOfPlan(state)
  return records
    .filter(({ status, step }) => status !== 'failed' || (!open.has(step) && planned.has(step)))
    .map((it) => (lost.has(it.step) ? { ...it, status: 'failed' } : it))
}

function violationText({ article, section, description }: Found): string {
  return `constitutional violation (article ${article}, section ${section}): ${description}`
}

function escalationText({ reasons, recommendation }: EscalationLog): readonly string[] {
  return [...reasons, `recommended: ${recommendation}`]
}

function propagationText({ dependency_concern, impact }: PropagationDecision): readonly string[] {
  return [dependency_concern, impact].filter((it) => it !== null)
}

/**
 * Once a step has ended, and before one begins: a trigger that fires turns the run to people (seed 004 §3). It looks at how all steps
 * went, in whichever mode; in a run that is not dynamic only a dynamic step has it looked at. What has led to people already does not
 * again, so that it may be looked at more than once.
 */
export function watchSteps(turn: Turn, task: TaskRun, step: StepRun): void {
  const { policy, course } = turn.state
  if (policy.escalation === undefined || !mayTurn(turn.state, task, step)) return
  const found = escalation(course.records, {
    task: task.spec.key,
    settings: policy.escalation,
    handled: course.handled,
  })
  if (found === null) return
  const { log, handled } = found
  emit(
    turn,
    {
      type: 'mode-changed',
      from: 'dynamic',
      to: 'collaborative',
      reason: log.reasons.join('; '),
      escalation: log,
      handled,
    },
    subjectOf(task, null),
  )
}

/** Whether the run is dynamic, or this step of it, and has not turned to people yet. */
function mayTurn(state: RunState, task: TaskRun, step: StepRun): boolean {
  return isCompared(state, task) && (state.course.mode === 'dynamic' || modeOfStep(state, step) === 'dynamic')
}

/**
 * A critical step has used up every method, or another one must not begin: from now on a person takes part (seed 004 §2.2, §2.4),
 * also where the step itself is silent.
 */
function turnTo(turn: Turn, { task, step }: { readonly task: TaskRun; readonly step: StepRun }, reason: string): void {
  if (!mayTurn(turn.state, task, step)) return
  const { handled } = turn.state.course
  emit(
    turn,
    { type: 'mode-changed', from: 'dynamic', to: 'collaborative', reason, escalation: null, handled },
    subjectOf(task, step),
  )
}

function reasonOf({ step, critical }: StepRecord, cause: Cause): string {
  if (cause.is === 'conflict') return `step ${step} does not merge with what others did`
  if (cause.is === 'red-without') return `what the task of step ${step} has left is red without it`
  return `${critical ? 'critical step' : 'step'} ${step} failed with every method`
}

/** The same for a step that is used up and not left out, with what was tried. */
export function turnToExhausted(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  const { policy, course } = turn.state
  if (policy.escalation === undefined || !mayTurn(turn.state, task, step)) return
  const ended = { ...step, tried: triedBy(step, 'failure', turn.now) }
  const present = recordOf(turn.state, task, ended, { status: 'failed', at: turn.now })
  const watch = { task: task.spec.key, settings: policy.escalation, handled: course.handled }
  const found = escalation([...course.records, present], watch)
  const reason = found?.log.reasons.join('; ') ?? reasonOf(present, cause)
  emit(
    turn,
    {
      type: 'mode-changed',
      from: 'dynamic',
      to: 'collaborative',
      reason,
      escalation: found?.log ?? null,
      handled: found?.handled ?? course.handled,
      isAsked: true,
    },
    subjectOf(task, step),
  )
}
