/**
 * From accepted to merged: one integrator, the gates on the merged tree, then the tip moves.
 *
 * Tasks that are ready while others are make a batch: each is merged onto the one before it, the gates look at the last tree, and
 * the tip moves to it at once. A batch that is red is cut in halves, each judged by itself, until the one that breaks it is
 * alone: only that one fails.
 */

import { isVerification } from '../plan/verification.ts'
import { isUnderWay } from './at-work.ts'
import { draftToMerge, stepToMerge } from './step-base.ts'
import { groundOf } from './baseline.ts'
import { candidates, gatesOnMerge } from './batch.ts'
import { isCommitId } from './commit-id.ts'
import { markCovered } from './covered.ts'
import { evidenceKey, judgesChange, sinceFor } from './evidence-key.ts'
import { leavePlan } from './left-plan.ts'
import { failureText, type Evidence, type Outcome } from './outcome.ts'
import { prove } from './prove.ts'
import { afterMerge, askApart, failAttempt, giveUpWithout } from './retry.ts'
import { redoReworded } from './reworded.ts'
import { isCompared } from './steps/course.ts'
import { taskOf, type Merge, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep, isInPlan, isWithoutSome } from './task-status.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { isKnownRedOnTip, isWaived } from './verdict.ts'
import { askAboutCutOff, isNobodysFault, saidBy, whyBroken } from './verify.ts'

/** The integrator goes on with its batch, else takes the next accepted tasks whose ground is known; plan order breaks ties. */
export function integrateNext(turn: Turn): void {
  const { state } = turn
  for (;;) {
    const batch = batchOf(state)
    if (batch.length === 0) {
      mergeNext(turn, batch)
      return
    }
    if (batch.some((task) => isUnderWay(state, task))) return
    if (!judgeBatch(turn, batch)) return
  }
}

function batchOf(state: RunState): readonly TaskRun[] {
  return state.integrating.map((uid) => taskOf(state, uid))
}

/** Merges the next task that may join the batch. @returns whether there is one */
function mergeNext(turn: Turn, batch: readonly TaskRun[]): boolean {
  for (const task of candidates(turn.state, batch)) {
    if (task.left) leavePlan(turn, task)
    else if (hasKnownGround(turn, task)) {
      const last = batch.at(-1)
      requestMerge(turn, task, last ? mergeOf(last).tree : null)
      return true
    }
  }
  return false
}

/** Whether the gates have looked at the ground that a task is merged onto; where it is red, that is not the task's fault. */
function hasKnownGround(turn: Turn, task: TaskRun): boolean {
  const step = currentStep(task)
  const ground = groundOf(turn.state, task)
  switch (ground.is) {
    case 'known':
      if (step.waitingOn !== null) emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
      return true
    case 'red':
      move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'baseline', gate: ground.gate } })
      return false
    case 'unknown':
      if (step.waitingOn === null)
        emit(turn, { type: 'waiting-set', waitingOn: { is: 'blocker', task: ground.check } }, subjectOf(task, step))
      return false
    default:
      return ground satisfies never
  }
}

/** What a task was merged into. @throws where nobody has merged it: a fault of ours */
function mergeOf({
  merge,
  spec,
}: TaskRun): Merge & { readonly tree: string; readonly evidenceTree: string; readonly tip: string } {
  if (!merge || merge.tree === null || merge.evidenceTree === null || merge.tip === null)
    throw new Error(`internal: ${spec.key} is not merged`)
  return { ...merge, tree: merge.tree, evidenceTree: merge.evidenceTree, tip: merge.tip }
}

/** @param onto tree of the task before it in the batch; null: the tip, and a new batch begins */
function requestMerge(turn: Turn, task: TaskRun, onto: string | null): void {
  const step = currentStep(task)
  const from = stepToMerge(task)
  const draft = from?.draft.commit ?? null
  if (from === null || draft === null || task.base === null)
    throw new Error(`internal: ${task.spec.key} has nothing to merge`)
  // In the folder of all there is one ground for all that a task has left.
  const base = turn.state.policy.workspace === 'worktree' ? (from.draftBase ?? task.base) : task.base
  request(
    turn,
    {
      is: 'integrate',
      stage: 'merge',
      workspace: task.workspace,
      draft,
      base,
      ...(onto === null ? {} : { onto }),
      ...(liesInFolder(turn.state, task, draft) ? { lies: true } : {}),
    },
    subjectOf(task, step),
  )
}

/** Whether a draft is what has to lie in the folder: without git, where nothing that was given up lies there beside it. */
function liesInFolder({ policy }: RunState, { steps }: TaskRun, draft: string): boolean {
  return policy.workspace === 'in-place' && !isCommitId(draft) && steps.every((it) => it.cause === null)
}

