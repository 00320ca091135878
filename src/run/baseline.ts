/**
 * The first tasks of the engine: each gate runs once on the untouched base, so that what was red is nobody's fault. Commits
 * that others make during the run are a new base, and so is, where there are no worktrees, what an unfinished task left or a
 * person changed in the folder: the gates run once on it too, before the next task begins.
 */

import type { Edge } from '../plan/model.ts'
import { baselineKey, isBaseline } from './baseline-key.ts'
import { checkStep, engineTask } from './engine-task.ts'
import type { Evidence } from './outcome.ts'
import type { SpecifiedTask } from './event.ts'
import { taskOf, type Review, type RunState, type TaskRun } from './state.ts'
import { currentStep, isHeld, taskStatus } from './task-status.ts'
import { isEnd } from './step-status.ts'
import { askNoMore, emit, subjectOf, type Turn } from './turn.ts'
import { filesGate } from './files-gate.ts'
import { testOfGate } from '../plan/integration-gate.ts'
import { isVerification } from '../plan/verification.ts'
import { isOfPresentGate } from './evidence-key.ts'
import { neededByGates } from './needed-now.ts'
import type { KnownRed } from './verdict.ts'

/**
 * Adds a check for every gate that a task which may begin needs and that this run has not checked, and an edge from it to
 * each such task. A task that is held back by something dead needs nothing yet; when it is released, this is called again.
 * Costs the plan.
 */
export function addBaseline(turn: Turn): void {
  const { state } = turn
  // First, or a check that ended blocked in an earlier run would hold its tasks back, and nothing be asked for them.
  removeStale(turn)
  const known = new Set(state.edges.flatMap((edge) => (edge.basis === 'engine' ? [`${edge.from}\n${edge.to}`] : [])))
  const users = new Map<string, string[]>()
  const withNeeded = neededByGates(state)
  for (const uid of state.order) {
    const task = taskOf(state, uid)
    // What is under way waits for it when it is merged, and not for its next attempt; also where a later call chose others.
    const status = taskStatus(task)
    const waits = status === 'pending'
    if (!task.selected && (waits || isEnd(status))) continue
    if (task.spec.origin === 'engine' || !isConcerned(task)) continue
    for (const gate of withNeeded([...new Set(task.steps.flatMap((step) => step.spec.gates))])) {
      const key = baselineKey(state, gate)
      if (!waits && !isExcusable(state, task, gate)) continue
      const isNew = waits ? !known.has(`${key}\n${task.spec.key}`) : !state.byKey.has(key)
      if (hasBase(state, gate) && isNew)
        users.set(gate, [...(users.get(gate) ?? []), ...(waits ? [task.spec.key] : [])])
    }
  }
  for (const gate of [...users.keys()]) {
    const check = state.byKey.get(baselineKey(state, gate))
    if (check !== undefined && taskStatus(taskOf(state, check)) === 'done') users.delete(gate)
  }
  if (users.size === 0) return
  takeBackOlder(turn, new Set(users.keys()))
  // In the order of the gates, whoever needs them first: a test may need what a build makes.
  const inOrder = [...new Set([...state.gates.keys(), ...users.keys()])].filter((gate) => users.has(gate))
  const added = newChecks(
    state,
    inOrder.filter((gate) => !state.byKey.has(baselineKey(state, gate))),
  )
  const edges = [...users].flatMap(([gate, keys]) =>
    keys.map((to): Edge => ({ from: baselineKey(state, gate), to, basis: 'engine', needs: 'done' })),
  )
  reviseChecks(turn, { added, edges: [...state.edges, ...edges] })
}

/**
 * Adds a check for each of some gates that no task of this run has asked for one of: where that is red, no work of the run has made
 * it so.
 */
export function addUnchecked(turn: Turn, gates: readonly string[]): void {
  const { state } = turn
  const ofRun = checksOf(state, new Set(gates)).filter((it) => isBaseline(it, state.run))
  const checked = new Set(ofRun.flatMap(({ steps }) => steps.flatMap(({ spec }) => spec.gates)))
  const added = newChecks(
    state,
    gates.filter((gate) => hasBase(state, gate) && !checked.has(gate)),
  )
  if (added.length > 0) reviseChecks(turn, { added, edges: state.edges })
}

