import { describe, expect, test } from 'vitest'
import { compareValues } from '../../../src/gates/numeric/compare-values.ts'
import type { Finder, NumericValue } from '../../../src/plan/values/numeric-value.ts'

const value = (find: Finder, more: Partial<NumericValue> = {}): NumericValue => ({
  name: 'total',
  value: 3,
  atol: 0,
  rtol: 0,
  find,
  match: 'only',
  unit: null,
  ...more,
})
const json = (path: string): Finder => ({ by: 'json', path })
const regex = (pattern: string): Finder => ({ by: 'regex', pattern })
const column = (name: string | number, row: string | number | null = null): Finder => ({
  by: 'column',
  column: name,
  row,
})
const byName: Finder = { by: 'name' }

/** What was found as a number, or why it was not. */
function found(output: string, find: Finder, more: Partial<NumericValue> = {}): number | string {
  const [one] = compareValues(output, [value(find, more)])
  if (one === undefined) throw new Error('nothing was compared')
  return 'found' in one ? one.found : one.why
}

describe('a value is near enough by atol + rtol · |reference|, both ends included', () => {
  test.each([
    ['3', { atol: 0 }, 'passed'],
    ['3.0000001', { atol: 0 }, 'off'],
    ['3.5', { atol: 0.5 }, 'passed'],
    ['2.5', { atol: 0.5 }, 'passed'],
    ['2.4999', { atol: 0.5 }, 'off'],
    ['3.75', { rtol: 0.25 }, 'passed'],
    ['-3.75', { value: -3, rtol: 0.25 }, 'passed'],
    ['4.25', { atol: 0.5, rtol: 0.25 }, 'passed'],
    ['4.2501', { atol: 0.5, rtol: 0.25 }, 'off'],
    ['-3', { atol: 1, rtol: 0.25 }, 'off'],
    ['1e-9', { value: 0, rtol: 1 }, 'off'],
    ['-0', { value: 0 }, 'passed'],
    ['nan', { atol: 1e308 }, 'not-finite'],
    ['-inf', { atol: 1e308 }, 'not-finite'],
    ['1e999', { atol: 1e308 }, 'not-finite'],
    ['-1e308', { value: 1e308, rtol: 1 }, 'off'],
  ] as const)('%s with %j: %s', (output, more, expected) => {
    expect(compareValues(output, [value(regex('^(.*)$'), more)]).map((it) => it.is)).toEqual([expected])
  })
})

describe('numbers as programs print them', () => {
  test.each([
    ['+3', 3],
    ['.5', 0.5],
    ['3.', 3],
    ['1e-3', 0.001],
    ['1.0D-3', 0.001],
    ['1.0d+02', 100],
    ['-12.5E+1', -125],
    ['0012', 12],
    ['NaN', 'NaN at 1:3 is no finite number'],
    ['-nan(ind)', '-nan(ind) at 1:3 is no finite number'],
    ['Infinity', 'Infinity at 1:3 is no finite number'],
    ['1,234', '1,234 at 1:3 is no number'],
    ['1.234,5', '1.234,5 at 1:3 is no number'],
    ['1_000', '1_000 at 1:3 is no number'],
    ["1'000", "1'000 at 1:3 is no number"],
    ['1.2.3', '1.2.3 at 1:3 is no number'],
    ['1.0-103', '1.0-103 at 1:3 is no number'],
    ['****', '**** at 1:3 is no number'],
    ['0x10', '0x10 at 1:3 is no number'],
    ['--3', '--3 at 1:3 is no number'],
  ])('%s', (text, expected) => {
    expect(found(`= ${text}`, regex('^= (.*)$'))).toBe(expected)
  })
})

