/** Patterns of numeric gates: which are taken, and what is found of their first group. */

import { expect, test } from 'vitest'
import { readPattern } from '../../../src/plan/values/pattern.ts'

test.each([
  [String.raw`(a)\1`, String.raw`invalid escape sequence: ` + '`\\1`'],
  ['a(?=b)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?<!b)a', 'invalid named capture: `(?<!b)a`'],
  ['x(a', 'missing closing ): `x(a`'],
  ['*a', 'missing argument to repetition operator: `*`'],
  ['(?:a{100}){100}', 'invalid repeat count: `{100}`'],
  ['a'.repeat(1001), 'it has more than 1000 characters'],
])('%s is refused', (written, fault) => {
  expect(readPattern(written)).toEqual({ fault })
})

/** Texts of the first group. */
function found(written: string, text: string): readonly string[] {
  const read = readPattern(written)
  if ('fault' in read) throw new Error(read.fault)
  return read.places(text).map(({ start, end }) => text.slice(start, end))
}

test.each([
  [String.raw`depth ([0-9]+)`, 'depth 12 and depth 13', ['12', '13']],
  [String.raw`E\s*=\s*([-+.\deED]+)`, 'x  E =  -1.5D-3 y', ['-1.5D-3']],
  [String.raw`(\d+)?x`, 'x 1x', ['1']],
  ['(?:a|(b))', 'ab', ['b']],
  ['ä(é+)', '😀 xäéé', ['éé']],
  ['^([0-9]+)$', '12', ['12']],
  ['^([0-9]+)$', '12 ', []],
])('%s in %j', (written, text, groups) => {
  expect(found(written, text)).toEqual(groups)
})

test('groups that hold what they match are counted, and what a sign may cost is known', () => {
  expect(readPattern('(?:a)(b(c))')).toMatchObject({ groups: 2 })
  expect(readPattern('a')).toMatchObject({ groups: 0 })
  expect(readPattern('(?:a?){200}b')).toMatchObject({ cost: 403 })
})
