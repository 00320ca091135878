/** How the steps of a run have gone so far, folded from its events: what triggers, propagation and the analysis look at. */

import type { Mode } from '../../plan/policy.ts'
import { failedOutput } from '../attempt-end.ts'
import type { MoveCause, RunEvent } from '../event.ts'
import { matchOf } from '../judgement/judgement.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isEnd, type Cause } from '../step-status.ts'
import { isNotMerged, isUnmerged } from '../task-status.ts'
import { constraintsHeld } from './constraints.ts'
import { modeOfStep } from './mode-of-step.ts'
import { allHandled } from './mode-switch.ts'
import type { StepMoment } from './moment.ts'
import { outputMatch } from './verification.ts'
import { byChoice, isBackup, retriesOf, type StepRecord, type TriedMethod } from './record.ts'

/** How a step is called in its plan: `2.3`, `data/1.2`. */
export function stepName({ spec }: Pick<TaskRun, 'spec'>, step: string): string {
  return `${spec.id ?? spec.key}.${step}`
}

/** Names of the steps of a task that have not come to their end, or were opened again since. */
export function openSteps(task: Pick<TaskRun, 'spec' | 'steps'>): readonly string[] {
  return task.steps.flatMap(({ spec, status }) => (isEnd(status) ? [] : [stepName(task, spec.id)]))
}

/** Names of the steps of a task that are done, and of which nothing was merged since it has come to another end. */
export function unmergedSteps(task: TaskRun): readonly string[] {
  // What has left the plan is missed by nobody, and others may have its names.
  if (task.left) return []
  return task.steps.flatMap((step) => (isUnmerged(task, step) ? [stepName(task, step.spec.id)] : []))
}

/** The same where its task may still be done, of a run that has ended. */
export function stepsNotMerged(task: TaskRun): readonly string[] {
  return task.steps.flatMap((step) => (isNotMerged(task, step) ? [stepName(task, step.spec.id)] : []))
}

/** Whether steps of this task are compared at all. */
export function isCompared({ policy }: Pick<RunState, 'policy'>, { spec }: Pick<TaskRun, 'spec'>): boolean {
  return policy.escalation !== undefined && spec.origin !== 'engine'
}

/**
 * The methods of a step that were tried, the present one among them as it has come to its end.
 * @param at milliseconds since the epoch
 * @param cause why it has failed; null where it has not, or nothing is known but that
 */
export function triedBy(
  step: StepRun,
  outcome: TriedMethod['outcome'],
  at: number,
  cause: Cause | null = null,
): readonly TriedMethod[] {
  const method = step.spec.methods[step.method]
  const attempts = Math.max(step.tries - step.triesBefore, outcome === 'success' && step.draft !== null ? 1 : 0)
  const isMissing = outcome === 'failure' && (step.ended?.how === 'missing' || cause?.is === 'interruptions')
  // Where nobody has worked, no method was tried, but for one that could not be run, or never came to an end.
  if (method === undefined || (attempts === 0 && !isMissing)) return step.tried
  const isChosen = step.chosen === method.id
  const before = step.spec.methods[step.method - 1]?.id ?? 'primary'
  // Nothing else has failed since it was tried before: a person has sent the step back.
  const isAgain = step.tried.at(-1)?.method === method.id
  const trigger = isBackup(method.id) ? (method.trigger ?? `${before.replace('-', '_')}_failure`) : null
  // What people say to it later is no end of its method, and not why that failed.
  const end = outcome === 'failure' && step.usedUp !== null ? step.usedUp : { cause, at }
  const failure = end.cause === null ? {} : { failure: { cause: end.cause, output: failedOutput(step.ended) } }
  const tried = {
    method: method.id,
    outcome,
    attempts,
    trigger: isChosen || (isAgain && trigger !== null) ? byChoice : trigger,
    at: end.at,
  }
  return [...step.tried, { ...tried, ...failure }]
}

/** Notes a step that has moved, as it stands after that: each moment, and of its end a record. */
export function noteEnd(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  event: { readonly at: number; readonly body: Extract<RunEvent['body'], { type: 'step-moved' }> },
): void {
  const { to, because, from } = event.body
  if (!isCompared(state, task)) return
  if (!isEnd(to)) {
    noteBegin(state, task, step, event)
    return
  }
  const isDone = to === 'done'
  // A person who says that it is done has not tried a method.
  const isOfPerson = because === 'by-human' || because === 'mark-in-plan'
  if (!isOfPerson) {
    // Who takes what stands failed in spite of that has not made its method work.
    const isGood = isDone && step.usedUp === null
    step.tried = triedBy(step, isGood ? 'success' : 'failure', event.at, isDone ? null : event.body.cause)
  } else if (isEnd(from)) {
    // What was tried before its last end is on record there.
    step.tried = []
  }
  // A person who leaves out what has failed lets the run go on without it.
  const isLeftOut = to === 'skipped' && because === 'answered'
  // Nothing of it has failed where a person lets its task go on without it.
  const isSetAside = because === 'not-critical' && (event.body.cause?.is === 'human' || event.body.cause?.is === 'mark')
  const isGivenUp = because === 'not-critical' && !isSetAside
  const isFailed = to === 'blocked' || to === 'failed' || isGivenUp || isLeftOut
  // What is held back, also while people are asked whether it may begin, was not worked on.
  const wasBegun = from !== 'pending' && (step.attempts > step.attemptsBefore || step.spec.methods.length === 0)
  const status = isDone ? 'completed' : isFailed && wasBegun ? 'failed' : 'skipped'
  if (isLeftOut && status === 'failed') state.course.accepted.push(stepName(task, step.spec.id))
  const { at, body } = event
  if (status === 'failed') noteFailed(state, task, step, { cause: body.cause, at })
  else noteMoment(state, task, step, { status, cause: body.cause, at, isOfPerson })
  const asked = status === 'failed' && step.usedUp !== null ? ({ asked: true } as const) : {}
  state.course.records.push({ ...recordOf(state, task, step, { status, at: event.at }), ...asked })
  // Who changed the mode while they were asked about it has seen that it failed.
  const { changedAt, records: ended } = state.course
  if (changedAt !== null && step.usedUp !== null && step.usedUp.at <= changedAt)
    state.course.handled = allHandled(ended.length)
}

