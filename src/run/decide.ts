/** The one place that decides: state, one input and the time give events, and with them requests to the world. */

import type { ModeAnswer } from './steps/mode-switch.ts'
import type { ToolsVerified } from './mcp-tools.ts'
import type { PatternsJudged } from './patterns/judged.ts'
import type { Policy } from '../plan/policy.ts'
import { tasksAtWork, tasksLeftAtWork } from './at-work.ts'
import { addBaseline, checksOf, isAsked } from './baseline.ts'
import { openCycles } from './block-cycles.ts'
import { mayBringIn } from './bring-in.ts'
import { close, isIdle } from './close.ts'
import { completeRun } from './completion/complete-run.ts'
import { isWantedRed } from './completion/run-commands.ts'
import { isCompletionGate } from '../plan/completion-gate.ts'
import type { Command, CommandBody } from './command.ts'
import type { Commit, GateSpec } from './effect.ts'
import type { Outcome } from './outcome.ts'
import type { Invocation, RunEvent } from './event.ts'
import { onConsulted } from './education/teach.ts'
import { stepOf } from './evolve.ts'
import { awaitTurn } from './gone-steps.ts'
import { forgetGates } from './forgotten-gates.ts'
import { noteEdits } from './gate-edits.ts'
import { integrateNext, onIntegrated } from './merge.ts'
import { obey } from './obey.ts'
import { onCompletionJudged } from './judgement/judge-completion.ts'
import { onOutputJudged } from './judgement/judge-step.ts'
import { judgeOtherTests } from './other-tests.ts'
import { noteOutside } from './outside.ts'
import { noteWrittenOver } from './written-over.ts'
import { judgedInReviews, judgeReviewedAnew, renewReviews } from './renew-reviews.ts'
import { endMoot } from './moot.ts'
import { concernsMilestones, keepMilestones } from './milestone.ts'
import { isOtherHandOut, withHandedIn } from './reread-phases.ts'
import { takePlan, type ReadPlan } from './plan-change.ts'
import { nextReady } from './ready-queue.ts'
import { proceedAll, proceedEverywhere } from './proceed.ts'
import { cutOffGate, recoveredOutcome, recovery } from './recovery.ts'
import { noteGone } from './gone-work.ts'
import { noteRedefined } from './rewritten-gates.ts'
import { evidenceKey } from './evidence-key.ts'
import { isAtWork, isBetweenRuns, mayProject, taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { emit, newTurn, request, settle, subjectOf, type Digest, type Requested, type Turn } from './turn.ts'
import { askAfterStages } from './speclets/after-stage.ts'
import { noteStages } from './speclets/note-stages.ts'
import { isHeldUp, startReady } from './start-ready.ts'
import { isKnownRedOnTip } from './verdict.ts'
import { takeChanged } from './take-changed.ts'
import { askWhoseMark } from './take-over.ts'
import { renewUsedUp, usedUpSteps } from './steps/renew-used-up.ts'
import { renewSettled } from './steps/settled-failures.ts'
import { askAboutMarks, withdrawAnswered } from './unknown-marks.ts'
import { withUnwritten } from './unwritten-tasks.ts'
import { onAttemptEnded, onGivenBack, onPrepared, onSnapshot } from './work.ts'

export type Input =
  | {
      readonly is: 'start'
      /** Id of the run, should a new one begin. */
      readonly run: string
      readonly epoch: number
      readonly pid: number
      readonly read: ReadPlan
      readonly policy: Policy
      readonly gates: readonly GateSpec[]
      /** Digest of the environment that each gate gets from this executor, by name. */
      readonly environments?: Readonly<Record<string, string>>
      readonly agent: string | null
      /** Task keys; null selects all. Undefined keeps an unfinished run's own. */
      readonly selection: readonly string[] | null | undefined
      /** Whether tasks that join the plan during the run are part of it; absent: where all are selected. */
      readonly takesNew?: boolean
      readonly base: Commit | null
      readonly engine: string
      readonly invocation: Invocation
      /** Whether the call said `--yes` to what nobody has trusted. */
      readonly saidYes?: boolean
      readonly toolsVerified?: ToolsVerified
      /** What a person has said to the question for the mode as it began: what held, or another one; absent where nobody was asked. */
      readonly modeAnswer?: ModeAnswer
      /** What was found out of the spec's pattern; absent where nothing new was. */
      readonly patterns?: PatternsJudged
    }
  | { readonly is: 'outcome'; readonly id: number; readonly outcome: Outcome }
  | { readonly is: 'command'; readonly command: Command }
  | {
      readonly is: 'plan-read'
      readonly read: ReadPlan
      readonly by: string
      /** Uids of tasks at work since the plan was last read, beside those that are at work now. */
      readonly during?: readonly string[]
    }
  /** Its executor died, what it had started is ended, and nobody goes on with the run for now. */
  | { readonly is: 'cut-off' }

export interface Decision {
  readonly events: readonly RunEvent[]
  readonly effects: readonly Requested[]
}

/**
 * Decides what follows from one input.
 *
 * No clock, no I/O: the same state and input give the same decision. The events are folded into `state` as they are
 * written, so the caller holds one living state; if the append then fails, that state must be thrown away.
 *
 * @param now milliseconds since the epoch, from the caller's clock
 * @param digest what a person's answer is bound by
 */
export function decide(state: RunState, input: Input, now: number, digest: Digest): Decision {
  const turn = newTurn(state, now, digest)
  switch (input.is) {
    case 'start':
      start(turn, input)
      break
    case 'outcome':
      takeOutcome(turn, input.id, input.outcome)
      break
    case 'command':
      obey(turn, input.command)
      if (!pulls.has(input.command.body.verb)) openCycles(turn)
      withdrawAnswered(turn)
      endMoot(turn, 'human-edit')
      renewSettled(turn)
      if (isMovedByPerson(turn)) bringIn(turn)
      wake(turn, input.command.body.verb)
      if (!pulls.has(input.command.body.verb)) checkReleased(turn)
      break
    case 'plan-read': {
      const used = usedUpSteps(state)
      noteSpec(turn, input.read)
      takePlan(turn, input.read, {
        cause: 'human-edit',
        by: input.by,
        during: [...new Set([...tasksAtWork(state), ...(input.during ?? [])])],
      })
      withdrawAnswered(turn)
      endMoot(turn, 'human-edit')
      renewSettled(turn)
      renewUsedUp(turn, used)
      askAboutMarks(turn)
      if (isMovedByPerson(turn)) bringIn(turn)
      if (bringsWork(turn)) wake(turn)
      checkReleased(turn)
      break
    }
    case 'cut-off':
      parkCutOff(turn)
      break
    default:
      input satisfies never
  }
  advance(turn, proceedAll(turn, 0))
  return { events: turn.events, effects: turn.effects }
}

function start(turn: Turn, input: Extract<Input, { is: 'start' }>): void {
  const { state } = turn
  const fresh = isBetweenRuns(state)
  const takesNew = input.takesNew === undefined ? {} : { takesNew: input.takesNew }
  const before = { gates: new Map(state.gates), environments: state.environments }
  const judged = judgedInReviews(state)
  const used = usedUpSteps(state)
  // By what each gate is for, and by what it needs, tasks have others.
  const hasOtherGates = JSON.stringify([...before.gates.values()]) !== JSON.stringify(input.gates)
  if (fresh)
    emit(turn, {
      type: 'run-started',
      run: input.run,
      policy: input.policy,
      selection: input.selection ?? null,
      ...takesNew,
      gates: input.gates,
      agent: input.agent,
      base: input.base,
      engine: input.engine,
      invocation: input.invocation,
    })
  noteSpec(turn, input.read)
  const during = tasksLeftAtWork(state)
  const environments = input.environments === undefined ? {} : { environments: input.environments }
  const tools = input.toolsVerified === undefined ? {} : { tools: input.toolsVerified }
  const patterns = input.patterns === undefined ? {} : { patterns: input.patterns }
  const answered = input.modeAnswer === undefined ? {} : { modeAnswer: input.modeAnswer }
  const saidYes = input.saidYes === true ? { saidYes: true as const } : {}
  const { epoch, pid } = input
  emit(turn, { type: 'executor-started', epoch, pid, ...environments, ...saidYes, ...tools, ...answered, ...patterns })
  if (!fresh) {
    const same =
      JSON.stringify([state.policy, [...state.gates.values()], state.agent, state.invocation]) ===
      JSON.stringify([input.policy, input.gates, input.agent, input.invocation])
    if (!same)
      emit(turn, {
        type: 'policy-set',
        policy: input.policy,
        gates: input.gates,
        agent: input.agent,
        by: 'flags',
        invocation: input.invocation,
      })
    if (input.selection !== undefined)
      emit(turn, {
        type: 'selection-set',
        selection: withHandedIn(state, withUnwritten(state, input.selection, input.takesNew ?? state.takesNew)),
        ...takesNew,
      })
  }
  const isOther = hasOtherGates || isOtherHandOut(state, input.read.plan)
  if (fresh || isOther || state.revision?.startsWith(input.read.hash) !== true || isShownOtherwise(state, input.read))
    takePlan(turn, input.read, { cause: 'read', by: 'executor', fresh, during })
  if (fresh) for (const task of state.tasks.values()) awaitTurn(turn, task)
  forgetGates(turn, before)
  judgeOtherTests(turn, before.gates)
  withdrawAnswered(turn)
  endMoot(turn, 'read')
  judgeReviewedAnew(turn, judged)
  renewReviews(turn)
  renewSettled(turn)
  renewUsedUp(turn, used)
  askAboutMarks(turn)
  addBaseline(turn)
  if (!fresh) recover(turn, during)
}

/** What a spec says beside its tasks is logged where it is another than before. */
function noteSpec(turn: Turn, { plan: { spec }, findings = [], files }: ReadPlan): void {
  if (spec === undefined) return
  const read = { spec, findings, ...(files === undefined ? {} : { files }) }
  if (JSON.stringify(turn.state.spec) !== JSON.stringify(read)) emit(turn, { type: 'spec-read', ...read })
}

/** Whether marks that were written are not there: the plan may have been put back to just what it was when it was last read. */
function isShownOtherwise(state: RunState, { plan }: ReadPlan): boolean {
  return plan.tasks.some(({ key, mark }) => {
    const uid = state.byKey.get(key)
    return uid !== undefined && taskOf(state, uid).shown !== mark
  })
}

/** What a person did while nobody was at work, or ends, releases or revises a task with, comes with commits: nothing begins without them. */
function bringIn(turn: Turn): void {
  const { state } = turn
  if (!isAtWork(state) || !mayBringIn(state) || state.tip === null) return
  if ([...state.effects.values()].some(({ effect }) => effect.is === 'publish')) return
  request(turn, { is: 'publish', tip: state.tip })
}

function isMovedByPerson({ events }: Turn): boolean {
  return events.some(({ body }) => {
    if (body.type !== 'step-moved') return false
    const { because, to } = body
    const isByPerson = because === 'by-human' || because === 'mark-in-plan' || because === 'cycle-opened'
    return isByPerson || (because === 'answered' && to === 'working')
  })
}

/** Attempts that nobody saw the end of are recorded as interrupted; all else waits for the next executor. */
function parkCutOff(turn: Turn): void {
  const { state } = turn
  if (!isAtWork(state) && state.status !== 'stopping') return
  emit(turn, { type: 'run-parked', because: 'stopped', cutOff: true })
  for (const [id, { effect }] of [...state.effects])
    if (effect.is === 'start-attempt' && effect.does !== 'pull') takeOutcome(turn, id, recoveredOutcome(effect))
}

/**
 * Every request without an outcome gets its verdict; then every task that stands still goes on.
 * @param left uids of the tasks that were at work when the run was left
 */
function recover(turn: Turn, left: readonly string[]): void {
  const { state } = turn
  const open = [...state.effects]
  const asked = turn.effects.length
  bringIn(turn)
  const publish = turn.effects.splice(asked)
  for (const [id, { effect }] of open) {
    if (effect.is === 'start-attempt' && effect.does === 'pull') continue
    const outcome = recovery[effect.is] === 'repeat' ? cutOffGate(effect, state.gates) : recoveredOutcome(effect)
    if (outcome !== null) takeOutcome(turn, id, outcome)
  }
  // Before anything of them is asked for again.
  for (const uid of left) {
    const task = state.tasks.get(uid)
    if (task) askWhoseMark(turn, task)
  }
  for (const [id, { effect, task: uid, step }] of open) {
    if (recovery[effect.is] !== 'repeat' || !state.effects.has(id)) continue
    emit(
      turn,
      { type: 'effect-repeated', id, because: 'the executor died before its outcome was recorded' },
      uid === null ? null : { ...subjectOf(taskOf(state, uid), null), step },
    )
    turn.effects.push({ id, effect })
  }
  // A commit of ours whose move of the tip nobody saw is none of others: it is settled before they are looked for.
  turn.effects.push(...publish)
  askAgain(turn)
  proceedEverywhere(turn)
}

/** Questions that were left open are put again to whoever resumes at a terminal. */
function askAgain(turn: Turn): void {
  const { state } = turn
  const asked = new Set(
    [...state.effects.values()].map(({ effect }) => (effect.is === 'ask-review' ? effect.review : null)),
  )
  for (const { id, answer, task, step } of state.reviews.values())
    if (answer === null && !asked.has(id))
      request(turn, { is: 'ask-review', review: id }, { ...subjectOf(taskOf(state, task), null), step })
}

function takeOutcome(turn: Turn, id: number, outcome: Outcome): void {
  const { state } = turn
  const pending = state.effects.get(id)
  // An outcome nobody waits for is a late one of something that was settled by recovery: it changes nothing.
  if (!pending) return
  const task = pending.task === null ? null : (state.tasks.get(pending.task) ?? null)
  const step = task && pending.step !== null ? stepOf(task, pending.step) : null
  if (outcome.of === 'run-gate') noteFlaky(turn, outcome)
  settle(turn, id, outcome, task ? subjectOf(task, step) : null)
  if (outcome.of === 'publish') noteRedefined(turn, outcome)
  if (outcome.of === 'publish') noteGone(turn, outcome)
  if (outcome.of === 'run-gate') noteEdits(turn, outcome, task, step)
  if (outcome.of === 'run-gate' || (outcome.of === 'snapshot' && outcome.is === 'taken'))
    noteOutside(turn, outcome.outside ?? [])
  if (outcome.of === 'project' && outcome.is === 'projected') noteWrittenOver(turn, outcome.kept ?? [])
  if (task && step) follow(turn, task, step, outcome)
  else if (outcome.of === 'integrate') onIntegrated(turn, task, outcome)
  else if (outcome.of === 'run-gate') judgeTip(turn, outcome)
  else if (outcome.of === 'judge' && pending.task === null) onCompletionJudged(turn, outcome)
  else if (outcome.of === 'project' && outcome.is === 'projected' && outcome.marks.length > 0)
    emit(turn, { type: 'mark-shown', marks: outcome.marks })
}

function follow(turn: Turn, task: TaskRun, step: StepRun, outcome: Outcome): void {
  switch (outcome.of) {
    case 'prepare-workspace':
      if (step.status === 'working') onPrepared(turn, task, step, outcome)
      return
    case 'start-attempt':
      if (step.status === 'working') onAttemptEnded(turn, task, step, outcome)
      return
    case 'snapshot':
      if (step.status === 'working') onSnapshot(turn, task, step, outcome)
      return
    case 'run-gate':
      return
    case 'integrate':
      if (step.status !== 'merging') return
      if (outcome.is === 'merged' && takeChanged(turn, task, step)) return
      onIntegrated(turn, task, outcome)
      return
    case 'consult':
      onConsulted(turn, task, step, outcome)
      return
    case 'judge':
      if (step.status === 'verifying') onOutputJudged(turn, task, step, outcome)
      return
    case 'end-attempt':
    case 'ask-review':
    case 'publish':
    case 'project':
    case 'research':
    case 'verify-tool':
    case 'verify-completion':
    case 'notify':
    case 'set-timer':
      return
    case 'dispose-workspace':
      if (step.status === 'working') onGivenBack(turn, task, step)
      return
    default:
      outcome satisfies never
  }
}

/** Red and then green on the same tree: the gate is flaky, and people are told (DESIGN, Evidence). */
function noteFlaky(turn: Turn, { evidence }: Extract<Outcome, { of: 'run-gate' }>): void {
  if (evidence.result !== 'passed' || evidence.tree === null) return
  if (!turn.state.redOn.has(evidenceKey(turn.state, evidence.gate, evidence.tree, evidence.since))) return
  emit(turn, {
    type: 'finding',
    kind: 'flaky',
    text: `gate ${evidence.gate} is flaky: red and then green on the same tree`,
  })
}

/** A gate on the tip: red is a finding that names what was merged since it was green (DESIGN, Evidence), and reverts nothing. */
function judgeTip(turn: Turn, { evidence }: Extract<Outcome, { of: 'run-gate' }>): void {
  const { state } = turn
  if (evidence.result === 'passed' || isKnownRedOnTip(state, evidence)) return
  // Whoever is asked about it on the ground below is told of it.
  if (checksOf(state, new Set([evidence.without ?? evidence.gate])).some((it) => isAsked(state, it))) return
  if (state.spec !== null && isWantedRed(state.spec.spec, evidence.gate)) return
  const seen = state.greenAt.get(evidence.gate)
  const green = seen ?? { merged: 0, ground: 0 }
  const tasks = state.merged.slice(green.merged).map((uid) => state.tasks.get(uid)?.spec.key ?? uid)
  const suspects = [...tasks, ...(state.ground > green.ground ? ['commits of others'] : [])]
  // What a criterion names is run at the end alone: it may never have been green.
  const isNew = seen === undefined && isCompletionGate(evidence.gate)
  const merged = isNew
    ? state.seenGreen.has(evidence.gate)
      ? 'it was green in an earlier run'
      : 'nobody has seen it green before'
    : suspects.length === 0
      ? 'no task was merged since it was green'
      : `merged since it was green: ${suspects.join(', ')}`
  emit(turn, {
    type: 'finding',
    kind: 'tip-red',
    text: `gate ${evidence.gate} is ${evidence.result} on the last tip; ${merged}`,
    gate: evidence.gate,
  })
}

/**
 * A command or an edit may have given a closing run new work. A parked run is woken by those who work on it through the
 * executor (pull mode); for everything else it waits for `resume`.
 */
function wake(turn: Turn, verb: CommandBody['verb'] | null = null): void {
  const { state } = turn
  const parked = state.status === 'parked' && state.parkedFor === 'waiting'
  if (state.status === 'closing' || (parked && (verb === 'claim' || verb === 'report')))
    emit(turn, { type: 'run-moved', to: 'running' })
}

/** Whether an edit of the plan did more than to change words. */
function bringsWork({ state, events }: Turn): boolean {
  return nextReady(state.ready) !== null || events.some(({ body }) => body.type !== 'plan-revised')
}

/** Commands of pull mode release nothing by themselves. */
const pulls: ReadonlySet<CommandBody['verb']> = new Set(['claim', 'lose', 'report'])

/** What a human's command or edit has released may need a gate that nobody has checked yet. */
function checkReleased(turn: Turn): void {
  if (turn.state.status === 'running') addBaseline(turn)
}

/** Starts what can start, keeps the integrator and the projections busy, and closes when nothing is left. */
function advance(turn: Turn, from: number): void {
  const { state } = turn
  if (state.status === 'stopping') {
    noteStages(turn)
    close(turn)
    return
  }
  if (state.ground !== turn.ground && state.status === 'running') addBaseline(turn)
  // What waits to be merged comes first: it may give its job free, or need it.
  let at = from
  if (isAtWork(state)) at = integrate(turn, at)
  if (state.status === 'running') {
    if (turn.events.some(concernsMilestones)) keepMilestones(turn)
    at = startReady(turn, at)
    askAfterStages(turn)
    if (isOver(state)) {
      keepMilestones(turn, true)
      at = startReady(turn, at)
    }
    if (isOver(state)) {
      completeRun(turn)
      at = startReady(turn, at)
    }
  }
  if (isAtWork(state)) integrate(turn, at)
  noteStages(turn)
  if (isAtWork(state)) {
    keepShown(turn)
    close(turn)
  }
}

/** Whether nothing is under way, and what has not begun could not do so now either. */
function isOver(state: RunState): boolean {
  return isIdle(state) && !isHeldUp(state)
}

/** The integrator's next step, and what follows for the task that it moves. @returns where the next call begins */
function integrate(turn: Turn, from: number): number {
  integrateNext(turn)
  return proceedAll(turn, from)
}

/** Publish and projection follow the state without being asked twice: one of each at a time. */
function keepShown(turn: Turn): void {
  const { state } = turn
  const kinds = new Set([...state.effects.values()].map(({ effect }) => effect.is))
  if (state.unpublished && state.tip !== null && state.publishTrouble === null && !kinds.has('publish'))
    request(turn, { is: 'publish', tip: state.tip })
  if (mayProject(state) && !kinds.has('project')) request(turn, { is: 'project' })
}
