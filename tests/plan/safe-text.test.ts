import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeAnnotation, safeAnnotationProperty, safeJson, safeLine, safeText } from '../../src/plan/safe-text.ts'

describe('safeText', () => {
  test.each([
    ['a colour', '\u001b[31mred', '\\x1b[31mred'],
    ['a title with its end', '\u001b]0;x\u0007y', '\\x1b]0;x\\x07y'],
    ['a title without its end', '\u001b]0;x', '\\x1b]0;x'],
    ['a device string', '\u001bPx\u001b\\', '\\x1bPx\\x1b\\'],
    ['an eight-bit sequence', '\u009b2J', '\\x9b2J'],
    ['backspaces', 'rm\b\bls', 'rm\\x08\\x08ls'],
    ['a carriage return alone', 'safe\revil', 'safe\\x0devil'],
    ['a bell and a NUL', '\u0007\u0000', '\\x07\\x00'],
    ['a bidi override', 'a\u202eb', 'a\\u202eb'],
    ['bidi isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
    ['zero width', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['a tag character', 'a\u{e0041}', 'a\\u{e0041}'],
    ['half a character', 'a\ud800b', 'a\\ud800b'],
    ['private use', '\ue000', '\\ue000'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['DEL', '\u007f', '\\x7f'],
    ['line ends of two characters', 'a\r\nb', 'a\nb'],
    ['tabs and line feeds', 'a\tb\nc', 'a\tb\nc'],
    ['letters of all scripts', 'caf\u00e9 \u65e5\u672c \u0430 \u{1f600}', 'caf\u00e9 \u65e5\u672c \u0430 \u{1f600}'],
  ])('%s', (_, text, expected) => {
    expect(safeText(text)).toBe(expected)
  })

  test('any string comes out printable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(safeText(text)).toMatch(/^[\P{C}\n\t]*$/u)
        expect(safeLine(text)).toMatch(/^\P{C}*$/u)
        expect(safeAnnotation(text)).toMatch(/^[\P{C}\t]*$/u)
        expect(safeAnnotationProperty(text)).toMatch(/^[^\p{C}:,]*$/u)
      }),
      { numRuns: 5_000 },
    )
  })
})

test('one line stays one line', () => {
  expect(safeLine('a\nb\tc')).toBe('a\\x0ab\\x09c')
})

test('an annotation cannot begin a second command', () => {
  expect(safeAnnotation('a%0A\n::error::b')).toBe('a%250A%0A::error::b')
  expect(safeAnnotationProperty('a:b,c%')).toBe('a%3Ab%2Cc%25')
})

test('JSON keeps the value and shows nothing unprintable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = safeJson({ text })
      expect(shown).toMatch(/^[\P{C}\n]*$/u)
      expect(JSON.parse(shown)).toEqual({ text })
    }),
  )
})
