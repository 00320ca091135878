/** What people and programs are shown of a run: folded from the state, never stored. */

import { overruling, type Overruling } from './against.ts'
import { amountText } from './budget.ts'
import type { MarkWish } from '../plan/projection.ts'
import type { TaskSpec } from '../plan/model.ts'
import { failedReason, isUnmetReason, namesIn, replacedReason, unmetReason } from '../plan/reasons.ts'
import { failedBeforeText } from './speclets/hold-rest.ts'
import { countTwins, withoutOccurrence } from '../plan/task-key.ts'
import { criteriaSeen, type CriterionView } from './criteria-seen.ts'
import { taskOf, type Review, type RunState, type TaskRun } from './state.ts'
import { groupsBeside, isBeside } from './beside.ts'
import { currentStep, holdsOn, isUnclear, isUnwritten, taskStatus } from './task-status.ts'
import { isReady } from './track.ts'
import { earlierWriter, noWays, type Ways } from './writers.ts'
import type { Evidence } from './outcome.ts'
import { isEnd, type Cause, type Proof, type StepStatus, type WaitingOn } from './step-status.ts'
import { describeEnd } from './attempt-end.ts'
import { cycleBehind, holdingBlockers, nothingKnown, type Known } from './dead-blockers.ts'
import { formerMilestones } from './milestone.ts'
import { openProposals, proposalText } from './open-proposals.ts'

