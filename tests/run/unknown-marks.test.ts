/** A box with a mark that nobody knows is a question to a person; it is not run, and nothing is written over it. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import { marksOf, openReviews, standing, viewRun } from '../../src/run/views.ts'
import { edge, plan, task, World } from './world.ts'

const odd = (mark: TaskSpec['mark'] = 'unknown'): ReturnType<typeof plan> =>
  plan([task('A', { mark }), task('B'), task('C')], [edge('A', 'B')])

function ran(selection: readonly string[] | null = null): World {
  const world = new World()
  world.start(odd(), { selection })
  return world.run()
}

test('it is asked about, once; the rest runs, what waits for it waits, and the run parks', () => {
  const world = ran()
  expect(openReviews(world.state)).toMatchObject([{ id: 'R1', kind: 'mark', options: ['block', 'pause'] }])
  expect(world.started).toEqual(['C/work/primary#1'])
  expect([world.state.status, world.state.parkedFor]).toEqual(['parked', 'waiting'])
  expect(standing(world.state, world.task('B')).state).toBe('pending')
  expect(marksOf(world.state).map((it) => it.key)).toEqual(['C'])
  world.start(odd())
  world.run()
  expect(openReviews(world.state)).toHaveLength(1)
})

test('one that is not part of the run is no question', () => {
  expect(openReviews(ran(['C']).state)).toEqual([])
})

test('left as it is: blocked, and so is what waits for it; it is not asked again', () => {
  const world = ran()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.start(odd())
  world.run()
  expect(world.state.status).toBe('finished')
  expect(standing(world.state, world.task('B')).reason).toBe('Unmet dependencies: A')
  expect(viewRun(world.state).counts).toMatchObject({ done: 1, blocked: 2 })
  world.start(odd(), { run: 'run-2' })
  world.run()
  expect([openReviews(world.state), world.state.status]).toEqual([[], 'finished'])
})

test('a known mark in the plan is the answer, and so is a command about the task', () => {
  const open = ran()
  open.start(odd('todo'))
  open.run()
  expect(open.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  const done = ran()
  done.start(odd('done'))
  done.run()
  expect(done.started).not.toContain('A/work/primary#1')
  expect(done.status('B')).toBe('done')
  const accepted = ran()
  accepted.say({ verb: 'accept', task: 'A', text: '' })
  expect(openReviews(accepted.state)).toEqual([])
  for (const world of [open, done]) expect([openReviews(world.state), world.state.status]).toEqual([[], 'finished'])
})

test.each<[string, readonly TaskSpec['mark'][], string | null, number]>([
  ['unknown once more after a known one', ['deferred', 'unknown'], null, 1],
  ['another one, while it is asked about', ['running'], null, 1],
  ['another one, after it was left as it was', ['running'], 'block', 1],
  ['another one after a known one', ['deferred', 'running'], 'block', 1],
  ['the same one, after it was left as it was', ['unknown'], 'block', 0],
])('%s: it is asked about once', (_, marks, said, count) => {
  const world = ran()
  if (said === 'block') world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  for (const [at, mark] of marks.entries()) {
    world.start(odd(mark), { run: `run-${at + 2}` })
    world.run()
  }
  expect(openReviews(world.state)).toMatchObject(count === 0 ? [] : [{ id: 'R2', kind: 'mark' }])
  expect(openReviews(world.state)[0]?.options.includes('retry') ?? false).toBe(marks.at(-1) === 'running')
})

test.each([null, 'block'] as const)(
  'another word that nobody knows is another mark; the first one answered with %s',
  (said) => {
    const world = new World()
    const worded = (markWord: string) => plan([task('A', { mark: 'unknown', markWord })])
    world.start(worded('weird'))
    world.run()
    if (said !== null) world.say({ verb: 'answer', review: 'R1', answer: said, text: '' })
    for (const run of ['run-2', 'run-3']) {
      world.start(worded('odd'), { run })
      world.run()
      expect(openReviews(world.state)).toMatchObject([
        { id: 'R2', question: expect.stringContaining('"odd"') as string },
      ])
    }
  },
)

test('in progress once more after it was done from its beginning, it is asked about once more', () => {
  const world = new World({ attempts: { 'A/work': [{ how: 'stopped' }] } })
  const begin = (): void => {
    world.start(odd('running'))
    world.run()
  }
  begin()
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(odd('todo'), { selection: ['C'] })
  world.run()
  world.start(odd('running'), { run: 'run-2' })
  world.run()
  expect(openReviews(world.state)).toMatchObject([{ id: 'R2', kind: 'mark' }])
})

test('left as it is and then out of the plan, the run goes on without it', () => {
  const world = ran()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  for (const run of ['run-2', 'run-3']) {
    world.start(plan([task('C', { mark: 'done' })]), { run })
    world.run()
    expect([openReviews(world.state), world.state.status]).toEqual([[], 'finished'])
  }
})

test('when its line goes, so does the question', () => {
  const world = ran()
  world.start(plan([task('C', { mark: 'done' })]))
  world.run()
  expect([openReviews(world.state), world.state.status]).toEqual([[], 'finished'])
})

test('a known mark that comes while somebody is at work is no answer, and is not lost: it stands until a verb says what it is', () => {
  for (const [verb, mark] of [
    ['unblock', 'todo'],
    ['accept', 'done'],
  ] as const) {
    const world = new World()
    world.start(odd())
    while (world.started.length === 0) world.step()
    world.feed({ is: 'plan-read', read: { plan: odd(mark), hash: mark, named: 'tasks.md' }, by: 'the plan file' })
    expect(world.state.findings.at(-1)?.text).toContain(
      `that is taken as a claim, and stands there without being counted; \`millwright ${verb} tasks.md A\` if it was you`,
    )
    world.run()
    world.start(odd(mark))
    world.run()
    expect([openReviews(world.state).length, world.status('A'), world.state.status]).toEqual([1, 'blocked', 'parked'])
    expect(marksOf(world.state).map((it) => it.key)).toEqual(['C'])
    world.say({ verb, task: 'A', text: '' })
    world.start(odd(mark))
    world.run()
    expect([world.status('A'), world.status('B'), world.state.status]).toEqual(['done', 'done', 'finished'])
    expect(marksOf(world.state).find((it) => it.key === 'A')?.state).toBe('done')
  }
})

/** Somebody, or the run of another program, has left a task in progress. */
function left(): World {
  const world = new World()
  world.start(odd('running'))
  return world.run()
}

