/** Two tasks that declare one file, or work in one folder, exclude each other from the beginning of the first to its end (MW135). */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileSpec, Plan } from '../../src/plan/model.ts'
import { summaryText } from '../../src/reports/run/summary.ts'
import { covers } from '../../src/run/path-pattern.ts'
import { whyInState } from '../../src/reports/run/why.ts'
import { marksOf, viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const formOf = (path: string): FileSpec['form'] =>
  path.includes('*') ? 'glob' : path.endsWith('/') ? 'directory' : 'path'
const file = (path: string): readonly FileSpec[] => [
  { path, action: 'modify', form: formOf(path), to: null, note: null },
]
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

test.each([
  ['d/c.txt', 'd/c.txt'],
  ['d/', 'd/c.txt'],
  ['d', 'd/c.txt'],
  ['**/c.*', 'd/c.txt'],
])(
  'a draft that holds a file which it has not declared keeps a task that declares %s from beginning',
  (declared, by) => {
    const tasks = [on('A', 'a.txt', 'always'), on('B', 'b.txt'), on('C', declared), on('D', 'e/other.txt')]
    const three = plan(tasks, [edge('B', 'C'), edge('B', 'D')])
    const world = new World({ changes: ['a.txt', 'd/c.txt'] })
    world.start(three, choice)
    world.run()
    expect(world.statuses()).toEqual({ A: 'reviewing', B: 'done', C: 'pending', D: 'done' })
    expect(viewRun(world.state).tasks.find(({ key }) => key === 'C')?.reason).toBe(
      `Waits until A has come to its end: both write ${by}`,
    )
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(three, choice)
    world.run()
    expect(world.status('C')).toBe('done')
  },
)

test('a draft that renames a file which it has not declared keeps a task that declares the old name from beginning', () => {
  const world = new World({})
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'snapshot' || outcome.is !== 'taken') return outcome
    return { ...outcome, changes: [{ path: 'b.txt', change: 'renamed', from: 'c.txt' }] }
  }
  world.start(plan([on('A', 'a.txt', 'always'), on('B', 'x.txt'), on('C', 'c.txt')], [edge('B', 'C')]), choice)
  world.run()
  expect(world.statuses()).toEqual({ A: 'reviewing', B: 'done', C: 'pending' })
})

test.each([
  ['d/', 'd/a.txt'],
  ['d', 'd/a.txt'],
  ['d/*.txt', 'd/a.txt'],
  ['d/**', 'd/e/'],
])('what a task declares as %s is that of another that declares %s, whoever comes first', (one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const three = plan([on('A', first, 'always'), on('B', second), on('C', 'other.txt')])
    const world = ran(three)
    expect(viewRun(world.state).tasks.map(({ key, state, reason }) => [key, state, reason])).toEqual([
      ['A', 'reviewing', null],
      ['B', 'pending', `Waits until A has come to its end: both write ${first}`],
      ['C', 'done', null],
    ])
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(three, choice)
    world.run()
    expect(world.status('B')).toBe('done')
  }
})

describe('what a task does with a file', () => {
  const does = (key: string, action: FileSpec['action'], path: string, to: string | null = null, asked = false) => ({
    ...on(key, '', asked ? 'always' : 'never'),
    files: file(path).map((it) => ({ ...it, action, to })),
  })

  test('that it moves to is its own as well', () => {
    const world = ran(plan([does('A', 'rename', 'a.txt', 'b.txt', true), does('B', 'modify', 'b.txt')]))
    expect(['A', 'B'].map((key) => world.status(key))).toEqual(['reviewing', 'pending'])
  })

  test.each([
    ['read', 'modify'],
    ['modify', 'read'],
    ['read', 'read'],
  ] as const)('that it %ss keeps nobody from it who %ss it', (one, other) => {
    const world = ran(plan([does('A', one, 'm.txt', null, true), does('B', other, 'm.txt')]))
    expect(['A', 'B'].map((key) => world.status(key))).toEqual(['reviewing', 'done'])
  })
})

