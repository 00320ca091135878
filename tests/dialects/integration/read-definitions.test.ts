/** Files of integration tests: the shapes that they may have, and every fault at its place. */

import { describe, expect, test } from 'vitest'
import { readDefinitions } from '../../../src/dialects/integration/read-definitions.ts'
import { rangeOf } from '../../../src/reports/position.ts'

const one = '{"id": "year", "tasks_covered": ["A-1"], "command": "node year.mjs", "reference": {"sum": 3}}'

function read(text: string | Uint8Array, path = 'tests/year.json') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return readDefinitions({ path, bytes })
}

/** `LINE:COLUMN severity CODE message` of each. */
function told(text: string | Uint8Array, path?: string): readonly string[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const source = { path: path ?? 'tests/year.json', bytes }
  return read(text, path).diagnostics.map(({ span, severity, code, message }) => {
    const at = span === null ? null : rangeOf(span, [source])?.start
    return `${at?.line}:${at?.column} ${severity} ${code} ${message}`
  })
}

describe('a file of integration tests', () => {
  test.each([
    ['one test', one],
    ['a list', `[${one}]`],
    ['an object with a list, as a project state has it', `{"project": "tides", "integration_tests": [${one}]}`],
  ])('holds %s', (_, text) => {
    expect(read(text).diagnostics).toEqual([])
    expect(read(text).tests).toMatchObject([
      {
        id: { text: 'year', span: { path: 'tests/year.json' } },
        layer: null,
        covers: [{ id: 'A-1' }],
        argv: ['node', 'year.mjs'],
        reference: [{ name: 'sum', value: 3, atol: 0, rtol: 0 }],
      },
    ])
  })

  test('keeps the order of a list, and takes numbers for ids as tasks do', () => {
    const text =
      '[{"id": 10, "command": "a", "tasks_covered": [7, "8"]}, {"id": 9, "command": ["b", "c d"], "layer": " Core "}]'
    expect(read(text).diagnostics).toEqual([])
    expect(read(text).tests.map((it) => [it.id.text, it.argv, it.covers.map(({ id }) => id), it.layer?.text])).toEqual([
      ['10', ['a'], ['7', '8'], undefined],
      ['9', ['b', 'c d'], [], 'Core'],
    ])
  })

  test('may have comments and trailing commas only where its name says so', () => {
    const text = `// the year\n[${one},]`
    expect(read(text, 'tests/year.jsonc')).toMatchObject({ diagnostics: [], tests: [{}] })
    expect(told(text).every((it) => it.includes('error MW400'))).toBe(true)
  })

  test.each([
    ['trailing comma', '{"id": "a", "command": "b",}', '1:27 error MW400'],
    ['cut off', '{"id": "a", "command": "no', '1:27 error MW401'],
    ['key twice', '{"id": "a", "id": "b", "command": "c"}', '1:13 error MW402 duplicate key "id"'],
    ['forbidden key', '{"id": "a", "command": "c", "__proto__": {"layer": "core"}}', '1:29 error MW403'],
    ['NaN', '{"id": "a", "command": "c", "reference": {"e": NaN}}', '1:48 error MW405'],
    ['too large', '{"id": "a", "command": "c", "reference": {"e": 1e999}}', '1:48 error MW405'],
    ['no number', '{"id": "a", "command": "c", "reference": {"e": "NaN"}}', '1:48 error MW603 reference.e is a string'],
    [
      'no value',
      '{"id": "a", "command": "c", "reference": {"e": {"atol": 1}}}',
      '1:48 error MW603 reference.e.value is missing',
    ],
    [
      'negative',
      '{"id": "a", "command": "c", "reference": {"e": {"value": 1, "atol": -1}}}',
      '1:69 error MW603 reference.e.atol is negative',
    ],
    [
      'odd tolerance',
      '{"id": "a", "command": "c", "reference": {"e": {"value": 1, "tolerance": 1}}}',
      '1:61 warning MW603 reference.e.tolerance is not looked at; tolerances are atol and rtol',
    ],
    [
      'a shell',
      '{"id": "a", "command": "make all && ./run"}',
      '1:24 warning MW600 command needs a shell (&&); the test cannot run, and a person is asked about it',
    ],
    ['no program', '{"id": "a", "command": []}', '1:24 error MW602 command names no program'],
    ['an empty program', '{"id": "a", "command": ["", "x"]}', '1:24 error MW602 command names no program'],
    ['no id', '[{"command": "a"}]', '1:2 error MW407 [0] is an object; an object with an id is expected'],
    [
      'an empty id',
      '{"id": " ", "command": "a"}',
      '1:1 error MW407 the file is an object; an object with an id is expected',
    ],
    ['no object', '["a"]', '1:2 error MW407 [0] is a string; an object is expected'],
    [
      'nothing of the kind',
      '3',
      '1:1 error MW407 the file is a number; an integration test, or a list of them is expected',
    ],
    [
      'no list',
      '{"integration_tests": {"id": "a"}}',
      '1:23 error MW407 integration_tests is an object; a list is expected',
    ],
    [
      'no text',
      '{"id": "a", "command": 3, "layer": ["core"]}',
      '1:24 error MW407 command is a number; a string is expected',
    ],
    [
      'no ids',
      '{"id": "a", "command": "b", "tasks_covered": [true]}',
      '1:47 error MW407 tasks_covered[0] is true or false; the id of a task is expected',
    ],
    [
      'a slip',
      '{"id": "a", "command": "b", "refrence": {"e": 1}}',
      '1:29 warning MW408 refrence is not looked at; did you mean reference?',
    ],
    [
      'the word of a configuration',
      '{"id": "a", "command": "b", "milestone": "core"}',
      '1:29 warning MW408 milestone is not looked at; did you mean layer?',
    ],
    ['another word', '{"id": "a", "command": "b", "owner": "c"}', '1:29 warning MW408 owner is not looked at'],
    ['a hidden sign', '{"id": "a\\u200bb", "command": "c"}', '1:8 error MW005'],
    ['two values', '{"id": "a", "command": "c"} {}', '1:29 error MW410'],
    ['a conflict', '<<<<<<< HEAD\n[]\n=======\n{}\n>>>>>>> x\n', '1:1 error MW010'],
  ])('is refused at its place: %s', (_, text, first) => {
    expect(told(text)[0]).toMatch(new RegExp(`^${first.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  })

  test('is refused where it is no text, or empty', () => {
    expect(told(new Uint8Array([0x5b, 0xff, 0x5d])).join('\n')).toContain('MW001')
    expect(read(''.padEnd(3)).diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })

  test('takes time that grows with its length', () => {
    const text = `[${Array.from({ length: 5_000 }, (__, at) => `{"id": "t${at}", "command": "a", "tasks_covered": ["A-${at}"]}`).join(',\n')}]`
    expect(read(text).tests).toHaveLength(5_000)
    expect(read('['.repeat(200_000)).diagnostics.map(({ code }) => code)).toContain('MW404')
  })
})