/** A question about a ground that is no longer the last one is asked of the new one, where it still has to be. */
function takeBackOlder(turn: Turn, gates: ReadonlySet<string>): void {
  const { state } = turn
  const older = checksOf(state, gates).filter(
    (it) => isAsked(state, it) && it.spec.key !== baselineKey(state, it.steps[0]?.spec.gates[0] ?? ''),
  )
  takeBackChecks(turn, older, newGround)
}

/** Why a check of an older ground is no more. */
const newGround = 'the gate looks at what came in since'

/**
 * Takes a check away that was asked for again or under way when a new ground came, where its gate looks at that one, too:
 * what is red there is asked about once.
 * @returns whether it was such a one
 */
export function givesWay(turn: Turn, check: TaskRun): boolean {
  const newest = turn.state.byKey.get(baselineKey(turn.state, check.steps[0]?.spec.gates[0] ?? ''))
  if (newest === undefined || newest === check.uid) return false
  takeBackChecks(turn, [check], newGround)
  return true
}

/** An integration test is no gate of the ground: it is to be red until its layer is done. */
function isOfMilestones(gate: string): boolean {
  return testOfGate(gate) !== null
}

function isOpen({ kind, answer }: Review): boolean {
  return kind === 'baseline' && answer === null
}

/** Whether what a check of the base said is still asked about. */
export function isAsked(state: RunState, { uid }: TaskRun): boolean {
  return [...state.reviews.values()].some((it) => it.task === uid && isOpen(it))
}

/** The checks of gates, on every ground. */
export function checksOf(state: RunState, gates: ReadonlySet<string>): readonly TaskRun[] {
  return [...state.tasks.values()].filter((it) => isBaseline(it) && gates.has(it.steps[0]?.spec.gates[0] ?? ''))
}

/** Takes checks away, and their questions back. */
export function takeBackChecks(turn: Turn, checks: readonly TaskRun[], because: string): void {
  const tasks = new Map(checks.map((task) => [task.uid, task]))
  for (const review of turn.state.reviews.values()) {
    const task = tasks.get(review.task)
    if (task && isOpen(review))
      emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, currentStep(task)))
  }
  removeChecks(turn, checks)
}

/** Takes the checks of earlier runs away, however they ended: each run looks at its base anew (DESIGN, Baseline). */
function removeStale(turn: Turn): void {
  const { state } = turn
  const stale = [...state.tasks.values()].filter((it) => isBaseline(it) && !isBaseline(it, state.run))
  removeChecks(turn, stale)
}

function removeChecks(turn: Turn, checks: readonly TaskRun[]): void {
  const { state } = turn
  if (checks.length === 0) return
  const gone = new Set(checks.map((task) => task.spec.key))
  const removed = checks.map((task) => task.uid)
  askNoMore(turn, checks)
  reviseChecks(turn, { removed, edges: state.edges.filter((edge) => !gone.has(edge.from)) })
}

