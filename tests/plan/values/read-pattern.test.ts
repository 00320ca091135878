import { expect, test } from 'vitest'
import { readPattern } from '../../../src/plan/values/read-pattern.ts'

test.each([
  [String.raw`(a)\1`, String.raw`\1 needs going back, which could take for ever`, 3],
  [String.raw`\k<a>`, String.raw`\k needs going back, which could take for ever`, 0],
  ['a(?=b)', 'of ( … ) only (?: … ) may begin with ?: the others need going back', 1],
  ['(?<!b)a', 'of ( … ) only (?: … ) may begin with ?: the others need going back', 0],
  ['(?<n>a)', 'of ( … ) only (?: … ) may begin with ?: the others need going back', 0],
  ['a)', ') without (', 1],
  ['x(a', '( is not closed', 1],
  ['x[a', '[ is not closed', 1],
  ['x[a-', '[ is not closed', 1],
  ['*a', 'there is nothing that * could repeat', 0],
  ['a**', 'there is nothing that * could repeat', 2],
  ['^*', 'a place cannot be repeated', 1],
  ['a{', '{ … } holds one or two numbers: {3}, {3,} or {3,5}', 1],
  ['{3}', String.raw`the sign { is written \{`, 0],
  ['a{3,2}', 'the most is less than the least', 1],
  ['a{2000}', 'more than 1000 times', 1],
  ['(?:a{100}){100}', 'its counts make more than 2000 instructions of it', 0],
  ['[z-a]', 'a range ends before it begins', 1],
  [String.raw`[\d-z]`, 'a range has one sign at each end', 1],
  ['a\\', 'a backslash at the end', 1],
  [String.raw`\p{L}`, String.raw`\p is not known here`, 0],
  [String.raw`\u0041`, String.raw`\u is not known here`, 0],
  ['('.repeat(60), 'more than 50 groups in each other', 50],
  ['a'.repeat(1001), 'a pattern has at most 1000 characters', 1000],
])('refuses %s', (text, fault, at) => {
  expect(readPattern(text)).toEqual({ fault, at })
})

test('counts groups that hold what they match', () => {
  expect(readPattern('(?:a)(b(c))')).toMatchObject({ groups: 2 })
  expect(readPattern('a')).toMatchObject({ groups: 0 })
})

test('counts of nothing take no time', () => {
  expect(readPattern('(?:(?:(?:){1000}){1000}){1000}')).toMatchObject({ groups: 0 })
})