/**
 * People are asked about a step that has failed with every method, or will be; nothing has ended it yet. Where they take it and its
 * gates fail it all the same, that is why they are asked then.
 */
export function noteUsedUp(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  { cause, at }: Pick<StepMoment, 'at'> & { readonly cause: Cause },
): void {
  const { usedUp } = step
  const isOther = usedUp !== null && JSON.stringify(usedUp.cause) !== JSON.stringify(cause)
  // That its method came to its end is no later for that.
  step.usedUp = { cause, at: usedUp?.at ?? at }
  // The present method is among those that were tried only once the step has ended; its retries count.
  const now = { ...step, tried: triedBy(step, 'failure', at, cause) }
  if (isOther && isCompared(state, task)) noteMoment(state, task, now, { status: 'failed', cause, at })
  else noteFailed(state, task, now, { cause, at })
}

/** A step has failed with every method: once, with what failed. What people say to it then is their answer, and no failure. */
function noteFailed(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  { cause, at }: Pick<StepMoment, 'cause' | 'at'>,
): void {
  if (!isCompared(state, task)) return
  const name = stepName(task, step.spec.id)
  if (state.course.moments.findLast((it) => it.step === name)?.status !== 'failed')
    noteMoment(state, task, step, { status: 'failed', cause, at })
}

type Moved = Parameters<typeof noteEnd>[3]

/** Nothing has failed then, or nobody works: people are asked the next thing. */
const sameOnceMore: ReadonlySet<MoveCause> = new Set(['reworded', 'folder-changed', 'asked', 'consults'])

/** The first attempt, and each one after it that is not the same once more since it was cut off. */
function noteBegin(state: RunState, task: TaskRun, step: StepRun, event: Moved): void {
  const { at, body } = event
  const { from, to, because, cause } = body
  const begins =
    to === 'working' ? because === 'begins' || from === 'pending' : from === 'pending' && step.spec.methods.length === 0
  if (begins) {
    state.course.wasConcurrent ||= state.policy.jobs > 1
    noteMoment(state, task, step, { status: 'started', cause, at })
  } else if (to === 'working' && (because === 'next-method' || (step.tries > 0 && !sameOnceMore.has(because))))
    noteMoment(state, task, step, { status: 'retried', cause, at })
}

const longestFailure = 200

/** The first line of what was said last: what failed, or what a person wants. */
function failedLast({ feedback }: StepRun): string | null {
  const line = feedback
    .at(-1)
    ?.text.split('\n')
    .find((it) => it.trim() !== '')
  return line === undefined ? null : line.trim().slice(0, longestFailure)
}

function noteMoment(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  {
    status,
    cause,
    at,
    isOfPerson = false,
  }: Pick<StepMoment, 'status' | 'cause' | 'at'> & { readonly isOfPerson?: boolean },
): void {
  const { moments, records } = state.course
  const name = stepName(task, step.spec.id)
  const isOver = status !== 'started' && status !== 'retried'
  const method = step.spec.methods[step.method]?.id
  const attempts = step.tries - step.triesBefore + 1
  // Nobody has worked on what a person says is done, or leaves out.
  const isSaid = status === 'completed' || status === 'skipped'
  const wasOnlySaid = isOfPerson || (isSaid && step.tried.length === 0 && step.attempts <= step.attemptsBefore)
  const now = method === undefined ? undefined : { method, attempts }
  moments.push({
    task: task.spec.key,
    step: name,
    status,
    method: isOver && wasOnlySaid ? null : (method ?? null),
    retries: retriesOf({ tried: isOver || now === undefined ? step.tried : [...step.tried, now] }),
    // What has failed did so in the mode of its last attempt, whatever that has led to.
    mode: (status === 'failed' ? modeOfAttempt(moments, name) : null) ?? modeOfStep(state, step),
    cause,
    failed: status === 'retried' ? failedLast(step) : null,
    after: records.length,
    at,
  })
}

/** The mode in which a step was tried last; null where it was not. */
function modeOfAttempt(moments: readonly StepMoment[], step: string): Mode | null {
  const begun = moments.findLast((it) => it.step === step && (it.status === 'started' || it.status === 'retried'))
  return begun?.mode ?? null
}

/** The methods that the plan has for a step. */
export function methodTexts({ spec }: Pick<StepRun, 'spec'>): StepRecord['methods'] {
  return spec.methods.map(({ id, instruction, argv }) => ({ id, text: instruction, argv }))
}

/** What is known of a step just now, as if it ended so. */
export function recordOf(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  as: { readonly status: StepRecord['status']; readonly at: number },
): StepRecord {
  const { spec } = step
  return {
    task: task.spec.key,
    taskId: task.spec.id ?? task.spec.key,
    step: stepName(task, spec.id),
    title: spec.title,
    status: as.status,
    critical: spec.critical,
    methods: methodTexts(step),
    tried: step.tried,
    expectedOutputMatch: matchOf(outputMatch(step), step.judged),
    ...(step.judged === null ? {} : { judged: step.judged }),
    constraints: constraintsHeld(step),
    mode: modeOfStep(state, step),
    endedAt: as.at,
  }
}
