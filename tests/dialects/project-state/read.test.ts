import { recogniseProjectState } from '../../../src/dialects/project-state/recognise.ts'
import { describe, expect, test } from 'vitest'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { check } from '../../../src/plan/check.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { graphOf } from '../../../src/plan/graph.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import type { Plan } from '../../../src/plan/model.ts'
import { ownStates } from './files.ts'

const encoder = new TextEncoder()

function read(state: unknown, ...beside: readonly (readonly [name: string, state: unknown])[]): Draft {
  const sourceOf = (path: string, it: unknown): { path: string; bytes: Uint8Array } => ({
    path,
    bytes: encoder.encode(typeof it === 'string' ? it : JSON.stringify(it, null, 2)),
  })
  return readProjectState([sourceOf('state.json', state), ...beside.map(([name, it]) => sourceOf(name, it))])
}

function planOf(draft: Draft): Plan {
  return makePlan(draft, { hash: (text) => text, implementation: ({ file }) => file === undefined })
}

describe('a whole state', () => {
  const { source } = ownStates.find(({ name }) => name === 'sound/state.json')!
  const draft = readProjectState([source])
  const plan = planOf(draft)
  const task = (id: string): Plan['tasks'][number] => plan.tasks.find((it) => it.id === id)!

  test('has the tasks of every list, with the list as their group', () => {
    expect(plan.tasks.map(({ id, group, mark }) => [id, group, mark])).toEqual([
      ['HT-9', 'tasks', 'done'],
      ['HT-10-1', 'tasks', 'todo'],
      ['HT-10-2', 'tasks', 'todo'],
      ['HT-D-1', 'deferred_tasks', 'deferred'],
      ['HT-X-1', 'cancelled_tasks', 'skipped'],
    ])
    expect(draft.coverage).toEqual({ taskLike: 5, read: 5 })
    expect(plan.title).toBe('harbour-tides')
  })

  test('has dependencies under both names', () => {
    expect(plan.edges.map(({ from, to, basis }) => [from, to, basis])).toEqual([
      ['HT-9', 'HT-10-1', 'explicit'],
      ['HT-10-1', 'HT-10-2', 'explicit'],
      ['HT-10-2', 'HT-D-1', 'explicit'],
    ])
  })

  test('has what a task is, in lower case and in the words of the seed', () => {
    expect(task('HT-10-1')).toMatchObject({
      title: 'Sum the constituents',
      layer: 'core',
      kind: 'extend',
      role: 'algorithm_agent',
      criteria: ['off by less than 1e-6 m'],
      document: 'docs/tasks/HT-10-1.md',
      files: [
        { path: 'src/core/sum.py', action: 'create', note: 'no classes' },
        { path: 'src/core/old.py', action: 'delete', note: null },
      ],
    })
    expect(task('HT-10-1').steps[0]?.gates).toEqual(['build', 'accuracy'])
    expect(task('HT-9').files).toMatchObject([
      { path: 'src/io', form: 'directory', action: 'unknown' },
      { path: 'src/io/har.py', action: 'create' },
      { path: 'tests/test_har.py', action: 'create' },
    ])
  })

  test('tells an agent all that a task says, and takes what was done with it for none of its words', () => {
    expect(task('HT-10-1').description).toBe('Sum them for one moment.\nestimated_effort: 2-3 days\nrisk_level: medium')
    expect(task('HT-9').description).toContain('- 日本語 stays as it is\n- no binary files\n')
    expect(task('HT-9').description).toContain('commit_hash: 0f3c9d1')
    expect(task('HT-9').textHash).not.toContain('0f3c9d1')
  })

  test('has its integration tests, with words for a command', () => {
    expect(plan.integrations).toEqual([
      {
        id: 'core-year',
        origin: 'state.json',
        description: 'a year against the tables of the harbour office',
        layer: 'core',
        covers: ['HT-9', 'HT-10-1'],
        argv: ['python3', 'tests/year.py', '--harbour', 'Old Town'],
        reference: [
          { name: 'highest', value: 4.31, atol: 0.01, rtol: 0 },
          { name: 'count', value: 705, atol: 0, rtol: 0 },
        ],
      },
    ])
  })
})

