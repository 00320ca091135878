/** Progress files of other tools: read leniently, whatever is in them, and as claims only. */

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { spec } from '../../../src/dialects/spec/index.ts'
import { readClaims } from '../../../src/dialects/spec/claims/read-claims.ts'
import { stateOfWord } from '../../../src/dialects/spec/claims/status-word.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import type { ProgressClaims } from '../../../src/plan/progress-claims.ts'
import { claimsText } from '../../../src/reports/spec/claims-text.ts'
import { corpus, corpusFiles } from '../../rig/corpus.ts'
import { harbourDraft } from '../../rig/harbour-spec.ts'

const encoder = new TextEncoder()
const harbour = harbourDraft()
/** Two SPECLets, with ids of tasks that begin anew in each. */
const anew = spec.read([
  { path: 'spec_two.md', bytes: encoder.encode('# Two\n\n## Goal\nList the berths of the harbour.\n') },
  {
    path: 'parameters_two.toml',
    bytes: encoder.encode(
      `[goal]\ndescription = "List the berths of the harbour."\n${[1, 2].map((id) => `[[speclets]]\nid = ${id}\nname = "part_${id}"\ndependencies = []\n[[speclets.tasks]]\nid = 1\ndescription = "Do part ${id}"\n[[speclets.tasks.steps]]\nid = 1\naction = "Do it"\n`).join('')}`,
    ),
  },
])

function read(file: unknown, draft: Pick<Draft, 'tasks' | 'spec'> = harbour): ProgressClaims {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return readClaims({ path: 'progress_tides.json', bytes: encoder.encode(text) }, draft)
}

/** `task state`, with its steps behind it. */
function shown({ tasks }: ProgressClaims): readonly string[] {
  return tasks.map(({ key, state, steps }) =>
    [`${key} ${state}`, ...steps.map((it) => `${it.id} ${it.state}`)].join(', '),
  )
}

test.each([
  ['completed', 'done'],
  ['✅ COMPLETE', 'done'],
  ['completed_enhanced', 'done'],
  ['deployment_ready', 'done'],
  ['completed without errors', 'done'],
  ['partially_complete', 'partial'],
  ['completed_with_errors', 'partial'],
  ['in_progress', 'partial'],
  ['FAILED', 'failed'],
  ['blocked', 'failed'],
  ['not_started', 'pending'],
  ['not completed', 'pending'],
  ['ready', 'pending'],
  ['skipped', 'pending'],
  ['wunderbar', 'unknown'],
  ['not wunderbar', 'unknown'],
  ['100', 'unknown'],
] as const)('the word %s is %s', (word, state) => {
  expect(stateOfWord(word)).toBe(state)
})

test.each<readonly [string, unknown, readonly string[]]>([
  ['a list with task_id', { tasks: [{ task_id: 1, status: 'completed' }] }, ['1 done']],
  ['a list with id', { tasks: [{ id: '2', state: 'failed' }] }, ['2 failed']],
  [
    'a dictionary',
    { tasks: { task_1: { status: 'deployment_ready' }, 'Task [2]': 'pending' } },
    ['1 done', '2 pending'],
  ],
  ['ids as names', { tasks: { 1: { status: 'done' }, 3: true } }, ['1 done', '3 done']],
  ['members of the whole', { task_1: { status: 'completed' }, task_2: { completed: false } }, ['1 done', '2 pending']],
  ['within another object', { progress: { tasks: [{ id: 4, status: 'running' }] } }, ['4 partial']],
  ['by its title alone', { tasks: [{ name: 'judge the FIT', status: 'ok' }] }, ['3 done']],
  ['lists of ids', { tasks_completed: [1, 'task_2'], failed_tasks: [3] }, ['1 done', '2 done', '3 failed']],
  ['the record before the list of ids', { tasks: [{ id: 1, status: 'partial' }], tasks_completed: [1] }, ['1 partial']],
  [
    'steps as a list',
    {
      tasks: [
        {
          id: 1,
          steps: [
            { step_id: 1, status: 'completed' },
            { step_id: 2, status: 'fail' },
          ],
        },
      ],
    },
    ['1 failed, 1 done, 2 failed'],
  ],
  [
    'steps as a dictionary',
    { tasks: [{ id: 2, status: 'x', steps: { step_1: 'done', '2.2': { status: 'todo' } } }] },
    ['2 unknown, 1 done, 2 pending'],
  ],
  ['steps as numbers', { tasks: [{ id: 1, steps_completed: 2, total_steps: 2 }] }, ['1 done']],
  ['steps as numbers in an object', { tasks: [{ id: 1, steps: { completed: 1, total: 2 } }] }, ['1 partial']],
  [
    'steps of all tasks in one list',
    {
      steps: [
        { id: '1.1', status: 'done' },
        { id: '1.2', status: 'done' },
        { id: '2.1', status: 'done' },
      ],
    },
    ['1 done, 1 done, 2 done', '2 partial, 1 done'],
  ],
  ['tasks within their SPECLets', { speclets: [{ id: 'model', tasks: [{ id: 2, status: 'done' }] }] }, ['2 done']],
  ['a task that another SPECLet has', { speclets: [{ id: 'model', tasks: [{ id: 1, status: 'done' }] }] }, []],
  [
    'the same task twice',
    {
      tasks: [
        { id: 1, status: 'failed' },
        { id: 1, status: 'done' },
      ],
    },
    ['1 failed'],
  ],
  ['numbers that are no tasks', { tasks: { total: 4, completed: 2 } }, []],
  ['names without a word of them', { tasks: ['1', 2] }, []],
])('%s', (_, file, expected) => {
  expect(shown(read(file))).toEqual(expected)
})

