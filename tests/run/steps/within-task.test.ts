/** A critical step has failed, and others of its task come after it: what `skip` lets begin (seed 004 §2.2). */

import { expect, test } from 'vitest'
import { propagationDefaults, type PropagationStrategy } from '../../../src/plan/escalation.ts'
import { taskStatus } from '../../../src/run/task-status.ts'
import { attempts, ProgressWorld } from '../progress-world.ts'

/** Step 4.1 has failed with both of its methods, and a person is asked; 4.2 comes after it. */
function asked(strategy: PropagationStrategy, world = new ProgressWorld(attempts({ '4.1': 'fail' }))): ProgressWorld {
  return world.begin('', { propagation: { ...propagationDefaults, strategy } }).run()
}

function skipped(strategy: PropagationStrategy): ProgressWorld {
  const world = asked(strategy)
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'by hand' })
  return asked(strategy, world)
}

const statuses = ({ document }: ProgressWorld): readonly (readonly [string, string])[] =>
  document.tasks.flatMap(({ steps }) => steps).map((it) => [it.step_id, it.status] as const)

test('continue_and_log: the next step begins with a warning, and the task is not done without the failed one', () => {
  const world = skipped('continue_and_log')
  expect(statuses(world).slice(-2)).toEqual([
    ['4.1', 'failed'],
    ['4.2', 'completed'],
  ])
  const decision = world.document.error_propagation_decisions.find((it) => it.step_id === '4.2')
  expect(decision).toMatchObject({
    error_propagation_decision: 'continue_with_warning',
    dependency_concern: 'critical step 4.1 failed and step 4.2 follows it in the same task; a person let the run go on',
  })
  expect(taskStatus(world.task('4'))).toBe('skipped')
  expect(world.task('4').proof).toBe(null)
  expect(world.faults).toEqual([])
  expect(world.refolded()).toBe(world.texts.at(-1))
})

test.each(['halt_on_critical', 'collaborative_review'] as const)('%s: the rest of the task is left out', (strategy) => {
  expect(statuses(skipped(strategy)).slice(-2)).toEqual([
    ['4.1', 'failed'],
    ['4.2', 'skipped'],
  ])
})

test.each([
  ['continue_and_log', true],
  ['halt_on_critical', false],
] as const)('the question under %s says whether skip goes on within the task', (strategy, goesOn) => {
  const [review] = [...asked(strategy).state.reviews.values()]
  expect(
    review?.question.includes('skip goes on with the next step of its task, and lets begin what comes after that'),
  ).toBe(goesOn)
})