test('of a task that names another file now both are held, and by nobody once it has ended', () => {
  const world = ran(plan([on('A', 'm.txt', 'always'), on('B', 'm.txt')]))
  const next = plan([on('A', 'n.txt', 'always'), on('B', 'm.txt'), on('D', 'n.txt')])
  world.start(next, choice)
  world.run()
  expect(['A', 'B', 'D'].map((key) => world.status(key))).toEqual(['reviewing', 'pending', 'pending'])
  // It was asked anew: the task declares something else since.
  world.say({ verb: 'answer', review: 'R2', answer: 'reject', text: '' })
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

describe('tasks that declare one file work in the order of a single job', () => {
  const three = plan([on('A', 'a.txt'), on('B', 'm.txt'), on('C', 'm.txt')], [edge('A', 'B')])

  const begins = (world: World): readonly string[] =>
    world.log.flatMap(({ body, subject }) =>
      body.type === 'step-moved' && body.because === 'begins'
        ? [world.state.tasks.get(subject?.task ?? '')?.spec.key ?? '']
        : [],
    )

  test('also where the earlier one is not ready yet, which is told', () => {
    const world = new World({})
    world.start(three, choice)
    world.step()
    expect(viewRun(world.state).tasks.find(({ key }) => key === 'C')?.reason).toBe(
      'Waits until B has come to its end: both write m.txt, and it comes first in the plan',
    )
    world.run()
    expect(begins(world)).toEqual(['A', 'B', 'C'])
  })

  test('where what the earlier one waits for fails, or is asked of a person, the later one begins', () => {
    for (const review of ['always', 'never'] as const) {
      const world = new World({ attempts: { 'A/work': [{ how: review === 'always' ? 'finished' : 'failed' }] } })
      const first = on('A', 'a.txt', review)
      world.start(plan([first, on('B', 'm.txt'), on('C', 'm.txt')], [edge('A', 'B')]), {
        policy: { ...choice.policy, retries: 0 },
      })
      world.run()
      expect(['A', 'B', 'C'].map((key) => world.status(key))).toEqual([
        review === 'always' ? 'reviewing' : 'blocked',
        'pending',
        'done',
      ])
    }
  })

  test.each(['skip', 'defer'] as const)('where a person says %s of the earlier one, the later one begins', (verb) => {
    const world = new World({})
    world.start(three, choice)
    world.step()
    world.say({ verb, task: 'B', text: '' })
    world.run()
    expect(world.status('C')).toBe('done')
  })

  test('one that is open again writes before those that come after it, also while another file keeps it', () => {
    const world = new World({ attempts: { 'A/work': [{ how: 'failed' }, { how: 'finished' }] } })
    const both = { ...on('A', ''), files: [...file('m.txt'), ...file('k.txt')] }
    const four = plan([both, on('B', 'm.txt'), on('H', 'k.txt'), on('C', 'm.txt')])
    world.start(four, { policy: { ...choice.policy, retries: 0 } })
    while (world.status('H') !== 'working' && world.step()) continue
    expect([world.status('A'), world.status('B')]).toEqual(['blocked', 'working'])
    world.say({ verb: 'unblock', task: 'A', text: '' })
    const ofOthers = (): number =>
      world.pending.findIndex(({ effect }) => !('name' in effect) || effect.name.task !== world.task('H').uid)
    while (world.status('B') !== 'done' && world.step(ofOthers())) continue
    expect(['A', 'H', 'C'].map((key) => world.status(key))).toEqual(['pending', 'working', 'pending'])
    world.run()
    expect(begins(world)).toEqual(['A', 'B', 'H', 'A', 'C'])
  })

  test('a task that waits for a file which a person holds keeps nobody from its other files', () => {
    const both = { ...on('B', 'm.txt'), files: [...file('m.txt'), ...file('n.txt')] }
    const world = ran(plan([on('A', 'm.txt', 'always'), both, on('C', 'n.txt')]))
    expect(['A', 'B', 'C'].map((key) => world.status(key))).toEqual(['reviewing', 'pending', 'done'])
  })

  test('a task that this run leaves out keeps nobody', () => {
    const world = new World({})
    world.start(three, { ...choice, selection: ['A', 'C'] })
    world.run()
    expect(['A', 'B', 'C'].map((key) => world.status(key))).toEqual(['done', 'pending', 'done'])
  })

  test('one that depends on a later task comes after it', () => {
    const world = ran(plan([on('A', 'm.txt'), on('B', 'm.txt'), on('C', 'c.txt')], [edge('C', 'A')]))
    expect(begins(world)).toEqual(['B', 'C', 'A'])
  })
})

const plays = fc.record({
  edges: fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.boolean()), { maxLength: 9 }),
  files: fc.array(fc.subarray(['k', 'm', 'n', 'd/', 'd/x', 'd/y', 'd/*'], { minLength: 1, maxLength: 2 }), {
    minLength: 8,
    maxLength: 8,
  }),
  ends: fc.array(fc.constantFrom<'good' | 'bad' | 'asked'>('good', 'good', 'good', 'bad', 'asked'), {
    minLength: 8,
    maxLength: 8,
  }),
  order: fc.array(fc.nat(7), { minLength: 1, maxLength: 60 }),
  death: fc.nat(60),
})

