/**
 * Milestones: once all tasks of a layer are done, its integration tests run on what has been accepted (seed 003 §4). Each run
 * of them is a task of the engine without an agent; after a failure the next one waits for the task that finds out why.
 */

import type { Edge, TaskSpec } from '../plan/model.ts'
import type { GateSpec } from './effect.ts'
import { checkStep, engineTask } from './engine-task.ts'
import type { RunEvent } from './event.ts'
import { testOfGate } from '../plan/integration-gate.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { askNoMore, emit, subjectOf, type Turn } from './turn.ts'

/** Where a test names neither a layer nor tasks, it is one of the whole plan. */
export const wholePlan = 'all'

export interface Milestone {
  readonly run: string
  readonly layer: string
  /** 1-based: how often the tests of the layer were to run in this run. */
  readonly round: number
}

function keyOf({ run, layer, round }: Milestone): string {
  return `milestone:${run}:${round}:${layer}`
}

/** The milestone that a key names; null where it is that of another task. */
export function milestoneOf(key: string): Milestone | null {
  const [, run = '', round = '', layer = ''] = /^milestone:([^:]*):(\d{1,6}):(.*)$/s.exec(key) ?? []
  return round === '' ? null : { run, round: Number(round), layer }
}

/** The milestones of this run, in the order in which they were added. */
export function milestonesOf(state: RunState): readonly TaskRun[] {
  return [...state.tasks.values()].filter(({ spec }) => {
    return spec.origin === 'engine' && milestoneOf(spec.key)?.run === (state.run ?? '')
  })
}

/** The last milestone of each layer, where it has ended and not well. */
export function redMilestones(state: RunState): readonly TaskRun[] {
  return [...lastOf(state).values()].filter((task) => taskStatus(task) === 'blocked')
}

function lastOf(state: RunState): ReadonlyMap<string, TaskRun> {
  return new Map(milestonesOf(state).map((task) => [milestoneOf(task.spec.key)?.layer ?? '', task]))
}

/** The integration tests of the run by the layer whose end calls for them. */
function testsByLayer({ gates }: RunState): ReadonlyMap<string, readonly GateSpec[]> {
  const tests = new Map<string, readonly GateSpec[]>()
  for (const gate of gates.values()) {
    if (testOfGate(gate.name) === null) continue
    const layer = gate.integration?.layer ?? wholePlan
    tests.set(layer, [...(tests.get(layer) ?? []), gate])
  }
  return tests
}

/**
 * Sees to it that each layer with work in this run has a milestone that waits for all its tasks: also for those that have joined
 * it since, and once more after what a red one had found out. Costs the plan.
 */
export function keepMilestones(turn: Turn): void {
  const { state } = turn
  removeStale(turn)
  const tests = testsByLayer(state)
  if (tests.size === 0 || state.run === null) return
  const last = lastOf(state)
  const added: TaskSpec[] = []
  const edges: Edge[] = []
  for (const [layer, gates] of tests) {
    const tasks = tasksOf(state, layer, gates)
    const isAtWork = tasks.some((task) => task.selected && !isEnd(taskStatus(task)))
    const before = last.get(layer)
    const isOver = before === undefined || isEnd(taskStatus(before))
    if (isOver && !isAtWork) continue
    const round = (milestoneOf(before?.spec.key ?? '')?.round ?? 0) + (isOver ? 1 : 0)
    const key = keyOf({ run: state.run, layer, round })
    if (isOver) added.push(milestone(key, layer, gates))
    edges.push(...tasks.map(({ spec }): Edge => ({ from: spec.key, to: key, basis: 'engine', needs: 'done' })))
  }
  const mine = new Set(edges.map(({ to }) => to))
  const kept = state.edges.filter(({ to }) => !mine.has(to))
  const known = new Set(state.edges.flatMap(({ from, to }) => (mine.has(to) ? [`${from}\n${to}`] : [])))
  const isSame = known.size === edges.length && edges.every(({ from, to }) => known.has(`${from}\n${to}`))
  if (added.length === 0 && isSame) return
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+milestones`,
    cause: 'engine',
    by: 'milestones',
    added: added.map((spec, at) => ({ uid: `u${state.nextUid + at}`, spec })),
    changed: [],
    removed: [],
    edges: [...kept, ...edges],
    groups: null,
    order: null,
  })
}

/** Takes the milestones of earlier runs away, however they ended: the tests of a layer would be run for each of them again. */
function removeStale(turn: Turn): void {
  const { state } = turn
  const stale = [...state.tasks.values()].filter(
    (task) => isMilestone(task) && milestoneOf(task.spec.key)?.run !== (state.run ?? ''),
  )
  if (stale.length === 0) return
  const gone = new Map(stale.map((task) => [task.uid, task]))
  for (const { id, task: uid, answer } of state.reviews.values()) {
    const task = gone.get(uid)
    if (task === undefined || answer !== null) continue
    const because = 'another run has begun, which runs the tests itself'
    emit(turn, { type: 'review-withdrawn', review: id, because }, subjectOf(task, currentStep(task)))
  }
  askNoMore(turn, stale)
  const keys = new Set(stale.map(({ spec }) => spec.key))
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+milestones`,
    cause: 'engine',
    by: 'milestones',
    added: [],
    changed: [],
    removed: [...gone.keys()],
    edges: state.edges.filter(({ to }) => !keys.has(to)),
    groups: null,
    order: null,
  })
}

/** The tasks of a layer that somebody does, and those that its tests say they cover; without either, all. */
function tasksOf(state: RunState, layer: string, gates: readonly GateSpec[]): readonly TaskRun[] {
  const covered = new Set(gates.flatMap(({ integration }) => integration?.covers ?? []))
  return state.order
    .map((uid) => taskOf(state, uid))
    .filter((task) => {
      const { spec, left } = task
      // What the plan or a person sets aside is not waited for.
      if (spec.origin !== 'plan' || left || isSetAside(task)) return false
      return (
        spec.layer === layer ||
        covered.has(spec.key) ||
        covered.has(spec.id ?? '') ||
        (layer === wholePlan && covered.size === 0)
      )
    })
}

function isSetAside(task: TaskRun): boolean {
  const status = taskStatus(task)
  return status === 'skipped' || status === 'deferred'
}

/** Whether something happened by which a layer has other tasks to wait for. */
export function concernsMilestones({ body }: RunEvent): boolean {
  if (body.type === 'step-moved') return [body.from, body.to].some((it) => it === 'skipped' || it === 'deferred')
  return body.type === 'plan-revised' || body.type === 'selection-set'
}

function milestone(key: string, layer: string, gates: readonly GateSpec[]): TaskSpec {
  const title = layer === wholePlan ? 'Integration tests of the whole plan' : `Integration tests of the layer ${layer}`
  return engineTask({ key, title, layer, steps: [checkStep(gates.map(({ name }) => name))] })
}

/** Whether a task is a milestone, whose gates are no gates of the ground. */
export function isMilestone({ spec }: TaskRun): boolean {
  return spec.origin === 'engine' && milestoneOf(spec.key) !== null
}
