import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDrafts } from '../../../src/dialects/project-state/drafts.ts'

const read = (drafts: unknown): object =>
  Object.fromEntries(readDrafts({ path: 's.json', bytes: new TextEncoder().encode(JSON.stringify({ drafts })) }))
const nothing = { explanation: '', files: [], code: '' }

describe('drafts that a state keeps', () => {
  test.each([
    [
      'a draft of the seed',
      { A: { code: 'x = 1', test: 'assert x', explanation: ' as told ' } },
      { explanation: 'as told', code: 'x = 1\n\nassert x' },
    ],
    [
      'a list of files',
      { A: { files: ['a.py (NEW)', 'b.py', 7, ''] } },
      {
        files: [
          { path: 'a.py', change: 'NEW' },
          { path: 'b.py', change: '' },
        ],
      },
    ],
    [
      'files as objects',
      { A: { files: [{ file: 'a.py', action: 'deleted\n' }, {}] } },
      { files: [{ path: 'a.py', change: 'deleted' }] },
    ],
    [
      'files by what was done',
      { A: { files_modified: ['a.py'], files_created: ['b.py'] } },
      {
        files: [
          { path: 'a.py', change: 'modified' },
          { path: 'b.py', change: 'created' },
        ],
      },
    ],
    ['files with their contents', { A: { files: { 'a.py': 'x' } } }, { files: [{ path: 'a.py', change: '' }] }],
    [
      'code by its files',
      { A: { files: ['a.py (NEW)'], code: { 'a.py': 'x', 'b.py': 1 } } },
      {
        files: [
          { path: 'a.py', change: 'NEW' },
          { path: 'b.py', change: '' },
        ],
        code: 'a.py:\nx',
      },
    ],
    [
      'a list of drafts, the last of which counts',
      [{ task_id: 'A', summary: 'one' }, { task: 'A', summary: 'two' }, { summary: 'nobody’s' }],
      { explanation: 'two' },
    ],
    ['rounds of one task', { A: [{ explanation: 'one' }, { explanation: 'two' }] }, { explanation: 'two' }],
  ])('%s', (_, drafts, found) => {
    expect(read(drafts)).toEqual({ A: { ...nothing, ...found } })
  })

  test.each([[null], [1], ['x'], [{ A: null }], [{ A: {} }], [{ A: [[]] }], [[{ task_id: null, explanation: 'x' }]]])(
    '%j says nothing',
    (drafts) => {
      expect(read(drafts)).toEqual({})
    },
  )

  test('an id that is a number is the id of its task', () => {
    const draft = { ...nothing, explanation: 'x' }
    expect(read([{ task_id: 1, explanation: 'x' }])).toEqual({ 1: draft })
  })

  test('the name of a prototype is a name like others', () => {
    const text = '{"drafts": {"constructor": {"explanation": "x"}}}'
    const found = readDrafts({ path: 's.json', bytes: new TextEncoder().encode(text) })
    expect([...found.keys()]).toEqual(['constructor'])
  })

  test('no more of one is taken than a brief could tell', () => {
    const long = 'x'.repeat(100_000)
    const files = Array.from({ length: 5_000 }, (_, at) => `${at}.py`)
    const found = readDrafts({
      path: 's.json',
      bytes: new TextEncoder().encode(JSON.stringify({ drafts: { A: { explanation: long, code: long, files } } })),
    }).get('A')
    expect([found?.explanation.length, found?.code.length, found?.files.length]).toEqual([8_000, 16_000, 200])
  })

  test('whatever stands there, reading it ends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (drafts) => {
        expect(() => read(drafts)).not.toThrow()
      }),
    )
  })
})

test('a list of one draft, of no rounds, is that draft of its task', () => {
  expect(read([{ task_id: 'A', explanation: 'as told' }])).toEqual({ A: { ...nothing, explanation: 'as told' } })
})
