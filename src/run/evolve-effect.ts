/** What a requested effect and its outcome mean for the state. */

import { isCommitId } from './commit-id.ts'
import type { Commit, Effect, EvidenceTree } from './effect.ts'
import { filesGate } from './files-gate.ts'
import type { Outcome, Tick } from './outcome.ts'
import { evidenceKey } from './evidence-key.ts'
import { claimedBy } from './ticks.ts'
import { coveredOf, definedName, taskOf, type Folder, type RunState, type StepRun, type TaskRun } from './state.ts'

/** Folds the request of an effect. */
export function startEffect(
  state: RunState,
  effect: Effect,
  task: TaskRun | undefined,
  step: StepRun | undefined,
): void {
  switch (effect.is) {
    case 'prepare-workspace':
      if (!task) return
      task.workspace = effect.workspace
      task.prepared = false
      task.ground = state.ground
      return
    case 'start-attempt':
      if (!step) return
      step.running = effect.name
      step.briefed = task?.spec.textHash ?? null
      step.attempts = effect.name.attempt
      step.round = effect.name.round
      step.said = null
      step.given = new Map(
        task ? coveredOf(state, task).map(({ uid, spec }) => [uid, { key: spec.key, words: spec.textHash }]) : [],
      )
      step.mayRepeat = false
      // Whatever was judged before is void as soon as somebody works again.
      Object.assign(step, { verdicts: [], waived: [] })
      if (effect.from === 'base') Object.assign(step, { draft: null, ticked: new Map() })
      // A decision about one draft says nothing of the next.
      if (task) task.overridden = false
      return
    case 'integrate':
      if (effect.stage === 'merge' && task) {
        state.integrating = task.uid
        state.merging = state.merging.filter((uid) => uid !== task.uid)
      }
      return
    case 'publish':
      // Asked for without a merge, it is to bring something in.
      state.isQuiet &&= state.unpublished
      state.unpublished = false
      state.publishedAtEnd = true
      return
    case 'project':
      state.unprojected = false
      state.projectedAtEnd = true
      return
    case 'dispose-workspace':
      if (task) task.prepared = false
      return
    case 'end-attempt':
    case 'snapshot':
    case 'run-gate':
    case 'ask-review':
    case 'research':
    case 'verify-tool':
    case 'notify':
    case 'set-timer':
      return
    default:
      effect satisfies never
  }
}

/** Folds the outcome of an effect. */
export function settleEffect(
  state: RunState,
  effect: Effect,
  outcome: Outcome,
  task: TaskRun | undefined,
  step: StepRun | undefined,
): void {
  switch (outcome.of) {
    case 'prepare-workspace':
      if (!task || outcome.is !== 'prepared') return
      task.prepared = true
      task.base = outcome.base
      if (effect.is === 'prepare-workspace' && effect.carry !== undefined && outcome.draft !== undefined) {
        const carried = task.steps.find((it) => it.spec.id === effect.carry?.step)
        if (carried?.draft) carried.draft = { ...carried.draft, commit: outcome.draft }
      }
      task.forgiven = state.knownRed
      if (outcome.base !== null && state.tip === null) state.tip = outcome.base
      if (state.policy.workspace === 'in-place' && step && outcome.tree !== null)
        noteFolder(state, task, step, { tree: outcome.tree, at: outcome.base })
      return
    case 'start-attempt':
      if (!step) return
      step.running = null
      step.said = outcome.claim
      step.ended = outcome
      noteTicks(state, step, outcome.planEdit?.ticked ?? [])
      if (outcome.how === 'interrupted' || outcome.how === 'stopped') step.interruptions += 1
      else if (outcome.how !== 'waiting') step.tries += 1
      return
    case 'snapshot':
      if (!step || outcome.is !== 'taken') return
      step.draft = outcome
      // A round goes on from the draft of the one before, and gets the plan without its ticks.
      noteTicks(state, step, outcome.ticked)
      Object.assign(step, { verdicts: [], waived: [] })
      return
    case 'run-gate':
      settleGate(state, effect, outcome, step)
      return
    case 'integrate':
      settleIntegration(state, outcome, task)
      return
    case 'publish':
      state.publishTrouble = outcome.is === 'published' ? null : outcome.failure
      if (outcome.is === 'published') state.publishedTo = outcome.to
      if (outcome.is !== 'published') {
        state.unpublished = true
        state.isQuiet = false
      }
      if (outcome.is !== 'diverged' && outcome.tip !== undefined && outcome.tip !== state.tip) {
        state.tip = outcome.tip
        state.tipTree = null
        state.finalChecked = new Set()
        for (const { of } of outcome.redefined ?? []) state.untrusted.add(definedName(of))
        // In place the folder holds what an agent is doing: there is no ground to look at on its own.
        if (state.policy.workspace === 'worktree') state.ground += 1
      }
      return
    case 'project':
      // What changed meanwhile may have taken away what was in the way: it is tried again.
      state.projectTrouble = outcome.is === 'waiting' && !state.unprojected ? outcome.failure : null
      state.isElsewhere = outcome.is === 'elsewhere' && !state.unprojected
      state.withheld = outcome.is === 'projected' ? (outcome.withheld ?? null) : null
      if (outcome.is !== 'projected') state.unprojected = true
      return
    case 'end-attempt':
    case 'ask-review':
    case 'research':
    case 'verify-tool':
    case 'notify':
    case 'set-timer':
      return
    case 'dispose-workspace':
      if (task && outcome.leftovers) task.leftovers = outcome.leftovers
      return
    default:
      outcome satisfies never
  }
}