describe('statuses', () => {
  test.each([
    ['pending', 'todo'],
    ['PENDING', 'todo'],
    ['Pending', 'todo'],
    ['in_progress', 'running'],
    ['IN-PROGRESS', 'running'],
    ['in progress', 'running'],
    ['done', 'done'],
    ['failed', 'blocked'],
    ['terminated', 'skipped'],
    ['deferred', 'deferred'],
    ['in_review', 'unknown'],
    ['completed', 'unknown'],
    ['code_committed_unverified', 'unknown'],
    ['', 'unknown'],
    [null, 'todo'],
  ])('%j is %s', (status, state) => {
    expect(read({ tasks: [{ id: 'A', title: 'One', status }] }).tasks[0]?.mark.state).toBe(state)
  })

  test('the name of a list sets the state of tasks without one', () => {
    const task = (id: string, status?: string): object => ({ id, title: id, layer: 'core', ...(status && { status }) })
    const draft = read({
      phase0_tasks: [task('A')],
      deferred_tasks: [task('B'), task('C', 'pending')],
      cancelled_tasks: [task('D')],
      canceled_tasks: [task('E')],
      terminated_tasks: [task('F'), task('G', 'done')],
    })
    expect(draft.tasks.map(({ mark }) => mark.state)).toEqual([
      'todo',
      'deferred',
      'todo',
      'skipped',
      'skipped',
      'skipped',
      'done',
    ])
  })
})

test.each([
  ['layer', 'cor', 'core'],
  ['type', 'neu', 'new'],
  ['layer', 'frontend', null],
  ['type', 'port', null],
] as const)('a %s "%s" that is nearly a known word is told, and kept as it is', (name, word, meant) => {
  const { diagnostics, tasks } = read({
    tasks: [{ id: 'A-1', title: 'x', status: 'pending', layer: 'core', type: 'new', [name]: word }],
  })
  const told = diagnostics.filter(({ code }) => code === 'MW407')
  expect(told.map(({ severity, help }) => [severity, help])).toEqual(
    meant === null ? [] : [['warning', `did you mean ${meant}?`]],
  )
  if (meant !== null) expect([tasks[0]?.layer?.text, tasks[0]?.kind?.text]).toContain(word)
})

test('what a run writes into has a shape that it can write into, or is not there', () => {
  const tasks = [{ id: 'A-1', title: 'x', layer: 'core' }]
  const told = (more: object): readonly string[] =>
    read({ ...more, tasks }).diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)
  expect(told({ drafts: 'x', gate_results: 5, human_decisions: true, integration_results: '' })).toEqual([
    'error MW407 drafts is a string; an object or a list is expected',
    'error MW407 gate_results is a number; an object or a list is expected',
    'error MW407 human_decisions is true or false; an object or a list is expected',
    'error MW407 integration_results is a string; an object or a list is expected',
  ])
  const decisions = 'error MW407 decisions is a string; an object or a list is expected'
  expect(told({ decisions: 'x' })).toEqual([decisions])
  expect(told({ decisions: 'x', human_decisions: null })).toEqual([decisions])
  expect(told({ decisions: 'x', human_decisions: [] })).toEqual([])
  expect(told({ phase: true })).toEqual(['error MW407 phase is true or false; a string is expected'])
  expect(told({ phase: 5, current_task_id: false, blocked_reason: 5 })).toEqual([
    'error MW407 phase is a number; a string is expected',
    'error MW407 current_task_id is true or false; a string is expected',
    'error MW407 blocked_reason is a number; a string is expected',
  ])
  expect(told({ phase: {}, current_task_id: [], blocked_reason: {} })).toEqual([
    'error MW407 phase is an object; a string is expected',
    'error MW407 current_task_id is a list; a string is expected',
    'error MW407 blocked_reason is an object; a string is expected',
  ])
  const all = {
    drafts: null,
    gate_results: {},
    human_decisions: [],
    phase: null,
    current_task_id: 5,
    blocked_reason: '',
  }
  expect(told(all)).toEqual([])
})