test('a task that was left in progress is asked about, and its mark is not written over', () => {
  const world = left()
  expect(openReviews(world.state)).toMatchObject([{ kind: 'mark', options: ['retry', 'block', 'pause'] }])
  expect(openReviews(world.state)[0]?.question).toContain('may have left work behind')
  expect(world.started).toEqual(['C/work/primary#1'])
  expect(marksOf(world.state).map((it) => it.key)).toEqual(['C'])
})

test('retry does it from its beginning, and its mark is ours from then on', () => {
  const world = left()
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  expect(marksOf(world.state)).toMatchObject([
    { key: 'A', state: 'todo' },
    { key: 'C', state: 'done' },
  ])
  world.start(odd('running'))
  world.run()
  expect(world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  expect(world.state.status).toBe('finished')
})

test('left as it is, it is blocked, and so is what waits for it', () => {
  const world = left()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.start(odd('running'))
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['blocked', 'finished'])
  expect(marksOf(world.state).map((it) => it.key)).not.toContain('A')
})

test('a verb about a task in progress is an answer too, and so is another mark', () => {
  const unblocked = left()
  unblocked.say({ verb: 'unblock', task: 'A', text: '' })
  expect(openReviews(unblocked.state)).toEqual([])
  const done = left()
  done.start(odd('done'))
  done.run()
  expect([done.status('B'), openReviews(done.state)]).toEqual(['done', []])
})
