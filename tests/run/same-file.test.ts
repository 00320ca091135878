/** Two tasks that declare one file, or work in one folder, exclude each other from the beginning of the first to its end (MW135). */

import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/plan/model.ts'
import { summaryText } from '../../src/reports/run/summary.ts'
import { whyInState } from '../../src/reports/run/why.ts'
import { marksOf, viewRun } from '../../src/run/views.ts'
import { gate, plan, step, task, World } from './world.ts'

const file = (path: string) =>
  [{ path, action: 'modify', form: 'path', to: null }] as unknown as ReturnType<typeof task>['files']
const on = (key: string, path: string, review: 'always' | 'never' = 'never'): ReturnType<typeof task> =>
  task(key, { files: file(path), declaresFiles: true, textHash: path, steps: [step({ review })] })

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

  test('is what that one waits for, and people are told so', () => {
    const world = ran(both)
    const told = 'Waits until A has come to its end: both write m.txt'
    expect(viewRun(world.state).tasks.map(({ key, state, reason }) => [key, state, reason])).toEqual([
      ['A', 'reviewing', null],
      ['B', 'pending', told],
      ['C', 'done', null],
    ])
    expect(whyInState(world.state, world.task('B').uid)).toMatchObject({ state: 'pending', reason: told })
    expect(summaryText(world.state, { plan: 'p.md', colour: false })).toContain(`\n  - B pending: ${told}\n`)
    expect(marksOf(world.state).map((it) => it.key)).toEqual(['C'])
  })

  test.each(['approve', 'reject'] as const)('lets it begin after %s, also in the run that goes on', (answer) => {
    const world = ran(both)
    world.say({ verb: 'answer', review: 'R1', answer, text: '' })
    world.start(both, choice)
    world.run()
    expect(['A', 'B'].map((key) => world.status(key))).toEqual([answer === 'approve' ? 'done' : 'failed', 'done'])
  })
})

test('of a task that names another file now both are held, and by nobody once it has ended', () => {
  const world = ran(plan([on('A', 'm.txt', 'always'), on('B', 'm.txt')]))
  const next = plan([on('A', 'n.txt', 'always'), on('B', 'm.txt'), on('D', 'n.txt')])
  world.start(next, choice)
  world.run()
  expect(['A', 'B', 'D'].map((key) => world.status(key))).toEqual(['reviewing', 'pending', 'pending'])
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: '' })
  world.start(next, choice)
  world.run()
  expect(['A', 'B', 'D'].map((key) => world.status(key))).toEqual(['failed', 'done', 'done'])
})

test('a file that a draft is given by an edit of the plan is held from then on', () => {
  const world = new World({})
  world.start(plan([on('A', 'm.txt', 'always'), on('C', 'c.txt')]), choice)
  while (world.status('A') !== 'reviewing' && world.step()) continue
  const edited = plan([on('A', 'n.txt', 'always'), on('C', 'c.txt'), on('D', 'n.txt')])
  world.feed({ is: 'plan-read', read: { plan: edited, hash: 'edited' }, by: 'the plan file' })
  world.run()
  expect(['A', 'C', 'D'].map((key) => world.status(key))).toEqual(['reviewing', 'done', 'pending'])
})

describe.each(['none', 'in-place'] as const)('where all work in one folder (%s)', (workspace) => {
  const both = plan([
    task('A', { steps: [step({ gates: ['unit'] })] }),
    task('B', { steps: [step({ gates: ['unit'] })] }),
  ])
  const script = { gates: { 'unit baseline': ['passed'], unit: ['failed', 'passed'] } } as const
  const choice = { policy: { workspace, jobs: 1, exhausted: 'ask', retries: 0 }, gates: [gate('unit')] } as const

  test('a red draft that a person is asked about keeps the next task from beginning, which is told', () => {
    const world = new World(script)
    world.start(both, choice)
    world.run()
    const shown = viewRun(world.state).tasks.filter(({ origin }) => origin === 'plan')
    expect(shown.map(({ key, state, reason }) => [key, state, reason])).toEqual([
      ['A', 'reviewing', null],
      ['B', 'pending', 'Waits until A has come to its end: both work in one folder'],
    ])
    world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
    world.start(both, choice)
    world.run()
    expect(['A', 'B'].map((key) => world.status(key))).toEqual(['blocked', 'done'])
  })
})
