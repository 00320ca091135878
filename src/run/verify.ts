/** The gates of a step: what was red comes first, then everything once on the final tree. */

import { ask } from './ask.ts'
import { acceptStep } from './accept.ts'
import { lastVerdicts } from './against.ts'
import { addUnchecked, baseOf, couldRun, givesWay, groundText } from './baseline.ts'
import { gatesOnMerge } from './batch.ts'
import { isBringingIn } from './bring-in.ts'
import { isCommitId } from './commit-id.ts'
import { voidText } from './changed-draft.ts'
import { couldNotRun } from './could-not-run.ts'
import { isJudged } from './judgement/judge-step.ts'
import { judgedOutputText } from './judgement/words.ts'
import type { Commit } from './effect.ts'
import { filesEvidence, filesGate, isInVain, type Look } from './files-gate.ts'
import type { Evidence } from './outcome.ts'
import type { ReviewKind } from './event.ts'
import { failMilestone } from './diagnose.ts'
import { isMilestone } from './milestone-key.ts'
import { neededNow } from './needed-now.ts'
import { nextGate } from './next-gate.ts'
import { openPoints, rewrittenText } from './open-points.ts'
import { endUsedUp, failDraft, mayRevise } from './retry.ts'
import { evidenceKey, sinceFor } from './evidence-key.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { tellingLine } from './telling-line.ts'
import { isCompared } from './steps/course.ts'
import { asksIn, asksOfStep, modeOfStep } from './steps/mode-of-step.ts'
import { isOtherNow } from './steps/verification.ts'
import { stepBase } from './step-base.ts'
import { comesLast, gatesOf } from './task-status.ts'
import { stopsGreenBefore } from './test-first.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { changedNothing, forgivenTo, holds, isUnable, isWaived, type KnownRed } from './verdict.ts'
import { isLastWorked, wholeLook } from './whole-look.ts'
import { taskName } from '../plan/names.ts'
import { isEnd } from './step-status.ts'
import { isVerification } from '../plan/verification.ts'

/** Without a draft nothing is there: what a task declares to create is missing then. */
const nothingSeen: Look = { tree: null, changes: [], present: [] }

/** Runs what is still to be judged for the present draft, then concludes. Called on entry and after each verdict. */
export function verify(turn: Turn, task: TaskRun, step: StepRun): void {
  // A question that was ended with its run is asked anew, or nobody asks any more.
  if (step.waitingOn?.is === 'judgement') emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
  for (;;) {
    const gate = nextGate(turn.state, task, step)
    if (gate === null) break
    const tree = step.draft?.tree ?? null
    if (gate === filesGate) {
      const files = isLastWorked(task, step) ? task.spec.files : []
      const look = step.draft ? wholeLook(task, step, step.draft) : nothingSeen
      const evidence = filesEvidence(files, look, step.spec.outputs)
      emit(turn, { type: 'gate-judged', evidence }, subjectOf(task, step))
      continue
    }
    const unable = turn.state.gates.get(gate)?.integration?.unable ?? isOtherNow(turn.state, task, step, gate)
    if (unable !== null) {
      emit(
        turn,
        { type: 'gate-judged', evidence: couldNotRun({ name: gate, argv: [] }, tree, unable) },
        subjectOf(task, step),
      )
      continue
    }
    // What verifies a step judges what that step has changed.
    const since = isVerification(gate) ? stepBase(task, step) : task.base
    const known = tree === null ? undefined : turn.state.evidence.get(evidenceKey(turn.state, gate, tree, since))
    if (known) {
      emit(turn, { type: 'gate-judged', evidence: { ...known, reused: true } }, subjectOf(task, step))
      continue
    }
    const baseline = step.spec.methods.length === 0
    if (baseline ? !hasKnownNeeds(turn, task, step, gate) : !hasKnownBase(turn, task, step, gate)) return
    // Asked last: what waits for a base is not among those that go on once commits have been brought in.
    if (baseline && isBringingIn(turn.state)) return
    request(
      turn,
      {
        is: 'run-gate',
        gate,
        workspace: baseline ? null : task.workspace,
        commit: baseline ? groundAt(turn.state, task) : (step.draft?.commit ?? null),
        tree,
        purpose: baseline ? 'baseline' : 'draft',
        ...(baseline ? {} : sinceFor(turn.state, gate, since)),
        ...(step.spec.expect === 'red' ? { expects: 'red' } : {}),
      },
      subjectOf(task, step),
    )
    return
  }
  if (haveKnownBases(turn, task, step)) conclude(turn, task, step)
}

