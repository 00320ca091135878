/** Folds the integration of tasks: who is in the batch, what it was cut into, and what has become of the tip. */

import { isCommitId } from './commit-id.ts'
import type { RunEvent } from './event.ts'
import { noteGreen } from './evolve-gates.ts'
import type { Evidence, Outcome } from './outcome.ts'
import { taskOf, type Merge, type RunState, type TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { lastDraft } from './step-base.ts'

const notMerged: Merge = { tree: null, evidenceTree: null, tip: null, onto: null, commit: null, otherwise: [] }

/** A task is accepted: it waits for the integrator. */
export function awaitIntegration(state: RunState, task: TaskRun): void {
  task.merge = notMerged
  state.merging.push(task.uid)
}

/** A task is to be merged onto the last of the batch; onto the tip it begins a new one, and the others of the old one wait again. */
export function joinBatch(state: RunState, task: TaskRun, onto: string | null): void {
  state.integrating = state.integrating.filter((uid) => uid !== task.uid)
  if (onto === null) keepOnly(state, [])
  state.merging = state.merging.filter((uid) => uid !== task.uid)
  state.integrating = [...state.integrating, task.uid]
  task.merge = { ...notMerged, onto }
}

/**
 * A task is no longer `merging`. What was merged onto it is merged anew, unless all of it is in the tip.
 * @param isMerged whether the task is in the tip
 */
export function leaveIntegration(state: RunState, task: TaskRun, isMerged: boolean): void {
  const at = state.integrating.indexOf(task.uid)
  const before = state.integrating.slice(0, Math.max(0, at))
  state.integrating = state.integrating.filter((uid) => uid !== task.uid)
  if (at >= 0 && !isMerged) keepOnly(state, before)
  state.merging = state.merging.filter((uid) => uid !== task.uid)
  state.parts = withoutEmpty(state.parts.map((part) => part.filter((uid) => uid !== task.uid)))
}

/** Folds the cut of a batch. */
export function cutBatch(
  state: RunState,
  { kept, rest, because }: Extract<RunEvent['body'], { type: 'batch-cut' }>,
): void {
  if (because === 'ground') {
    // Nobody has judged it: each may join another one.
    state.parts = []
    keepOnly(state, kept)
    return
  }
  const [present = [], ...later] = state.parts
  const others = present.filter((uid) => !kept.includes(uid) && !rest.includes(uid))
  state.parts = withoutEmpty([kept, rest, others, ...later])
  const last = state.tasks.get(rest.at(-1) ?? '')
  if (last) {
    // Red by itself it is red on this very tree, too; what kept a gate from running may be gone by then. One that was cut off
    // there is not run again for being cut out of the batch.
    const step = currentStep(last)
    const tree = last.merge?.evidenceTree ?? null
    const stands = ({ result, cutOff }: Evidence): boolean =>
      result === 'failed' || result === 'passed' || cutOff !== undefined
    step.verdicts = step.verdicts.filter((it) => it.tree !== tree || stands(it))
  }
  keepOnly(state, kept)
}

/** The others of the batch wait for the integrator again. */
function keepOnly(state: RunState, kept: readonly string[]): void {
  const rest = state.integrating.filter((uid) => !kept.includes(uid))
  state.integrating = kept
  for (const uid of rest) awaitIntegration(state, taskOf(state, uid))
}

function withoutEmpty(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return parts.filter((part) => part.length > 0)
}

/** Folds the outcome of a stage. @param task null for the bookkeeping commit of a run's end */
export function settleIntegration(
  state: RunState,
  outcome: Extract<Outcome, { of: 'integrate' }>,
  task: TaskRun | null,
): void {
  switch (outcome.is) {
    case 'merged':
      // A late one is of a batch that is no more.
      if (task?.merge && state.integrating.includes(task.uid))
        task.merge = {
          ...task.merge,
          tree: outcome.tree,
          evidenceTree: outcome.evidenceTree,
          tip: outcome.tip,
          otherwise: outcome.otherwise ?? [],
        }
      return
    case 'moved':
      state.tip = outcome.tip
      state.tipTree = task?.merge?.evidenceTree ?? state.tipTree
      state.unpublished = true
      state.isQuiet = outcome.quiet === true
      state.publishTrouble = null
      if (!task) {
        state.bookkept = true
        return
      }
      state.bookkept = false
      state.finalChecked = new Map()
      for (const uid of state.integrating) noteMerged(state, taskOf(state, uid))
      noteGreen(state)
      return
    case 'tip-moved':
      state.tip = outcome.tip
      return
    case 'committed':
      if (task?.merge) task.merge = { ...task.merge, commit: outcome.commit }
      if (!task && outcome.commit === outcome.oldTip) state.bookkept = true
      return
    case 'conflict':
    case 'failed':
      if (!task) state.bookkept = true
      return
    default:
      outcome satisfies never
  }
}

function noteMerged(state: RunState, task: TaskRun): void {
  const commit = task.merge?.commit ?? null
  task.commit = commit !== null && isCommitId(commit) ? commit : null
  for (const step of task.steps) if (step.draft !== null) step.mergedAt ??= state.events
  state.merged.push(task.uid)
  noteAccepted(state, task)
}

/** In place the folder holds what was accepted, and all that lay there before. */
function noteAccepted(state: RunState, task: TaskRun): void {
  const tree = lastDraft(task)?.draft.tree ?? null
  if (state.folder.is === 'known' && tree !== null) state.folder = { is: 'known', tree }
}
