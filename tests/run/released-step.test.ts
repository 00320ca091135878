/** A task of several steps that a person releases in the middle goes on there, also in a run of its own. */

import { expect, test } from 'vitest'
import { edge, gate, plan, step, task, World } from './world.ts'

const steps = [step({ id: 'one' }), step({ id: 'two', gates: ['unit'] }), step({ id: 'three' })]
const read = plan([task('A', { steps }), task('B'), task('C')], [edge('A', 'B'), edge('B', 'C')])
const options = { policy: { workspace: 'worktree', retries: 0, jobs: 1 }, gates: [gate('unit')] } as const

/** A is blocked in its second step, the run has ended, and A was released in one way or the other. */
function released(verbs: readonly ('skip' | 'unblock')[]): World {
  const world = new World({ attempts: { 'A/two': [{ how: 'failed' }, {}] } })
  world.start(read, options)
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['blocked', 'finished'])
  for (const verb of verbs) world.say({ verb, task: 'A', text: '' })
  return world
}

test.each([[['unblock']], [['skip', 'unblock']]] as const)('after %s the next run goes on with it', (verbs) => {
  const world = released(verbs)
  expect(world.status('A')).toBe('pending')
  const before = world.started.length
  world.start(plan([...read.tasks, task('D')], read.edges), { ...options, run: 'run-2' })
  world.run()
  expect(world.started.slice(before).map((it) => it.split('#')[0])).toEqual([
    'A/two/primary',
    'A/three/primary',
    ...['B', 'C', 'D'].map((it) => `${it}/work/primary`),
  ])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
  expect(world.task('A').proof).toBe('verified')
})

test('a run for other tasks leaves it alone', () => {
  const world = released(['unblock'])
  world.start(plan([...read.tasks, task('D')], read.edges), { ...options, run: 'run-2', selection: ['D'] })
  world.run()
  expect([world.status('D'), world.state.status]).toEqual(['done', 'finished'])
  expect(world.started.filter((it) => it.startsWith('A/two'))).toHaveLength(1)
})

test('between two of its steps it is at work, also where a person has opened both again', () => {
  const world = released(['skip', 'unblock'])
  const count = world.started.length
  world.start(read, { ...options, run: 'run-2' })
  while (world.started.length === count && world.step()) continue
  world.say({ verb: 'pause', text: '' })
  world.run()
  expect([world.status('A'), world.task('A').steps.map((it) => it.status)]).toEqual([
    'working',
    ['done', 'done', 'pending'],
  ])
})
