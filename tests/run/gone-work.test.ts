/** Commits that a person took from the branch and goes on without: the tasks that were done by them are set aside. */

import { expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { edge, plan, step, task, World } from './world.ts'

/** Each task is merged by a commit of its own: the first by 111…, the second by 222…. */
const commit = (number: number): string => String(number).repeat(40)

const read = plan([task('A'), task('B'), task('C')], [edge('A', 'B'), edge('B', 'C')])

/** A world in which the publish after a number of merges finds that these commits are gone. */
function begun(after: number, gone: readonly string[]): World {
  const world = new World()
  const perform = world.perform.bind(world)
  let merges = 0
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    if (
      outcome.of === 'integrate' &&
      outcome.is === 'committed' &&
      effect.is === 'integrate' &&
      effect.stage === 'commit'
    )
      return effect.task === null ? outcome : { ...outcome, commit: commit((merges += 1)) }
    if (outcome.of === 'publish' && outcome.is === 'published' && merges === after) return { ...outcome, gone }
    return outcome
  }
  world.start(read, { policy: { workspace: 'worktree' } })
  return world
}
const taken = (after: number, gone: readonly string[]): World => begun(after, gone).run()
const told = (world: World): readonly string[] =>
  world.state.findings.filter((it) => it.kind === 'MW117').map((it) => it.text.replace(/ was done by.*/, ''))

test('the task of that commit alone is set aside; others that are done stay done, and what waits goes on', () => {
  const world = taken(2, [commit(1)])
  expect(world.statuses()).toEqual({ A: 'skipped', B: 'done', C: 'done' })
  expect([world.task('A').commit, world.task('B').commit]).toEqual([null, commit(2)])
  expect([told(world), world.started.length]).toEqual([['A'], 3])
})

test('commits that are nobody’s work set nothing aside', () => {
  const world = taken(2, ['f'.repeat(40)])
  expect(world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  expect(told(world)).toEqual([])
})

test('a task that has not begun is none of them', () => {
  const world = taken(1, [commit(1), commit(2)])
  expect(world.statuses()).toEqual({ A: 'skipped', B: 'done', C: 'done' })
  expect(told(world)).toEqual(['A'])
})

test('a task that was done and has got another step since is worked on, and not set aside under its agent', () => {
  const world = begun(1, [commit(1)])
  while (world.status('A') !== 'done' && world.step()) continue
  const more = task('A', { steps: [step(), step({ id: 'more' })] })
  const edited = { ...read, tasks: read.tasks.map((it) => (it.key === 'A' ? more : it)) }
  world.feed({ is: 'plan-read', read: { plan: edited, hash: 'edited' }, by: 'the plan file' })
  expect([world.status('A'), world.task('A').commit]).toEqual(['working', commit(1)])
  world.run()
  expect(told(world)).toEqual([])
  expect(world.task('A').steps.map((it) => it.because)).not.toContain('work-lost')
})
