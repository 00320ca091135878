/** The text of a file against a pattern or a schema, and what is made of it. */

import { describe, expect, test } from 'vitest'
import { check } from '../../../src/gates/verification/check.ts'
import type { Checked } from '../../../src/gates/verification/checker-words.ts'
import { judgeFile } from '../../../src/gates/verification/judge-file.ts'
import { lookInside } from '../../../src/gates/verification/look-inside.ts'
import type { TreeFiles, TreeLook } from '../../../src/system/tree-files.ts'

const byPattern = (pattern: string, text: string): string => check({ is: 'pattern', pattern, text }).is

const bySchema = (fileText: string, schema: unknown, file = 'a.json'): Checked =>
  check({
    is: 'schema',
    file,
    schema: 's.json',
    fileText,
    schemaText: typeof schema === 'string' ? schema : JSON.stringify(schema),
  })

test.each([
  ['^2027-', 'day\n2027-01-01', 'holds'],
  ['^2027-', 'day 2027-01-01', 'differs'],
  ['tide$', 'low tide\nhigh', 'holds'],
  ['^low tide$', 'high\r\nlow tide\r\n', 'holds'],
  ['x', '', 'differs'],
  ['(', 'x', 'unusable'],
])('pattern %s in %j: %s', (pattern, text, is) => {
  expect(byPattern(pattern, text)).toBe(is)
})

describe('a schema', () => {
  const stones = { type: 'object', required: ['stones'], properties: { stones: { type: 'integer' } } }

  test.each([
    ['a.json', '{ "stones": 3 }'],
    ['a.yaml', 'stones: 3\n'],
    ['a.yml', '# of the quarry\nstones: 3\n'],
    ['a.toml', 'stones = 3\nday = 2027-01-01\n'],
    ['A.JSON', '\ufeff{ "stones": 3 }'],
  ])('%s holds', (file, text) => {
    expect(bySchema(text, stones, file)).toEqual({ is: 'holds', problems: [] })
  })

  test.each([
    ['a.json', '{}', "it must have required property 'stones'"],
    ['a.json', '{ "stones": "3" }', '/stones must be integer'],
    ['a.json', '{ stones }', /^it is not JSON/],
    ['a.json', '['.repeat(100_000), /^it is/],
    ['a.yaml', 'stones: [', /^it is not YAML/],
    ['a.toml', 'stones = ', /^it is not TOML/],
    [
      'a.yaml',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${'*a,'.repeat(30)}]`).join('\n')}`,
      /aliases|required/,
    ],
  ])('%s %j does not', (file, text, why) => {
    const found = bySchema(text, stones, file)
    expect(found.is).toBe('differs')
    expect(found.problems[0]).toMatch(why)
  })

  test.each([
    [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
    [{ $schema: 'http://json-schema.org/draft-06/schema#', type: 'object' }],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
    [true],
  ])('%j is known', (schema) => {
    expect(bySchema('{}', schema).is).toBe('holds')
  })

  test.each([
    ['not JSON', /not JSON/],
    ['[]', /a schema is an object/],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, /none that is known/],
    [{ $ref: 'https://example.org/x.json' }, /example\.org/],
    [{ $ref: 'file:///etc/passwd' }, /passwd/],
    [{ type: 'strange' }, /schema is invalid/],
    [{ pattern: '(?=x)' }, /pattern/],
    [{ $async: true }, /\$async/],
  ])('%j is none', (schema, why) => {
    const found = bySchema('{}', schema)
    expect(found.is).toBe('unusable')
    expect(found.problems[0]).toMatch(why)
  })

  test('patterns of a schema are told apart, matched in one pass, and written as JavaScript has them', () => {
    const patterns = { properties: { a: { pattern: '^(a+)+$' }, b: { pattern: '^\\u0062/\\/$' } } }
    expect(bySchema(JSON.stringify({ a: `${'a'.repeat(50_000)}!`, b: 'b//' }), patterns)).toEqual({
      is: 'differs',
      problems: ['/a must match pattern "^(a+)+$"'],
    })
  })

  test('names of a prototype are no properties', () => {
    expect(bySchema('{}', { required: ['constructor'] }).is).toBe('differs')
    expect(bySchema('{ "__proto__": { "stones": 3 } }', stones).is).toBe('differs')
  })
})

describe('what is made of it', () => {
  const asks = { is: 'schema', file: 'a.json', schema: 's.json' } as const

  test('rules that are none verify nothing, unless the step has left them so', () => {
    const found = { is: 'unusable', problems: ['it is no JSON'] } as const
    expect(judgeFile(asks, found, { isOwn: false })).toEqual({
      result: 'passed',
      judgesNothing: true,
      text: 'MW525 the schema s.json is none: it is no JSON: nothing was verified by it (write it, or correct the path in the parameters)',
    })
    expect(judgeFile(asks, found, { isOwn: true })).toMatchObject({ result: 'failed' })
    expect(judgeFile(asks, { is: 'missing' }, { isOwn: true })).toMatchObject({ judgesNothing: true })
  })

  test('what took too long or broke is no pass', () => {
    expect(judgeFile(asks, { is: 'timed-out', problems: ['slow'] }, { isOwn: false }).result).toBe('timed-out')
    expect(judgeFile(asks, { is: 'failed', problems: ['memory'] }, { isOwn: false }).result).toBe('failed')
    expect(judgeFile(asks, { is: 'cut', problems: ['ended'] }, { isOwn: false }).result).toBe('could-not-run')
  })
})

describe('links', () => {
  const tree = (looks: Readonly<Record<string, TreeLook>>): TreeFiles => ({
    look: (name) => Promise.resolve(looks[name] ?? null),
  })
  const file: TreeLook = { is: 'file', bytes: new Uint8Array([1, 2]) }
  const folder: TreeLook = { is: 'folder' }
  const link = (to: string): TreeLook => ({ is: 'link', to })

  test.each([
    ['a', { a: file }, 'file'],
    ['a', {}, 'missing'],
    ['a/b', { a: file }, 'missing'],
    ['d/b', { d: folder, 'd/b': file }, 'file'],
    ['a', { a: link('d/b'), d: folder, 'd/b': file }, 'file'],
    ['d/a', { d: folder, 'd/a': link('../b'), b: file }, 'file'],
    ['l/b', { l: link('d'), d: folder, 'd/b': file }, 'file'],
    ['a', { a: link('.') }, 'folder'],
    ['a', { a: link('/etc/passwd') }, 'out'],
    ['a', { a: link('../x') }, 'out'],
    ['a', { a: link('..\\x') }, 'out'],
    ['a', { a: link('C:\\x') }, 'out'],
    ['a', { a: link('a') }, 'out'],
    ['l/passwd', { l: link('/etc') }, 'out'],
  ] as const)('%s of %j: %s', async (name, looks, is) => {
    expect((await lookInside(tree(looks), name, 10)).is).toBe(is)
  })

  test('what is large is not read', async () => {
    const files: TreeFiles = {
      look: () => Promise.reject(new Error('it was read')),
      sizeOf: () => Promise.resolve(11),
    }
    expect(await lookInside(files, 'a', 10)).toEqual({ is: 'large', size: 11 })
    expect(await lookInside(tree({ a: file }), 'a', 1)).toEqual({ is: 'large', size: 2 })
  })
})
