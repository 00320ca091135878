/** `atdd-checklist.json` as projects write it: read leniently, told with places, and only its statuses are written. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readChecklist } from '../../../src/dialects/atdd/read.ts'
import { newChecklist, statusEdits } from '../../../src/dialects/atdd/write.ts'
import { applyEdits } from '../../../src/dialects/edits.ts'
import type { CriterionStatus } from '../../../src/plan/criterion.ts'

const source = (text: string) => ({ path: 'atdd-checklist.json', bytes: new TextEncoder().encode(text) })
const read = (value: unknown) => readChecklist(source(typeof value === 'string' ? value : JSON.stringify(value)))
const codes = (value: unknown) => read(value).diagnostics.map(({ code, severity }) => `${code} ${severity}`)

describe('reading', () => {
  const entry = {
    id: 'AC-01',
    priority: 'P0',
    given: 'a cart',
    when: ['it is paid', 'it is sent'],
    then: 'it is empty',
    test_file: 'tests/cart.ts',
    test_name: 'AC-01 empties',
    status: 'skip',
  }
  const criterion = {
    id: 'AC-01',
    priority: 0,
    text: 'Given a cart\nWhen it is paid; and it is sent\nThen it is empty',
    file: 'tests/cart.ts',
    name: 'AC-01 empties',
    status: 'skip',
  }

  test.each([
    ['a list', [entry]],
    ['criteria', { criteria: [entry] }],
    ['acceptance_criteria beside other things', { feature: 'x', acceptance_criteria: [entry], summary: { red: 1 } }],
    ['an object by id', { 'AC-01': { ...entry, id: undefined } }],
    ['an object by id below criteria', { criteria: { 'AC-01': { ...entry, id: undefined } } }],
  ])('%s', (_, value) => {
    const { criteria, diagnostics } = read(value)
    expect(diagnostics).toEqual([])
    expect(criteria).toMatchObject([criterion])
  })

  test.each([
    ['FAILING', 'red'],
    ['Passed', 'green'],
    ['todo', 'skip'],
  ])('the status %s is %s', (status, is) => {
    expect(read([{ ...entry, status }]).criteria[0]?.status).toBe(is)
  })

  test('of priorities as a number, a word, or none', () => {
    const priorities = [2, 'p3', null, 'high'].map((priority) => read([{ ...entry, priority }]).criteria[0]?.priority)
    expect(priorities).toEqual([2, 3, null, null])
  })

  test.each([
    ['no entry', ['x'], 'MW631 warning'],
    ['no id', [{ text: 'x' }], 'MW631 warning'],
    ['listed twice, in another spelling', [entry, { ...entry, id: 'ac_01' }], 'MW631 warning'],
    ['an unknown priority', [{ ...entry, priority: 'high' }], 'MW631 warning'],
    ['an unknown status', [{ ...entry, status: 'maybe' }], 'MW631 warning'],
    ['a file outside', [{ ...entry, test_file: '../x.ts' }], 'MW631 warning'],
    ['a file that would be an option', [{ ...entry, test_file: '--reporter=x' }], 'MW631 warning'],
    ['a name that would be an option', [{ ...entry, test_name: '-t' }], 'MW631 warning'],
    ['a name of two lines', [{ ...entry, test_name: 'a\nb' }], 'MW631 warning'],
    ['a name that is a number', [{ ...entry, test_name: 7 }], 'MW631 warning'],
    ['no list', 'true', 'MW407 error'],
    ['cut off', '{"criteria":[', 'MW401 error'],
    ['a trailing comma', '{"criteria":[],}', 'MW400 error'],
    ['a key twice', '{"criteria":[],"criteria":[]}', 'MW402 error'],
    ['a key that reaches a prototype', '{"__proto__":[]}', 'MW403 error'],
    ['too deep', `${'['.repeat(100)}${']'.repeat(100)}`, 'MW404 error'],
  ])('%s is told', (_, value, code) => {
    expect(codes(value)).toContain(code)
  })

  test('what cannot be used of a test is left out, and the criterion stays', () => {
    expect(read([{ ...entry, test_name: '-t', test_file: '/etc/x' }]).criteria).toMatchObject([
      { id: 'AC-01', name: null, file: null },
    ])
  })

  test('never throws, whatever the bytes are', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void readChecklist({ path: 'x.json', bytes })))
    fc.assert(fc.property(fc.json(), (text) => void read(text)))
  })
})

describe('writing', () => {
  const wanted = new Map<string, CriterionStatus>([
    ['AC-01', 'green'],
    ['AC-02', 'red'],
  ])
  const written = (text: string): string | null => {
    const edits = statusEdits(source(text), wanted)
    return edits === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyEdits(source(text), edits))
  }

  test.each([
    [
      'only the value',
      '[ {"id":"AC-01", "status" : "skip" , "ä":1}]\n',
      '[ {"id":"AC-01", "status" : "green" , "ä":1}]\n',
    ],
    ['in the letters that stand there', '[{"id":"ac_01","status":"RED"}]', '[{"id":"ac_01","status":"GREEN"}]'],
    ['also such', '[{"id":"AC-02","status":"Skipped"}]', '[{"id":"AC-02","status":"Red"}]'],
    ['behind a byte order mark', '\ufeff[{"id":"AC-01","status":"skip"}]', '\ufeff[{"id":"AC-01","status":"green"}]'],
    [
      'where there is none, spaced as the rest',
      '[\n  {\n    "id": "AC-01",\n    "x": 1\n  }\n]',
      '[\n  {\n    "id": "AC-01",\n    "x": 1,\n    "status": "green"\n  }\n]',
    ],
    ['in an entry of one member', '[{ "id": "AC-01" }]', '[{ "id": "AC-01", "status": "green" }]'],
    ['in an empty entry', '{"AC-01": {}}', '{"AC-01": {"status": "green"}}'],
    ['nothing where it is so', '[{"id":"AC-01","status":"passing"}]', '[{"id":"AC-01","status":"passing"}]'],
    ['nothing over a word that is not known', '[{"id":"AC-01","status":"maybe"}]', '[{"id":"AC-01","status":"maybe"}]'],
    ['nothing over what is no text', '[{"id":"AC-01","status":3}]', '[{"id":"AC-01","status":3}]'],
    ['nothing of others', '[{"id":"AC-09","status":"skip"}]', '[{"id":"AC-09","status":"skip"}]'],
  ])('%s', (_, before, after) => {
    expect(written(before)).toBe(after)
    if (after !== before) expect(written(after)).toBe(after)
  })

  test('nothing at all while the file cannot be read', () => {
    expect(written('[{"id":"AC-01","status":"skip"')).toBeNull()
  })

  test('a new one is read as what was written', () => {
    const criteria = [
      { id: 'AC-01', priority: 0, text: 'adds', file: 'a.ts', name: 'it', status: null },
      { id: 'AC-03', priority: null, text: '', file: null, name: null, status: null },
    ]
    const again = read(newChecklist(criteria, wanted)).criteria
    expect(again).toMatchObject([
      { ...criteria[0], status: 'green' },
      { ...criteria[1], status: 'skip' },
    ])
  })
})
