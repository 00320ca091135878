/** Tasks of other files: what they say releases the plan's own, and nothing else is done with them. */

import { expect, test } from 'vitest'
import type { MarkState, Plan } from '../../src/plan/model.ts'
import { select } from '../../src/plan/selection.ts'
import { tasksAtWork } from '../../src/run/at-work.ts'
import { marksOf, standing } from '../../src/run/views.ts'
import { edge, plan, task, World } from './world.ts'

const own = { key: 'p1', number: '1', title: 'Build', implementation: true }
const other = { key: 'p0', number: '0', title: 'Look', implementation: false, file: 'state/tasks_phase0.json' }

function two(mark: MarkState = 'todo'): Plan {
  const tasks = [
    task('B', { group: 'p1' }),
    task('C', { group: 'p1' }),
    task('A', { group: 'p0', mark }),
    task('Z', { group: 'p0', mark: 'running' }),
  ]
  return { ...plan(tasks, [edge('A', 'B')]), groups: [own, other] }
}

const selection = ['B', 'C']

test('they are not run, not asked about and not written', () => {
  const world = new World()
  world.start(two(), { selection })
  world.run()
  expect(world.started).toEqual(['C/work/primary#1'])
  expect(standing(world.state, world.task('B')).state).toBe('blocked')
  expect(marksOf(world.state).map(({ key, state, because }) => [key, state, because])).toEqual([
    ['B', 'blocked', 'unmet'],
    ['C', 'done', undefined],
  ])
})

test('one that is done meanwhile releases what waits for it', () => {
  const world = new World()
  world.start(two(), { selection })
  do world.step()
  while (world.started.length === 0 || tasksAtWork(world.state).length > 0)
  world.feed({ is: 'plan-read', read: { plan: two('done'), hash: 'h', named: 'p' }, by: 'the plan file' })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
})

test('while somebody is at work nothing is learned of them, and nothing is held against them after that', () => {
  const world = new World()
  world.start(two(), { selection })
  while (world.started.length === 0) world.step()
  const read = { plan: two('done'), hash: 'h', named: 'p' }
  world.feed({ is: 'plan-read', read, by: 'the plan file' })
  expect([world.status('A'), world.state.findings]).toEqual(['pending', []])
  world.run()
  world.start(two('done'), { selection })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
})

test('what a run was cut off with is no claim of theirs either', () => {
  const world = new World()
  world.start(two(), { selection })
  while (world.started.length === 0) world.step()
  world.start(two('done'), { selection })
  expect(world.status('A')).toBe('done')
})

test('a verb about one of them is refused, and says which plan it belongs to', () => {
  const world = new World()
  world.start(two(), { selection })
  world.say({ verb: 'accept', task: 'A', text: '' })
  expect(world.status('A')).toBe('pending')
  expect(JSON.stringify(world.log.at(-1))).toContain('A stands in state/tasks_phase0.json; say it to that plan')
})

test('a call that names them is told which file to run', () => {
  const run = 'stands in state/tasks_phase0.json: run that one, millwright run state/tasks_phase0.json'
  const named = (wanted: Partial<Parameters<typeof select>[1]>): ReturnType<typeof select> =>
    select(two(), { phases: null, only: null, until: null, ...wanted })
  expect([...named({}).selected]).toEqual(selection)
  expect([...named({ phases: ['all'] }).selected]).toEqual(selection)
  expect(named({ phases: ['0'] }).problems).toEqual([`--phase: phase 0 ${run}`])
  expect(named({ only: ['A'] }).problems).toEqual([`--only: A ${run}`])
  expect(named({ until: 'A' }).problems).toEqual([`--until: A ${run}`])
  expect([...named({ until: 'B' }).selected]).toEqual(['B'])
  expect(named({}).hints).toEqual([`A blocks B and ${run}`])
})
