/** Who works on a step, and what follows when an attempt ends. */

import type { AttemptName, Feedback, Outcome } from './effect.ts'
import { ask } from './ask.ts'
import { findDeviations } from './deviations.ts'
import { settleTask } from './merge.ts'
import { currentStep, taskStatus, type AttemptEnd, type RunState, type StepRun, type TaskRun } from './state.ts'
import { isEnd, type Cause } from './step-status.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { verify } from './verify.ts'
import type { MethodSpec } from '../plan/model.ts'

/** Starts a ready task or the next step of one that is under way. */
export function beginStep(turn: Turn, task: TaskRun): void {
  const step = currentStep(task)
  if (step.spec.methods.length === 0) {
    if (step.spec.gates.length === 0 && step.spec.review !== 'never') {
      ask(turn, task, step, { kind: 'checkpoint', options: ['approve', 'reject', 'pause'], question: step.spec.title })
      return
    }
    move(turn, task, step, { to: 'verifying', because: 'begins' })
    verify(turn, task, step)
    return
  }
  const needsWorkspace = turn.state.policy.workspace !== 'none' && !task.prepared
  move(turn, task, step, { to: 'working', because: 'begins', waitingOn: needsWorkspace ? { is: 'workspace' } : null })
  if (needsWorkspace) {
    const workspace = `${task.uid}-${step.attempts + 1}`
    request(
      turn,
      { is: 'prepare-workspace', workspace, kind: turn.state.policy.workspace, from: null },
      subjectOf(task, step),
    )
    return
  }
  startAttempt(turn, task, step, 'base')
}

/** The commit that a step starts from: what the step before it left, else where the task began. */
function stepBase(task: TaskRun, step: StepRun): string | null {
  const index = task.steps.indexOf(step)
  for (const earlier of task.steps.slice(0, index).reverse())
    if (earlier.status === 'done' && earlier.draft) return earlier.draft.commit
  return task.base
}

/**
 * Requests the next attempt of the present method: from the step's base, over its draft (a new round), or again after an
 * interruption, from what the interrupted one had begun with.
 */
export function startAttempt(turn: Turn, task: TaskRun, step: StepRun, from: 'base' | 'draft' | 'again'): void {
  const method = step.spec.methods[step.method]
  if (!method) throw new Error(`internal: ${task.spec.key}/${step.spec.id} has no method ${step.method}`)
  if (method.does === 'pull') {
    emit(turn, { type: 'waiting-set', waitingOn: { is: 'connection' } }, subjectOf(task, step))
    return
  }
  const keep = from !== 'base' && step.draft !== null
  const name: AttemptName = {
    run: turn.state.run ?? '',
    task: task.uid,
    step: step.spec.id,
    method: method.id,
    attempt: step.attempts + 1,
    round: from === 'again' ? step.round : keep ? step.round + 1 : 1,
  }
  request(
    turn,
    {
      is: 'start-attempt',
      name,
      workspace: task.workspace,
      from: keep ? 'draft' : 'base',
      base: keep ? (step.draft?.commit ?? null) : stepBase(task, step),
      does: method.does,
      agent: method.agent,
      argv: method.argv,
      instruction: method.instruction,
      feedback: step.feedback,
      repeat: method.repeat,
    },
    subjectOf(task, step),
  )
}

/** After the workspace is there. */
export function onPrepared(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'prepare-workspace' }>,
): void {
  if (outcome.is === 'failed') {
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'workspace', reason: `${outcome.failure.reason} (${outcome.failure.help})` },
    })
    return
  }
  emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
  if (turn.state.status === 'running') startAttempt(turn, task, step, 'base')
}

