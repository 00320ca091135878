/** Who is merged together with others, and who alone: what a batch says of one of them it has to say of all. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { candidates } from '../../src/run/batch.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { batchesIn, begun, planOf, policy, Repository, untilAllAccepted } from './merge-world.ts'
import { gate, plan, step, task } from './world.ts'

const gates = ['unit', 'lint'].map(gate)
const usual = (key: string, named: readonly string[] = ['unit']): TaskSpec =>
  task(key, { steps: [step({ gates: [...named] })] })

/** All of them are accepted before the first is merged. @returns who is judged with whom */
function judgedIn(tasks: readonly TaskSpec[], over: Partial<Policy> = {}, world = new Repository()): readonly string[] {
  const keys = tasks.map((it) => it.key)
  world.start(plan(tasks), { policy: { ...policy, jobs: 6, ...over }, gates })
  untilAllAccepted(world, keys)
  return batchesIn(world)
}

test('tasks of the same gates are judged as one, but for the first, whose own tree has passed', () => {
  expect(judgedIn(['A', 'B', 'C', 'D'].map((key) => usual(key)))).toEqual(['A', 'B+C+D'])
})

test.each([
  ['C', 'more gates', ['unit', 'lint'], ['A', 'B+D', 'C']],
  ['C', 'other gates', ['lint'], ['A', 'B+D', 'C']],
  ['B', 'more gates', ['unit', 'lint'], ['A', 'B', 'C+D']],
  ['B', 'other gates', ['lint'], ['A', 'B', 'C+D']],
  // It has nothing to wait for, and is the first that is accepted.
  ['C', 'no gates', [], ['C', 'A+B+D']],
])('%s of %s is judged by itself', (one, _, named, judged) => {
  expect(judgedIn(['A', 'B', 'C', 'D'].map((key) => (key === one ? usual(key, named) : usual(key))))).toEqual(judged)
})

test('a gate of a step that was to be red asks nothing of what is merged', () => {
  const testFirst = [step({ id: 'red', gates: ['lint'], expect: 'red' }), step({ id: 'green', gates: ['unit'] })]
  const world = new Repository()
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'lint') return outcome
    return { ...outcome, evidence: { ...outcome.evidence, result: 'failed', exitCode: 1 } }
  }
  const tasks = [usual('A'), usual('B'), task('C', { steps: testFirst }), usual('D')]
  expect(judgedIn(tasks, { baseline: 'ignore-same' }, world)).toEqual(['A', 'B+C+D'])
})

/** Where it comes among five, and who is judged with whom then: it joins nobody, and nobody joins it. */
const alone = [
  ['B', ['A', 'B', 'C+D+E']],
  ['C', ['A', 'B+D+E', 'C']],
] as const
const among = (one: TaskSpec): readonly TaskSpec[] =>
  ['A', 'B', 'C', 'D', 'E'].map((key) => (key === one.key ? one : usual(key)))

test.each(alone)('one that stands for a whole phase is judged by itself, as %s', (key, judged) => {
  const world = new Repository()
  const phase = task(key, { covers: ['X'], steps: [step({ gates: ['unit'] })] })
  world.start(plan([...among(phase), usual('X')]), { policy: { ...policy, jobs: 6 }, gates })
  untilAllAccepted(world, ['A', 'B', 'C', 'D', 'E'])
  expect(batchesIn(world)).toEqual(judged)
})

test.each(alone)('one whose last step was given up is judged by itself, as %s', (key, judged) => {
  const world = new Repository()
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    const isInVain = effect.is === 'start-attempt' && effect.name.step === 'polish'
    return isInVain ? ({ ...outcome, how: 'failed' } as Outcome) : outcome
  }
  const steps = [step({ gates: ['unit'] }), step({ id: 'polish', gates: [], critical: false })]
  expect(judgedIn(among(task(key, { steps })), {}, world)).toEqual(judged)
  // The step is skipped, and what was done before it is in.
  expect(world.task(key).steps.map((it) => it.status)).toEqual(['done', 'skipped'])
  expect(world.contents.get(world.tip)).toContain(`${key}#1`)
})

test('one that a person has yet to look at is not waited for', () => {
  const tasks = ['A', 'B', 'C', 'D'].map((key) =>
    key === 'C' ? task(key, { steps: [step({ gates: ['unit'], review: 'always' })] }) : usual(key),
  )
  const world = new Repository()
  world.start(plan(tasks), { policy: { ...policy, jobs: 6 }, gates })
  untilAllAccepted(world, ['A', 'B', 'D'])
  expect(batchesIn(world)).toEqual(['A', 'B+D'])
  expect([world.status('C'), world.state.status]).toEqual(['reviewing', 'parked'])
  world.start(plan(tasks), { policy: world.state.policy, gates })
  world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  expect(batchesIn(world)).toEqual(['C'])
  expect(world.status('C')).toBe('done')
})

test('nobody is merged once the run is told to stop; afterwards they are judged as one', () => {
  const keys = ['A', 'B', 'C', 'D']
  const world = begun(keys)
  while (world.status('A') !== 'done') world.step()
  world.say({ verb: 'stop', text: '' })
  expect(batchesIn(world)).toEqual([])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'merging', C: 'merging', D: 'merging' })
  world.start(planOf(keys), { policy: world.state.policy, gates: [gate('unit')] })
  expect(batchesIn(world)).toEqual(['B+C+D'])
})

test('where all work in one folder nobody joins: there is one at a time', () => {
  const keys = ['A', 'B', 'C', 'D']
  const world = begun(keys)
  const { state } = world
  const named = (workspace: Policy['workspace']): readonly string[] =>
    candidates({ ...state, policy: { ...state.policy, workspace } }, [world.task('A')]).map((it) => it.spec.key)
  expect(named('worktree')).toEqual(['B', 'C', 'D'])
  expect(named('in-place')).toEqual([])
})

test('once a gate has looked at a batch nobody joins it any more', () => {
  const keys = ['A', 'B', 'C', 'D']
  const world = new Repository()
  world.start(plan(keys.map((key) => usual(key, ['unit', 'lint']))), { policy: { ...policy, jobs: 6 }, gates })
  const { uid } = world.task('D')
  const stepWhere = (isMine: (effect: Effect) => boolean): boolean => {
    const at = world.pending.findIndex(({ effect }) => isMine(effect))
    return at >= 0 && world.step(at)
  }
  const isOfLate = (effect: Effect): boolean => JSON.stringify(effect).includes(uid)
  const isOnMerge = (effect: Effect): boolean => effect.is === 'run-gate' && effect.purpose === 'merged'
  while (['A', 'B', 'C'].some((key) => world.status(key) !== 'merging'))
    if (!stepWhere((it) => it.is !== 'integrate' && !isOfLate(it))) throw new Error('not accepted')
  while (!(world.batch().join('+') === 'B+C' && world.pending.some(({ effect }) => isOnMerge(effect))))
    if (!stepWhere((it) => !isOfLate(it))) throw new Error('no batch of B and C')
  // Its first gate is at work while D becomes ready.
  while (world.status('D') !== 'merging') if (!stepWhere((it) => !isOnMerge(it))) throw new Error('D is not accepted')
  expect(stepWhere(isOnMerge)).toBe(true)
  expect(world.batch()).toEqual(['B', 'C'])
  expect(world.pending.map(({ effect }) => (effect.is === 'run-gate' ? effect.gate : effect.is))).toEqual(['lint'])
  expect(batchesIn(world)).toEqual(['B+C', 'D'])
})