type Play = typeof plays extends fc.Arbitrary<infer It> ? It : never

/** Plays that were once found to differ: who waits for two, of whom a person keeps one; one that ends where it cannot begin. */
const found: [Play][] = [
  [
    {
      edges: [[3, 1, false]],
      files: [['m'], ['n'], ['m', 'n'], ['k', 'm'], ['n'], ['n'], ['m'], ['k']],
      ends: ['asked', 'good', 'good', 'good', 'bad', 'good', 'good', 'good'],
      order: [0],
      death: 0,
    },
  ],
  [
    {
      edges: [
        [5, 6, false],
        [6, 2, true],
      ],
      files: [['n'], ['n'], ['m'], ['n'], ['k'], ['k'], ['n'], ['m']],
      ends: ['asked', 'good', 'good', 'good', 'good', 'bad', 'good', 'good'],
      order: [0],
      death: 0,
    },
  ],
  [
    {
      edges: [
        [2, 4, true],
        [3, 2, false],
      ],
      files: [['n'], ['k'], ['k'], ['n'], ['m', 'n'], ['n'], ['m'], ['n']],
      ends: ['good', 'asked', 'good', 'good', 'good', 'good', 'good', 'good'],
      order: [0],
      death: 0,
    },
  ],
]

test('who writes a file after whom is the same for one job and for four, whatever is asked, fails or dies', () => {
  fc.assert(
    fc.property(plays, ({ edges, files, ends, order, death }) => {
      const tasks = ends.map((end, at) => ({
        ...on(`T${at}`, '', end === 'asked' ? 'always' : 'never'),
        files: (files[at] ?? []).flatMap(file),
      }))
      // Forwards and backwards, and never in a circle.
      const places = [3, 1, 6, 0, 7, 2, 5, 4]
      const links = edges
        .filter(([a, b]) => (places[a] ?? 0) < (places[b] ?? 0))
        .map(([a, b, settled]) => edge(`T${a}`, `T${b}`, { needs: settled ? 'settled' : 'done' }))
      const play = (jobs: number, dies: boolean): Record<string, string[]> => {
        const attempts = Object.fromEntries(
          ends.map((end, at) => [
            `T${at}/work`,
            [{ how: end === 'bad' ? ('failed' as const) : ('finished' as const) }],
          ]),
        )
        const world = new World({ attempts })
        const choice = { policy: { workspace: 'worktree', jobs, retries: 0 } } as const
        const read = plan(tasks, links)
        world.start(read, choice)
        for (let turn = 0; world.step(jobs === 1 ? 0 : order[turn % order.length]); turn += 1)
          if (dies && turn === death) {
            world.die()
            world.start(read, choice)
          }
        const written = Object.fromEntries(['k', 'm', 'n', 'd/x', 'd/y'].map((path): [string, string[]] => [path, []]))
        for (const { body, subject } of world.log)
          if (body.type === 'step-moved' && body.because === 'begins') {
            const { spec } = world.state.tasks.get(subject?.task ?? '')!
            for (const [path, by] of Object.entries(written))
              if (spec.files.some((it) => covers(it, path)) && !by.includes(spec.key)) by.push(spec.key)
          }
        return written
      }
      expect(play(4, true)).toEqual(play(1, false))
    }),
    { numRuns: 300, examples: found },
  )
})
