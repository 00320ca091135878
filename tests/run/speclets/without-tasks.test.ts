/** A SPECLet without tasks of its own: what depends on it waits for what it depends on, and it stands as that does (seed 004 §2.0b). */

import { describe, expect, test } from 'vitest'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import { statusWithoutTasks } from '../../../src/run/speclets/speclet-status.ts'
import { specletView } from '../../../src/reports/spec/speclet-view.ts'
import { readFiles } from '../../dialects/spec/reading.ts'
import { attempts, ProgressWorld } from '../progress-world.ts'

/** `a` (task 1) ← `b` without tasks ← `c` (task 2). */
const chain = readFiles({
  toml: `[goal]
description = "Print the tide book."
[[speclets]]
id = "a"
tasks = [1]
parallel_allowed = true
[[speclets]]
id = "b"
depends_on = ["a"]
tasks = []
parallel_allowed = true
[[speclets]]
id = "c"
depends_on = ["b"]
tasks = [2]
parallel_allowed = true
${[1, 2].map((id) => `[[tasks]]\nid = ${id}\nmax_retries = 0\n[[tasks.steps]]\nid = 1\naction = "Do it"\ncritical = true\n`).join('')}`,
})

function start(world: ProgressWorld): ProgressWorld {
  const { escalation, ...told } = chain.draft.policy ?? {}
  const policy = { ...told, escalation: { ...escalationDefaults, ...escalation }, exhausted: 'ask', jobs: 2 } as const
  world.start(chain.plan(), { policy })
  return world
}

const statuses = ({ document }: ProgressWorld): object =>
  Object.fromEntries(Object.entries(document.speclet_progress ?? {}).map(([id, { status }]) => [id, status]))

test('what depends on it needs the tasks behind it, and that is told', () => {
  expect(chain.tasks.map(({ key, blockedBy, after }) => [key, blockedBy.map(({ id }) => id), after])).toEqual([
    ['1', [], undefined],
    ['2', ['1'], [{ key: '1', basis: 'phase' }]],
  ])
  expect(chain.said('MW523')).toEqual([
    'parameters_x.toml:8:6 warning MW523 SPECLet b has no tasks: it is completed once a is',
  ])
})

test('it is completed with what it depends on, and its stage is over then', () => {
  const world = start(new ProgressWorld())
  expect(statuses(world)).toEqual({ a: 'in_progress', b: 'not_started', c: 'not_started' })
  world.run()
  expect(world.started).toEqual(['1/1/primary#1', '2/1/primary#1'])
  expect(statuses(world)).toEqual({ a: 'completed', b: 'completed', c: 'completed' })
  expect(world.document.speclet_progress?.['c']).toMatchObject({ depends_on_status: { b: 'completed' } })
  expect(world.state.course.stages.map(({ stage, speclets }) => [stage, speclets])).toEqual([
    [1, { a: 'completed' }],
    [2, { b: 'completed' }],
    [3, { c: 'completed' }],
  ])
  const view = specletView(world.state)
  expect(view).toContain('  ✅ b (completed)')
  expect(view).toContain('Overall: Stage 3 of 3 (100%)')
  expect(world.faults).toEqual([])
})

describe('where what it depends on fails', () => {
  const failed = (): ProgressWorld => start(new ProgressWorld(attempts({ '1.1': 'fail' }))).run()
  const say = (world: ProgressWorld, answer: 'block' | 'skip-blocked'): void => {
    world.say({ verb: 'answer', review: [...world.state.reviews.keys()].at(-1) ?? '', answer, text: '' })
    start(world).run()
  }

  test('it and what depends on it are blocked, and nothing of that begins', () => {
    const world = failed()
    const [review] = [...world.state.reviews.values()]
    expect(review?.question).toContain('SPECLet a has failed; blocked by it: b, c')
    say(world, 'block')
    expect(world.started).toEqual(['1/1/primary#1'])
    expect(statuses(world)).toEqual({ a: 'failed', b: 'blocked', c: 'blocked' })
    expect(specletView(world.state)).toContain('  ⏸️ b (blocked - a failed)')
    expect(world.state.course.stages.map(({ stage }) => stage)).toEqual([1])
  })

  test('both are skipped where a person goes on without them', () => {
    const world = failed()
    say(world, 'skip-blocked')
    expect(world.started).toEqual(['1/1/primary#1'])
    expect(statuses(world)).toEqual({ a: 'failed', b: 'skipped', c: 'skipped' })
  })
})

test.each([
  [[], 'completed'],
  [['completed', 'skipped'], 'completed'],
  [['skipped'], 'skipped'],
  [['completed', 'in_progress'], 'not_started'],
  [['ready'], 'not_started'],
  [['in_progress', 'failed'], 'blocked'],
  [['blocked'], 'blocked'],
])('behind %j it is %s', (needs, status) => {
  expect(statusWithoutTasks(needs, false)).toBe(status)
})
