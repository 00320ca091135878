/** Standard mode: which phases an agent has been given, and which tasks go on by themselves, when the plan is handed out anew. */

import { expect, test } from 'vitest'
import { evolve } from '../../src/run/evolve.ts'
import { standingOf } from '../../src/run/reread-phases.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const asked = [step({ review: 'always' })]
const red = [step({ gates: ['unit'] })]

function ran(): World {
  const world = new World({ gates: { 'unit draft': ['failed'] }, ticked: ['A'], changes: ['x'] })
  const tasks = [
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((key) => task(key)),
    task('alone', { steps: asked }),
    task('over'),
    task('held'),
    task('done', { covers: ['A', 'B'] }),
    task('in', { covers: ['C'], steps: asked }),
    task('red', { covers: ['D'], steps: red }),
    task('next', { covers: ['E'] }),
  ]
  world.start(plan(tasks, [edge('F', 'held'), edge('in', 'next', { needs: 'settled' })]), {
    policy: { workspace: 'worktree', retries: 0 },
    gates: [gate('unit')],
    selection: tasks.map(({ key }) => key).filter((key) => key !== 'F'),
  })
  return world.run()
}

test('what agents were given, and what began by itself', () => {
  const world = ran()
  expect(world.statuses()).toMatchObject({ red: 'blocked', next: 'pending', over: 'done' })
  const written = ['held', 'next', 'red'].map(
    (key) => ({ uid: world.task(key).uid, state: 'blocked', writtenReason: 'x' }) as const,
  )
  evolve(world.state, { at: 1, subject: null, body: { type: 'mark-shown', marks: written } })
  const { phases, begun, waiting } = standingOf(world.state, [])
  expect(phases.map(({ key, covers, isIn }) => [key, [...covers.keys()].join(' '), isIn])).toEqual([
    ['done', 'A B', true],
    ['in', 'C', true],
    ['red', 'D', false],
  ])
  expect([[...begun], [...waiting]]).toEqual([['alone'], ['held']])
})

test('a run that begins has handed out nothing', () => {
  const world = ran()
  world.state.status = 'finished'
  expect(standingOf(world.state, []).phases).toEqual([])
})
