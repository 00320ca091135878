/** A task whose line leaves the plan, and one whose line comes back: what was done or said about it stays. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import { plan, step, task, World } from './world.ts'

const policy = { workspace: 'worktree', retries: 0 } as const
const edit = (world: World, tasks: readonly TaskSpec[]): void => {
  const read = plan(tasks)
  world.feed({ is: 'plan-read', read: { plan: read, hash: JSON.stringify(read) }, by: 'the plan file' })
}
const [A, B] = [task('A'), task('B')]

test('a task whose attempt is under way leaves when that has ended; until then it is at work', () => {
  const world = new World()
  world.start(plan([A, B]), { policy: { ...policy, jobs: 1 } })
  while (world.started.length === 0 && world.step()) continue
  edit(world, [B])
  expect(world.status('A')).toBe('working')
  while (world.status('A') === 'working' && world.step()) continue
  expect(world.status('A')).toBe('skipped')
  // What it had done by then is a draft, and its workspace is not given to another.
  expect([world.task('A').steps[0]?.draft?.commit, world.task('A').prepared]).toEqual(['c1', true])
  world.run()
  expect([world.status('B'), world.state.status, world.state.merged]).toEqual([
    'done',
    'finished',
    [world.task('B').uid],
  ])
})

test('a task that a person skipped stays skipped when its line leaves and comes back', () => {
  const world = new World({ attempts: { 'A/work': [{ says: 'blocked' }] } })
  world.start(plan([A, B]), { policy })
  while (world.status('A') !== 'blocked' && world.step()) continue
  world.say({ verb: 'skip', task: 'A', text: 'not needed' })
  edit(world, [B])
  edit(world, [task('A', { mark: 'skipped' }), B])
  expect(world.status('A')).toBe('skipped')
  expect(world.task('A').steps.map((it) => it.cause)).toMatchObject([{ is: 'human', text: 'not needed' }])
  world.run()
  expect(world.statuses()).toEqual({ A: 'skipped', B: 'done' })
  expect(world.started.filter((it) => it.startsWith('A/'))).toHaveLength(1)
})

test('a draft whose task says something else by then is put aside, and nobody is told that the task is gone', () => {
  const asked = step({ review: 'always' })
  const world = new World({})
  world.start(plan([task('A', { title: 'Add a form', textHash: '1', steps: [asked] })]), { policy })
  world.run()
  expect(world.status('A')).toBe('reviewing')
  edit(world, [task('A', { title: 'Add a form with a box', textHash: '2', steps: [asked] })])
  expect(world.state.findings.map((it) => it.text)).toEqual([
    'worked on under other words, and taken as new tasks as they stand in the plan now: A (was "Add a form"); what was done is kept in the journal',
  ])
  const because = world.log.flatMap(({ body }) => (body.type === 'review-withdrawn' ? [body.because] : []))
  expect(because).toEqual(['It says something else in the plan now'])
})

test('a task that has failed and comes back is shown as it stands', () => {
  const world = new World({ attempts: { 'A/work': [{ says: 'blocked' }] } })
  world.start(plan([A, B]), { policy })
  while (world.status('A') !== 'blocked') world.step()
  edit(world, [B])
  world.run()
  world.die()
  world.start(plan([B]), { policy, run: 'run-2' })
  world.run()
  const asked = world.log.length
  world.start(plan([A, B]), { policy, run: 'run-3' })
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['blocked', 'finished'])
  const requested = world.log
    .slice(asked)
    .flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect.is] : []))
  expect(requested).toContain('project')
})

test('a task that leaves while a known one moves up to its key is gone, and nothing is new', () => {
  const world = new World({ attempts: { 'A/work': [{ says: 'blocked' }] } })
  const [bad, good] = [task('A', { title: 'Bad', textHash: '1' }), task('B', { title: 'Good', textHash: '2' })]
  world.start(plan([bad, good]), { policy })
  world.run()
  expect(world.statuses()).toEqual({ A: 'blocked', B: 'done' })
  world.start(plan([{ ...good, key: 'A', id: 'A', mark: 'done' }]), { policy })
  expect(world.state.findings.map((it) => it.text)).toEqual([
    'no longer in the plan, but in the journal: A; what they ended as stays there',
  ])
})