test.each([
  ['exectue', 'execute'],
  ['Integrated', 'integrate'],
  [' VERIFY ', null],
  ['Phase 5', null],
  ['5', null],
])('of a phase %j a run knows whether it is one of its own, or nearly (%j)', (phase, meant) => {
  const { diagnostics } = read({ phase, tasks: [{ id: 'A-1', title: 'x', layer: 'core' }] })
  expect(diagnostics.map(({ code, severity, help }) => [code, severity, help])).toEqual(
    meant === null ? [] : [['MW407', 'warning', `did you mean ${meant}?`]],
  )
})

describe('where tasks stand', () => {
  const task = (id: string): object => ({ id, title: id, layer: 'core', dependencies: [] })

  test('phases of a list and of an object are groups, in the order of ids and not of the file', () => {
    const draft = read({
      phases: [
        { id: 'p2', name: 'Phase 2: Build', tasks: [task('A-10')] },
        { id: 'p1', name: 'Look', tasks: [task('A-9'), task('A-2')] },
      ],
      more: { later: { tasks: [task('A-1')] } },
    })
    expect(draft.groups.map(({ key, number, title }) => [key, number, title])).toEqual([
      ['p2', '2', 'Build'],
      ['p1', null, 'Look'],
      ['later', null, 'later'],
    ])
    expect(graphOf(planOf(draft)).stages).toEqual([['A-1', 'A-2', 'A-9', 'A-10']])
  })

  test('what only looks like tasks is none', () => {
    const draft = read({
      tasks: [task('A-1')],
      audit_items: [{ id: 'X', layer: 'core', status: 'available' }],
      charter: { milestones: [{ id: 'M1', tasks: ['A-1'], description: 'first' }], risks: [{ id: 'R1' }] },
      human_decisions: [{ id: 'D1', layer: 'core' }],
    })
    expect(draft.tasks.map(({ key }) => key)).toEqual(['A-1'])
  })

  test('the phase of a file names its tasks, and a word of the state does not', () => {
    expect(read({ phase: 'Phase 1: Port', tasks: [task('A')] }).groups).toMatchObject([{ number: '1', title: 'Port' }])
    expect(read({ phase: 'execute', tasks: [task('A')] }).groups).toMatchObject([{ number: null, title: 'tasks' }])
  })

  test('numbers are ids as well', () => {
    const draft = read({
      tasks: [
        { id: 1, title: 'a', layer: 'x' },
        { id: 2, title: 'b', dependencies: [1] },
      ],
    })
    expect(planOf(draft).edges).toMatchObject([{ from: '1', to: '2' }])
  })
})