test('ids that begin anew in each SPECLet are found by it, or by both numbers', () => {
  expect(anew.tasks.map(({ key }) => key)).toEqual(['1/1', '2/1'])
  const within = { speclets: [{ speclet_id: 2, status: 'completed', tasks: [{ id: 1, status: 'done' }] }] }
  expect(shown(read(within, anew))).toEqual(['2/1 done'])
  expect(read(within, anew).speclets).toEqual([{ id: '2', state: 'done', word: 'completed' }])
  expect(shown(read({ tasks: [{ id: '1.1', status: 'done' }] }, anew))).toEqual(['1/1 done'])
  // Which one is meant nobody knows.
  expect(read({ tasks: [{ id: 1, status: 'done' }] }, anew)).toMatchObject({ tasks: [], unknown: ['1'] })
  expect(read({ speclets: [{ name: 'Part 1', status: 'done' }] }, anew).speclets).toMatchObject([{ id: '1' }])
})

test('what the plan does not have is named, and so is what the file leaves out', () => {
  const claims = read({
    status: 'completed',
    tasks: [
      {
        id: 1,
        status: 'completed',
        steps: [
          { id: 1, status: 'done' },
          { id: 9, status: 'done' },
        ],
      },
      { id: 2, status: 'half way' },
      { id: 7, status: 'completed' },
    ],
    speclets: [{ id: 'harbour', status: 'done' }],
  })
  expect(claims).toMatchObject({ unknown: ['1.9', '7', 'SPECLet harbour'], untold: ['3', '4'] })
  expect(claims.whole).toEqual({ state: 'done', word: 'completed' })
  expect(claimsText(claims)).toBe(
    'it says that 1 of 4 tasks are done (1 in words that are not known: half way); nothing of 3, 4; it names 1.9, 7, SPECLet harbour, which the plan does not have (claims of another tool: nothing is skipped for them)',
  )
})

describe('nothing makes it fail', () => {
  const deep = (length: number): string => `{"tasks":${'['.repeat(length)}${']'.repeat(length)}}`
  test.each([
    ['broken', '{"tasks": [{"id": 1, "status": "comp'],
    ['empty', ''],
    ['a list', '[1, 2]'],
    ['a number', '7'],
    ['not UTF-8', '\ud800'],
    ['nested deeply', deep(100_000)],
    ['with a key that is never needed', '{"tasks": {"__proto__": {"status": "done"}}}'],
  ])('%s: it is said that nothing can be read', (_, text) => {
    const claims = read(text)
    expect(claims).toMatchObject({ tasks: [], unknown: [], untold: ['1', '2', '3', '4'] })
    expect(claims.fault).not.toBe(null)
    expect(claimsText(claims)).toMatch(/^nothing of it can be read: ./)
  })

  test.each([
    { tasks: 7 },
    { tasks: 'all' },
    { tasks: [null, [], [[]], true, { id: {}, status: [] }, { id: null }] },
    { tasks: [{ id: 1, steps: 'four', status: 4 }] },
    { speclets: { a: 1 }, steps: {}, progress: [] },
  ])('wrong types: %j', (file) => {
    expect(read(file)).toMatchObject({ fault: null, tasks: [] })
  })

  test('a huge one is read, and what is kept of it is bounded', () => {
    const tasks = Array.from({ length: 50_000 }, (_, at) => ({ id: at + 1, status: 'd'.repeat(200) }))
    const claims = read({ tasks })
    expect(claims.tasks.map(({ key }) => key)).toEqual(['1', '2', '3', '4'])
    expect(claims.unknown).toHaveLength(1_000)
    expect(claims.tasks[0]?.word?.length).toBeLessThan(100)
    expect(claimsText(claims).length).toBeLessThan(1_000)
  })

  test('words cannot leave their line', () => {
    const text = claimsText(
      read({
        tasks: [
          { id: 1, status: 'x\n\u001b[31my' },
          { id: 'z\n\u202e', status: 'done' },
        ],
      }),
    )
    expect(text).not.toMatch(/[\n\u001b\u202e]/)
  })
})

const real = corpusFiles('spec', (name) => /progress_.*\.json$/.test(name))

describe.skipIf(corpus === null)('real progress files', () => {
  test('there are some', () => {
    expect(real.length).toBeGreaterThan(2)
  })

  test.each(real)('$name says something of its plan, and names nothing else', ({ name, bytes }) => {
    const descriptor = path.posix.basename(name).replace(/^progress_(.*)\.json$/, '$1')
    const files = corpusFiles('spec', (it) =>
      [`spec_${descriptor}.md`, `parameters_${descriptor}.toml`].includes(path.posix.basename(it)),
    )
    const sources = files.map((it) => ({ path: it.name, bytes: it.bytes }))
    const draft = spec.read(sources.sort((a) => (a.path.endsWith('.md') ? -1 : 1)))
    const claims = readClaims({ path: name, bytes }, draft)
    expect(claims).toMatchObject({ fault: null, unknown: [], whole: { state: 'done' } })
    expect(claims.tasks.length + claims.speclets.length).toBeGreaterThan(4)
    expect([...claims.tasks, ...claims.speclets].every(({ state }) => state === 'done')).toBe(true)
    if (claims.tasks.length > 0) expect(claims.untold).toEqual([])
  })
})
