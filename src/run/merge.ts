/** From an accepted step to the end of its task: the next step, the merge onto the tip, done. */

import { applyProposal } from './proposal.ts'
import type { Evidence, Outcome } from './effect.ts'
import { currentStep, evidenceKey, taskOf, type StepRun, type TaskRun } from './state.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { filesGate, holds, proofOf } from './verdict.ts'
import { beginStep, failAttempt } from './work.ts'

/** A step's draft is accepted: its gates hold, its review says yes or was not asked for. */
export function acceptStep(turn: Turn, task: TaskRun, step: StepRun): void {
  if (step.spec.yields === 'revision') {
    const trouble = applyProposal(turn, task, step)
    if (trouble !== null) {
      failAttempt(turn, task, step, { from: 'attempt', source: 'proposal', text: trouble, output: null })
      return
    }
  }
  if (
    step.spec.yields === 'draft' &&
    turn.state.policy.addedTasks === 'accept' &&
    (step.said?.proposal?.tasks.length ?? 0) > 0
  ) {
    const trouble = applyProposal(turn, task, step)
    if (trouble !== null)
      emit(turn, {
        type: 'finding',
        kind: 'added-task',
        text: `${task.spec.key} proposes tasks that do not fit the plan: ${trouble}`,
      })
  }
  if (step === task.steps.at(-1) && isFinished(task) && hasDraft(task)) {
    move(turn, task, step, { to: 'merging', because: 'accepted' })
    return
  }
  if (step === task.steps.at(-1) && isFinished(task)) {
    prove(turn, task, step)
    markCovered(turn, task)
  }
  move(turn, task, step, { to: 'done', because: 'accepted' })
  settleTask(turn, task)
}

function isFinished(task: TaskRun): boolean {
  return !task.spec.open || task.finished
}

function hasDraft(task: TaskRun): boolean {
  return task.base !== null && task.steps.some((step) => step.draft !== null && step.draft.commit !== null)
}

/** After a step ended: the next one begins, or the task is over and its workspace is given back. */
export function settleTask(turn: Turn, task: TaskRun): void {
  const step = currentStep(task)
  if (step.status === 'pending') {
    if (turn.state.status === 'running') beginStep(turn, task)
    return
  }
  dispose(turn, task, false)
}

/** Gives a task's workspace back; kept when work in it is not merged. */
export function dispose(turn: Turn, task: TaskRun, keep: boolean): void {
  if (task.workspace === null || !task.prepared) return
  request(turn, { is: 'dispose-workspace', workspace: task.workspace, keep }, subjectOf(task, null))
}

function prove(turn: Turn, task: TaskRun, step: StepRun): void {
  const tree = task.merge?.evidenceTree ?? null
  const evidence = task.steps
    .flatMap((it) =>
      it.spec.gates.map(
        (gate): Evidence | undefined =>
          (tree === null ? undefined : turn.state.evidence.get(evidenceKey(turn.state, gate, tree))) ??
          it.verdicts.find((verdict) => verdict.gate === gate),
      ),
    )
    .filter((it) => it !== undefined)
  emit(
    turn,
    { type: 'task-proved', proof: proofOf(turn.state, task, evidence), commit: task.commit, evidence },
    subjectOf(task, step),
  )
}

/** Standard mode: what a phase's draft ticked is done with the phase, by the same proof; the rest stays open. */
function markCovered(turn: Turn, task: TaskRun): void {
  const covers = new Set(task.spec.covers)
  if (covers.size === 0) return
  const ticked = new Set(task.steps.flatMap((step) => step.draft?.ticked ?? []))
  for (const other of turn.state.tasks.values()) {
    if (!covers.has(other.spec.key) || !ticked.has(other.spec.key)) continue
    const step = currentStep(other)
    if (step.status !== 'pending') continue
    emit(
      turn,
      { type: 'task-proved', proof: task.proof ?? 'unverified', commit: task.commit, evidence: task.evidence },
      subjectOf(other, step),
    )
    move(turn, other, step, { to: 'done', because: 'accepted' })
  }
}

/** The integrator takes the next accepted task; plan order breaks ties. */
export function integrateNext(turn: Turn): void {
  const { state } = turn
  if (state.integrating !== null || state.merging.length === 0) return
  const next = state.merging.map((uid) => taskOf(state, uid)).sort((a, b) => a.priority - b.priority)[0]
  if (next) requestMerge(turn, next)
}

function requestMerge(turn: Turn, task: TaskRun): void {
  const step = currentStep(task)
  const draft = task.steps.findLast((it) => it.draft !== null && it.draft.commit !== null)?.draft?.commit
  if (draft === undefined || draft === null || task.base === null)
    throw new Error(`internal: ${task.spec.key} has nothing to merge`)
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
      checkMerged(turn, task, step)
      return
    case 'conflict':
      dispose(turn, task, true)
      move(turn, task, step, { to: 'blocked', because: 'conflict', cause: { is: 'conflict', paths: outcome.paths } })
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
      dispose(turn, task, false)
      return
    case 'tip-moved':
      requestMerge(turn, task)
      return
    case 'failed':
      dispose(turn, task, true)
      move(turn, task, step, {
        to: 'blocked',
        because: 'failed',
        cause: { is: 'workspace', reason: outcome.failure.reason },
      })
      return
    default:
      outcome satisfies never
  }
}

/** A human let this very failure of this very draft pass; another one on the merged tree is not covered by that. */
function isWaived(task: TaskRun, step: StepRun, evidence: Evidence): boolean {
  return (
    task.overridden &&
    step.verdicts.some(
      (it) =>
        it.gate === evidence.gate &&
        it.tree === step.draft?.tree &&
        it.result === evidence.result &&
        it.fingerprint === evidence.fingerprint,
    )
  )
}

/** Every gate of the task needs evidence on the merged tree, unless that very tree has passed. */
export function checkMerged(turn: Turn, task: TaskRun, step: StepRun): void {
  const merge = task.merge
  if (!merge || merge.evidenceTree === null || merge.tip === null)
    throw new Error(`internal: ${task.spec.key} is not merged`)
  const gates = [...new Set(task.steps.flatMap((it) => (it.spec.expect === 'green' ? it.spec.gates : [])))].filter(
    (gate) => gate !== filesGate,
  )
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
    if (holds(turn.state, step, evidence) || isWaived(task, step, evidence)) continue
    if (evidence.noWorkspace !== undefined) {
      dispose(turn, task, true)
      move(turn, task, step, {
        to: 'blocked',
        because: 'failed',
        cause: { is: 'workspace', reason: evidence.noWorkspace },
      })
      return
    }
    emit(
      turn,
      {
        type: 'feedback-given',
        feedback: {
          from: 'merge',
          source: gate,
          text: `after the merge with what others did: ${evidence.excerpt}`,
          output: evidence.output,
        },
      },
      subjectOf(task, step),
    )
    failAttempt(turn, task, step, { from: 'gate', source: gate, text: evidence.excerpt, output: evidence.output })
    return
  }
  request(
    turn,
    { is: 'integrate', stage: 'commit', task: task.uid, tree: merge.tree, tip: merge.tip, author: 'user' },
    subjectOf(task, step),
  )
}