export interface TaskView {
  readonly uid: string
  readonly key: string
  readonly id: string | null
  readonly title: string
  readonly group: string | null
  readonly origin: TaskSpec['origin']
  readonly selected: boolean
  /** Whether `counts` are over it: selected, of the plan, and no phase: its own tasks are counted for it. */
  readonly counted: boolean
  /** Standard mode: keys of the tasks that it stands for. */
  readonly covers: readonly string[] | null
  /** With `blocked` for what waits for something that has ended badly or is not run: that is derived, never stored. */
  readonly state: StepStatus
  readonly reason: string | null
  readonly waitingOn: WaitingOn | null
  readonly attempts: number
  /** Who works on it; absent where that is the default of the run. */
  readonly agent?: string
  readonly proof: Proof | null
  /** Who let it pass, where its proof is `overridden`; absent where nobody did. */
  readonly overridden?: Overruling
  readonly evidence: readonly Evidence[]
  /** The acceptance criteria that it sees red and then green, in their order; absent where it has none of that kind. */
  readonly criteria?: readonly CriterionView[]
  readonly commit: string | null
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface RunView {
  readonly run: string | null
  readonly status: 'running' | 'waiting' | 'paused' | 'stopped' | 'finished' | 'new'
  readonly tasks: readonly TaskView[]
  readonly counts: Counts
  readonly reviews: readonly Review[]
  readonly findings: readonly { readonly kind: string; readonly text: string }[]
  /** What the executor itself waits for: a publish or a projection that is not safe now. */
  readonly held: readonly { readonly what: 'publish' | 'project'; readonly reason: string; readonly help: string }[]
}

export interface Counts {
  readonly done: number
  readonly blocked: number
  readonly failed: number
  readonly skipped: number
  readonly deferred: number
  readonly remaining: number
}

/** Why a step ended as it did, in one line for people; it becomes the `reason:` beside a blocked mark. */
export function causeText(cause: Cause): string {
  switch (cause.is) {
    case 'retries-exhausted':
      return failedReason(cause.attempts, firstLine(cause.last))
    case 'budget':
      return `its budget of ${amountText(cause.of, cause.limit)} is used (policy.budgets.task_${cause.of === 'ms' ? 'time' : 'attempts'})`
    case 'red-without':
      return `Left out, and what its task has left does not hold without it: ${firstLine(cause.last)}`
    case 'interruptions':
      return `Interrupted ${cause.count} times, and never came to an end`
    case 'agent-missing':
      return `Agent ${cause.agent} could not be started: ${cause.help}`
    case 'tool-missing':
      return `Not run, ${cause.tool}: ${firstLine(cause.help)}`
    case 'agent-gave-up':
      return `The agent says it cannot be done: ${firstLine(cause.text)}`
    case 'cycle':
      return `Dependency cycle ${[...cause.members, cause.members[0] ?? ''].join(' -> ')}`
    case 'unknown-blocker':
      return `Unknown dependencies: ${cause.ids.join(', ')}`
    case 'conflict':
      return `Merge conflict in ${cause.paths.join(', ')}; the work is kept${cause.draft ? ` in ${cause.draft.slice(0, 7)}` : ''}`
    case 'gate-cannot-run':
      return `Gate ${cause.gate} could not run: ${firstLine(cause.help)}`
    case 'milestone':
      return `Integration tests are red: ${cause.tests.join(', ')}`
    case 'baseline':
      return `Gate ${cause.gate} is red before the first task`
    case 'unverified':
      return cause.changedNothing
        ? 'It changed nothing, and the policy demands proof'
        : 'No gate checks this task, and the policy demands one'
    case 'deviation':
      return `Deviation: ${cause.what}`
    case 'workspace':
      return `No workspace: ${firstLine(cause.reason)}`
    case 'not-merged':
      return `Not merged: ${firstLine(cause.reason)}`
    case 'rejected':
      return `Rejected by ${cause.by}${cause.text.trim() === '' ? '' : `: ${firstLine(cause.text)}`}`
    case 'replaced':
      return replacedReason(cause.by)
    case 'mark':
      return cause.text
    case 'human':
      return cause.text === '' ? `Set by ${cause.by}` : cause.text
    case 'bad-proposal':
      return `Its proposal does not fit the plan: ${firstLine(cause.text)}`
    default:
      return cause satisfies never
  }
}

function firstLine(text: string): string {
  const line = text.split('\n').find((it) => it.trim() !== '') ?? ''
  return line.trim().slice(0, 200)
}

/**
 * How a task stands for people: its own state, or blocked by what it waits for.
 * @param known what was found so far, where many tasks are asked about
 */
export function standing(
  state: RunState,
  task: TaskRun,
  known = nothingKnown(),
): { readonly state: StepStatus; readonly reason: string | null } {
  const status = taskStatus(task)
  const step = currentStep(task)
  // What an earlier run has shown blocked stays so while it is, also where this one leaves it out.
  if (status === 'pending' && (task.selected || task.shown === 'blocked')) {
    if (task.spec.unknownBlockers.length > 0)
      return { state: 'blocked', reason: causeText({ is: 'unknown-blocker', ids: task.spec.unknownBlockers }) }
    if (task.failedBefore !== null) return { state: 'blocked', reason: failedBeforeText(task.failedBefore) }
    const dead = holdingBlockers(state, task, known)
    // Work of the engine's own is not in the plan: what ails it is the reason, not its name.
    const ours = dead.find((it) => it.spec.origin === 'engine' && currentStep(it).cause !== null)
    if (ours) return { state: 'blocked', reason: standing(state, ours).reason }
    const members = dead.length > 0 ? cycleBehind(state, task, known.cycles) : null
    if (members !== null) return { state: 'blocked', reason: causeText({ is: 'cycle', members }) }
    if (dead.length > 0) return { state: 'blocked', reason: unmetReason(dead.map(nameOf)) }
  }
  if (step.cause && (status === 'blocked' || status === 'failed' || status === 'skipped' || status === 'deferred'))
    return { state: status, reason: causeText(step.cause) }
  if (status === 'working' && step.running === null && step.ended && step.ended.how !== 'finished')
    return { state: status, reason: describeEnd(step.ended) }
  return { state: status, reason: status === 'blocked' || status === 'deferred' ? task.spec.reason : null }
}

/** Of a task that could begin, and waits for a file that another one writes, or for its folder: until when. Never stored. */
export function heldUpText(state: RunState, task: TaskRun, ways = noWays()): string | null {
  if (!isReady(task)) return null
  const until = (by: TaskRun): string => `Waits until ${nameOf(by)} has come to its end`
  const [held] = holdsOn(state, task)
  if (held !== undefined) return `${until(taskOf(state, held.by))}: both write ${held.path}`
  const earlier = earlierWriter(state, task, ways)
  if (earlier !== null)
    return `${until(taskOf(state, earlier.by))}: both write ${earlier.path}, and it comes first in the plan`
  if (state.active.size < state.policy.jobs) return null
  const lying = [...state.active].map((uid) => taskOf(state, uid)).find((it) => taskStatus(it) === 'reviewing')
  return lying === undefined ? null : `${until(lying)}: both work in one folder`
}

/** The name people know a task by. */
export function nameOf(task: TaskRun): string {
  return task.spec.id ?? (task.spec.origin === 'engine' ? task.spec.title : task.spec.key)
}

function viewTask(state: RunState, task: TaskRun, known: Known, ways: Ways): TaskView {
  const seen = criteriaSeen(task)
  const stands = standing(state, task, known)
  const overruled = overruling(task)
  const { spec, method } = currentStep(task)
  const agent = spec.methods[method]?.agent
  return {
    uid: task.uid,
    key: task.spec.key,
    id: task.spec.id,
    title: task.spec.title,
    group: task.spec.group,
    origin: task.spec.origin,
    selected: task.selected,
    counted: false,
    covers: task.spec.covers ?? null,
    state: stands.state,
    reason: stands.reason ?? heldUpText(state, task, ways),
    waitingOn: currentStep(task).waitingOn,
    attempts: task.steps.reduce((sum, step) => sum + step.attempts - step.notRun, 0),
    ...(agent == null ? {} : { agent }),
    proof: task.proof,
    ...(overruled === null ? {} : { overridden: overruled }),
    evidence: task.evidence.length > 0 ? task.evidence : task.steps.flatMap((step) => step.verdicts),
    ...(seen.length > 0 ? { criteria: seen } : {}),
    commit: task.commit,
    startedAt: task.startedAt,
    endedAt: task.endedAt,
  }
}

/** Whether nothing came of a proposal in place of a task that is rejected no more: it is nothing that anybody has to deal with. */
function isFormerProposal(state: RunState, task: TaskRun): boolean {
  if (task.spec.replaces === undefined) return false
  const rejected = state.tasks.get(state.byKey.get(task.spec.replaces) ?? '')
  const status = taskStatus(task)
  return isEnd(status) && status !== 'done' && (rejected === undefined || taskStatus(rejected) !== 'failed')
}

/** The whole run, for `status`, `run --json` and the displays. Costs the plan. */
export function viewRun(state: RunState): RunView {
  const covered = new Set([...state.tasks.values()].flatMap((task) => (task.selected ? (task.spec.covers ?? []) : [])))
  const known = nothingKnown()
  const ways = noWays()
  // What has left the plan is told as a finding, and stands in the log.
  const former = formerMilestones(state)
  const present = state.order.filter((uid) => {
    const task = taskOf(state, uid)
    return !task.left && !former.has(uid) && !isFormerProposal(state, task)
  })
  const tasks = present.map((uid) => {
    const view = viewTask(state, taskOf(state, uid), known, ways)
    const selected = view.selected || covered.has(view.key)
    return { ...view, selected, counted: selected && view.origin !== 'engine' && view.covers === null }
  })
  const mine = tasks.filter((task) => task.counted)
  const count = (status: StepStatus): number => mine.filter((task) => task.state === status).length
  const counts = {
    done: count('done'),
    blocked: count('blocked'),
    failed: count('failed'),
    skipped: count('skipped'),
    deferred: count('deferred'),
  }
  const ended = Object.values(counts).reduce((sum, it) => sum + it, 0)
  return {
    run: state.run,
    status: statusOf(state),
    tasks,
    counts: { ...counts, remaining: mine.length - ended },
    reviews: openReviews(state),
    findings: [
      ...state.findings.map(({ kind, text }) => ({ kind, text })),
      ...openProposals(state).map((it) => ({
        kind: 'added-task',
        text: proposalText(it, nameOf(taskOf(state, it.by))),
      })),
    ],
    held: [
      ...(state.publishTrouble ? [{ what: 'publish' as const, ...state.publishTrouble }] : []),
      ...(state.projectTrouble ? [{ what: 'project' as const, ...state.projectTrouble }] : []),
      ...(state.withheld ? [{ what: 'project' as const, ...state.withheld }] : []),
    ],
  }
}

function statusOf(state: RunState): RunView['status'] {
  switch (state.status) {
    case 'new':
    case 'finished':
      return state.status
    case 'parked':
      return state.parkedFor ?? 'stopped'
    case 'running':
    case 'pausing':
    case 'stopping':
    case 'closing':
      return 'running'
    default:
      return state.status satisfies never
  }
}

/** Questions that a human has not answered. */
export function openReviews(state: RunState): readonly Review[] {
  return [...state.reviews.values()].filter((review) => review.answer === null)
}

/**
 * The marks that the plan file should show: of every task that this program has moved, or that waits for something dead.
 *
 * @param merging uids of the tasks that are being merged: their commit already shows them done
 * @param present reasons that stand in these very bytes, by key: a tree or a branch may be behind the working file
 * @param isAnew also those that a person has set: the file is brought back to all that the journal says
 */
export function marksOf(
  state: RunState,
  {
    merging = new Set(),
    present = new Map(),
    isAnew = false,
  }: {
    readonly merging?: ReadonlySet<string>
    readonly present?: ReadonlyMap<string, string>
    readonly isAnew?: boolean
  } = {},
): readonly MarkWish[] {
  const wishes: MarkWish[] = []
  const known = nothingKnown()
  const isRenumbered = renumberedIn(state)
  const beside = groupsBeside(state)
  const twins = countTwins(keysInPlan(state, beside))
  for (const uid of state.order) {
    const task = taskOf(state, uid)
    if (task.spec.origin !== 'plan' || isNotUnderstood(task) || task.spec.covers || task.left) continue
    if (isBeside(beside, task.spec)) continue
    const wish: ReturnType<typeof wishOf> = merging.has(uid)
      ? { state: 'done', reason: null }
      : wishOf(state, task, known)
    const untouched = task.reasonsWritten.length === 0 && !isOverruled(task)
    if (wish.state === 'todo' && task.shown === 'todo' && untouched) continue
    // What a human set in the plan is the human's: it is neither written again nor taken away. What they said is ours to write.
    const isTheirs = !isAnew && wish.state === task.spec.mark && task.shown === task.spec.mark && !isOurs(task)
    if (!isUnwritten(task) && isTheirs && untouched) continue
    const count = twins.get(withoutOccurrence(task.spec.key)) ?? 1
    wishes.push({
      key: task.spec.key,
      id: task.spec.id,
      title: task.spec.title,
      ...(task.formerTitles.length > 0 ? { formerTitles: task.formerTitles } : {}),
      ...(task.formerIds.length > 0 ? { formerIds: task.formerIds, files: task.spec.files.map((it) => it.path) } : {}),
      ...(count > 1 ? { twins: count } : {}),
      ...wish,
      ...(isOverruled(task) ? { overrides: true } : {}),
      writtenReason: ownReason(task, present.get(task.spec.key), isRenumbered),
      ...(task.replacedReason === null ? {} : { replacedReason: task.replacedReason }),
    })
  }
  return wishes
}

/** Whether nobody understood its mark, and nobody has said since what it is: then nothing is written there. */
function isNotUnderstood(task: TaskRun): boolean {
  if (task.spec.mark === 'running') return isUnclear(task)
  return task.spec.mark === 'unknown' && (task.shown === 'unknown' || currentStep(task).cause?.is === 'mark')
}

/** Whether a task's state is what runs came to, the present one or an earlier one, and not a mark that a person set. */
function isOurs(task: TaskRun): boolean {
  return !isByMark(task) && (task.selected || task.proof !== null)
}

/** Whether a task is done because a person has ticked it in the plan: no run and no verb has said so. */
function isByMark(task: TaskRun): boolean {
  return task.proof === 'by-human' && currentStep(task).because !== 'by-human'
}

/** A tick whose work was taken away is as little true as a claim; nor is a task put aside of which a person took that back. */
function isOverruled(task: TaskRun): boolean {
  return task.claimed || task.takenBack
}

/** The keys of the tasks that stand in the plan's own file. */
function keysInPlan(state: RunState, beside: ReadonlySet<string>): readonly string[] {
  return state.order.flatMap((uid) => {
    const { spec, left } = taskOf(state, uid)
    return spec.origin === 'plan' && !left && !isBeside(beside, spec) ? [spec.key] : []
  })
}

/**
 * The reason that may be taken away: what stands there, if this program wrote it, also where a person has renumbered the
 * tasks in it, else what it wrote last.
 */
function ownReason(
  task: TaskRun,
  present: string | undefined,
  isRenumbered: (written: string, present: string) => boolean,
): string | null {
  if (present !== undefined && task.reasonsWritten.includes(present)) return present
  const last = task.writtenReason ?? task.reasonsWritten.at(-1) ?? null
  return present !== undefined && last !== null && isRenumbered(last, present) ? present : last
}

/** Tells whether a reason says of other names what was written of them. Costs the plan once, where it is asked at all. */
function renumberedIn(state: RunState): (written: string, present: string) => boolean {
  let names: { readonly known: ReadonlySet<string>; readonly all: ReadonlySet<string> } | null = null
  const look = (): NonNullable<typeof names> => {
    const tasks = [...state.tasks.values()]
    const known = namesIn(tasks.map(({ spec }) => spec))
    return { known, all: new Set([...known, ...tasks.flatMap(({ formerIds }) => formerIds)]) }
  }
  return (written, present) => {
    names ??= look()
    return isUnmetReason(written, names.all) && isUnmetReason(present, names.known)
  }
}

function wishOf(state: RunState, task: TaskRun, known: Known): Pick<MarkWish, 'state' | 'reason' | 'because'> {
  const { state: status, reason } = standing(state, task, known)
  switch (status) {
    case 'done':
      return { state: 'done', reason: null }
    case 'skipped':
    case 'deferred':
      return { state: status, reason }
    case 'failed':
      return { state: 'blocked', reason, because: 'rejected' }
    case 'blocked': {
      const unmet = taskStatus(task) === 'blocked' ? {} : ({ because: 'unmet' } as const)
      return { state: 'blocked', reason: currentStep(task).cause?.is === 'mark' ? task.spec.reason : reason, ...unmet }
    }
    case 'pending':
    case 'working':
    case 'verifying':
    case 'reviewing':
    case 'merging':
      return { state: 'todo', reason: null }
    default:
      return status satisfies never
  }
}
