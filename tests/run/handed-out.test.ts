/** Standard mode: which phases an agent has been given, and which tasks go on by themselves, when the plan is handed out anew. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import { evolve } from '../../src/run/evolve.ts'
import { standingOf } from '../../src/run/reread-phases.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const asked = [step({ review: 'always' })]
const red = [step({ gates: ['unit'] })]

const plain = [
  ...['A', 'B', 'C', 'D', 'E', 'F'].map((key) => task(key)),
  task('alone', { steps: asked }),
  task('over'),
  task('held'),
]

function ran(): World {
  const world = new World({ gates: { 'unit draft': ['failed'] }, ticked: ['A'], changes: ['x'] })
  const tasks = [
    ...plain,
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
  const { phases, begun, waiting } = standingOf(world.state, [], plan(plain))
  expect(phases.map(({ key, covers, isIn }) => [key, covers.join(' '), isIn])).toEqual([
    ['done', 'A B', true],
    ['in', 'C', true],
    ['red', 'D', false],
  ])
  expect([[...begun], [...waiting]]).toEqual([['alone'], ['held']])
})

test('a run that begins has handed out nothing', () => {
  const world = ran()
  world.state.status = 'finished'
  expect(standingOf(world.state, [], plan(plain)).phases).toEqual([])
})

test.each<[string, readonly TaskSpec[], readonly unknown[]]>([
  ['with another id', [task('X', { textHash: 'B' })], ['done X', 'in C', 'red D']],
  ['reworded', [task('B', { textHash: 'other' })], ['done B', 'in C', 'red D']],
  ['taken out', [], ['done ', 'in C', 'red D']],
])('what was given is known by the keys of the reading: %s', (_, now, expected) => {
  const world = ran()
  const reading = plan([...plain.filter(({ key }) => key !== 'A' && key !== 'B'), ...now])
  const { phases } = standingOf(world.state, [], reading)
  expect(phases.map(({ key, covers }) => `${key} ${covers.join(' ')}`)).toEqual(expected)
})

test('what stands in the place of a done task is given to nobody yet', () => {
  const world = ran()
  expect(world.status('A')).toBe('done')
  const reading = plan([task('A', { title: 'Other', textHash: 'other' }), ...plain.slice(1)])
  expect(standingOf(world.state, [], reading).phases[0]).toMatchObject({ key: 'done', covers: ['B'] })
})
