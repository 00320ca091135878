/** What a requested effect and its outcome mean for the state. */

import type { Commit, Effect, EvidenceTree } from './effect.ts'
import { isVerification } from '../plan/verification.ts'
import { filesGate } from './files-gate.ts'
import type { Outcome, Tick } from './outcome.ts'
import { settleGate } from './evolve-gates.ts'
import { joinBatch, settleIntegration } from './evolve-merge.ts'
import { triedBy } from './steps/course.ts'
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
      // What people were asked about has failed, whatever they let it go on to.
      if (step.usedUp !== null) {
        step.tried = triedBy(step, 'failure', step.usedUp.at, step.usedUp.cause)
        step.triesBefore = step.tries
      }
      step.running = effect.name
      step.briefed = task?.spec.textHash ?? null
      step.attempts = effect.name.attempt
      step.round = effect.name.round
      if (step.said?.proposal) step.proposed = step.said.proposal
      step.said = null
      step.given = new Map(
        task ? coveredOf(state, task).map(({ uid, spec }) => [uid, { key: spec.key, words: spec.textHash }]) : [],
      )
      step.mayRepeat = false
      // Whatever was judged before is void as soon as somebody works again.
      Object.assign(step, { verdicts: [], waived: [], changed: null, judged: null, usedUp: null })
      if (effect.from === 'base') Object.assign(step, { draft: null, ticked: new Map() })
      // A decision about one draft says nothing of the next; what was let pass of another step stays so.
      if (task && !task.steps.some((it) => it !== step && it.waived.length > 0)) task.overridden = null
      return
    case 'integrate':
      if (effect.stage === 'merge' && task) joinBatch(state, task, effect.onto ?? null)
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
    case 'consult':
    case 'judge':
    case 'research':
    case 'verify-tool':
    case 'verify-completion':
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
        if (carried?.draft)
          Object.assign(carried, { draft: { ...carried.draft, commit: outcome.draft }, draftBase: outcome.base })
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
      // Nobody's work failed: it uses no retry.
      if (['interrupted', 'stopped', 'unready'].includes(outcome.how)) noteInterruption(state, step)
      else if (outcome.how !== 'waiting') {
        if (outcome.how === 'missing') {
          step.interruptions += 1
          step.notRun += 1
        } else step.tries += 1
        state.ends += 1
      }
      return
    case 'snapshot':
      if (!step || outcome.is !== 'taken') return
      Object.assign(step, { draft: outcome, draftedAt: state.events, mergedAt: null })
      if (task?.base != null && outcome.rebased?.from.includes(task.base)) {
        task.base = outcome.rebased.to
        // What it stands on by now is to be in what it is merged onto.
        state.unpublished = true
      }
      step.draftBase = task?.base ?? null
      // A round goes on from the draft of the one before, and gets the plan without its ticks.
      noteTicks(state, step, outcome.ticked)
      Object.assign(step, { verdicts: [], waived: [], judged: null })
      return
    case 'run-gate':
      settleGate(state, effect, outcome, step)
      return
    case 'integrate':
      settleIntegration(state, outcome, task ?? null)
      return
    case 'publish':
      state.publishTrouble = outcome.is === 'published' ? null : outcome.failure
      if (outcome.is === 'published') state.publishedTo = outcome.to
      if (outcome.is !== 'published') {
        state.unpublished = true
        state.isQuiet = false
        // What is shown of a spec may have been closed before.
        if (state.spec !== null && state.course.closed !== null) state.unprojected = true
      }
      if (outcome.is !== 'diverged' && outcome.tip !== undefined && outcome.tip !== state.tip) {
        state.tip = outcome.tip
        state.tipTree = null
        state.finalChecked = new Map()
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
      state.projectWaits = outcome.is === 'waiting'
      return
    case 'end-attempt':
    case 'ask-review':
    case 'consult':
    case 'judge':
    case 'research':
    case 'verify-tool':
    case 'verify-completion':
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
  const isOfGround = (gate: string): boolean => gate !== filesGate && !isVerification(gate)
  const looks = step === task.steps[0] && task.steps.some(({ spec }) => spec.gates.some(isOfGround))
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

/** A tick is of the words that stood there: a task that says something else since is not ticked. */
function noteTicks(state: RunState, step: StepRun, ticks: readonly Tick[]): void {
  const claimed = claimedBy(state, step, ticks).map((uid) => [uid, taskOf(state, uid).spec.textHash] as const)
  step.ticked = new Map([...step.ticked, ...claimed])
}

function noteInterruption({ ends }: RunState, step: StepRun): void {
  step.interruptions += 1
  step.inVain = { count: ends === step.inVain.ends ? step.inVain.count + 1 : 1, ends }
}
