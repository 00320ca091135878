/** From accepted to merged: one integrator, the gates on the merged tree, then the tip moves. */

import { draftToMerge } from './attempt.ts'
import { groundOf } from './baseline.ts'
import { isCommitId } from './commit-id.ts'
import { markCovered } from './covered.ts'
import { failureText, type Evidence, type Outcome } from './outcome.ts'
import { filesGate } from './files-gate.ts'
import { isPartOf } from './known-failure.ts'
import { prove } from './prove.ts'
import { afterMerge, failAttempt } from './retry.ts'
import { redoReworded } from './reworded.ts'
import { evidenceKey } from './evidence-key.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { holds } from './verdict.ts'
import { askAboutCutOff, isNobodysFault, saidBy, whyBroken } from './verify.ts'

/** The integrator takes the next accepted task whose ground is known; plan order breaks ties. */
export function integrateNext(turn: Turn): void {
  const { state } = turn
  if (state.integrating !== null) {
    const task = taskOf(state, state.integrating)
    // Commits of others came in while it was merged: it goes on when the gates have looked at these alone.
    if (currentStep(task).waitingOn?.is !== 'blocker' || !hasKnownGround(turn, task)) return
    // What was red there may be mended by commits that came in since: it is merged with these.
    if (task.merge?.tip === state.tip) checkMerged(turn, task, currentStep(task))
    else requestMerge(turn, task)
    return
  }
  const waiting = state.merging.map((uid) => taskOf(state, uid)).sort((a, b) => a.priority - b.priority)
  for (const task of waiting) {
    if (!hasKnownGround(turn, task)) continue
    requestMerge(turn, task)
    return
  }
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

function requestMerge(turn: Turn, task: TaskRun): void {
  const step = currentStep(task)
  const draft = draftToMerge(task)
  if (draft === null || task.base === null) throw new Error(`internal: ${task.spec.key} has nothing to merge`)
  request(
    turn,
    { is: 'integrate', stage: 'merge', workspace: task.workspace, draft, base: task.base },
    subjectOf(task, step),
  )
}

/** One stage of the integration has an outcome. `task` is null for the bookkeeping commit of a run's end. */
export function onIntegrated(turn: Turn, task: TaskRun | null, outcome: Extract<Outcome, { of: 'integrate' }>): void {
  if (!task) {
    if (outcome.is === 'committed' && outcome.commit !== outcome.oldTip)
      request(turn, { is: 'integrate', stage: 'move', commit: outcome.commit, oldTip: outcome.oldTip })
    return
  }
  const step = currentStep(task)
  switch (outcome.is) {
    case 'merged':
      return
    case 'conflict':
      endInConflict(turn, task, step, outcome.paths)
      return
    case 'committed':
      request(
        turn,
        { is: 'integrate', stage: 'move', commit: outcome.commit, oldTip: outcome.oldTip },
        subjectOf(task, step),
      )
      return
    case 'moved':
      prove(turn, task, step)
      markCovered(turn, task)
      if (step.cause === null) move(turn, task, step, { to: 'done', because: 'merged' })
      else move(turn, task, step, { to: 'skipped', because: 'not-critical', cause: step.cause })
      return
    case 'tip-moved':
      requestMerge(turn, task)
      return
    case 'failed':
      move(turn, task, step, {
        to: 'blocked',
        because: 'failed',
        cause: { is: 'not-merged', reason: failureText(outcome.failure) },
      })
      return
    default:
      outcome satisfies never
  }
}

/** Work that does not merge with what was merged or committed meanwhile is kept; whoever tries again is told of it. */
export function endInConflict(turn: Turn, task: TaskRun, step: StepRun, paths: readonly string[]): void {
  const draft = draftToMerge(task)
  const kept = draft !== null && isCommitId(draft) ? { draft } : {}
  const where = draft === null ? '' : `; it is kept in ${draft}`
  const text = `what attempt ${step.attempts} did conflicts in ${paths.join(', ')} with what was merged meanwhile${where}`
  const feedback = { from: 'merge', source: `attempt ${step.attempts}`, text, output: null } as const
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  move(turn, task, step, { to: 'blocked', because: 'conflict', cause: { is: 'conflict', paths, ...kept } })
}

/**
 * Whether a human let this very failure pass: of the draft, of the merge that they were asked about, or with what was red
 * there before. Another one on the merged tree is not covered by that.
 */
function isWaived({ knownRed }: RunState, { waived }: StepRun, evidence: Evidence): boolean {
  // What breaks the set-up stops every gate, and its words say nothing of any.
  if (evidence.breaksSetUp) return waived.some((it) => it.breaksSetUp)
  const { gate, result, fingerprint } = evidence
  const same = waived.filter((it) => it.gate === gate && it.result === result).map((it) => it.fingerprint)
  const before = knownRed.get(gate)
  return same.length > 0 && isPartOf(fingerprint, ...same, ...(before === undefined ? [] : [before]))
}

/** Every gate of what is merged needs evidence on the merged tree, unless that very tree has passed. */
export function checkMerged(turn: Turn, task: TaskRun, step: StepRun): void {
  const merge = task.merge
  if (!merge || merge.evidenceTree === null || merge.tip === null)
    throw new Error(`internal: ${task.spec.key} is not merged`)
  if (redoReworded(turn, task, step) || !hasKnownGround(turn, task)) return
  const kept = task.steps.filter((it) => it.spec.expect === 'green' && it.cause === null)
  const gates = [...new Set(kept.flatMap((it) => it.spec.gates))].filter((gate) => gate !== filesGate)
  for (const gate of gates) {
    const evidence =
      turn.state.evidence.get(evidenceKey(turn.state, gate, merge.evidenceTree)) ??
      step.verdicts.findLast((it) => it.gate === gate && it.tree === merge.evidenceTree)
    if (!evidence) {
      request(
        turn,
        {
          is: 'run-gate',
          gate,
          workspace: task.workspace,
          commit: merge.tree,
          tree: merge.evidenceTree,
          purpose: 'merged',
        },
        subjectOf(task, step),
      )
      return
    }
    if (holds(turn.state.knownRed, step, evidence) || isWaived(turn.state, step, evidence)) continue
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
    failAttempt(turn, task, step, { from: 'merge', source: gate, text, output: evidence.output })
    return
  }
  request(
    turn,
    { is: 'integrate', stage: 'commit', task: task.uid, tree: merge.tree, tip: merge.tip, author: 'user' },
    subjectOf(task, step),
  )
}