/**
 * A task is to begin in the folder of all. What lies there that gates have not looked at, left by an unfinished task or changed
 * by a person, is a new ground; what the task has left itself is none of it.
 */
function noteFolder(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  { tree, at }: { readonly tree: EvidenceTree; readonly at: Commit | null },
): void {
  const { folder } = state
  if (folder.is === 'known' ? folder.tree === tree : folder.is === 'present' && isLookedAt(folder, task, tree)) {
    state.folder = { is: 'known', tree }
    return
  }
  // What earlier steps of the task have done is its own.
  const looks = step === task.steps[0] && task.steps.some(({ spec }) => spec.gates.some((gate) => gate !== filesGate))
  const looked = folder.is === 'present' ? folder.looks + 1 : 1
  state.folder = looks ? { is: 'present', at, tree, task: task.uid, looks: looked } : { is: 'unknown' }
  if (looks) state.ground += 1
}

/** A gate that makes files changes the folder by looking at it, and two tasks that are to begin would look in turns for ever. */
const mostLooks = 2

/** Whether gates have looked at what a task is to begin with. */
function isLookedAt(
  { at, tree, task: uid, looks }: Extract<Folder, { is: 'present' }>,
  task: TaskRun,
  now: EvidenceTree,
): boolean {
  if (looks >= mostLooks) return true
  return tree === now && (at === null ? task.leftovers === null : uid === task.uid)
}

function settleGate(
  state: RunState,
  effect: Effect,
  outcome: Extract<Outcome, { of: 'run-gate' }>,
  step: StepRun | undefined,
): void {
  const { evidence } = outcome
  if (evidence.tree !== null && !outcome.editedTree && evidence.result !== 'could-not-run') {
    const key = evidenceKey(state, evidence.gate, evidence.tree)
    if (evidence.result === 'passed') state.evidence.set(key, evidence)
    // What took too long may have more time by then.
    else if (evidence.result === 'failed') state.redOn.add(key)
  }
  if (outcome.left) state.makers.add(evidence.gate)
  if (step) step.verdicts.push(evidence)
  if (effect.is !== 'run-gate') return
  if (effect.purpose === 'final') state.finalChecked.add(evidence.gate)
  const isOfTip = effect.workspace === null && effect.commit !== null && effect.commit === state.tip
  if (isOfTip && state.folder.is === 'unknown' && evidence.tree !== null)
    state.folder = { is: 'known', tree: evidence.tree }
  if (evidence.result === 'passed' && isOfFolder(state, effect.purpose)) forgetRed(state, evidence.gate)
  // Without workspaces the folder itself is the tip.
  if ((isOfTip || state.policy.workspace === 'none') && evidence.result === 'passed') noteGreenOne(state, evidence.gate)
}

/** Remembers which gates are green on a tip that has just been merged: what makes them red later came after it. */
function noteGreen(state: RunState): void {
  if (state.tipTree === null) return
  for (const gate of state.gates.keys())
    if (state.evidence.has(evidenceKey(state, gate, state.tipTree))) noteGreenOne(state, gate)
}

/** In place a commit says nothing of what lies in the folder beside it; the base of a task and its draft are that folder. */
function isOfFolder({ policy, ground }: RunState, purpose: Extract<Effect, { is: 'run-gate' }>['purpose']): boolean {
  return policy.workspace === 'in-place' && ground > 0 && (purpose === 'baseline' || purpose === 'draft')
}

function forgetRed(state: RunState, gate: string): void {
  if (!state.knownRed.has(gate)) return
  const known = new Map(state.knownRed)
  known.delete(gate)
  state.knownRed = known
}

function noteGreenOne(state: RunState, gate: string): void {
  if (state.policy.workspace !== 'in-place' || state.ground === 0) forgetRed(state, gate)
  state.findings = state.findings.filter((it) => it.gate !== gate)
  state.greenAt.set(gate, { merged: state.merged.length, ground: state.ground })
}

function settleIntegration(
  state: RunState,
  outcome: Extract<Outcome, { of: 'integrate' }>,
  task: TaskRun | undefined,
): void {
  switch (outcome.is) {
    case 'merged':
      if (task) task.merge = { tree: outcome.tree, evidenceTree: outcome.evidenceTree, tip: outcome.tip }
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
      state.finalChecked = new Set()
      task.commit = isCommitId(outcome.tip) ? outcome.tip : null
      state.merged.push(task.uid)
      noteAccepted(state, task)
      noteGreen(state)
      return
    case 'tip-moved':
      state.tip = outcome.tip
      return
    case 'committed':
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

/** In place the folder holds what was accepted, and all that lay there before. */
function noteAccepted(state: RunState, task: TaskRun): void {
  const tree = task.steps.findLast((it) => it.draft !== null)?.draft?.tree ?? null
  if (state.folder.is === 'known' && tree !== null) state.folder = { is: 'known', tree }
}

/** A tick is of the words that stood there: a task that says something else since is not ticked. */
function noteTicks(state: RunState, step: StepRun, ticks: readonly Tick[]): void {
  const claimed = claimedBy(state, step, ticks).map((uid) => [uid, taskOf(state, uid).spec.textHash] as const)
  step.ticked = new Map([...step.ticked, ...claimed])
}
