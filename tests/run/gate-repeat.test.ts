/** A gate of which nobody saw the end is run again as its definition says. */

import { describe, expect, test } from 'vitest'
import type { GateSpec } from '../../src/run/effect.ts'
import { planOf, policy, Repository, untilAllAccepted } from './merge-world.ts'
import { gate, plan, step, task, World } from './world.ts'

const one = plan([task('A', { steps: [step({ gates: ['unit'] })] })])

function cutOff(repeat: GateSpec['repeat'], purpose: 'draft' | 'merged'): { world: World; again: () => World } {
  // Another task is merged between, so that the merged tree is not the draft's.
  const two = purpose === 'draft' ? one : plan([task('B', { steps: [step({ gates: [] })] }), ...one.tasks])
  const world = new World()
  const options = { policy: { workspace: 'worktree', jobs: 2 } as const, gates: [{ ...gate('unit'), repeat }] }
  world.start(two, options)
  while (!world.pending.some(({ effect }) => effect.is === 'run-gate' && effect.purpose === purpose)) world.step()
  world.die()
  const again = (): World => {
    world.start(two, options)
    return world.run()
  }
  return { world: again(), again }
}
const runs = (world: World, purpose: string): number =>
  world.log.filter(
    ({ body }) => body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === purpose,
  ).length

test.each(['draft', 'merged'] as const)('safe: at once, %s', (purpose) => {
  const { world } = cutOff('safe', purpose)
  expect(world.status('A')).toBe('done')
  expect(world.task('A').proof).toBe('verified')
})

test.each(['draft', 'merged'] as const)('ask: when a person says so, %s', (purpose) => {
  const { world, again } = cutOff('ask', purpose)
  expect(world.status('A')).toBe('reviewing')
  const [review] = [...world.state.reviews.values()]
  expect(review).toMatchObject({ kind: 'interrupted', question: expect.stringContaining('unit was cut off') })
  expect(runs(world, purpose)).toBe(1)
  const { started } = world
  const attempts = started.length
  world.say({ verb: 'answer', review: review?.id ?? '', answer: 'retry', text: '' })
  again()
  expect(world.status('A')).toBe('done')
  expect(world.task('A').proof).toBe('verified')
  expect(started).toHaveLength(attempts)
})

test('asked again it is no yes to the draft: what was done by other words than the plan has now is done again', () => {
  const world = new World()
  const options = { policy: { workspace: 'worktree' } as const, gates: [{ ...gate('unit'), repeat: 'ask' } as const] }
  const read = (textHash: string) => plan([task('A', { textHash, steps: [step({ gates: ['unit'] })] })])
  world.start(read('old'), options)
  while (!world.pending.some(({ effect }) => effect.is === 'run-gate' && effect.purpose === 'draft')) world.step()
  world.die()
  world.start(read('new'), options)
  world.run()
  expect(world.state.reviews.get('R1')).toMatchObject({ kind: 'interrupted', answer: null })
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(read('new'), options)
  world.run()
  expect([world.status('A'), world.started.length]).toEqual(['done', 2])
})

test.each(['draft', 'merged'] as const)('never: the task is blocked, %s', (purpose) => {
  const { world } = cutOff('never', purpose)
  expect(world.task('A').steps[0]?.cause).toMatchObject({
    is: 'gate-cannot-run',
    help: expect.stringContaining('"never"'),
  })
  expect(runs(world, purpose)).toBe(1)
})

describe('cut off over a batch', () => {
  const keys = ['A', 'B', 'C', 'D']
  const whole = 't:A#1+B#1+C#1+D#1'

  function cutOffOver(repeat: GateSpec['repeat']): { world: Repository; again: () => void } {
    const world = new Repository()
    const again = (): void => {
      world.start(planOf(keys), { policy, gates: [{ ...gate('unit'), repeat }] })
    }
    again()
    untilAllAccepted(world, keys)
    while (!world.pending.some(({ effect }) => effect.is === 'run-gate' && effect.purpose === 'merged')) world.step()
    world.die()
    again()
    world.run()
    return { world, again }
  }

  test('ask: it does not run on that tree again unasked, and only the last of the batch waits for the answer', () => {
    const { world, again } = cutOffOver('ask')
    expect(world.gateRuns).not.toContain(whole)
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done', D: 'reviewing' })
    const [review] = [...world.state.reviews.values()]
    expect(review).toMatchObject({ kind: 'interrupted', question: expect.stringContaining('unit was cut off') })
    world.say({ verb: 'answer', review: review?.id ?? '', answer: 'retry', text: '' })
    again()
    world.run()
    expect([world.status('D'), world.task('D').proof, world.gateRuns.at(-1)]).toEqual(['done', 'verified', whole])
  })

  test('never: it does not run on that tree again, and only the last of the batch is blocked', () => {
    const { world } = cutOffOver('never')
    expect(world.gateRuns).not.toContain(whole)
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done', D: 'blocked' })
    expect(world.task('D').steps[0]?.cause).toMatchObject({ is: 'gate-cannot-run' })
  })

  test('safe: at once, and all are done by that one run', () => {
    const { world } = cutOffOver('safe')
    expect(world.gateRuns).toEqual([whole])
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done', D: 'done' })
  })
})
