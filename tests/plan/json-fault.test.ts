import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFault } from '../../src/plan/json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the place where a text stops being JSON', () => {
  test.each([
    ['{"status":"blocked","text":"cannot"', '1:36'],
    ['{"status": done}', '1:12'],
    ['{\n  "a": 1,\n}', '3:1'],
    ['[1, 2 3]', '1:7'],
    ['', '1:1'],
    ['{"a": "x\ny"}', '1:9'],
    ['{"a": "\\x"}', '1:9'],
    ['{} {}', '1:4'],
    ["{'a': 1}", '1:2'],
    ['{"a" 1}', '1:6'],
    ['[1,]', '1:4'],
    ['01', '1:2'],
  ])('%j: %s', (text, place) => {
    const fault = jsonFault(text)
    expect(`${fault?.line}:${fault?.column}`).toBe(place)
  })

  test('there is none exactly where JSON.parse reads it', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u12',
      '-',
      '0',
      '12',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(jsonFault(text) === null).toBe(isJson(text))
      }),
      { numRuns: 20_000 },
    )
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        expect(jsonFault(text)).toBeNull()
        const cut = text.slice(0, at % (text.length + 1))
        expect(jsonFault(cut) === null).toBe(isJson(cut))
      }),
    )
  })
})
