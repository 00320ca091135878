/** A person rejects a task, an agent proposes others, a person accepts these: they take its place (seed 003 §2). */

import { describe, expect, test } from 'vitest'
import { addedTo } from '../../src/run/added-tasks.ts'
import { recordsOf } from '../../src/run/records.ts'
import type { Proposal } from '../../src/run/outcome.ts'
import { presentationOf } from '../../src/run/presentation.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const proposed = (tasks: readonly string[], edges: Proposal['edges'] = []): Proposal => ({
  tasks: tasks.map((key) =>
    task(key, { id: null, group: null, origin: 'agent', title: `Do ${key}`, criteria: [`${key} works`] }),
  ),
  edges,
  steps: [],
  finished: false,
})

const read = plan(
  [
    task('A'),
    task('B', { layer: 'core', kind: 'new', role: 'core_agent', steps: [step({ review: 'always' })] }),
    task('C', { steps: [step({ review: 'never' })] }),
  ],
  [edge('A', 'B'), edge('B', 'C')],
)

const policy: Partial<Policy> = { rejected: 'decompose', retries: 1, exhausted: 'ask' }

/** A world in which B was rejected and who proposes has said this, attempt by attempt. */
function rejected(...proposals: readonly (Proposal | null)[]): World {
  const attempts = proposals.map((proposal) => (proposal === null ? {} : { proposal }))
  const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': attempts } })
  world.start(read, { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'too big\nfor one' })
  return resumed(world)
}

function resumed(world: World): World {
  world.start(read, { policy })
  return world.run()
}

function trouble(world: World): string | null {
  return world.task('decompose:B.4').steps[0]?.feedback.findLast(({ from }) => from === 'attempt')?.text ?? null
}