/** After an attempt ended, however it did. What it says of itself is recorded and decides nothing but retries. */
export function onAttemptEnded(turn: Turn, task: TaskRun, step: StepRun, end: AttemptEnd): void {
  if (end.how === 'stopped') return
  if (end.how === 'interrupted') {
    resumeInterrupted(turn, task, step)
    return
  }
  if (end.how === 'waiting') {
    ask(turn, task, step, {
      kind: 'by-hand',
      options: ['approve', 'skip', 'block', 'pause'],
      question: `do ${task.spec.id ?? task.spec.key} by hand, then approve: ${end.failure?.help ?? ''}`,
    })
    return
  }
  if (end.how === 'missing') {
    const agent = step.spec.methods[step.method]?.agent ?? turn.state.agent ?? 'default'
    giveUp(turn, task, step, {
      is: 'agent-missing',
      agent,
      help: end.failure?.help ?? 'configure an agent, or name one with --agent',
    })
    return
  }
  handIn(turn, task, step)
}

/** The content of the workspace is taken, where there is something to look at; then the gates have the word. */
export function handIn(turn: Turn, task: TaskRun, step: StepRun): void {
  if (!task.prepared && !task.spec.declaresFiles) {
    afterDraft(turn, task, step)
    return
  }
  request(
    turn,
    {
      is: 'snapshot',
      name: nameOf(turn.state, task, step),
      workspace: task.workspace,
      base: stepBase(task, step),
      declared: task.spec.files,
    },
    subjectOf(task, step),
  )
}

function nameOf(state: RunState, task: TaskRun, step: StepRun): AttemptName {
  return {
    run: state.run ?? '',
    task: task.uid,
    step: step.spec.id,
    method: step.spec.methods[step.method]?.id ?? 'primary',
    attempt: step.attempts,
    round: step.round,
  }
}

/** After the content of the workspace was taken: deviations are found, then the gates have the word. */
export function onSnapshot(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'snapshot' }>,
): void {
  if (outcome.is === 'failed') {
    failAttempt(turn, task, step, {
      from: 'attempt',
      source: `attempt ${step.attempts}`,
      text: outcome.failure.reason,
      output: null,
    })
    return
  }
  const known = new Set(task.deviations.map((it) => `${it.kind}\n${it.path ?? it.what}`))
  // Whom a departure touches is only looked up where there is one: that costs the whole plan.
  const some = findDeviations(task.spec, outcome, step.said, []).length > 0
  for (const deviation of some ? findDeviations(task.spec, outcome, step.said, openTasks(turn.state)) : []) {
    if (!known.has(`${deviation.kind}\n${deviation.path ?? deviation.what}`))
      emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
  }
  afterDraft(turn, task, step)
}

function openTasks(state: RunState): readonly TaskRun['spec'][] {
  return [...state.tasks.values()].filter((it) => !isEnd(taskStatus(it))).map((it) => it.spec)
}

function afterDraft(turn: Turn, task: TaskRun, step: StepRun): void {
  const { said, ended: end } = step
  if (said?.says === 'blocked') {
    exhaust(turn, task, step, { is: 'agent-gave-up', text: said.text })
    return
  }
  const failed = end ? end.how !== 'finished' && end.how !== 'waiting' : false
  if (failed || said?.says === 'failed') {
    failAttempt(turn, task, step, {
      from: 'attempt',
      source: `attempt ${step.attempts}`,
      text: end ? describeEnd(end) : (said?.text ?? 'it said that it failed'),
      output: end?.output ?? null,
    })
    return
  }
  if (turn.state.policy.deviations === 'block' && task.deviations.length > 0) {
    failAttempt(turn, task, step, {
      from: 'files',
      source: 'deviations',
      text: task.deviations.map((it) => it.what).join('; '),
      output: null,
    })
    return
  }
  move(turn, task, step, { to: 'verifying', because: 'draft-taken' })
  verify(turn, task, step)
}

/** One line on how an attempt ended. */
export function describeEnd(end: AttemptEnd): string {
  switch (end.how) {
    case 'finished':
      return 'the agent ended by itself'
    case 'failed':
      return end.signal === null
        ? `the agent ended with exit code ${end.exitCode ?? 'unknown'}`
        : `the agent was ended by ${end.signal}`
    case 'timed-out':
      return 'the agent took longer than its time limit'
    case 'idle':
      return 'the agent was silent for longer than its idle limit'
    case 'missing':
      return end.failure?.reason ?? 'the agent could not be started'
    case 'interrupted':
      return 'the executor died during the attempt'
    case 'stopped':
      return 'the attempt was stopped'
    case 'waiting':
      return 'a human is to do it'
    default:
      return end.how satisfies never
  }
}

