/** Two tasks that declare one file exclude each other from the beginning of the first to its merge (MW135). */

import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/plan/model.ts'
import { plan, step, task, World } from './world.ts'

const file = (path: string) =>
  [{ path, action: 'modify', form: 'path', to: null }] as unknown as ReturnType<typeof task>['files']
const on = (key: string, path: string, review: 'always' | 'never' = 'never'): ReturnType<typeof task> =>
  task(key, { files: file(path), declaresFiles: true, steps: [step({ review })] })

const choice = { policy: { workspace: 'worktree', jobs: 3 } } as const

function ran(read: Plan): World {
  const world = new World({})
  world.start(read, choice)
  return world.run()
}

describe('a draft that waits for a person', () => {
  const both = plan([on('A', 'm.txt', 'always'), on('B', 'm.txt'), on('C', 'other.txt')])

  test('keeps the next task of its file from beginning, and no other one', () => {
    const world = ran(both)
    expect(['A', 'B', 'C'].map((key) => world.status(key))).toEqual(['reviewing', 'pending', 'done'])
  })

  test.each(['approve', 'reject'] as const)('lets it begin after %s, also in the run that goes on', (answer) => {
    const world = ran(both)
    world.say({ verb: 'answer', review: 'R1', answer, text: '' })
    world.start(both, choice)
    world.run()
    expect(['A', 'B'].map((key) => world.status(key))).toEqual([answer === 'approve' ? 'done' : 'failed', 'done'])
  })
})

test('a file that a task no longer names, or whose task is gone, is held by nobody once the task has ended', () => {
  const world = ran(plan([on('A', 'm.txt', 'always'), on('B', 'm.txt')]))
  const next = plan([on('A', 'n.txt', 'always'), on('B', 'm.txt'), on('D', 'n.txt')])
  world.start(next, choice)
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: '' })
  world.start(next, choice)
  world.run()
  expect(['A', 'B', 'D'].map((key) => world.status(key))).toEqual(['failed', 'done', 'done'])
})
