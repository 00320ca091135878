/** While a question about the spec's pattern stands no other task begins, and what is answered meanwhile waits (seed 004 §2.0a). */

import { expect, test } from 'vitest'
import { escalationDefaults, propagationDefaults } from '../../../src/plan/escalation.ts'
import type { Plan } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { judgeFeasibility } from '../../../src/run/patterns/feasibility.ts'
import type { PatternsJudged } from '../../../src/run/patterns/judged.ts'
import { lessonPolicy, part } from '../education/lessons.ts'
import { plan, step, task, World } from '../world.ts'

/** A pattern that recommends `recommended`, of a spec that is built with go. */
const judged = (...recommended: readonly string[]): PatternsJudged => ({
  feasibility: judgeFeasibility(
    { name: 'berth_board', confidence: 'HIGH', technologies: recommended, reference: null, risk: null },
    { technologies: ['go'], steps: 4 },
  ),
  asked: null,
  failed: null,
})
const deviation = judged('go', 'postgres')

const policy: Partial<Policy> = {
  workspace: 'worktree',
  mode: 'collaborative',
  jobs: 2,
  unverified: 'accept',
  escalation: escalationDefaults,
  propagation: propagationDefaults,
}
const twoTasks = plan(['A', 'B'].map((key) => task(key, { steps: [step({ id: '1' })] })))

function begin(world: World, read: Plan, patterns = deviation, over: Partial<Policy> = policy): World {
  world.start(read, { policy: over, patterns })
  return world.run()
}

const open = ({ state }: World): readonly string[] =>
  [...state.reviews.values()].flatMap(({ kind, task: uid, answer }) =>
    answer === null ? [`${state.tasks.get(uid)?.spec.key ?? ''} ${kind}`] : [],
  )

/** Answers the oldest question that stands, or the first one of a kind. */
function answer(world: World, given: 'approve' | 'escalate' | 'alternatives', kind?: string): World {
  const review = [...world.state.reviews.values()].find(
    (it) => it.answer === null && (kind === undefined || it.kind === kind),
  )
  world.say({ verb: 'answer', review: review?.id ?? '', answer: given, text: '' })
  return world
}

test('of two tasks side by side one is asked about, and the other does not begin until that is answered', () => {
  const world = begin(new World(), twoTasks)
  expect([open(world), world.status('B'), world.started]).toEqual([['A pattern-deviation'], 'pending', []])
  begin(answer(world, 'alternatives'), twoTasks)
  expect([open(world), world.status('B')]).toEqual([['A pattern-deviation'], 'pending'])
  begin(answer(world, 'approve'), twoTasks)
  expect([...world.started].sort()).toEqual(['A/1/primary#1', 'B/1/primary#1'])
  expect(world.log.filter(({ body }) => body.type === 'pattern-decided')).toHaveLength(2)
})

/** Its first task breaks a rule, so that people are asked about that first, and the second one is where the pattern comes up. */
const broken: Partial<Policy> = { ...policy, propagation: { ...propagationDefaults, enabled: false } }

test('a task that is answered meanwhile neither asks the same nor begins', () => {
  const world = begin(new World(), twoTasks, deviation, broken)
  expect(open(world)).toEqual(['A escalation', 'B escalation'])
  begin(answer(answer(world, 'approve'), 'approve'), twoTasks, deviation, broken)
  expect([open(world), world.started]).toEqual([['A pattern-deviation'], []])
  expect(world.task('B').steps[0]?.waitingOn).toMatchObject({ is: 'job' })
  begin(answer(world, 'approve'), twoTasks, deviation, broken)
  expect([...world.started].sort()).toEqual(['A/1/primary#1', 'B/1/primary#1'])
})

test('where the task that was asked about leaves the plan, the one that waits is asked instead', () => {
  const world = begin(new World(), twoTasks, deviation, broken)
  begin(answer(answer(world, 'approve'), 'approve'), twoTasks, deviation, broken)
  const without = plan([task('B', { steps: [step({ id: '1' })] })])
  begin(world, without, deviation, broken)
  expect([open(world), world.started]).toEqual([['B pattern-deviation'], []])
  begin(answer(world, 'approve'), without, deviation, broken)
  expect(world.started).toEqual(['B/1/primary#1'])
})

test('what has begun goes on: a pattern that is another one when the run is taken up again is asked about once', () => {
  const tasks = ['A', 'B', 'C'].map((key) => task(key, { steps: [step({ id: '1', review: 'always' })] }))
  const world = begin(new World(), plan(tasks), judged('go'))
  const drafts = ['A', 'B', 'C'].map((key) => `${key} draft`)
  expect(open(world)).toEqual(drafts)
  const more = plan([...tasks, task('D'), task('E')])
  begin(world, more)
  expect(open(world)).toEqual([...drafts, 'D pattern-deviation'])
  for (const kind of ['draft', 'draft']) answer(world, 'approve', kind)
  begin(world, more)
  expect([world.status('A'), world.status('B'), world.status('E')]).toEqual(['done', 'done', 'pending'])
})

test('in education mode no agent is asked of another task either', () => {
  const read = plan(['A', 'B'].map((key) => task(key, { steps: [part('1')] })))
  const over = lessonPolicy({}, { jobs: 2 })
  const world = begin(new World(), read, deviation, over)
  expect([open(world), world.status('B')]).toEqual([['A pattern-deviation'], 'pending'])
  begin(answer(world, 'approve'), read, deviation, over)
  expect(open(world)).toEqual(['A education', 'B education'])
})