describe('what is proposed in place of a rejected task', () => {
  test('is shown as it would join the plan, and nothing of it joins before a yes', () => {
    const world = rejected(proposed(['x', 'y'], [edge('x', 'y')]))
    const review = world.state.reviews.get('R2')
    const shown = review && presentationOf(world.state, review)
    expect(shown?.replacement).toEqual({
      of: 'B',
      tasks: [
        { id: 'T001', title: 'Do x', description: null, files: [], blockedBy: ['A'], criteria: ['x works'] },
        { id: 'T002', title: 'Do y', description: null, files: [], blockedBy: ['T001'], criteria: ['y works'] },
      ],
      waiting: ['C'],
    })
    expect(world.statuses()).toEqual({ A: 'done', B: 'failed', C: 'pending', 'decompose:B.4': 'reviewing' })
    expect(recordsOf(world.state, [], String).phase).toBe('decompose')
  })

  test('joins once it is accepted: who waited for the task waits for the last of these, and the run goes on to its end', () => {
    const world = rejected(proposed(['x', 'y'], [edge('x', 'y')]))
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    expect(world.status('B')).toBe('skipped')
    expect(world.task('T001').spec).toMatchObject({ layer: 'core', kind: 'new', role: 'core_agent', group: '06' })
    expect(addedTo(world.state)).toMatchObject([
      {
        id: 'T001',
        blockedBy: ['A'],
        blocks: [],
        layer: 'core',
        kind: 'new',
        role: 'core_agent',
        criteria: ['x works'],
      },
      { id: 'T002', blockedBy: ['T001'], blocks: ['C'] },
    ])
    resumed(world)
    expect(world.statuses()).toEqual({
      A: 'done',
      B: 'skipped',
      C: 'done',
      'decompose:B.4': 'done',
      T001: 'done',
      T002: 'done',
    })
    expect(world.started.slice(2)).toEqual([
      'decompose:B.4/propose/primary#1',
      'T001/work/primary#1',
      'T002/work/primary#1',
      'C/work/primary#1',
    ])
    expect(recordsOf(world.state, [], String).phase).toBe('integrate')
  })

  test('is heard with the words of the person, and so are those of a revision', () => {
    const world = rejected(proposed(['x']), proposed(['x', 'z']))
    const said = (): readonly unknown[] =>
      world.task('decompose:B.4').steps[0]?.feedback.map(({ from, text }) => [from, text]) ?? []
    expect(said()).toEqual([['review', 'too big\nfor one']])
    world.say({ verb: 'answer', review: 'R2', answer: 'revise', text: 'and a test' })
    resumed(world)
    expect(said()).toEqual([
      ['review', 'too big\nfor one'],
      ['review', 'and a test'],
    ])
    const review = world.state.reviews.get('R3')
    expect(review && presentationOf(world.state, review)?.replacement?.tasks.map(({ title }) => title)).toEqual([
      'Do x',
      'Do z',
    ])
  })

  test.each([
    ['nothing', null, 'it proposes no tasks (`addTasks`)'],
    [
      'what waits for what it replaces',
      proposed(['x'], [edge('B', 'x')]),
      'a task that takes the place of B cannot wait for it',
    ],
    ['what waits for who waits for it', proposed(['x'], [edge('C', 'x')]), 'it waits for what waits for B'],
    ['what waits for no task', proposed(['x'], [edge('Q', 'x')]), '"Do x" waits for Q, which is no task of the plan'],
    ['a circle', proposed(['x', 'y'], [edge('x', 'y'), edge('y', 'x')]), 'its tasks wait for each other in a circle'],
    ['what the plan holds', proposed(['C']), 'it proposes C, which is in the plan already'],
  ])('is sent back without a question where it is %s', (_, proposal, because) => {
    const world = rejected(proposal, proposed(['x']))
    expect(trouble(world)).toBe(because)
    expect(world.started.filter((it) => it.startsWith('decompose'))).toHaveLength(2)
    expect(world.state.reviews.get('R2')?.kind).toBe('draft')
  })

  test('is sent back where its agent has changed files: nothing but the proposal is asked for', () => {
    const world = new World({
      changes: ['src/a.ts'],
      attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] },
    })
    const choice = { policy: { ...policy, workspace: 'worktree' } } as const
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    world.start(read, choice)
    world.run()
    expect(trouble(world)).toBe('it was to propose tasks and to change no file, and changed src/a.ts')
    expect(world.state.reviews.get('R2')?.options).toEqual(['revise', 'skip', 'block', 'pause'])
  })

  test('rejected as well is the end of it', () => {
    const world = rejected(proposed(['x']))
    world.say({ verb: 'answer', review: 'R2', answer: 'reject', text: 'never mind' })
    resumed(world)
    expect(world.statuses()).toEqual({ A: 'done', B: 'failed', C: 'pending', 'decompose:B.4': 'failed' })
    expect(world.state.status).toBe('finished')
  })

  test('takes no place where the task is worked on again meanwhile', () => {
    const world = rejected(proposed(['x']))
    world.say({ verb: 'unblock', task: 'B', text: '' })
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    expect(world.state.byKey.has('T001')).toBe(false)
    expect(world.status('B')).toBe('pending')
    expect(
      world.log.some(({ body }) => body.type === 'finding' && body.text.startsWith('B is not failed any more')),
    ).toBe(true)
  })

  test('is done also where the call has named its tasks', () => {
    const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] } })
    const choice = { policy, selection: ['A', 'B', 'C'] }
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    world.start(read, choice)
    world.run()
    expect(world.statuses()).toMatchObject({ T001: 'done', C: 'done' })
  })

  test('has the place of a task whose first steps are done: it counts as left out, and is taken up as a whole again', () => {
    const halves = [step({ id: 'red' }), step({ id: 'green', review: 'always' }), step({ id: 'more' })]
    const two = plan([task('B', { steps: halves }), task('C')], [edge('B', 'C')])
    const world = new World({ changes: [], attempts: { 'decompose:B.3/propose': [{ proposal: proposed(['x']) }] } })
    const start = (): World => {
      world.start(two, { policy })
      return world.run()
    }
    start()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    start()
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    start()
    expect(world.statuses()).toEqual({ B: 'skipped', C: 'done', 'decompose:B.3': 'done', T001: 'done' })
    expect(world.task('B').steps.map(({ status }) => status)).toEqual(['done', 'skipped', 'skipped'])
    world.say({ verb: 'unblock', task: 'B', text: '' })
    expect(world.task('B').steps.map(({ status }) => status)).toEqual(['done', 'pending', 'pending'])
  })

  test.each([
    ['skip by the answer', { verb: 'answer', review: 'R1', answer: 'skip', text: '' }],
    ['skip by the verb', { verb: 'skip', task: 'B', text: '' }],
  ] as const)('nor does a task go on with its later steps after a %s', (_, said) => {
    const halves = [step({ id: 'red' }), step({ id: 'green' }), step({ id: 'more' })]
    const two = plan([task('B', { steps: halves }), task('C')], [edge('B', 'C')])
    const asks = said.verb === 'answer'
    const world = new World({ attempts: { 'B/green': [{ how: 'failed' }] } })
    const start = (): World => {
      world.start(two, { policy: { retries: 0, exhausted: asks ? 'ask' : 'block' } })
      return world.run()
    }
    start()
    world.say(said)
    start()
    expect(world.statuses()).toEqual({ B: 'skipped', C: 'done' })
    expect(world.started).not.toContain('B/more/primary#1')
  })

  test('is written with those that wait for it, also once the plan was read with it', () => {
    const world = rejected(proposed(['x']))
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    const written = plan(
      [
        ...read.tasks.map((it) => (it.key === 'B' ? { ...it, mark: 'skipped' as const } : it)),
        task('T001', { title: 'Do x' }),
      ],
      [...read.edges, edge('A', 'T001'), edge('T001', 'C')],
    )
    world.start(written, { policy })
    expect(addedTo(world.state)).toMatchObject([{ id: 'T001', blocks: ['C'] }])
    expect(world.state.edges.filter(({ from, to }) => from === 'T001' && to === 'C')).toHaveLength(1)
  })

  test('is what integration tests wait for that cover the rejected task', () => {
    const test = { ...gate('integration:io'), integration: { layer: null, covers: ['A', 'B'] } }
    const world = new World({ changes: [], attempts: { 'decompose:B.5/propose': [{ proposal: proposed(['x']) }] } })
    const start = (): World => {
      world.start(read, { policy, gates: [test] })
      return world.run()
    }
    start()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    start()
    const id = [...world.state.reviews.values()].find(({ answer }) => answer === null)?.id ?? ''
    world.say({ verb: 'answer', review: id, answer: 'approve', text: '' })
    start()
    const course = world.log.flatMap(({ body }) => {
      if (body.type !== 'effect-requested') return []
      const { effect } = body
      if (effect.is === 'start-attempt') return [world.state.tasks.get(effect.name.task)?.spec.key ?? '']
      return effect.is === 'run-gate' && effect.gate === 'integration:io' ? [effect.gate] : []
    })
    expect(course.slice(course.indexOf('T001'))).toEqual(expect.arrayContaining(['integration:io']))
    expect(course.slice(0, course.indexOf('T001'))).not.toContain('integration:io')
  })
})