describe('a pattern', () => {
  test.each([
    ['depth 12', 'depth ([0-9]+)', 12],
    ['a\nE = -1.5 eV\nb', 'E = ([-0-9.]+)', -1.5],
    ['a\r\ntotal 3\r\n', '^total ([0-9]+)$', 3],
    ['\u001b[32mtotal\u001b[0m \u001b[1m3\u001b[0m', 'total ([0-9]+)', 3],
    ['nothing', 'total ([0-9]+)', 'no line matches total ([0-9]+)'],
    ['', 'total ([0-9]+)', 'no line matches total ([0-9]+)'],
    ['total ', 'total ([0-9]*)', 'no line matches total ([0-9]*)'],
    ['total 3\ntotal 4', 'total ([0-9]+)', 'it is there 2 times: 3 at 1:7, 4 at 2:7'],
    ['3 4', '([0-9]+)', 'it is there 2 times: 3 at 1:1, 4 at 1:3'],
    // What a pattern cuts out of a longer number would pass for another one.
    ['total -12', 'total.*?([0-9]+)', '12 at 1:8 is a part of a longer number'],
    ['total 1,234', 'total ([0-9]+)', '1 at 1:7 is a part of a longer number'],
    ['total 1.5', 'total ([0-9]+)', '1 at 1:7 is a part of a longer number'],
    ['total 1.5', String.raw`total \d\.(\d)`, '5 at 1:9 is a part of a longer number'],
    ['total 12e5', 'total ([0-9]+)', '12 at 1:7 is a part of a longer number'],
    ['total 0x10', 'total ([0-9]+)', '0 at 1:7 is a part of a longer number'],
    ['total 0x10', 'total 0x([0-9]+)', '10 at 1:9 is a part of a longer number'],
    ['total 1_234', 'total ([0-9]+)', '1 at 1:7 is a part of a longer number'],
    ['total 1_234', 'total 1_([0-9]+)', '234 at 1:9 is a part of a longer number'],
    ['total 123', 'total ([0-9]{2})', '12 at 1:7 is a part of a longer number'],
    ['total=7.', 'total=([0-9]+)', 7],
    ['x-7', 'x-([0-9]+)', 7],
  ])('in %j by %s', (output, pattern, expected) => {
    expect(found(output, regex(pattern))).toBe(expected)
  })

  test('of several the first or the last counts where that is said', () => {
    const output = 'step 1 E = 5\nstep 2 E = 3.5\nstep 3 E = 3'
    expect(found(output, regex('E = ([0-9.]+)'), { match: 'last' })).toBe(3)
    expect(found(output, regex('E = ([0-9.]+)'), { match: 'first' })).toBe(5)
  })

  test('that cannot be matched, and one that takes too long, say so', () => {
    expect(found('a', regex('(a'))).toBe('(a: missing closing ): `(a`')
    expect(found('a'.repeat(1_000_000), regex('((?:a?){900})b'))).toMatch(
      /may take too long on an output of 1000000 characters/,
    )
  })
})

describe('a path', () => {
  test.each([
    ['{"total": 3}', '$.total', 3],
    ['3', '$', 3],
    ['{"a": {"b": [{"c d": "3"}]}}', '$.a.b[0]["c d"]', 3],
    ['{"a": [1, 2, 3]}', '$.a[-1]', 3],
    ['{"a": 1}', '$.b', 'there is nothing at $.b'],
    ['{"a": [1]}', '$.a[1]', 'there is nothing at $.a[1]'],
    ['{"a": null}', '$.a', 'null at 1:7 is no number'],
    ['{"a": true}', '$.a', 'true at 1:7 is no number'],
    ['{"a": {}}', '$.a', '{} at 1:7 is no number'],
    ['{"a": ""}', '$.a', 'nothing at 1:7 is no number'],
    ['{"a": 3, "a": 4}', '$.a', 'it is there 2 times: 3 at 1:7, 4 at 1:15'],
    ['{"a": NaN}', '$.a', 'NaN at 1:7 is no finite number'],
    ['{"b": NaN, "a": 3, "c": [-Infinity, Infinity]}', '$.a', 3],
    ['{"c": [-Infinity, 1]}', '$.c[0]', '-Infinity at 1:8 is no finite number'],
    ['{"NaN": 3}', '$.NaN', 3],
    ['{"a": "NaN \\" NaN", "b": 3}', '$.b', 3],
    ['> x@1 totals\n> node totals.mjs\n\n{\n  "total": 3\n}\ndone', '$.total', 3],
    ['[INFO] begin\n{"total": 3}\n[INFO] end', '$.total', 3],
    ['{"total": 3}\n{"total": 4}', '$.total', 'it is there 2 times: 3 at 1:11, 4 at 2:11'],
    ['total 3', '$.total', 'there is no JSON in the output'],
    ['{"total": 3,}', '$.total', 'there is no JSON in the output'],
    ['{"total": 3', '$.total', 'there is no JSON in the output'],
    ['{"__proto__": {"total": 3}}', '$.total', 'there is nothing at $.total'],
    ['{"__proto__": {"total": 3}}', '$.__proto__.total', 3],
    ['{}', '$.constructor', 'there is nothing at $.constructor'],
    ['[1]', '$.length', 'there is nothing at $.length'],
  ])('in %j at %s', (output, path, expected) => {
    expect(found(output, json(path))).toBe(expected)
  })

  test('what is nested without end is no JSON', () => {
    expect(found('['.repeat(100_000), json('$[0]'))).toBe('there is no JSON in the output')
  })
})

