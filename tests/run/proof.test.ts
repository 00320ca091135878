/** What is called verified: all that was required has proved it, on the very files that are kept. */

import { expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import type { TaskSpec } from '../../src/plan/model.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

function started(it: TaskSpec, script: Script, policy: Partial<Policy> = {}): World {
  const world = new World(script)
  const gates = ['unit', 'lint'].map(gate)
  world.start(plan([it]), { policy: { workspace: 'worktree', retries: 0, ...policy }, gates })
  return world
}

const twoSteps = (first: readonly string[], second: readonly string[]): TaskSpec =>
  task('A', { steps: [step({ id: 'one', gates: first }), step({ id: 'two', gates: second })] })

test('a red gate of an earlier step that was let pass is part of what was required', () => {
  const world = started(
    twoSteps(['lint'], ['unit']),
    { gates: { lint: ['failed'] } },
    { baseline: 'ignore-same' },
  ).run()
  const { proof, evidence } = world.task('A')
  expect([world.status('A'), proof]).toEqual(['done', 'unverified'])
  const merged = world.task('A').merge?.evidenceTree
  expect(evidence.map((it) => [it.gate, it.result, it.tree === merged])).toEqual([
    ['lint', 'failed', true],
    ['unit', 'passed', true],
  ])
})
