/**
 * Milestones: once all tasks of a layer are done, its integration tests run on what has been accepted (seed 003 §4). Tests that
 * only name tasks have a milestone of these. Each run of them is a task of the engine without an agent; after a failure the
 * next one waits for the task that finds out why.
 */

import type { Edge, StepSpec, TaskSpec } from '../plan/model.ts'
import { listed, taskName } from '../plan/names.ts'
import type { GateSpec } from './effect.ts'
import { checkStep, engineTask } from './engine-task.ts'
import type { RunEvent, SpecifiedTask } from './event.ts'
import { isMilestone, milestoneKey, milestoneOf } from './milestone-key.ts'
import { chooseDiagnoses, isChosen, leftOutOf, tasksOf } from './milestone-tasks.ts'
import type { RunState, TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'
import { testsByLayer, whatOf } from './tests-by-layer.ts'
import { emit, type Turn } from './turn.ts'

/** The milestones of this run, in the order in which they were added. */
export function milestonesOf(state: RunState): readonly TaskRun[] {
  return [...state.tasks.values()].filter((task) => isMilestone(task) && milestoneOf(task.spec.key)?.run === state.run)
}

/** The last milestone of each layer, where it has ended and not well. */
export function redMilestones(state: RunState): readonly TaskRun[] {
  return [...lastOf(state).values()].filter((task) => taskStatus(task) === 'blocked')
}

/**
 * Uids of the milestones in whose place another one stands by now, and of those of earlier runs; but for the last of a layer that
 * a person has let pass: that is said for ever after. Tests that were red in an earlier run are told of until they run again.
 */
export function formerMilestones(state: RunState): ReadonlySet<string> {
  const last = new Set([...lastOf(state).values(), ...letPass(state), ...redBefore(state)])
  return new Set([...state.tasks.values()].flatMap((task) => (isMilestone(task) && !last.has(task) ? [task.uid] : [])))
}

/** Of each layer the milestone that a person has let pass last, unless its tests were green since. */
function letPass(state: RunState): Iterable<TaskRun> {
  const found = new Map<string, TaskRun>()
  for (const task of state.tasks.values()) {
    const layer = isMilestone(task) ? milestoneOf(task.spec.key)?.layer : undefined
    if (layer === undefined) continue
    if (task.overridden !== null) found.set(layer, task)
    else if (task.proof === 'verified') found.delete(layer)
  }
  return found.values()
}

/** Of each layer that has no milestone in this run the last one that was red, while a test of it is what it was then. */
function redBefore(state: RunState): Iterable<TaskRun> {
  const found = new Map<string, TaskRun>()
  const present = lastOf(state)
  const tests = testsByLayer(state)
  for (const task of state.tasks.values()) {
    const layer = isMilestone(task) ? milestoneOf(task.spec.key)?.layer : undefined
    if (layer === undefined || present.has(layer) || taskStatus(task) !== 'blocked') continue
    const judged = new Set(task.spec.steps.flatMap((step) => step.gates))
    const isRed = ({ name }: GateSpec): boolean => judged.has(name) && state.testsSeen.get(name) === 'red'
    if (tests.get(layer)?.some(isRed)) found.set(layer, task)
  }
  return found.values()
}

function lastOf(state: RunState): ReadonlyMap<string, TaskRun> {
  return new Map(milestonesOf(state).map((task) => [milestoneOf(task.spec.key)?.layer ?? '', task]))
}

/**
 * Sees to it that each layer with work in this run has a milestone that waits for all its tasks: also for those that have joined
 * it since, and once more after what a red one had found out. One that has not begun has the tests that there are now; where
 * there are none any more, a task is left out by now, or it is of an earlier run, it is taken away. Costs the plan.
 *
 * @param isAtEnd whether nothing else is left to be done: then each layer of which all is done, and a part by what the call is
 *   about, has a milestone for tests that have never been green
 */
export function keepMilestones(turn: Turn, isAtEnd = false): void {
  const { state } = turn
  chooseDiagnoses(turn)
  if (isAtEnd) tellLeftOut(turn)
  const tests = testsInReach(state)
  const stale = staleMilestones(state, tests)
  if ((tests.size === 0 && stale.length === 0) || state.run === null) return
  const last = lastOf(state)
  const added: TaskSpec[] = []
  const changed: SpecifiedTask[] = []
  const edges: Edge[] = []
  for (const [layer, gates] of tests) {
    const tasks = tasksOf(state, layer, gates)
    const isAtWork = tasks.some((task) => task.selected && !isEnd(taskStatus(task)))
    const before = last.get(layer)
    const isOver = before === undefined || isEnd(taskStatus(before))
    const isOwed = isAtEnd && isFree(state, before, gates) && areOwed(state, { tasks, gates })
    if (isOver && !isAtWork && !isOwed) continue
    const round = (milestoneOf(before?.spec.key ?? '')?.round ?? 0) + (isOver ? 1 : 0)
    const key = milestoneKey({ run: state.run, layer, round })
    const steps = [checkStep(gates.map(({ name }) => name))]
    if (before !== undefined && taskStatus(before) === 'pending' && !hasSteps(before, steps))
      changed.push({ uid: before.uid, spec: { ...before.spec, steps } })
    if (isOver) added.push(milestone(key, whatOf(state, layer), { layer, steps }))
    if (isOwed && before?.overridden) tellAnew(turn, layer, gates)
    edges.push(...tasks.map(({ spec }): Edge => ({ from: spec.key, to: key, basis: 'engine', needs: 'done' })))
  }
  const mine = new Set([...edges.map(({ to }) => to), ...stale.map(({ spec }) => spec.key)])
  const kept = state.edges.filter(({ to }) => !mine.has(to))
  const known = new Set(state.edges.flatMap(({ from, to }) => (mine.has(to) ? [`${from}\n${to}`] : [])))
  const isSame = known.size === edges.length && edges.every(({ from, to }) => known.has(`${from}\n${to}`))
  if (added.length + changed.length + stale.length === 0 && isSame) return
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+milestones`,
    cause: 'engine',
    by: 'milestones',
    added: added.map((spec, at) => ({ uid: `u${state.nextUid + at}`, spec })),
    changed,
    removed: stale.map(({ uid }) => uid),
    edges: [...kept, ...edges],
    groups: null,
    order: null,
  })
}

/** Tells why tests run again that a person has let pass: what was let pass was said by others. */
function tellAnew(turn: Turn, layer: string, gates: readonly GateSpec[]): void {
  const gate = gates.find(({ name }) => !turn.state.testsSeen.has(name))?.name
  if (gate === undefined) return
  const text = `the integration tests ${whatOf(turn.state, layer)} are defined anew since a person let them pass, and run again`
  emit(turn, { type: 'finding', kind: 'milestone', text, gate })
}

/** Tells of tests that the call is about and that wait for what it leaves out: nobody has seen them green. */
function tellLeftOut(turn: Turn): void {
  const { state } = turn
  for (const [layer, gates] of testsByLayer(state)) {
    const tasks = tasksOf(state, layer, gates)
    if (!isChosen(tasks) || gates.every(({ name }) => state.testsSeen.get(name) === 'green')) continue
    const open = leftOutOf(state, tasks).map(({ spec }) => taskName(spec))
    if (open.length === 0) continue
    const text = `the integration tests ${whatOf(state, layer)} have not run: ${listed(open, 3)} ${open.length === 1 ? 'is' : 'are'} open and no part of this run`
    if (!state.findings.some((it) => it.text === text)) emit(turn, { type: 'finding', kind: 'milestone', text })
  }
}

/** Whether tests that the call is about have never been green although all that they wait for is done. */
function areOwed(
  state: RunState,
  { tasks, gates }: { readonly tasks: readonly TaskRun[]; readonly gates: readonly GateSpec[] },
): boolean {
  if (gates.every(({ name }) => state.testsSeen.get(name) === 'green')) return false
  return isChosen(tasks) && tasks.every((task) => task.spec.covers !== undefined || taskStatus(task) === 'done')
}

/**
 * Whether no milestone of this run keeps the tests of its layer from another one: a red one waits for what is found out, and one
 * that has ended has judged its tests, and would judge them again without end, but for those that are defined anew.
 */
function isFree(state: RunState, before: TaskRun | undefined, gates: readonly GateSpec[]): boolean {
  if (before === undefined) return true
  const judged = new Set(before.spec.steps.flatMap((step) => step.gates))
  return taskStatus(before) === 'done' && gates.some(({ name }) => !judged.has(name) || !state.testsSeen.has(name))
}

/** The tests of the layers whose open tasks are all part of the run. */
function testsInReach(state: RunState): ReturnType<typeof testsByLayer> {
  return new Map([...testsByLayer(state)].filter((of) => leftOutOf(state, tasksOf(state, ...of)).length === 0))
}

/** Milestones that have not begun and that nothing calls for any more. */
function staleMilestones(state: RunState, tests: ReadonlyMap<string, unknown>): readonly TaskRun[] {
  return [...state.tasks.values()].filter((task) => {
    const of = isMilestone(task) ? milestoneOf(task.spec.key) : null
    return of !== null && taskStatus(task) === 'pending' && (of.run !== state.run || !tests.has(of.layer))
  })
}

function hasSteps({ spec }: TaskRun, steps: readonly StepSpec[]): boolean {
  return JSON.stringify(spec.steps.map((it) => it.gates)) === JSON.stringify(steps.map((it) => it.gates))
}

/** Whether something happened by which a layer has other tasks to wait for, or other tests. */
export function concernsMilestones({ body }: RunEvent): boolean {
  if (body.type === 'step-moved') return [body.from, body.to].some((it) => it === 'skipped' || it === 'deferred')
  return body.type === 'plan-revised' || body.type === 'selection-set' || body.type === 'policy-set'
}

function milestone(
  key: string,
  what: string,
  of: { readonly layer: string; readonly steps: readonly StepSpec[] },
): TaskSpec {
  return engineTask({ key, title: `Integration tests ${what}`, ...of })
}