function reviseChecks(
  turn: Turn,
  of: {
    readonly added?: readonly SpecifiedTask[]
    readonly removed?: readonly string[]
    readonly edges: readonly Edge[]
  },
): void {
  const { state } = turn
  const { added = [], removed = [], edges } = of
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+baseline`,
    cause: 'engine',
    by: 'baseline',
    added,
    changed: [],
    removed,
    edges,
    groups: null,
    order: [...added.map((it) => it.uid), ...state.order.filter((uid) => !removed.includes(uid))],
  })
}

/**
 * Whether a gate has anything to say of what a task begins on: the test of a criterion is written only by the task, and what
 * verifies a step looks for what that step makes.
 */
function hasBase({ gates }: RunState, gate: string): boolean {
  const isOfWork = isVerification(gate) || gates.get(gate)?.test !== undefined
  return gate !== filesGate && !isOfMilestones(gate) && !isOfWork
}

/** Before it begins a task wants to know its base; one that is under way is merged onto the new one, or has new gates. */
function isConcerned(task: TaskRun): boolean {
  const status = taskStatus(task)
  return status === 'pending' ? !isHeld(task) : !isEnd(status)
}

/**
 * Whether a look at the base could excuse what a gate says of a draft. Without a workspace the draft lies in the base itself,
 * and nothing does but what was red when the task began.
 */
function isExcusable({ policy }: RunState, task: TaskRun, gate: string): boolean {
  return policy.workspace !== 'none' || task.forgiven.has(gate)
}

/**
 * What is known of a gate on the ground that a draft began on. A gate that came in with a resumed run has looked at no base
 * before the draft is there: until it has, it says nothing about the draft.
 */
export function baseOf(state: RunState, task: TaskRun, gate: string): Ground {
  if (!isExcusable(state, task, gate)) return { is: 'known' }
  let unknown: Ground | null = null
  for (let ground = 0; ground <= state.ground; ground += 1) {
    const check = baselineKey({ run: state.run, ground }, gate)
    const found = state.tasks.get(state.byKey.get(check) ?? '')
    if (!found) continue
    const status = taskStatus(found)
    if (status === 'done') return { is: 'known' }
    unknown = isEnd(status) ? { is: 'red', gate } : { is: 'unknown', check }
  }
  return unknown ?? { is: 'known' }
}

/**
 * Whether a gate is known to run where a draft began: it has judged the last base, or what could not run there was made to
 * since. What keeps it from running is then what the draft changes.
 *
 * @param known what is let pass where the draft stands
 */
export function couldRun(state: RunState, gate: string, known: KnownRed): boolean {
  const seen = lastLook(state, gate)
  return seen !== undefined && isOfPresentGate(state, seen) && (seen.result !== 'could-not-run' || !known.has(gate))
}

/** What a gate said of the last base where it was red and let pass: what else it says is of a draft. Empty where it was green. */
export function excusedOutput(state: RunState, gate: string): string {
  const seen = lastLook(state, gate)
  return seen === undefined || seen.result === 'passed' ? '' : seen.excerpt
}

/** The verdict on the last ground that has been looked at, and let pass where it was red. */
function lastLook(state: RunState, gate: string): Evidence | undefined {
  for (let ground = state.ground; ground >= 0; ground -= 1) {
    const check = state.tasks.get(state.byKey.get(baselineKey({ run: state.run, ground }, gate)) ?? '')
    const seen = check && taskStatus(check) === 'done' ? check.steps[0]?.verdicts.at(-1) : undefined
    if (seen) return seen
  }
  return undefined
}

export type Ground =
  { readonly is: 'known' } | { readonly is: 'unknown'; readonly check: string } | { readonly is: 'red'; gate: string }

/**
 * What is known of the ground that a task would be merged onto: `red` when a gate of its own is not let pass there.
 * Without commits of others it is what earlier tasks were merged into, and known but for a gate that came in, or was defined
 * anew, when the run went on.
 */
export function groundOf(state: RunState, task: TaskRun): Ground {
  const own = [...new Set(task.steps.flatMap((step) => step.spec.gates))]
  for (const gate of state.ground === 0 ? own : neededByGates(state)(own)) {
    if (!hasBase(state, gate)) continue
    const check = baselineKey(state, gate)
    const found = state.tasks.get(state.byKey.get(check) ?? '')
    if (!found && state.ground === 0) continue
    const status = found ? taskStatus(found) : 'pending'
    if (!isEnd(status)) return { is: 'unknown', check }
    if (status !== 'done') return { is: 'red', gate }
  }
  return { is: 'known' }
}

/** What the ground is now, for people: in a title, and behind "gate G is red" in a question. */
export function groundText({ ground, policy, tasks }: RunState): { readonly title: string; readonly since: string } {
  const isBegun = (it: TaskRun): boolean => it.steps.some((step) => step.attempts > 0)
  if (ground === 0)
    return [...tasks.values()].some(isBegun)
      ? { title: 'on what is there so far', since: 'before the next task' }
      : { title: 'on the untouched base', since: 'before the first task' }
  return policy.workspace === 'worktree'
    ? { title: 'with the commits that were brought in', since: 'since commits of others were brought in' }
    : { title: 'with what was left or changed in the folder', since: 'with what was left or changed in the folder' }
}

function newChecks(state: RunState, gates: readonly string[]): readonly SpecifiedTask[] {
  const { title } = groundText(state)
  return gates.map((gate, index) => {
    const spec = engineTask({
      key: baselineKey(state, gate),
      title: `Gate ${gate} ${title}`,
      steps: [checkStep([gate])],
    })
    return { uid: `u${state.nextUid + index}`, spec }
  })
}
