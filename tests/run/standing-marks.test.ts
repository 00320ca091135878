/** The marks that stand while somebody is at work: those that the run came to, whatever the file says meanwhile. */

import { expect, test } from 'vitest'
import { standingMarks } from '../../src/run/at-work.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const never = step({ gates: ['unit'] })
const read = plan(
  [
    task('A'),
    task('B', { steps: [never] }),
    task('C', { mark: 'skipped' }),
    task('D', { mark: 'deferred' }),
    task('E', { mark: 'unknown' }),
    task('F', { steps: [step({ review: 'always' })] }),
    task('G'),
  ],
  [edge('B', 'G')],
)

function ran(): World {
  const world = new World({ gates: { 'unit draft': ['failed'] } })
  world.start(read, { policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit')] })
  return world.run()
}

test('each state as its mark; a mark that nobody understands, and a task that left the plan, have none', () => {
  const world = ran()
  const marks = standingMarks(world.state, [world.task('F').uid])
  expect(Object.fromEntries([...marks].map(([uid, mark]) => [world.state.tasks.get(uid)?.spec.key, mark]))).toEqual({
    A: 'done',
    B: 'blocked',
    C: 'skipped',
    D: 'deferred',
    F: 'todo',
    G: 'todo',
  })
  world.start(
    { ...read, tasks: read.tasks.filter((it) => it.key !== 'A') },
    { policy: { workspace: 'worktree' }, gates: [gate('unit')] },
  )
  expect(world.task('A').left).toBe(true)
  expect(standingMarks(world.state, [world.task('F').uid]).has(world.task('A').uid)).toBe(false)
})

test('where nobody is at work the marks of the file hold', () => {
  expect(standingMarks(ran().state, []).size).toBe(0)
})
