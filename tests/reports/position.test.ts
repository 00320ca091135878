import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineAt, positionAt, rangeOf } from '../../src/reports/position.ts'
import { source } from '../rig/draft-builder.ts'

const at = (text: string, offset: number): string => {
  const { line, column } = positionAt(source(text), offset)
  return `${line}:${column}`
}

describe('positionAt', () => {
  test.each([
    ['the start', 'ab\ncd', 0, '1:1'],
    ['the next line', 'ab\ncd', 3, '2:1'],
    ['the line feed itself', 'ab\ncd', 2, '1:3'],
    ['the end', 'ab\ncd', 5, '2:3'],
    ['past the end', 'ab\ncd', 99, '2:3'],
    ['before the start', 'ab', -1, '1:1'],
    ['an empty file', '', 0, '1:1'],
    ['a line end of two characters', 'ab\r\ncd', 5, '2:2'],
    ['two bytes, one unit', '\u00e9x', 2, '1:2'],
    ['four bytes, two units', '\u{1f600}x', 4, '1:3'],
    ['inside a character', '\u{1f600}x', 2, '1:1'],
    ['behind a byte order mark', '\ufeffab', 4, '1:2'],
    ['inside a byte order mark', '\ufeffab', 1, '1:1'],
    ['a byte order mark that is none', 'a\n\ufeffb', 5, '2:2'],
  ])('%s', (_, text, offset, expected) => {
    expect(at(text, offset)).toBe(expected)
  })

  test('bytes that are not UTF-8 take a column each', () => {
    const bytes = Uint8Array.from([0x61, 0xe9, 0x62, 0xff, 0x63])
    expect(positionAt({ path: 'x', bytes }, 4)).toEqual({ line: 1, column: 5 })
  })

  test('agrees with a plain count on any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r\n', '\u00e9', '\u{1f600}', '\t', '\u65e5')), (parts) => {
        const text = parts.join('')
        const whole = source(text)
        parts.forEach((_, index) => {
          const before = parts.slice(0, index).join('')
          const lines = before.split('\n')
          expect(positionAt(whole, Buffer.byteLength(before))).toEqual({
            line: lines.length,
            column: (lines.at(-1) ?? '').length + 1,
          })
        })
      }),
    )
  })
})

test('agrees with a plain count in a line of many stretches, forwards and backwards', () => {
  const text = `a\n${'\u65e5\u00e9\u{1f600}x\t'.repeat(40_000)}\nb`
  const whole = source(text)
  const places = Array.from({ length: 30 }, (_, at) => 2 + at * 7_333)
  for (const end of [...places, ...places.reverse()]) {
    const before = text.slice(0, end)
    const isHalf = /[\ud800-\udbff]$/.test(before)
    const offset = Buffer.byteLength(isHalf ? before.slice(0, -1) : before)
    const column = before.length - 2 + 1 - Number(isHalf)
    expect(positionAt(whole, offset)).toEqual({ line: 2, column })
  }
  const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => (at % 3 === 0 ? 0x61 : 0xa9))
  expect(positionAt({ path: 'x', bytes }, 199_998)).toEqual({ line: 1, column: 199_999 })
})

test('a line comes without its end and without a byte order mark', () => {
  const text = (it: string, offset: number): string => new TextDecoder().decode(lineAt(source(it), offset).bytes)
  expect(text('\ufeffab\r\ncd', 0)).toBe('ab')
  expect(text('ab\r\ncd', 3)).toBe('ab')
  expect(text('ab\r\ncd', 4)).toBe('cd')
  expect(text('ab\n', 3)).toBe('')
  expect(lineAt(source('\ufeffab'), 0).offset).toBe(3)
})

test('a span in a file that is not there has no range', () => {
  expect(rangeOf({ path: 'b.md', offset: 0, length: 1 }, [source('a')])).toBeNull()
})