/** A counted failure: the next attempt, else the next method, else the step is used up. */
export function failAttempt(turn: Turn, task: TaskRun, step: StepRun, feedback: Feedback): void {
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  const { policy } = turn.state
  if (step.spec.methods.length === 0) {
    giveUp(turn, task, step, { is: 'retries-exhausted', attempts: countedAttempts(step), last: feedback.text })
    return
  }
  if (step.tries <= policy.retries && (policy.gateRounds === null || step.round <= policy.gateRounds)) {
    move(turn, task, step, { to: 'working', because: 'next-attempt' })
    if (turn.state.status === 'running') startAttempt(turn, task, step, policy.redraft)
    return
  }
  exhaust(turn, task, step, { is: 'retries-exhausted', attempts: countedAttempts(step), last: feedback.text })
}

/** Attempts that were made, without those that a crash or a stop cut off: they use no retry and are not told as one. */
function countedAttempts(step: StepRun): number {
  return step.attempts - step.interruptions
}

/** Every retry of the present method is used: a backup, a question, or the end. */
function exhaust(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  const next: MethodSpec | undefined = step.spec.methods[step.method + 1]
  if (next) {
    move(turn, task, step, { to: 'working', because: 'next-method', cause })
    if (turn.state.status === 'running') startAttempt(turn, task, step, 'base')
    return
  }
  giveUp(turn, task, step, cause)
}

/** No method is left. */
export function giveUp(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): void {
  if (!step.spec.critical) {
    const merges = task.steps.some((it) => it !== step && it.status === 'done' && it.draft !== null)
    const last = step === task.steps.at(-1)
    if (last && merges) {
      move(turn, task, step, { to: 'merging', because: 'not-critical', cause })
    } else {
      move(turn, task, step, { to: 'skipped', because: 'not-critical', cause })
      settleTask(turn, task)
    }
    return
  }
  if (turn.state.policy.exhausted === 'ask' && cause.is !== 'agent-missing') {
    ask(turn, task, step, {
      kind: 'exhausted',
      options: step.draft ? ['override', 'revise', 'skip', 'block', 'pause'] : ['revise', 'skip', 'block', 'pause'],
      question:
        cause.is === 'retries-exhausted'
          ? `${cause.attempts} attempts failed; the last one: ${cause.last}`
          : 'no method is left',
    })
    return
  }
  move(turn, task, step, { to: 'blocked', because: 'exhausted', cause })
}

/** A step that is at work and for which nothing was requested when the run was parked goes on. */
export function resumeWork(turn: Turn, task: TaskRun, step: StepRun): void {
  const how = step.ended?.how
  if (how === 'interrupted' || how === 'stopped') {
    resumeInterrupted(turn, task, step)
    return
  }
  if (turn.state.status !== 'running') return
  // Nothing was cut off: what was decided before the run parked is made now.
  const revised = step.feedback.at(-1)?.from === 'review'
  startAttempt(turn, task, step, step.tries === 0 ? 'base' : revised ? 'draft' : turn.state.policy.redraft)
}

/** After a crash or a stop: the attempt is made again from the state it had begun with, and uses no retry. */
export function resumeInterrupted(turn: Turn, task: TaskRun, step: StepRun): void {
  if (step.interruptions > turn.state.policy.interruptions) {
    move(turn, task, step, {
      to: 'blocked',
      because: 'exhausted',
      cause: { is: 'interruptions', count: step.interruptions },
    })
    return
  }
  const repeat = step.spec.methods[step.method]?.repeat ?? 'ask'
  if (!step.mayRepeat && (turn.state.policy.workspace !== 'worktree' || repeat !== 'safe')) {
    ask(turn, task, step, {
      kind: 'interrupted',
      options: ['retry', 'block', 'pause'],
      question: 'an attempt was interrupted and what it changed is still in the folder; try again on top of it?',
    })
    return
  }
  if (turn.state.status === 'running') startAttempt(turn, task, step, 'again')
}
