/** What a task is at, derived from its steps; and what that means to the tasks that wait for it. */

import type { Edge, FileSpec } from '../plan/model.ts'
import type { Policy } from '../plan/policy.ts'
import { isVerification } from '../plan/verification.ts'
import { coveringOf, type Outlook, type RunState, type StepRun, type TaskRun } from './state.ts'
import { coveringOf as coveringPaths } from './path-pattern.ts'
import { isEnd, type StepStatus } from './step-status.ts'

/** The step that a task is at: the first that has not ended well, else the last. */
export function currentStep(task: TaskRun): StepRun {
  const open = task.steps.find((step) => step.status !== 'done' && step.status !== 'skipped')
  const step = open ?? task.steps.at(-1)
  if (!step) throw new Error(`internal: task ${task.uid} has no step`)
  return step
}

/** Whether no later step of a task is still to be done: with the end of this one the task has come to its own. */
export function comesLast({ steps }: TaskRun, step: StepRun): boolean {
  return steps.slice(steps.indexOf(step) + 1).every(({ status }) => isEnd(status))
}

/**
 * The gates that judge a step: its own; and where it comes last since it is done anew behind others, also those that had judged what
 * these left, since what the task leaves is another one by now.
 */
export function gatesOf(task: TaskRun, step: StepRun): readonly string[] {
  const { gates, expect } = step.spec
  const behind = task.steps.slice(task.steps.indexOf(step) + 1).filter(({ status }) => status === 'done')
  if (behind.length === 0 || !comesLast(task, step)) return gates
  const theirs = behind.flatMap(({ spec }) => (spec.expect === expect ? spec.gates : []))
  // What a step is verified by is about that step.
  return [...new Set([...gates, ...theirs.filter((it) => !isVerification(it))])]
}

/** The state of a task, derived from its steps. */
export function taskStatus(task: TaskRun): StepStatus {
  const step = currentStep(task)
  if (step.status === 'done' || step.status === 'skipped')
    return isWithoutSome(task) ? 'skipped' : task.spec.open && !task.finished ? 'working' : 'done'
  return isNextOf(task, step) ? 'working' : step.status
}

/**
 * Whether a step begins next within a task that is at work: one behind others, or one that its words are done anew for. What a person
 * has opened again waits with its task for the turn of that.
 */
export function isNextOf({ steps }: TaskRun, step: StepRun): boolean {
  const { status, because } = step
  if (status !== 'pending') return false
  if (because === 'reworded') return true
  return (because === null || because === 'folder-changed') && (step !== steps[0] || steps.some(isUnderWay))
}

/** Whether a step is at work or asked about; behind a first one that is not, that one has come into the plan since. */
function isUnderWay({ status }: StepRun): boolean {
  return status !== 'pending' && !isEnd(status)
}

/** Whether the plan holds a step of a task that it holds. */
export function isInPlan({ spec }: TaskRun, step: StepRun): boolean {
  return spec.steps.some(({ id }) => id === step.spec.id)
}

/** Whether what is left out of a task leaves it undone: all of it, or a step that the plan still holds. */
export function isWithoutSome(task: TaskRun): boolean {
  const { steps } = task
  return steps.every(({ status }) => status === 'skipped') || steps.some((it) => isLeftOut(it) && isInPlan(task, it))
}

/** Whether a person left a step out, or others have its task's place: without it the task is not done, whatever came before it. */
export function isLeftOut({ status, because }: StepRun): boolean {
  return status === 'skipped' && because !== 'not-critical'
}

/** Whether what a step has done is in nothing that was merged yet, since its task is not done. */
export function isNotMerged(task: TaskRun, { status, because, mergedAt }: StepRun): boolean {
  const isOfPerson = because === 'by-human' || because === 'mark-in-plan'
  return status === 'done' && mergedAt === null && !isOfPerson && taskStatus(task) !== 'done'
}

/** The same where it will not be: the task has come to another end. */
export function isUnmerged(task: TaskRun, step: StepRun): boolean {
  return isNotMerged(task, step) && isEnd(taskStatus(task))
}

export function outlookOf(state: RunState, task: TaskRun): Outlook {
  const status = taskStatus(task)
  if (status === 'done' || status === 'skipped') return 'good'
  // What a person is asked about may still become either.
  if (isEnd(status)) return currentStep(task).waitingOn === null ? 'bad' : 'open'
  if (status !== 'pending') return 'open'
  if (!task.selected || isHeld(task)) return 'bad'
  return (coveringOf(state, task)?.outlook ?? 'open') === 'open' ? 'open' : 'left'
}