describe('a column', () => {
  const plain = 'port   level  note\n----------------\nHull   40.5   a\nDover  41     b\n\nwrote 2 rows'
  const bars = '| port | level |\n|------|------:|\n| Hull | 40 |\n| Dover | 41 |'
  const console =
    '┌─────────┬───────┐\n│ (index) │ level │\n├─────────┼───────┤\n│ Hull    │ 40    │\n│ Dover   │ 41    │\n└─────────┴───────┘'
  const csv = 'port,level,note\n"Hull, Kingston",40,a\nDover,41,"b"'
  const pandas = '       level  rain\nHull    40.0   1.5\nDover   41.0   NaN'
  const wide = 'port    water level\nHull         40\nDover        41'
  const bare = '0.1 40\n0.2 41'
  test.each([
    ['by name, the last row', plain, column('level'), 41],
    ['by name, a row by its first cell', plain, column('level', 'Hull'), 40.5],
    ['by name, a row by its number', plain, column('level', 1), 40.5],
    ['by name, a row from the end', plain, column('level', -2), 40.5],
    ['of a Markdown table', bars, column('level'), 41],
    ['of a Markdown table, by row', bars, column('level', 'Hull'), 40],
    ['of what Node prints', console, column('level', 'Hull'), 40],
    ['of what Node prints, the last row', console, column('level'), 41],
    ['of CSV with quotes', csv, column('level', 'Hull, Kingston'), 40],
    ['with rows that have names of their own', pandas, column('level', 'Hull'), 40],
    ['that is not a number there', pandas, column('rain'), 'NaN at 3:16 is no finite number'],
    ['with a name of two words', wide, column('water level', 'Hull'), 40],
    ['after tabs', 'port\tlevel\nHull\t40\n\t41', column('level'), 41],
    ['by number, without a head', bare, column(2), 41],
    ['by number, the first row', bare, column(2, 1), 40],
    ['by number, with a head', plain.split('\n\n')[0] ?? '', column(2, 1), 40.5],
    ['by number, of the last lines that have so many', `${bare}\n\ndone`, column(2), 41],
    ['that is not there', plain, column('levle'), 'no table has a column levle'],
    ['beyond the last', bare, column(3), 'no table has a column 3'],
    ['in a row that is not there', plain, column('level', 'Leith'), 'its table has no row Leith'],
    ['in a row beyond the last', plain, column('level', 9), 'its table has no row 9'],
    [
      'in two rows with one name',
      `${plain.split('\n\n')[0] ?? ''}\nHull 42 c`,
      column('level', 'Hull'),
      'it is there 2 times: 40.5 at 3:8, 42 at 5:6',
    ],
    ['that stands there twice', 'level level\n1 2', column('level'), 'it is there 2 times: 1 at 2:1, 2 at 2:3'],
    ['of two tables', 'a level\nx 1\n\na level\ny 2', column('level'), 'it is there 2 times: 1 at 2:3, 2 at 5:3'],
    [
      'of two tables without a gap',
      'a level\nx 1\na level\ny 2',
      column('level'),
      'it is there 2 times: 1 at 2:3, 2 at 4:3',
    ],
    [
      'in a row with a cell less',
      'port level note\nHull 40 a\nDover 41',
      column('level'),
      'line 3 has 2 cells, and its table 3 columns',
    ],
    ['that is empty in a row', '| a | level |\n|---|---|\n| x |   |', column('level'), 'nothing at 3:9 is no number'],
    ['that holds no number', 'a level\nx -', column('level'), '- at 2:3 is no number'],
  ])('%s', (_what, output, find, expected) => {
    expect(found(output, find)).toBe(expected)
  })

  test('a table of many rows takes no time', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => `level ${at}`)
    expect(found(['level x', ...rows].join('\n'), column('x'))).toBe(49_999)
    expect(found(['a level', ...rows].join('\n'), column('level'))).toBe(49_999)
  })
})