/** One stage of the integration has an outcome. `task` is null for the bookkeeping commit of a run's end. */
export function onIntegrated(turn: Turn, task: TaskRun | null, outcome: Extract<Outcome, { of: 'integrate' }>): void {
  if (!task) {
    if (outcome.is === 'committed' && outcome.commit !== outcome.oldTip)
      request(turn, { is: 'integrate', stage: 'move', commit: outcome.commit, oldTip: outcome.oldTip })
    return
  }
  const batch = batchOf(turn.state)
  const [head] = batch
  const at = batch.indexOf(task)
  // A late one is of a batch that is no more.
  if (head === undefined || at < 0) return
  switch (outcome.is) {
    case 'merged':
      return
    case 'conflict':
      if (task === head) endInConflict(turn, task, currentStep(task), outcome.paths)
      else cut(turn, batch, { keeps: at, because: 'conflict' })
      return
    case 'committed': {
      const next = batch[at + 1]
      if (next) commit(turn, batch, next, outcome.commit)
      else
        request(
          turn,
          { is: 'integrate', stage: 'move', commit: outcome.commit, oldTip: mergeOf(head).tip },
          subjectOf(task, currentStep(task)),
        )
      return
    }
    case 'moved':
      for (const it of batch) endMerged(turn, it, task)
      return
    case 'tip-moved':
      requestMerge(turn, head, null)
      return
    case 'failed':
      if (batch.length > 1) halve(turn, batch, { because: 'not-merged' })
      else
        move(turn, task, currentStep(task), {
          to: 'blocked',
          because: 'failed',
          cause: { is: 'not-merged', reason: failureText(outcome.failure) },
        })
      return
    default:
      outcome satisfies never
  }
}

/** A task is in the tip. @param last of its batch: on whose tree the gates have looked */
function endMerged(turn: Turn, task: TaskRun, last: TaskRun): void {
  const step = currentStep(task)
  // Without a step that a person left out it is not done, and nothing proves that it is.
  const isLeftOut = isLeftOutBy(step) && isInPlan(task, step)
  if (!isWithoutSome(task) && !isLeftOut) {
    prove(turn, task, step, { tree: last.merge?.evidenceTree ?? null, verdicts: currentStep(last).verdicts })
    markCovered(turn, task)
  }
  if (step.cause === null) move(turn, task, step, { to: 'done', because: 'merged' })
  else
    move(turn, task, step, {
      to: 'skipped',
      because: isLeftOut ? 'answered' : 'not-critical',
      cause: step.cause,
    })
}

/** Whether a person has left out a step that its task is not done without, and what is merged is that of the others. */
function isLeftOutBy({ cause, because }: StepRun): boolean {
  return cause?.is === 'human' && because !== 'not-critical'
}

/** Writes the commit of a task of the batch, onto that of the one before it. */
function commit(turn: Turn, batch: readonly TaskRun[], task: TaskRun, tip: string): void {
  const after = batch.slice(0, batch.indexOf(task)).map(({ uid }) => uid)
  request(
    turn,
    {
      is: 'integrate',
      stage: 'commit',
      task: task.uid,
      tree: mergeOf(task).tree,
      tip,
      author: 'user',
      ...(after.length === 0 ? {} : { after }),
    },
    subjectOf(task, currentStep(task)),
  )
}

type Cut =
  { readonly because: 'red'; readonly gate: string } | { readonly because: 'conflict' | 'not-merged' | 'ground' }

function halve(turn: Turn, batch: readonly TaskRun[], why: Cut): void {
  cut(turn, batch, { keeps: Math.floor(batch.length / 2), ...why })
}

function cut(turn: Turn, batch: readonly TaskRun[], { keeps, ...why }: Cut & { readonly keeps: number }): void {
  const uids = batch.map(({ uid }) => uid)
  emit(turn, { type: 'batch-cut', kept: uids.slice(0, keeps), rest: uids.slice(keeps), ...why })
}