/** Whether a pending task waits for something that will not end well in this run. */
export function isHeld(task: TaskRun): boolean {
  return task.dead > 0 || isStuck(task)
}

/** Whether something else than its edges holds a task back: blockers that there are not, or the failure of its SPECLet. */
export function isStuck({ spec, failedBefore }: TaskRun): boolean {
  return spec.unknownBlockers.length > 0 || failedBefore !== null
}

/** Whether a blocker with this outlook holds a task back for good. */
export function isDead(blocker: Outlook, { coveredBy }: TaskRun): boolean {
  return blocker === 'bad' || (blocker === 'left' && coveredBy === null)
}

/** Whether an edge no longer holds its task back; an edge that needs `settled` only orders, so that any end will do. */
export function isMet(edge: Edge, blocker: Outlook): boolean {
  return edge.needs === 'settled' ? blocker !== 'open' : blocker === 'good'
}

/** Whether a task takes up a job: it is at work and nobody else has to act first. */
export function isActive(task: TaskRun, policy: Policy): boolean {
  if (holdsFolder(task, policy)) return true
  const waiting = currentStep(task).waitingOn
  if (waiting?.is === 'agent') return true
  return underWay.has(taskStatus(task)) && (waiting === null || waiting.is === 'workspace')
}

const underWay: ReadonlySet<StepStatus> = new Set(['working', 'verifying', 'merging'])

/** Whether a task that has not ended keeps the folder, which it shares with all others, to itself. */
export function holdsFolder(task: TaskRun, policy: Policy): boolean {
  const status = taskStatus(task)
  return (underWay.has(status) || status === 'reviewing') && isInFolder(task, policy)
}

/** Whether what a task has done so far lies in the folder that the next one would work in: gates could not tell them apart. */
function isInFolder(task: TaskRun, { workspace }: Policy): boolean {
  if (workspace === 'none') return task.steps.some((step) => step.attempts > 0)
  return workspace === 'in-place' && task.workspace !== null
}

/**
 * Whether a task is a check of the engine's own: gates alone. What is at work may wait for it, so that it comes first and
 * does not wait for a job.
 */
export function isCheck({ spec }: TaskRun): boolean {
  return spec.origin === 'engine' && spec.steps.every((step) => step.methods.length === 0 && step.gates.length > 0)
}

/** What a task declares to write. */
export function writtenFiles({ spec }: TaskRun): readonly FileSpec[] {
  return spec.files.filter((file) => file.action !== 'read')
}

/** The paths a task declares to write, as the plan has them; two tasks that share one exclude each other until the first is merged. */
export function writtenPaths(task: TaskRun): readonly string[] {
  return writtenFiles(task).flatMap((file) => (file.to === null ? [file.path] : [file.path, file.to]))
}

/** The same with those by which others may name the same files. */
export function touchedPaths({ overlaps }: Pick<RunState, 'overlaps'>, task: TaskRun): readonly string[] {
  return writtenPaths(task).flatMap((path) => [path, ...(overlaps.get(path) ?? [])])
}

/** The paths that others hold and that name what a task declares to write, each with the uid of who does. */
export function holdsOn(
  state: Pick<RunState, 'held' | 'drafted' | 'overlaps'>,
  task: TaskRun,
): readonly { readonly path: string; readonly by: string }[] {
  const covering = state.drafted.size === 0 ? [] : writtenFiles(task).map(coveringPaths)
  const drafted =
    covering.length === 0 ? [] : [...state.drafted].filter((path) => covering.some((names) => names(path)))
  return [...touchedPaths(state, task), ...drafted].flatMap((path) => {
    const by = state.held.get(path)
    return by === undefined || by === task.uid ? [] : [{ path, by }]
  })
}

/**
 * Whether a task's mark does not say what it is, and nobody has said so since: it is not known, or somebody has left the task
 * in progress.
 */
export function isUnclear(task: TaskRun): boolean {
  const { mark } = task.spec
  if (taskStatus(task) !== 'blocked') return false
  return mark === 'unknown' || (mark === 'running' && currentStep(task).cause?.is === 'mark')
}

/** Whether a task has joined the plan during a run and its file is not known to hold it yet. */
export function isUnwritten(task: TaskRun): boolean {
  return task.spec.added !== undefined && task.shown === 'unknown' && task.spec.mark !== 'unknown'
}

/** Whether the last attempt of a step was cut off, by a crash or by a stop. */
export function wasCutOff({ ended }: Pick<StepRun, 'ended'>): boolean {
  return ended?.how === 'interrupted' || ended?.how === 'stopped'
}
