/** Edits of the plan during a run: a mark that comes while somebody is at work is a claim, at rest it is a person's word. */

import { expect, test } from 'vitest'
import type { MarkState, TaskSpec } from '../../src/plan/model.ts'
import { fold } from '../../src/run/evolve.ts'
import { marksOf } from '../../src/run/views.ts'
import { edge, gate as gateNamed, plan, task, World } from './world.ts'

const inOrder = [edge('A', 'B'), edge('B', 'C')]
const read = (marks: Readonly<Record<string, MarkState>> = {}, more: readonly TaskSpec[] = []) =>
  plan([...['A', 'B', 'C'].map((key) => task(key, { mark: marks[key] ?? 'todo' })), ...more], inOrder)

/** A world in which the agent of A is at work. */
function atWork(): World {
  const world = new World()
  world.start(read(), { policy: { workspace: 'worktree' } })
  while (!world.pending.some(({ effect }) => effect.is === 'start-attempt') && world.step()) continue
  expect(world.status('A')).toBe('working')
  return world
}

const edit = (world: World, plan: ReturnType<typeof read>, during: readonly string[] = []): void =>
  world.feed({ is: 'plan-read', read: { plan, hash: 'edited', named: 'tasks.md' }, by: 'the plan file', during })
const claims = (world: World): readonly string[] =>
  world.state.findings.filter((it) => it.kind === 'claim').map((it) => it.text)
const wish = (world: World, key: string) => marksOf(world.state).find((it) => it.key === key)

test.each<[MarkState, string]>([
  [
    'done',
    'C was ticked in the plan while A was at work: that is taken as a claim, and undone; `millwright accept tasks.md C` if it was you',
  ],
  [
    'skipped',
    'C was marked skipped in the plan while A was at work: that is taken as a claim, and undone; `millwright skip tasks.md C` if it was you',
  ],
  [
    'deferred',
    'C was marked deferred in the plan while A was at work: that is taken as a claim, and undone; `millwright defer tasks.md C` if it was you',
  ],
  [
    'blocked',
    'C was marked blocked in the plan while A was at work: that is taken as a claim, and undone; set it when nobody is at work if it was you',
  ],
  [
    'unknown',
    'C was marked unknown in the plan while A was at work: that is taken as a claim, and undone; set it when nobody is at work if it was you',
  ],
])('%s, while an agent is at work: the task stays as it was and the mark is put back', (mark, text) => {
  const world = atWork()
  edit(world, read({ C: mark }))
  expect(claims(world)).toEqual([text])
  expect(world.status('C')).toBe('pending')
  expect(wish(world, 'C')).toMatchObject({ state: 'todo', overrides: true })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
  expect(world.started.filter((it) => it.startsWith('C/'))).toHaveLength(1)
  expect(marksOf(fold(world.log))).toEqual(marksOf(world.state))
})

test('its own agent’s tick does nothing for a task that is at work', () => {
  const world = atWork()
  edit(world, read({ A: 'done' }))
  expect(claims(world)).toEqual([expect.stringContaining('A was ticked')])
  expect(world.status('A')).toBe('working')
})

test('a tick that is read late is a claim all the same, when somebody was at work since the last look', () => {
  const world = atWork()
  world.run()
  const second = new World()
  second.start(read(), { policy: { workspace: 'worktree' } })
  edit(second, read({ C: 'done' }), [second.state.byKey.get('A') ?? ''])
  expect(claims(second)).toEqual([expect.stringContaining('C was ticked in the plan while A was at work')])
})

test('while a gate runs, which is what agents wrote, a tick is a claim too', () => {
  const world = new World()
  world.start(plan([task('A', { steps: [{ ...task('A').steps[0]!, gates: ['g'] }] }), task('C')]), {
    policy: { workspace: 'worktree', jobs: 1 },
    gates: [gateNamed('g')],
  })
  while (!world.pending.some(({ effect }) => effect.is === 'run-gate') && world.step()) continue
  edit(world, plan([task('A', { steps: [{ ...task('A').steps[0]!, gates: ['g'] }] }), task('C', { mark: 'done' })]))
  expect(claims(world)).toHaveLength(1)
})

test('with nobody at work a tick is a person’s, and is done by-human', () => {
  const world = new World()
  world.start(plan([]), { policy: { workspace: 'worktree' } })
  world.run()
  world.start(read(), { run: 'run-2', selection: ['nothing'], policy: { workspace: 'worktree' } })
  edit(world, read({ C: 'done' }))
  expect(claims(world)).toEqual([])
  expect(world.task('C')).toMatchObject({ proof: 'by-human', claimed: false })
})

test('of a run that was cut off a tick is a claim, of one that was parked a person’s word', () => {
  const cut = atWork()
  cut.die()
  cut.start(read({ C: 'done' }), { policy: { workspace: 'worktree' } })
  expect(claims(cut)).toHaveLength(1)
  const parked = atWork()
  parked.say({ verb: 'stop', text: '' })
  parked.run()
  expect(parked.state.status).toBe('parked')
  parked.start(read({ C: 'done' }), { policy: { workspace: 'worktree' } })
  expect([claims(parked), parked.task('C').proof]).toEqual([[], 'by-human'])
})

test('a task that comes with a tick is neither done nor worked on: a person is told', () => {
  const world = atWork()
  edit(world, read({}, [task('D', { mark: 'done' })]))
  world.run()
  expect(world.statuses()).toMatchObject({ C: 'done', D: 'blocked' })
  expect(world.state.findings.map((it) => it.kind)).toEqual(['claim'])
  expect(world.state.outside.map((it) => it.what)).toEqual(['the plan was edited while A was at work: D is new in it'])
  expect(wish(world, 'D')).toMatchObject({ state: 'blocked' })
})

test('a task that leaves is told, whoever is at work; it is no longer counted', () => {
  const world = atWork()
  edit(world, plan([task('A'), task('B')], [edge('A', 'B')]))
  expect(world.state.outside).toMatchObject([
    {
      kind: 'plan-edited',
      task: 'A',
      what: 'the plan was edited while A was at work: C is no longer in it, and no longer part of this run',
      action: 'It is taken as the edit of a person',
    },
  ])
})

test('a mark that comes while the run is stopped is put back before it is parked', () => {
  const world = atWork()
  world.say({ verb: 'stop', text: 'a test' })
  edit(world, read({ A: 'done' }))
  world.run()
  expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'stopped' })
  const kinds = world.log.map(({ body }) => (body.type === 'effect-requested' ? body.effect.is : body.type))
  expect(kinds.lastIndexOf('project')).toBeGreaterThan(kinds.lastIndexOf('finding'))
  expect(kinds.at(-1)).toBe('run-parked')
})