/** Work that does not merge with what was merged or committed meanwhile is kept; whoever tries again is told of it. */
export function endInConflict(turn: Turn, task: TaskRun, step: StepRun, paths: readonly string[]): void {
  const draft = draftToMerge(task)
  const kept = draft !== null && isCommitId(draft) ? { draft } : {}
  const where = draft === null ? '' : `; it is kept in ${draft}`
  const other =
    turn.state.policy.workspace === 'in-place'
      ? 'what is committed: it was done on what lay uncommitted there, or something was committed meanwhile'
      : 'what was merged meanwhile'
  const text = `what attempt ${step.attempts} did conflicts in ${paths.join(', ')} with ${other}${where}`
  const feedback = { from: 'merge', source: `attempt ${step.attempts}`, text, output: null } as const
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  const cause = { is: 'conflict', paths, ...kept } as const
  if (isCompared(turn.state, task) && turn.state.policy.exhausted === 'ask') askApart(turn, task, step, cause)
  else move(turn, task, step, { to: 'blocked', because: 'conflict', cause })
}

/**
 * Every gate of what is merged needs evidence on the last tree of the batch, unless that very tree has passed.
 * @returns whether the integrator has more to do at once: a task has left the batch, or it was cut
 */
function judgeBatch(turn: Turn, batch: readonly TaskRun[]): boolean {
  const { state } = turn
  const [head] = batch
  const last = batch.at(-1)
  if (head === undefined || last === undefined) return false
  const hasWaited = batch.some((task) => currentStep(task).waitingOn?.is === 'blocker')
  for (const task of batch) {
    if (task.left) leavePlan(turn, task)
    else if (!redoReworded(turn, task, currentStep(task)) && hasKnownGround(turn, task)) continue
    if (currentStep(task).status !== 'merging') return true
    // Its ground may wait for a person; who is accepted and does not wait for that is merged first. In one folder all is one.
    const accepted = [...batch, ...state.merging.map((uid) => taskOf(state, uid))]
    const isHeldUp = state.policy.workspace === 'worktree' && accepted.some((it) => groundOf(state, it).is === 'known')
    if (isHeldUp) cut(turn, batch, { keeps: 0, because: 'ground' })
    return isHeldUp
  }
  // Commits of others came in meanwhile: what was red may be mended by them, and it is merged with these.
  if (hasWaited && mergeOf(head).tip !== state.tip) {
    requestMerge(turn, head, null)
    return false
  }
  const { tree, evidenceTree } = mergeOf(last)
  const step = currentStep(last)
  // Without git the folder is what is merged, with all that others have left there.
  const { tip } = mergeOf(head)
  const since = state.policy.workspace === 'in-place' && !isCommitId(tip) ? (head.base ?? tip) : tip
  // What verifies a step was judged by the rules that it began on, which is more than those of the tip say.
  const isOfChange = (it: Evidence): boolean =>
    !judgesChange(state, it.gate) || it.since === since || isVerification(it.gate)
  let isLookedAt = false
  for (const gate of new Set(batch.flatMap((task) => [...gatesOnMerge(task)]))) {
    const evidence =
      state.evidence.get(evidenceKey(state, gate, evidenceTree, since)) ??
      step.verdicts.findLast((it) => it.gate === gate && it.tree === evidenceTree && isOfChange(it))
    if (!evidence) {
      if (!isLookedAt && mergeNext(turn, batch)) return false
      request(
        turn,
        {
          is: 'run-gate',
          gate,
          workspace: last.workspace,
          commit: tree,
          tree: evidenceTree,
          purpose: 'merged',
          ...sinceFor(state, gate, since),
        },
        subjectOf(last, step),
      )
      return false
    }
    isLookedAt = true
    const isFine = (task: TaskRun): boolean =>
      !gatesOnMerge(task).has(gate) ||
      evidence.result === 'passed' ||
      isKnownRedOnTip(state, evidence) ||
      isWaived(state, currentStep(task), evidence)
    if (batch.every(isFine)) continue
    if (batch.length > 1) halve(turn, batch, { because: 'red', gate })
    else endRed(turn, last, step, evidence)
    return true
  }
  commit(turn, batch, head, mergeOf(head).tip)
  return false
}

/** A gate is red on the tree of a task that was merged alone. */
function endRed(turn: Turn, task: TaskRun, step: StepRun, evidence: Evidence): void {
  const { gate } = evidence
  if (evidence.noWorkspace !== undefined) {
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'workspace', reason: evidence.noWorkspace },
    })
    return
  }
  if (isNobodysFault(turn.state, evidence, turn.state.knownRed)) {
    if (askAboutCutOff(turn, task, step, evidence)) return
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'gate-cannot-run', gate, help: whyBroken(evidence) },
    })
    return
  }
  const text = `${afterMerge}${saidBy(evidence)}`
  // It is left out already: what is judged is what the others have left.
  if (step.cause !== null) {
    giveUpWithout(turn, task, step, { from: 'merge', source: gate, text, output: evidence.output })
    return
  }
  failAttempt(turn, task, step, { from: 'merge', source: gate, text, output: evidence.output })
}
