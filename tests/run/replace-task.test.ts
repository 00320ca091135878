/** A person rejects a task, an agent proposes others, a person accepts these: they take its place (seed 003 §2). */

import { describe, expect, test } from 'vitest'
import { addedTo } from '../../src/run/added-tasks.ts'
import { recordsOf } from '../../src/run/records.ts'
import type { Proposal } from '../../src/run/outcome.ts'
import { presentationOf } from '../../src/run/presentation.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { TaskSpec } from '../../src/plan/model.ts'
import type { StepRun } from '../../src/run/state.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const proposed = (tasks: readonly string[], edges: Proposal['edges'] = []): Proposal => ({
  tasks: tasks.map((key) =>
    task(key, { id: null, group: null, origin: 'agent', title: `Do ${key}`, criteria: [`${key} works`] }),
  ),
  edges,
  steps: [],
  finished: false,
})

const file = (path: string) => ({ path, action: 'create', form: 'path', to: null, note: null }) as const

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
      wrong: null,
      tasks: [
        { id: 'T001', title: 'Do x', description: null, files: [], blockedBy: ['A'], criteria: ['x works'], gates: [] },
        {
          id: 'T002',
          title: 'Do y',
          description: null,
          files: [],
          blockedBy: ['T001'],
          criteria: ['y works'],
          gates: [],
        },
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

  test('in place what the rejected task left of the files of a task in its place is work of that one', () => {
    const proposal = proposed(['x', 'y'])
    const tasks = proposal.tasks.map((it, at) => ({ ...it, files: [file(at === 0 ? 'b' : 'd')], declaresFiles: true }))
    const left = plan(
      [
        task('A', { files: [file('a')] }),
        task('B', { files: [file('b'), file('c')], steps: [step({ review: 'always' })] }),
      ],
      [edge('A', 'B')],
    )
    const [inPlace, elsewhere] = (['in-place', 'worktree'] as const).map((workspace) => {
      const world = new World({
        changesBy: { propose: [] },
        attempts: { 'decompose:B.3/propose': [{ proposal: { ...proposal, tasks } }] },
      })
      const choice = { policy: { ...policy, workspace } }
      world.start(left, choice)
      world.run()
      for (const [review, answer] of [
        ['R1', 'reject'],
        ['R2', 'approve'],
      ] as const) {
        world.say({ verb: 'answer', review, answer, text: '' })
        world.start(left, choice)
        world.run()
      }
      expect([world.status('T001'), world.status('T002')]).toEqual(['done', 'done'])
      return world.log.flatMap(({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'prepare-workspace'
          ? [body.effect.leftovers?.paths]
          : [],
      )
    })
    expect(inPlace).toEqual([undefined, undefined, undefined, ['b'], []])
    expect(elsewhere).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  test('is sent back with the words of the person, beside what was proposed', () => {
    const world = rejected(proposed(['x']), proposed(['x', 'z']))
    const step = (): StepRun | undefined => world.task('decompose:B.4').steps[0]
    expect([step()?.feedback, step()?.proposed]).toEqual([[], null])
    world.say({ verb: 'answer', review: 'R2', answer: 'revise', text: 'and a test' })
    resumed(world)
    expect(step()?.feedback.map(({ from, text }) => [from, text])).toEqual([['review', 'and a test']])
    expect(step()?.proposed?.tasks.map(({ key }) => key)).toEqual(['x'])
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
    ['two of one name', proposed(['x', 'x']), 'two of its tasks are called "Do x"'],
    [
      'a file that no plan lists',
      {
        ...proposed([]),
        tasks: [task('x', { title: 'Do x', group: null, origin: 'agent', files: [file('a, b.ts')] })],
      },
      '"Do x": the plan cannot list the file "a, b.ts"',
    ],
    [
      'what was read of in part',
      { ...proposed(['x']), left: ['"Do x": no task may name the file "../up"'] },
      '"Do x": no task may name the file "../up"',
    ],
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

  describe('is asked about no more, and takes no place, once', () => {
    const ends: readonly (readonly [string, (world: World) => void])[] = [
      ['the task is worked on again', (world) => world.say({ verb: 'unblock', task: 'B', text: '' })],
      ['a person has done the task', (world) => world.say({ verb: 'accept', task: 'B', text: '' })],
      ['the task is left out', (world) => world.say({ verb: 'skip', task: 'B', text: '' })],
      [
        'the task is out of the plan',
        (world) =>
          world.start(
            plan(
              read.tasks.filter(({ key }) => key !== 'B'),
              [],
            ),
            { policy },
          ),
      ],
      [
        'its box is ticked in the plan',
        (world) =>
          world.start(
            plan(
              read.tasks.map((it) => (it.key === 'B' ? { ...it, mark: 'done' } : it)),
              read.edges,
            ),
            { policy },
          ),
      ],
    ]
    test.each(ends)('%s', (_, act) => {
      const world = rejected(proposed(['x']))
      act(world)
      expect(world.state.reviews.get('R2')?.answer).toBe('withdrawn')
      expect(world.status('decompose:B.4')).toBe('skipped')
      world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
      resumed(world)
      expect(world.state.byKey.has('T001')).toBe(false)
      expect([...world.state.reviews.values()].filter(({ answer, task }) => answer === null && task === 'u4')).toEqual(
        [],
      )
    })
  })

  test('takes its place also where that one has got another id meanwhile', () => {
    const world = rejected(proposed(['x']))
    const renamed = plan(
      read.tasks.map((it) =>
        it.key === 'B'
          ? { ...it, key: 'Q', id: 'Q', mark: 'blocked' }
          : { ...it, mark: it.key === 'A' ? 'done' : 'todo' },
      ),
      [edge('A', 'Q'), edge('Q', 'C')],
    )
    world.start(renamed, { policy })
    world.run()
    const asked = [...world.state.reviews.values()].findLast(({ answer }) => answer === null)
    expect(asked && presentationOf(world.state, asked)).toMatchObject({
      task: { title: 'Decompose Q anew' },
      replacement: { of: 'Q', waiting: ['C'] },
    })
    world.say({ verb: 'answer', review: asked?.id ?? '', answer: 'approve', text: '' })
    expect(world.statuses()).toMatchObject({ Q: 'skipped', T001: 'pending' })
  })

  test('keeps its words as they are where the plan keeps records, and in lines what can stand in one', () => {
    const words = {
      title: 'Sum a * b',
      description: 'vector<int> of [6]:\n- `a * b`\u202e',
      criteria: ['`f(2 * 3)` is [6]'],
    }
    const proposal = {
      ...proposed([]),
      tasks: [task('x', { group: null, origin: 'agent', files: [file('src/my file.cpp')], ...words })],
    }
    const shown = [true, false].map((keeps) => {
      const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal }] } })
      const choice = { policy: { ...policy, ...(keeps ? { keepsRecords: true as const } : {}) } }
      world.start(read, choice)
      world.run()
      world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
      world.start(read, choice)
      world.run()
      const review = world.state.reviews.get('R2')
      return review && presentationOf(world.state, review)?.replacement?.tasks[0]
    })
    expect(shown[0]).toMatchObject({
      ...words,
      description: 'vector<int> of [6]:\n- `a * b`\\u202e',
      files: [{ path: 'src/my file.cpp' }],
    })
    // What the agent is told of it, and a person once its attempts are used up.
    expect(shown[1]).toMatchObject({
      title: 'Sum a ∗ b',
      description: "vector‹int› of (6): - 'a ∗ b'\\u202e",
      files: [],
    })
  })

  test('is bound to what a person was shown: a yes is none to other ids, and what was shown then is asked anew', () => {
    const world = rejected(proposed(['x']))
    world.feed({
      is: 'plan-read',
      read: {
        plan: plan(
          [
            ...read.tasks.map((it) => ({
              ...it,
              mark: it.key === 'A' ? ('done' as const) : it.key === 'B' ? ('blocked' as const) : it.mark,
            })),
            task('T001'),
          ],
          read.edges,
        ),
        hash: 'another',
      },
      by: 'test',
    })
    const said = world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    expect(world.log.find(({ body }) => body.type === 'command-refused' && body.command === said.id)).toBeDefined()
    const asked = [...world.state.reviews.values()].findLast(({ answer }) => answer === null)
    expect(asked && presentationOf(world.state, asked)?.replacement?.tasks.map(({ id }) => id)).toEqual(['T002'])
  })

  test('is put into the plan by a person where a person is the agent: there is nothing to approve', () => {
    const world = new World({ attempts: { 'decompose:B.4/propose': [{ how: 'waiting' }] } })
    world.start(read, { policy })
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    resumed(world)
    expect(world.state.reviews.get('R2')?.options).toEqual(['reject', 'pause'])
    world.say({ verb: 'skip', task: 'B', text: '' })
    expect([world.state.reviews.get('R2')?.answer, world.status('decompose:B.4')]).toEqual(['withdrawn', 'skipped'])
    resumed(world)
    expect([world.state.status, world.status('C')]).toEqual(['finished', 'done'])
  })

  test('is proposed by the agent of the task, and done by it', () => {
    const careful = (it: TaskSpec): TaskSpec =>
      it.key === 'B'
        ? {
            ...it,
            steps: it.steps.map((own) => ({ ...own, methods: own.methods.map((by) => ({ ...by, agent: 'careful' })) })),
          }
        : it
    const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] } })
    const own = plan(read.tasks.map(careful), read.edges)
    world.start(own, { policy })
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    const agentOf = (key: string): unknown => world.task(key).spec.steps[0]?.methods[0]?.agent
    expect([world.task('decompose:B.4').spec.role, agentOf('decompose:B.4')]).toEqual(['core_agent', 'careful'])
    world.start(own, { policy })
    world.run()
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    expect(agentOf('T001')).toBe('careful')
  })

  test('waits for a new call where tests of criteria come first: which they are is settled as it begins', () => {
    const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] } })
    const choice = { policy: { ...policy, testFirst: true } } as const
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    world.start(read, choice)
    while (!world.state.reviews.has('R2')) world.step()
    expect(world.state.status).toBe('running')
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    world.run()
    expect([world.state.status, world.state.parkedFor, world.status('T001')]).toEqual(['parked', 'paused', 'pending'])
    const isTold = (): boolean => world.state.findings.some(({ kind }) => kind === 'tests-to-come')
    expect(isTold()).toBe(true)
    world.start(read, choice)
    expect(isTold()).toBe(false)
  })

  test('may be called as the task whose place it takes, and has its weight and its gates', () => {
    const weighty = plan(
      read.tasks.map((it) =>
        it.key === 'B' ? { ...it, title: 'Do x', isCritical: true, namedGates: ['special'] } : it,
      ),
      read.edges,
    )
    const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] } })
    const choice = {
      policy: { ...policy, review: 'critical' },
      gates: [gate('unit'), { ...gate('special'), paths: ['never/**'] }],
    } as const
    world.start(weighty, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    world.start(weighty, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    expect(world.task('T001').spec).toMatchObject({ title: 'Do x', isCritical: true, steps: [{ gates: ['special'] }] })
    expect(addedTo(world.state)).toMatchObject([{ gates: ['special'], isCritical: true }])
    world.start(weighty, choice)
    world.run()
    expect([...world.state.reviews.values()].findLast(({ answer }) => answer === null)?.question).toBe('review T001')
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

test('tasks in place of one that the call has named are done in it, whatever else joins the plan', () => {
  const world = new World({ changes: [], attempts: { 'decompose:B.4/propose': [{ proposal: proposed(['x']) }] } })
  const choice = { policy, selection: ['A', 'B'], takesNew: false }
  world.start(read, choice)
  world.run()
  for (const [review, answer] of [
    ['R1', 'reject'],
    ['R2', 'approve'],
  ] as const) {
    world.say({ verb: 'answer', review, answer, text: '' })
    world.start(read, choice)
    world.run()
  }
  expect([world.task('T001').selected, world.task('C').selected, world.status('T001')]).toEqual([true, false, 'done'])
})

test('what is proposed by an attempt that failed is shown as nothing to accept', () => {
  const world = new World({
    changes: [],
    attempts: { 'decompose:B.4/propose': [{ how: 'failed', proposal: proposed(['x']) }] },
  })
  const choice = { policy: { ...policy, retries: 0 } }
  world.start(read, choice)
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
  world.start(read, choice)
  world.run()
  const review = world.state.reviews.get('R2')
  expect(review && presentationOf(world.state, review)?.replacement?.wrong).toBe('its attempt has failed')
})

test('nobody proposes tasks in place of one that is rejected where the policy does not ask for that', () => {
  const world = new World({})
  world.start(read, { policy: { ...policy, rejected: 'fail' } })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
  resumed(world)
  expect(world.statuses()).toEqual({ A: 'done', B: 'failed', C: 'pending' })
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