test('who proposes tasks begins each attempt on what is there, whatever the one before has changed', () => {
  const world = new World({ attempts: { 'decompose:B.4/propose': [{}, {}] } })
  const start = (): World => {
    world.start(read, { policy: { ...policy, workspace: 'worktree' } })
    return world.run()
  }
  start()
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: '' })
  start()
  const begun = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt' && body.effect.name.step === 'propose'
      ? [body.effect.from]
      : [],
  )
  expect(begun).toEqual(['base', 'base'])
})

test('the draft on record is that of all steps of a task together', () => {
  const world = new World()
  let drafts = 0
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'snapshot' || outcome.is !== 'taken') return outcome
    drafts += 1
    const changes = drafts === 1 ? ['test', 'work'] : ['work']
    return {
      ...outcome,
      changes: changes.map((path) => ({ path, change: drafts === 1 ? 'added' : 'modified', from: null })),
    }
  }
  const steps = [step({ id: 'one' }), step({ id: 'two', review: 'always' })]
  world.start(plan([task('A', { steps })]), { policy: { workspace: 'worktree' } })
  world.run()
  expect(recordsOf(world.state, [], String).drafts.map(({ files }) => files)).toEqual([
    [
      { path: 'test', change: 'added' },
      { path: 'work', change: 'added' },
    ],
  ])
})