describe('a name', () => {
  test.each([
    ['{"total": 3, "other": {"total": 4}}', 3],
    ['{"results": {"total": 3}}', 3],
    ['{"a": {"total": 3}, "b": {"total": 4}}', 'it is there 2 times: 3 at 1:17, 4 at 1:36'],
    ['{"a": {"b": {"total": 3}}}', 'neither a key of printed JSON nor a line is named total'],
    ['{"total": NaN}', 'NaN at 1:11 is no finite number'],
    ['total = 3', 3],
    ['  total: 3.5', 3.5],
    ['total\t3', 3],
    ['total=3', 3],
    ['total 3 files were read', 'neither a key of printed JSON nor a line is named total'],
    ['totals = 3', 'neither a key of printed JSON nor a line is named total'],
    ['subtotal = 3', 'neither a key of printed JSON nor a line is named total'],
    ['total: adding\ntotal: 3', 3],
    ['total: adding', 'adding at 1:8 is no number'],
    ['total = nan', 'nan at 1:9 is no finite number'],
    ['total = 3\ntotal = 4', 'it is there 2 times: 3 at 1:9, 4 at 2:9'],
    ['', 'neither a key of printed JSON nor a line is named total'],
  ])('in %j', (output, expected) => {
    expect(found(output, byName)).toBe(expected)
  })

  test('may have signs that mean something in a pattern, and spaces', () => {
    expect(found('E (k+1) = 3', byName, { name: 'E (k+1)' })).toBe(3)
  })
})

describe('a unit stands behind the number', () => {
  test.each([
    ['depth 12 cm', regex('depth ([0-9]+)'), 'cm', 12],
    ['depth 12cm.', regex('depth ([0-9]+)'), 'cm', 12],
    ['depth 12 cm', regex('depth (.*)$'), 'cm', 12],
    ['depth 12 mm', regex('depth ([0-9]+)'), 'cm', '12 at 1:7 has not its unit cm behind it'],
    ['depth 12 mm', regex('depth (.*)$'), 'cm', '12 mm at 1:7 is in mm and not in cm'],
    ['depth 12 cmH2O', regex('depth ([0-9]+)'), 'cm', '12 at 1:7 has not its unit cm behind it'],
    ['depth 12', regex('depth ([0-9]+)'), 'cm', '12 at 1:7 has not its unit cm behind it'],
    ['share 12%x', regex('share ([0-9]+)'), '%', 12],
    ['{"depth": "12 cm"}', json('$.depth'), 'cm', 12],
    ['{"depth": 12}', json('$.depth'), 'cm', '12 at 1:11 has not its unit cm behind it'],
    ['{"depth": "12 cm"}', json('$.depth'), null, '12 cm at 1:11 has cm behind it: name it as the unit'],
    ['a depth\nx 12cm', column('depth'), 'cm', 12],
    ['total = 12 cm', byName, 'cm', 12],
    ['total 12 cm', byName, null, '12 cm at 1:7 has cm behind it: name it as the unit'],
  ] as const)('%j', (output, find, unit, expected) => {
    expect(found(output, find, { unit })).toBe(expected)
  })
})

test('each value is answered for itself, in the order of the values', () => {
  const values = [
    value(json('$.a'), { name: 'a', value: 1 }),
    value(regex('b ([0-9]+)'), { name: 'b', value: 2 }),
    value(json('$.c'), { name: 'c', value: 3, atol: 1, rtol: 0.5 }),
  ]
  expect(compareValues('{"a": 1, "c": 3.5}', values).map((it) => [it.value.name, it.is, it.allowed])).toEqual([
    ['a', 'passed', 0],
    ['b', 'missing', 0],
    ['c', 'passed', 2.5],
  ])
})