/**
 * Where a check of the ground looks. What was left or changed in the folder that all work in is in no commit, but for what a task
 * began on that works there now. Integration tests look at what was accepted.
 * @returns null for the folder as it is
 */
function groundAt({ policy, ground, tip, folder, active, tasks }: RunState, check: TaskRun): Commit | null {
  if (policy.workspace !== 'in-place' || ground === 0 || isMilestone(check)) return tip
  if (folder.is === 'present' && folder.at !== null && isCommitId(folder.at)) return folder.at
  const inFolder = [...active].map((uid) => tasks.get(uid)).find((it) => it?.prepared)
  return inFolder?.base ?? null
}

/** Whether what an integration test needs has been seen on the base: what is red there is no task's fault, and asked about. */
function hasKnownNeeds(turn: Turn, task: TaskRun, step: StepRun, gate: string): boolean {
  const spec = isMilestone(task) ? turn.state.gates.get(gate) : undefined
  if (spec === undefined) return true
  const needed = neededNow(turn.state, spec, { workspace: null, purpose: 'baseline' }).map(({ name }) => name)
  addUnchecked(turn, needed)
  return needed.every((it) => hasKnownBase(turn, task, step, it))
}

/**
 * Whether all gates that are red have looked at the base of a draft. One that was under way when the executor died, and is
 * another one now, has not waited for that.
 */
function haveKnownBases(turn: Turn, task: TaskRun, step: StepRun): boolean {
  if (step.spec.methods.length === 0) return true
  const red = step.verdicts.filter(
    ({ gate, result }) => gate !== filesGate && gatesOf(task, step).includes(gate) && result !== 'passed',
  )
  const [first] = [...red.filter(({ gate }) => baseOf(turn.state, task, gate).is !== 'known'), ...red]
  return first === undefined || hasKnownBase(turn, task, step, first.gate)
}

/** Whether a gate has looked at the base of a draft; where it is red there, that is not the draft's fault. */
function hasKnownBase(turn: Turn, task: TaskRun, step: StepRun, gate: string): boolean {
  const base = baseOf(turn.state, task, gate)
  if (base.is === 'red')
    move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'baseline', gate: base.gate } })
  else if (base.is === 'unknown') {
    if (step.waitingOn === null)
      emit(turn, { type: 'waiting-set', waitingOn: { is: 'blocker', task: base.check } }, subjectOf(task, step))
  } else if (step.waitingOn?.is === 'blocker')
    emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
  return base.is === 'known'
}

function conclude(turn: Turn, task: TaskRun, step: StepRun): void {
  const known = forgivenTo(turn.state, task)
  // A gate that the run has forgotten may have judged it before.
  const red = step.verdicts.filter(
    (it) => gatesOf(task, step).includes(it.gate) && !holds(known, step, it) && !isWaived(turn.state, step, it),
  )
  const broken = red.find((it) => isNobodysFault(turn.state, it, known))
  const nowhere = broken?.noWorkspace
  if (nowhere !== undefined) {
    move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'workspace', reason: nowhere } })
    return
  }
  if (step.spec.methods.length === 0 && red[0]) {
    if (isMilestone(task)) failMilestone(turn, { task, step }, red)
    else concludeCheck(turn, task, step, red[0])
    return
  }
  if (broken) {
    if (askAboutCutOff(turn, task, step, broken)) return
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'gate-cannot-run', gate: broken.gate, help: whyBroken(broken) },
    })
    return
  }
  const last = red.at(-1)
  if (last) {
    emit(turn, { type: 'gates-red', gates: red.map((it) => it.gate) }, subjectOf(task, step))
    for (const it of red.slice(0, -1))
      emit(turn, { type: 'feedback-given', feedback: feedbackOf(it) }, subjectOf(task, step))
    const isInVainForFiles =
      red.some((it) => it.gate === filesGate) &&
      isInVain([...task.spec.files, ...(step.spec.outputs ?? [])], step.draft ?? nothingSeen)
    // Who has taken the draft is asked about what they had not seen of it.
    if (isInVainForFiles || step.because === 'overridden') endUsedUp(turn, task, step, feedbackOf(last))
    else failDraft(turn, task, step, feedbackOf(last))
    return
  }
  if (step.because === 'overridden') acceptStep(turn, task, step)
  else if (!stopsGreenBefore(turn, task, step) && isJudged(turn, task, step)) afterGates(turn, task, step)
}

