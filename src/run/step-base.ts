/**
 * What a step of a task begins on, and what of its drafts it leaves. Drafts stand on each other in the order in which they were taken:
 * that of the steps, unless one is done anew behind others.
 */

import type { Snapshot, StepRun, TaskRun } from './state.ts'

/** A step that has left a draft. */
export type Drafted = StepRun & { readonly draft: Snapshot }

/** The commit that a step starts from: what was left before it, else where the task began. */
export function stepBase(task: TaskRun, step: StepRun): string | null {
  return draftBefore(task, step)?.draft.commit ?? task.base
}

/** The last draft that was taken before that of a step, or before it has one. */
export function draftBefore(task: TaskRun, step: StepRun): Drafted | undefined {
  return draftsBefore(task, step).at(-1)
}

/** The drafts that the one of a step stands on, in the order in which they were taken: what is in the tip by then it has anyway. */
export function draftsBefore(task: TaskRun, step: StepRun): readonly Drafted[] {
  const until = takenAt(step)
  return earlierDrafts(task, step).filter((it) => (it.mergedAt ?? until) >= until)
}

/** The drafts that were taken before that of a step, in that order, those in the tip among them. */
export function earlierDrafts({ steps }: TaskRun, step: StepRun): readonly Drafted[] {
  const until = takenAt(step)
  return inOrder(steps.filter((it) => it !== step && it.status === 'done' && it.draftedAt < until))
}

function takenAt({ draft, draftedAt }: StepRun): number {
  return draft === null ? Infinity : draftedAt
}

/** The last draft of a task, whatever has become of it. */
export function lastDraft({ steps }: TaskRun): Drafted | undefined {
  return inOrder(steps).at(-1)
}

/** The last draft of a task of which the step has not been left out. */
export function lastKept({ steps }: TaskRun): Drafted | undefined {
  return inOrder(steps.filter(({ status }) => status === 'done')).at(-1)
}

/**
 * Whether a step that is not done yet has a draft from before another one of its task was done, as a step that came into the plan before
 * it: what that has left is not in it, and would be lost with it.
 */
export function isOutdated({ steps }: TaskRun, step: StepRun): boolean {
  if (step.draft === null) return false
  return steps.some((it) => it !== step && it.status === 'done' && it.draft !== null && it.draftedAt > step.draftedAt)
}

/**
 * The commit that a task has to be merged: its last draft that was not given up and is not in the tip, or null.
 * @param without a step that is about to be given up
 */
export function draftToMerge(task: TaskRun, without: StepRun | null = null): string | null {
  return stepToMerge(task, without)?.draft.commit ?? null
}

/** The step whose draft that is. */
export function stepToMerge(task: TaskRun, without: StepRun | null = null): Drafted | null {
  if (task.base === null) return null
  const kept = inOrder(task.steps.filter((it) => it !== without && it.cause === null && it.mergedAt === null))
  return kept.findLast((it) => it.draft.commit !== null) ?? null
}

function inOrder(steps: readonly StepRun[]): readonly Drafted[] {
  return steps.filter((it): it is Drafted => it.draft !== null).sort((a, b) => a.draftedAt - b.draftedAt)
}