describe('files beside the plan', () => {
  const phase = (name: string, tasks: readonly object[]): object => ({ phase: name, tasks })
  const draft = read(phase('Phase 1: Build', [{ id: 'B-1', title: 'Build', layer: 'core', dependencies: ['A-1'] }]), [
    'tasks_phase0.json',
    phase('Phase 0: Look', [{ id: 'A-1', title: 'Look', layer: 'core', status: 'done' }]),
  ])

  test('hold what the plan waits for, in groups of their own', () => {
    expect(draft.groups).toMatchObject([
      { key: 'tasks' },
      { key: 'tasks_phase0.json/tasks', file: 'tasks_phase0.json' },
    ])
    expect(planOf(draft)).toMatchObject({
      groups: [{ implementation: true }, { implementation: false, file: 'tasks_phase0.json' }],
      tasks: [{ key: 'B-1' }, { key: 'A-1', mark: 'done' }],
      edges: [{ from: 'A-1', to: 'B-1' }],
    })
    expect(check(draft, noFacts)).toEqual([])
  })

  test('say nothing of their own faults, unless they cannot be read', () => {
    const plan = phase('Phase 1: Build', [{ id: 'B-1', title: 'Build', layer: 'core' }])
    const odd = [
      'tasks_phase0.json',
      phase('Phase 0', [{ id: 'A-1', title: 'Look', status: 'nearly', files: ['../x'] }]),
    ] as const
    expect(check(read(plan, odd), noFacts)).toEqual([])
    const cut = check(read(plan, ['tasks_phase0.json', '{"tasks": [{"id": "A-1"']), noFacts)
    expect(cut).toMatchObject([{ code: 'MW401', severity: 'error', span: { path: 'tasks_phase0.json' } }])
  })
})

test('what is called tasks and holds none is told, also beside another list of tasks', () => {
  const more = { more: { tasks: [{ id: 'A-1', title: 'x', layer: 'core' }] } }
  const told = (tasks: unknown): readonly string[] => read({ ...more, tasks }).diagnostics.map(({ message }) => message)
  expect(told('x')).toEqual(['tasks is a string; a list is expected'])
  expect(told({})).toEqual(['tasks is an object; a list is expected'])
  expect(told({ open: [{ id: 'A-2', title: 'y', layer: 'core' }] })).toEqual([])
  expect(told(null)).toEqual([])
})

test('ids in other letters hide nothing', () => {
  const { diagnostics, tasks } = read({ tasks: [{ id: '任務-1', title: 'x', layer: 'core' }] })
  expect([tasks[0]?.id?.text, diagnostics.map(({ code }) => code)]).toEqual(['任務-1', []])
})

test('what speaks for a list of Task Master is told as a weak sign', () => {
  const list = { tasks: [{ id: 1, title: 'a', status: 'pending', dependencies: [], testStrategy: 't', subtasks: [] }] }
  const bytes = new TextEncoder().encode(JSON.stringify(list))
  expect(recogniseProjectState([{ path: 'tasks.json', bytes }])?.strength).toBe('weak')
})

