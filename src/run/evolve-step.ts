/** What a step's move along the transition table means for it and its task. */

import { nothingSpent } from './budget.ts'
import type { RunEvent } from './event.ts'
import { leftoversOf } from './leftovers.ts'
import { changedOf } from './changed-draft.ts'
import { awaitIntegration, leaveIntegration } from './evolve-merge.ts'
import { newStep } from './new-state.ts'
import { withoutPatterns } from './patterns/pattern-method.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { isEnd, type StepStatus } from './step-status.ts'
import { triedBy } from './steps/course.ts'
import { nextMethod } from './steps/next-method.ts'

/**
 * Whether a step that ends without its work being accepted leaves it in the folder that the next one works in. In place the folder
 * is looked at itself when that begins.
 */
function leavesFiles({ policy }: RunState, { attempts, attemptsBefore, verdicts }: StepRun): boolean {
  const hasPassed = verdicts.length > 0 && verdicts.every((it) => it.result === 'passed')
  return policy.workspace === 'none' && attempts > attemptsBefore && !hasPassed
}

/**
 * The merged tree is the draft now, and what others merged is the ground it stands on. A person's folder is not brought there:
 * what they have not committed would count as the task's.
 */
function standOnMerge(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  { tip, tree }: NonNullable<TaskRun['merge']>,
): void {
  task.base = tip
  task.ground = state.ground
  task.forgiven = state.knownRed
  if (step.draft && tree !== null) Object.assign(step, { draft: { ...step.draft, commit: tree }, draftBase: tip })
}

/**
 * Without a workspace a task is forgiven what is known to be red when it begins, or when a person has it done anew: what comes
 * to be known later may be its own work.
 */
function noteForgiven(state: RunState, task: TaskRun, step: StepRun): void {
  const isAnew = step === task.steps[0] || step.attempts > 0
  if (state.policy.workspace === 'none' && isAnew) task.forgiven = state.knownRed
}

/** Whether a step that leaves `merging` does so because its task is in the tip. */
function isMerged({ to, because }: Pick<Extract<RunEvent['body'], { type: 'step-moved' }>, 'to' | 'because'>): boolean {
  return to === 'done' || (to === 'skipped' && (because === 'not-critical' || because === 'answered'))
}

/** Whether a person says what it is, and nobody has worked on it for that. */
function isOfPerson({ because }: Pick<StepRun, 'because'>): boolean {
  return because === 'by-human' || because === 'mark-in-plan'
}

/** Whether the mark of a status is never written over but where somebody took it back. */
function isKept(status: StepStatus): boolean {
  return status === 'done' || status === 'skipped' || status === 'deferred'
}

/** The steps behind one that has ended come next, also those that a person has opened again: their turn is not waited for. */
function letFollow({ steps }: TaskRun, step: StepRun): void {
  for (const later of steps.slice(steps.indexOf(step) + 1)) if (later.status === 'pending') later.because = null
}

/** Applies `step-moved`. Costs the step; what is derived from it is tracked by the caller. */
export function moveStep(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  body: Extract<RunEvent['body'], { type: 'step-moved' }>,
  at: number,
): void {
  if (body.from === 'merging') leaveIntegration(state, task, isMerged(body))
  switch (body.to) {
    case 'pending':
      // Where it had ended, that was counted then.
      if (!isEnd(body.from) && leavesFiles(state, step)) state.ground += 1
      if (body.because !== 'reworded') task.leftovers = leftoversOf(state, task, step, body.from)
      // A human's unblock: everything the step may use up begins anew; what it was told stays.
      Object.assign(step, {
        ...newStep(withoutPatterns(step.spec)),
        because: body.because,
        attempts: step.attempts,
        notRun: step.notRun,
        attemptsBefore: step.attempts,
        claim: step.claim,
        feedback: step.feedback,
      })
      // Its task is at work, and goes on where it is.
      if (body.because === 'reworded') return
      task.prepared = false
      task.overridden = null
      task.workspace = null
      task.merge = null
      task.spent = nothingSpent
      if (body.because !== 'mark-in-plan' && isKept(body.from)) task.takenBack = true
      if (body.from === 'done') Object.assign(task, { proof: null, commit: null, evidence: [], endedAt: null })
      return
    case 'working':
      if (body.because === 'begins') noteForgiven(state, task, step)
      if (body.because === 'next-method') {
        step.tried = triedBy(step, 'failure', at, body.cause)
        step.method = nextMethod(step) ?? step.method + 1
        Object.assign(step, { tries: 0, triesBefore: 0, ...(step.sentBack ?? {}) })
        step.ended = null
      }
      if (body.because === 'reworded') {
        step.tries -= 1
        step.interruptions += 1
        step.rewordings += 1
      }
      if (body.because === 'folder-changed' && task.merge) {
        step.changed = changedOf(state, task, step)
        // What a person let pass, they let pass of what is there no more.
        task.overridden = null
        task.merge = null
      }
      if (body.from === 'merging' && task.merge) {
        // What it was merged onto in a batch is nothing that was accepted.
        const stands = task.merge.tree !== null && task.merge.onto === null
        if (stands) step.wasMerged = true
        if (stands && state.policy.workspace === 'worktree') standOnMerge(state, task, step, task.merge)
        task.merge = null
      }
      return
    case 'merging':
      awaitIntegration(state, task)
      return
    case 'done':
      step.accepted = [...task.deviations]
      step.doneFor = isOfPerson(body) ? null : step.spec
      letFollow(task, step)
      return
    case 'verifying':
      step.verifiedFor = step.spec
      return
    case 'reviewing':
      return
    case 'skipped':
      if (leavesFiles(state, step)) state.ground += 1
      letFollow(task, step)
      return
    case 'deferred':
    case 'blocked':
    case 'failed':
      if (leavesFiles(state, step)) state.ground += 1
      return
    default:
      body.to satisfies never
  }
}
