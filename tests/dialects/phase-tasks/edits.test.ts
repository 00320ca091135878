import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Edit } from '../../../src/plan/source.ts'
import { applyEdits, isOneByte, joinEdits } from '../../../src/dialects/edits.ts'

const path = 'tasks.md'
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (of: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(of)
const edit = (offset: number, length: number, content: string): Edit => ({ path, offset, length, content })

describe('applying edits', () => {
  test.each([
    ['nothing', 'abc', [], 'abc'],
    ['a replacement', 'abc', [edit(1, 1, 'X')], 'aXc'],
    ['unsorted edits', 'abcdef', [edit(4, 1, '5'), edit(0, 1, '1')], '1bcd5f'],
    [
      'an insertion before and one behind a replacement',
      'abc',
      [edit(1, 1, 'B'), edit(1, 0, '<'), edit(2, 0, '>')],
      'a<B>c',
    ],
    ['two insertions at one place, in the order given', 'ab', [edit(1, 0, '1'), edit(1, 0, '2')], 'a12b'],
    ['a deletion of everything', 'abc', [edit(0, 3, '')], ''],
    ['an insertion at the end', 'abc', [edit(3, 0, 'd')], 'abcd'],
    ['bytes, not characters', 'ä—b', [edit(5, 1, 'ü')], 'ä—ü'],
    ['other files left out', 'abc', [{ path: 'other.md', offset: 0, length: 3, content: '' }], 'abc'],
  ])('%s', (_name, before, edits, after) => {
    expect(text(applyEdits({ path, bytes: bytes(before) }, edits))).toBe(after)
  })

  test('bytes that are no UTF-8 and a byte order mark stay as they are', () => {
    const odd = Uint8Array.of(0xef, 0xbb, 0xbf, 0xe9, 0x20, 0xff, 0x0d)
    expect([...applyEdits({ path, bytes: odd }, [edit(4, 1, 'X')])]).toEqual([0xef, 0xbb, 0xbf, 0xe9, 0x58, 0xff, 0x0d])
  })

  test.each([
    ['two edits of one byte', [edit(0, 2, ''), edit(1, 2, '')], 'overlap'],
    ['two replacements of the same place', [edit(0, 1, 'a'), edit(0, 1, 'b')], 'overlap'],
    ['an insertion inside a replacement', [edit(0, 3, ''), edit(1, 0, 'x')], 'overlap'],
    ['an edit past the end', [edit(3, 1, '')], 'past the end'],
    ['a negative length', [edit(1, -1, '')], 'no place'],
  ])('%s is a bug and refused', (_name, edits, why) => {
    expect(() => applyEdits({ path, bytes: bytes('abc') }, edits)).toThrow(why)
  })

  test('edits that do not overlap give the same bytes in any order', () => {
    const plan = fc.string({ minLength: 1, maxLength: 40 }).chain((whole) => {
      const size = bytes(whole).length
      return fc.tuple(
        fc.constant(whole),
        fc.uniqueArray(fc.nat(size), { maxLength: 6 }),
        fc.infiniteStream(fc.string({ maxLength: 3 })),
        fc.nat(),
      )
    })
    fc.assert(
      fc.property(plan, ([whole, cuts, contents, turn]) => {
        const at = [...cuts].sort((a, b) => a - b)
        const edits: Edit[] = []
        for (let i = 0; i + 1 < at.length; i += 2)
          edits.push(edit(at[i]!, at[i + 1]! - at[i]!, contents.next().value as string))
        const turned = edits.map((_, i) => edits[(i + turn) % edits.length]!)
        expect(applyEdits({ path, bytes: bytes(whole) }, turned)).toEqual(
          applyEdits({ path, bytes: bytes(whole) }, edits),
        )
      }),
    )
  })
})

test('lists against the same bytes are joined in the order of the file', () => {
  const other = { path: 'a.md', offset: 9, length: 0, content: '' }
  expect(joinEdits([edit(7, 1, 'x')], [edit(2, 1, 'y'), other], [])).toEqual([other, edit(2, 1, 'y'), edit(7, 1, 'x')])
})

test.each([
  ['one byte for another', edit(1, 1, 'X'), true],
  ['the same byte', edit(1, 1, 'b'), false],
  ['a longer content', edit(1, 1, 'XY'), false],
  ['a longer span', edit(1, 2, 'X'), false],
  ['an insertion', edit(1, 0, 'X'), false],
  ['a character of two bytes', edit(1, 1, 'ä'), false],
  ['part of a character', edit(3, 1, 'X'), false],
  ['past the end', edit(9, 1, 'X'), false],
])('%s is written in place: %#', (_name, one, expected) => {
  expect(isOneByte(one, bytes('abcä'))).toBe(expected)
})