/**
 * Whether a gate could not run, and not for what it judges: it was not started or seen to its end, or it ended as a program
 * does that cannot do its work (`vitezt: not found`) and is not known to have run where the draft began.
 */
export function isNobodysFault(state: RunState, evidence: Evidence, known: KnownRed): boolean {
  const { gate, result, exitCode, breaksSetUp, without } = evidence
  if (breaksSetUp) return false
  const couldAll = [gate, ...(without === undefined ? [] : [without])].every((it) => couldRun(state, it, known))
  return result === 'could-not-run' && !(isUnable(exitCode) && couldAll)
}

/** What is known of a gate that could not run: what it said, else how it ended. */
export function whyBroken({ excerpt, exitCode }: Evidence): string {
  return tellingLine(excerpt) || `it said nothing and ended with ${String(exitCode)}`
}

/** A gate of which nobody saw the end is run again only where a person says so. @returns whether that was asked */
export function askAboutCutOff(turn: Turn, task: TaskRun, step: StepRun, { gate, cutOff }: Evidence): boolean {
  if (cutOff !== 'ask') return false
  ask(turn, task, step, {
    kind: 'interrupted',
    options: ['retry', 'block', 'pause'],
    question: `gate ${gate} was cut off, and nobody saw how it ended; run it again?`,
  })
  return true
}

/** What a red gate said, else how it ended. */
export function saidBy({ gate, result, exitCode, excerpt }: Evidence): string {
  return excerpt.trim() === '' ? `gate ${gate}: ${result}, exit code ${String(exitCode)}` : excerpt
}

function feedbackOf(evidence: Evidence): {
  from: 'gate' | 'files'
  source: string
  text: string
  output: string | null
} {
  return {
    from: evidence.gate === filesGate ? 'files' : 'gate',
    source: evidence.gate,
    text: saidBy(evidence),
    output: evidence.output,
  }
}

/** A check of the engine's own is red: the baseline, later a milestone. It is nobody's fault, so it is a question. */
function concludeCheck(turn: Turn, task: TaskRun, step: StepRun, red: Evidence): void {
  if (givesWay(turn, task)) return
  const { policy, gates } = turn.state
  // Named by the plan and defined by nobody (MW613, where it is no error): no answer makes a gate of it.
  if (!gates.has(red.gate)) {
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'gate-cannot-run', gate: red.gate, help: whyBroken(red) },
    })
    return
  }
  if (policy.baseline === 'ignore-same') {
    letPass(turn, task, step, red)
    return
  }
  if (policy.baseline === 'block') {
    move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'baseline', gate: red.gate } })
    return
  }
  // Not every gate is a command.
  const how = red.argv.length > 0 ? red.argv.join(' ') : tellingLine(red.excerpt)
  ask(turn, task, step, {
    kind: 'baseline',
    options: ['ignore-same', 'retry', 'block', 'pause'],
    question: `gate ${red.gate} ${red.result.replaceAll('-', ' ')} ${groundText(turn.state).since}${how === '' ? '' : ` (${how})`}`,
  })
}

