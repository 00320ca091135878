/** A step that was given up, and one whose gates are to be red: what of them counts for the task. */

import { describe, expect, test } from 'vitest'
import type { StepSpec } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

const gates = [gate('unit'), gate('lint')]
const work = step({ id: 'work' })

/** A run of one task with these steps. What others did meanwhile is in every merge. */
function ran(steps: readonly StepSpec[], script: Script, policy: Partial<Policy> = {}): World {
  const world = new World(script)
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    return outcome.of === 'integrate' && outcome.is === 'merged' ? { ...outcome, evidenceTree: 't-merged' } : outcome
  }
  world.start(plan([task('A', { steps })]), { policy: { workspace: 'worktree', retries: 0, ...policy }, gates })
  return world.run()
}

/** The commits that attempts began on. */
const bases = (world: World): readonly (string | null)[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.base] : [],
  )
const asked = (world: World, purpose: string): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === purpose
      ? [body.effect.gate]
      : [],
  )
const evidence = (world: World): readonly (readonly [string, string, string | null])[] =>
  world.task('A').evidence.map((it) => [it.gate, it.result, it.tree])

describe('a step that was given up', () => {
  const extra = step({ id: 'extra', critical: false, gates: ['unit'] })
  const red = { gates: { 'unit draft': ['failed'] } } as const

  test('leaves no draft for the next step: that one begins where the task began', () => {
    const world = ran([extra, work], red)
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['skipped', 'done'])
    expect(bases(world)).toEqual(['c0', 'c0'])
  })

  test('and one that was done before it is what the next step begins on', () => {
    const world = ran([work, extra, { ...work, id: 'last' }], red)
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['done', 'skipped', 'done'])
    expect(bases(world)).toEqual(['c0', 'c1', 'c1'])
  })

  test('as the last one, with nothing to merge and no gate, leaves what the others have proved', () => {
    const fails = { attempts: { 'A/extra': [{ how: 'failed' }] } } as const
    const world = ran(
      [
        { ...work, gates: ['lint'] },
        { ...extra, gates: [] },
      ],
      fails,
      { workspace: 'none' },
    )
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['done', 'skipped'])
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
  })

  test('in the middle its gates judge nothing of what the others leave', () => {
    const world = ran([work, extra, { ...work, id: 'last', gates: ['lint'] }], red)
    expect([world.status('A'), asked(world, 'merged')]).toEqual(['done', ['lint']])
  })

  test('gives the task no evidence', () => {
    const world = ran([extra, work], red, { workspace: 'none' })
    expect([world.status('A'), evidence(world), world.task('A').proof]).toEqual(['done', [], 'unverified'])
  })

  test('does not make it verified by a gate that was to be red', () => {
    const tests = { ...extra, expect: 'red', gates: ['unit', 'lint'] } as const
    const world = ran([tests, work], red, { workspace: 'none' })
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['skipped', 'done'])
    expect([evidence(world), world.task('A').proof]).toEqual([[], 'unverified'])
  })
})

describe('a step whose gate is to be red', () => {
  const tests = step({ id: 'tests', expect: 'red', gates: ['unit'] })

  test('is proved by its own red verdict, the one after it by the green one on the merged tree', () => {
    const world = ran([tests, { ...work, gates: ['unit'] }], { gates: { 'unit draft': ['failed', 'passed'] } })
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
    expect(evidence(world)).toEqual([
      ['unit', 'failed', 't-c1'],
      ['unit', 'passed', 't-merged'],
    ])
  })

  test('is merged although that gate is red on the merged tree: it is not asked there', () => {
    const steps = [tests, { ...work, gates: ['lint'] }]
    const world = ran(steps, { gates: { 'unit draft': ['failed'], 'unit merged': ['failed'] } })
    expect([world.status('A'), asked(world, 'merged')]).toEqual(['done', ['lint']])
    expect(evidence(world)).toEqual([
      ['unit', 'failed', 't-c1'],
      ['lint', 'passed', 't-merged'],
    ])
  })
})