describe('what could be a task and is in no list that is read is told', () => {
  const task = (id: string, more: object = {}): object => ({ id, title: id, layer: 'core', status: 'pending', ...more })
  const plain = (id: string): object => ({ id, title: id, status: 'pending' })
  const fine = { name: 'P2', tasks: [task('T-2')] }
  const told = (state: object): readonly string[] =>
    read(state).diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)

  test.each<[string, object, readonly string[]]>([
    [
      'tasks by their ids in one of several phases',
      { phases: [{ name: 'P1', tasks: { 'T-1': task('T-1') } }, fine] },
      ['phases[0].tasks is an object; a list is expected'],
    ],
    [
      'a word in one of several phases',
      { phases: [{ name: 'P1', tasks: 'x' }, fine] },
      ['phases[0].tasks is a string; a list is expected'],
    ],
    [
      'a number in one of several phases',
      { phases: [{ name: 'P1', tasks: 3 }, fine] },
      ['phases[0].tasks is a number; a list is expected'],
    ],
    [
      'true in one of several phases',
      { phases: [{ name: 'P1', tasks: true }, fine] },
      ['phases[0].tasks is true or false; a list is expected'],
    ],
    [
      'tasks by their ids in an object of lists',
      { tasks: { P1: { 'T-1': task('T-1') }, P2: [task('T-2')] } },
      ['tasks.P1 is an object; a list is expected'],
    ],
    [
      'a task in an object of lists',
      { tasks: { 'T-1': task('T-1'), P2: [task('T-2')] } },
      ['tasks.T-1 is an object; a list is expected'],
    ],
    [
      'entries without an id in an object of lists, but not what is said of them',
      { tasks: { P1: [{ title: 'x' }], P2: [task('T-2')], by: { name: 'x' }, log: [{ at: 1 }], version: true } },
      ['tasks.P1[0] is an object; an object with an id is expected'],
    ],
    [
      'phases by their names',
      { phases: { P1: { 'T-1': task('T-1') }, P2: [task('T-2')], P3: { name: 'x', tasks: 'y' }, P4: 'z' } },
      ['phases.P1 is an object; a list of tasks is expected', 'phases.P3.tasks is a string; a list is expected'],
    ],
    [
      'a phase that is a list, but none that is a word, a number or nothing',
      { phases: ['P1', fine, 5, [task('T-1')], null] },
      ['phases[3][0] is an object; a list of tasks is expected'],
    ],
    ['phases in a word, and no task', { phases: 'P1' }, ['phases is a string; a list is expected']],
    [
      'phases by their names, and no task',
      { phases: { intake: 'done', completed: ['audit'], execute: [{ id: 'T-1' }] } },
      [
        'phases.intake is a string; a list is expected',
        'phases.completed[0] is a string; an object is expected',
        'phases.execute[0] is an object; an object with a title is expected',
      ],
    ],
    [
      'tasks by the names of phases beside those of the top',
      {
        tasks: [task('T-2')],
        phases: { current: 'x', P1: { 'T-1': task('T-1') }, P3: { tasks: { 'T-3': plain('T-3') } } },
      },
      ['phases.P1 is an object; a list of tasks is expected', 'phases.P3.tasks is an object; a list is expected'],
    ],
    [
      'tasks at the top and wrong ones in phases',
      {
        tasks: [task('T-2')],
        phases: [
          { name: 'P1', tasks: 'x' },
          { name: 'P3', tasks: { 'T-3': plain('T-3') } },
          { name: 'P4', tasks: ['T-2', { title: 'Paint' }] },
        ],
      },
      [
        'phases[0].tasks is a string; a list is expected',
        'phases[1].tasks is an object; a list is expected',
        'phases[2].tasks[1] is an object; an object with an id is expected',
      ],
    ],
    [
      'phases in phases',
      { phases: [{ name: 'A', phases: [{ name: 'P1', tasks: { 'T-1': task('T-1') } }, { phases: [fine] }] }] },
      ['phases[0].phases[0].tasks is an object; a list is expected'],
    ],
    [
      'words, lists and nothing in the place of entries, at the top and in phases',
      { tasks: ['T-1', 'T-2', 5, null, [task('T-3')]], phases: [{ tasks: ['one'] }, { tasks: [task('T-2'), 'two'] }] },
      [
        'tasks[0] is a string; an object is expected',
        'tasks[2] is a number; an object is expected',
        'tasks[3] is null; an object is expected',
        'tasks[4] is a list; an object is expected',
        'phases[0].tasks[0] is a string; an object is expected',
        'phases[1].tasks[1] is a string; an object is expected',
      ],
    ],
    [
      'entries of a phase without an id',
      { phases: [{ tasks: [{ title: 'one' }] }, fine] },
      ['phases[0].tasks[0] is an object; an object with an id is expected'],
    ],
    [
      'tasks that stand alone',
      { tasks: [task('T-2')], more: { first: { one: task('T-1') }, task: task('T-4'), name: 'x' } },
      ['more.first is an object; a list of tasks is expected', 'more.task is an object; a list of tasks is expected'],
    ],
    [
      'a list in a list',
      { tasks: [task('T-2')], phase0: [[task('T-1')]] },
      ['phase0[0][0] is an object; a list of tasks is expected'],
    ],
  ])('%s', (_, state, messages) => {
    expect(told(state)).toEqual(messages.map((it) => `error MW407 ${it}`))
  })

  const doubt = (place: string, more = ''): string =>
    `warning MW407 ${place} may be a task, and is in no list of tasks; it is not read${more}`

  test.each<[string, object, readonly string[]]>([
    [
      'entries with a title and a status, once for each list',
      { tasks: [task('T-2')], backlog: [plain('T-1'), plain('T-3')], later: { 'T-4': { title: 'x', layer: 'core' } } },
      [doubt('backlog[0]', ' (and 1 more)'), doubt('later.T-4')],
    ],
    ['entries without an id', { tasks: [task('T-2')], first: [{ title: 'x', layer: 'core' }] }, [doubt('first[0]')]],
    [
      'words in a list that is called as one of tasks',
      { tasks: [task('T-2')], deferred_tasks: ['T-2', 'Paint'], epics: [{ tasks: ['T-2', 'T-8', 'Paint the buoy'] }] },
      [doubt('deferred_tasks[1]'), doubt('epics[0].tasks[2]')],
    ],
    [
      'words in tasks by their phases',
      { tasks: { P1: 'Paint', P2: [task('T-2')], P3: ['T-2', 'Paint'], name: 'x' } },
      [doubt('tasks.P1'), doubt('tasks.P3[1]')],
    ],
    [
      'words in the tasks of a phase where all stand at the top',
      { tasks: [task('T-2')], phases: [{ tasks: ['T-2', 'Paint', 'Moor', 5, null] }] },
      [doubt('phases[0].tasks[1]', ' (and 1 more)')],
    ],
    [
      'sentences and titles in phases by their names that hold tasks',
      {
        phases: {
          P1: ['P1', 'Paint the buoy'],
          P2: [task('T-2')],
          P3: [{ title: 'Paint' }, { name: 'x' }],
          P4: [{ id: 'T-2' }, { id: 'T-4', name: 'x' }],
        },
      },
      [doubt('phases.P1[1]'), doubt('phases.P3[0]'), doubt('phases.P4[1]')],
    ],
    [
      'tasks in a task',
      { tasks: [task('T-2', { tasks: [task('T-1'), task('T-2')] })] },
      [
        'warning MW407 tasks[0].tasks[0] may be a task, and is in no list of tasks; it is told with the task that it stands in',
      ],
    ],
  ])('as a doubt: %s', (_, state, messages) => {
    expect(told(state)).toEqual(messages)
  })

  const deep = (place: string): string =>
    `warning MW407 ${place} may be a list of tasks, and lies deeper than tasks are read; none of it is run`

  test.each<[string, object, readonly string[]]>([
    [
      'a copy and others',
      { archive: { y: { s1: { w: { tasks: [task('T-2')], more: [task('T-3'), task('T-4')] } } } } },
      [deep('archive.y.s1.w.tasks'), deep('archive.y.s1.w.more')],
    ],
    [
      'in lists, and further below',
      { a: [{ b: [{ c: [{ d: [{ tasks: [plain('T-3')] }, { e: { f: { later_tasks: [plain('T-4')] } } }] }] }] }] },
      [deep('a[0].b[0].c[0].d[0].tasks'), deep('a[0].b[0].c[0].d[1].e.f.later_tasks')],
    ],
    [
      'in phases of phases',
      { phases: [{ phases: [{ phases: [{ phases: { P1: [plain('T-3')], P2: { tasks: [plain('T-4')] } } }] }] }] },
      [deep('phases[0].phases[0].phases[0].phases.P1'), deep('phases[0].phases[0].phases[0].phases.P2.tasks')],
    ],
    [
      'by their ids in the place of a list',
      { phases: [{ phases: [{ phases: [{ phases: [{ tasks: { 'T-3': task('T-3') } }] }] }] }] },
      [doubt('phases[0].phases[0].phases[0].phases[0].tasks')],
    ],
    [
      'in no list, or in one that is not called so',
      { a: { b: { c: { d: { 'T-3': task('T-3'), e: { task: task('T-4') }, list: [plain('T-5'), plain('T-6')] } } } } },
      [doubt('a.b.c.d.T-3', ' (and 1 more)'), doubt('a.b.c.d.list[0]', ' (and 1 more)')],
    ],
  ])('and never run, where it lies too deep: %s', (_, state, messages) => {
    const all = { tasks: [task('T-2')], ...state }
    expect(read(all).tasks.map(({ key }) => key)).toEqual(['T-2'])
    expect(told(all)).toEqual(messages)
  })

  test.each<[string, object]>([
    [
      'phases by their names with how far they are',
      { phases: { intake: 'done', audit: 'done', execute: 'in_progress' } },
    ],
    ['the phase that is current, and those before', { phases: { current: 'execute', completed: ['intake', 'audit'] } }],
    ['phases that are or are not', { phases: { execute: true, verify: false, integrate: null, rounds: 3 } }],
    ['phases in a word', { phases: 'intake, audit' }],
    ['phases in a literal', { phases: true }],
    ['phases with what is said of each', { phases: { intake: { done: true, title: 'Intake', status: 'done' } } }],
    ['what was done when', { phases: { completed: [{ name: 'intake', at: '2026-01-01' }] } }],
    ['what was done when, by ids', { phases: { completed: [{ id: 'intake', name: 'Intake', status: 'done' }] } }],
    ['phases with a title and a status', { phases: [{ id: 'P1', title: 'Intake', status: 'done' }, 'audit', 5, true] }],
  ])('not, beside the tasks of the top: %s', (_, state) => {
    expect(told({ tasks: [task('T-2')], ...state })).toEqual([])
  })

  test.each<[string, object]>([
    [
      'phases by their names beside how far they are',
      { phases: { current: 'P1', done: ['P0'], open: true, P1: [task('T-2')] } },
    ],
    ['a phase with a title and a status', { phases: [{ title: 'x', status: 'done' }, 'P2', fine] }],
    ['phases that only name and count', { tasks: [task('T-2')], phases: ['P1', 'P2'], total_tasks: 1 }],
    [
      'phases that count and name the tasks of the top',
      {
        tasks: [task('T-2')],
        phases: [
          { name: 'P1', tasks: 3 },
          { tasks: ['T-2'] },
          { tasks: { open: 1 } },
          { tasks: null },
          { tasks: 'T-2' },
        ],
      },
    ],
    [
      'a phase without tasks',
      { phases: [{ name: 'P1', goal: 'x' }, fine, { ...plain('P3'), tasks: [] }, { tasks: null }] },
    ],
    ['phases by their names that say more', { phases: { title: 'x', count: 2, P1: [task('T-2')], P2: { name: 'y' } } }],
    [
      'milestones, plans of time and copies',
      {
        tasks: [task('T-2')],
        charter: { timeline: { phases: [{ name: 'x', tasks: 3 }] }, milestones: [{ id: 'M', tasks: ['T-9'] }] },
        milestones: [plain('M-1')],
        current_task: task('T-2'),
        metadata: { tasks: ['T-9'], dependencies: { a: '1' } },
      },
    ],
  ])('not: %s', (_, state) => {
    expect(told(state)).toEqual([])
  })

  test('phases by their names are read, and lists below three others', () => {
    const draft = read({
      phases: { P1: [plain('T-1')] },
      a: { b: { c: { tasks: [plain('T-2')] } } },
      d: [{ e: [{ f: [{ tasks: [plain('T-3')] }] }] }],
      more: [{ name: 'P2', tasks: [{ title: 'x', layer: 'core' }] }],
    })
    expect(draft.groups.map(({ key }) => key)).toEqual(['phases', 'c', 'tasks', 'P2'])
    expect(draft.tasks.map(({ title }) => title.text)).toEqual(['T-1', 'T-2', 'T-3', 'x'])
    expect(draft.diagnostics.map(({ code }) => code)).toEqual(['MW104'])
  })
})