/** Takes a gate that is red at the base as known: the same failure is not held against a task, and proves nothing. */
export function letPass(turn: Turn, task: TaskRun, step: StepRun, red: Evidence, by = 'policy'): void {
  emit(turn, { type: 'known-red', gate: red.gate, fingerprint: red.fingerprint, by }, subjectOf(task, step))
  acceptStep(turn, task, step)
}

function afterGates(turn: Turn, task: TaskRun, step: StepRun): void {
  const { unverified } = asksOfStep(turn.state, step)
  const nothingIn = new Set(lastVerdicts(step).flatMap((it) => (it.judgesNothing === true ? it.gate : [])))
  // What a later step is judged by, all of the task is judged by once it is merged.
  const later = comesLast(task, step) ? [] : gatesOnMerge(task)
  const isUnchecked =
    [...gatesOf(task, step), ...later].every((it) => nothingIn.has(it)) && step.spec.yields === 'draft'
  const drafts = task.steps.map((it) => it.draft)
  // Who proposes tasks is to change nothing, and a person looks at what they propose.
  const isProposing = task.spec.replaces !== undefined
  const isUnverified = !isProposing && (isUnchecked || (comesLast(task, step) && changedNothing(task.spec, drafts)))
  if (isUnverified && unverified === 'block') {
    move(turn, task, step, {
      to: 'blocked',
      because: 'failed',
      cause: { is: 'unverified', ...(isUnchecked ? {} : { changedNothing: true }) },
    })
    return
  }
  const points = openPoints(turn.state, task, step)
  const isVoid = voidText(step)
  const question = (kind: ReviewKind, ...about: readonly string[]): void => {
    const judged = step.judged === null ? [] : [judgedOutputText(step.judged)]
    const words = [...about, ...judged, ...(isVoid === null ? [] : [isVoid])]
    if (mayRevise(turn.state, step))
      ask(turn, task, step, { kind, options: ['approve', 'revise', 'reject', 'pause'], question: words.join('; ') })
    else
      ask(turn, task, step, {
        kind: 'exhausted',
        options: ['approve', 'reject', 'pause'],
        question: [`${turn.state.policy.reviewRounds} revisions were made; decide`, ...words].join('; '),
      })
  }
  // One question names all there is to say: who answers it accepts all of it.
  if (isUnverified && unverified === 'ask')
    question(
      rewrittenText(turn.state, task, step) === null ? 'unverified' : 'deviation',
      ...points,
      isUnchecked ? 'no gate checks this task; accept it as it is?' : 'it changed nothing; accept it as it is?',
    )
  else if (points.length > 0) question('deviation', ...points)
  else if (isReviewed(turn.state, task, step))
    question('draft', `review ${isProposing ? `the tasks in place of ${task.spec.replaces}` : taskName(task.spec)}`)
  else acceptStep(turn, task, step)
}

/**
 * Whether a person sees the draft: of each task, of those on which much hangs by the plan, or of steps that ask for it. Of a
 * task in several steps that is what the last one leaves of which people are asked; in education mode each is shown, and of a
 * spec what each critical step leaves (seed 004 §3).
 */
function isReviewed(state: RunState, task: TaskRun, step: StepRun): boolean {
  const { spec } = step
  if (spec.review === 'always') return true
  const mode = modeOfStep(state, step)
  // Who names the mode in the call says it for every step.
  if (spec.critical && spec.review === 'critical' && asksIn(state.policy, mode).review !== 'never') return true
  if (!isShown(state, task, step)) return false
  if (mode === 'education' || (spec.critical && isCompared(state, task))) return true
  // A step that may be left out is no promise that anybody sees the whole.
  const after = task.steps.slice(task.steps.indexOf(step) + 1)
  return !after.some((it) => it.spec.critical && !isEnd(it.status) && isShown(state, task, it))
}

/** Whether people are asked of what a task has come to with a step. */
function isShown(state: RunState, { spec: { isCritical } }: TaskRun, step: StepRun): boolean {
  const { review } = asksOfStep(state, step)
  return step.spec.methods.length > 0 && (review === 'always' || (review === 'critical' && isCritical === true))
}
