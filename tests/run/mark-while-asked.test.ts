/**
 * A mark in the plan on a task that waits for an answer is none: it does not say what is to become of the draft. It is undone, and the
 * question, which is the choice that a mark and a journal that disagree ask for (MW117), stays.
 */

import { expect, test } from 'vitest'
import { marksOf } from '../../src/run/views.ts'
import { gate, plan, step, task, World } from './world.ts'

test.each(['done', 'skipped', 'blocked'] as const)('set to %s while the run is parked', (mark) => {
  const choice = {
    policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 },
    gates: [gate('g')],
  } as const
  const one = task('A', { steps: [step({ gates: ['g'] })] })
  const world = new World({ gates: { 'g draft': ['failed'] } })
  world.start(plan([one]), choice)
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['reviewing', 'parked'])
  world.start(plan([{ ...one, mark }]), choice)
  world.run()
  expect([world.status('A'), world.state.reviews.get('R1')?.answer]).toEqual(['reviewing', null])
  expect(world.state.findings.map((it) => it.text)).toEqual([
    expect.stringContaining('and waits for an answer: the mark is undone'),
  ])
  expect(marksOf(world.state)).toMatchObject([{ key: 'A', state: 'todo', overrides: true }])
})
