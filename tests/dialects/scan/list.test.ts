import { expect, test } from 'vitest'
import { closerOf, separatorsOf, splitList, unquoted } from '../../../src/dialects/scan/list.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function split(text: string, signs = ','): string[] {
  const bytes = bytesOf(text)
  return splitList(bytes, { start: 0, end: bytes.length }, separatorsOf(signs)).map(({ start, end }) =>
    new TextDecoder().decode(bytes.subarray(start, end)),
  )
}

test.each([
  ['a, b ,c', ['a', 'b', 'c']],
  [' , a,, ', ['a']],
  ['', []],
  ['a (x, y), b', ['a (x, y)', 'b']],
  ['a (x (y, z), w), b', ['a (x (y, z), w)', 'b']],
  ['a (x, b', ['a (x', 'b']],
  ['a (x, b (y, z), c', ['a (x', 'b (y, z)', 'c']],
  ['a), b (y, z)', ['a)', 'b (y, z)']],
  ['`a, b`, c', ['`a, b`', 'c']],
  ['`a, b` `c, d', ['`a, b` `c', 'd']],
  ['{a,b}.ts, c', ['{a,b}.ts', 'c']],
  ['{a, b', ['{a', 'b']],
  ['}{a, b', ['}{a', 'b']],
])('%s is split into %j', (text, elements) => {
  expect(split(text)).toEqual(elements)
})

test('any of the separators sets elements apart', () => {
  expect(split('[a; b],c', ',;[]')).toEqual(['a', 'b', 'c'])
})

test('only the extent counts, not what stands around it', () => {
  const bytes = bytesOf('(a, b)')
  expect(splitList(bytes, { start: 0, end: 5 }, separatorsOf(','))).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 5 },
  ])
})

test.each([
  ['()', 1],
  ['(()', -1],
  ['(a(b)c)d)', 6],
  ['(', -1],
])('the closer of the first parenthesis of %s', (text, closer) => {
  expect(closerOf(bytesOf(text), 0, text.length)).toBe(closer)
})

// With a square of the length this would take hours.
test.each(['(', '()', '(,', '`', '{', '`(', '{)('])('a line of nothing but %s is split', (sign) => {
  const text = sign.repeat(2_000_000 / sign.length)
  expect(split(text).length).toBeGreaterThan(0)
})

test.each([
  ['`a b`', 'a b'],
  ['"a"', 'a'],
  ["' a '", 'a'],
  ['`a', '`a'],
  ['`', '`'],
])('%s without quotes', (text, plain) => {
  const bytes = bytesOf(text)
  const { start, end } = unquoted(bytes, { start: 0, end: bytes.length })
  expect(text.slice(start, end)).toBe(plain)
})
