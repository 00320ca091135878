import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hunksOf } from '../../src/system/text-diff.ts'

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** What a patch makes of a text; every line that it names has to be there. */
function applied(before: string, hunks: string): string {
  const old = linesOf(before)
  const made: string[] = []
  let at = 0
  for (const [, from = '', count = '1', body = ''] of hunks.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+\S+ @@\n((?:[ +\-\\].*\n)*)/gm,
  )) {
    const begin = Number(from) - (count === '0' ? 0 : 1)
    made.push(...old.slice(at, begin))
    at = begin
    const lines = body.replaceAll(/\n\\ No newline at end of file\n/g, '\0\n').split(/(?<=\n)/)
    for (const it of lines.filter((line) => line !== '')) {
      const line = it.slice(1).replace(/\0\n$/, '')
      if (it[0] !== '+') expect(line).toBe(old[at])
      if (it[0] !== '-') made.push(line)
      if (it[0] !== '+') at += 1
    }
    expect(at).toBe(begin + Number(count))
  }
  return [...made, ...old.slice(at)].join('')
}

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 24 }), fc.boolean())
  .map(([lines, ends]) => lines.map((it) => `${it}\n`).join('') + (ends ? '' : 'end'))

describe('the hunks between two texts', () => {
  test('make one of the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = hunksOf(before, after)
        expect(applied(before, hunks)).toBe(after)
        expect(hunks === '').toBe(before === after)
      }),
    )
  })

  test('are as git prints them', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n'
    expect(hunksOf(before, before.replace('one\n', '').replace('ten\n', 'ten'))).toBe(
      '@@ -1,4 +1,3 @@\n-one\n two\n three\n four\n@@ -7,4 +6,4 @@\n seven\n eight\n nine\n-ten\n+ten\n\\ No newline at end of file\n',
    )
    expect(hunksOf('', 'a\n')).toBe('@@ -0,0 +1 @@\n+a\n')
    expect(hunksOf('a\nb\n', '')).toBe('@@ -1,2 +0,0 @@\n-a\n-b\n')
  })

  test('of texts that have nothing in common are these texts, and take no time', () => {
    const numbered = (sign: string): string => Array.from({ length: 20_000 }, (_, at) => `${sign}${at}\n`).join('')
    for (const end of ['\n', '']) {
      const [before, after] = ['a', 'b'].map((sign) => numbered(sign).replace(/\n$/, end)) as [string, string]
      const hunks = hunksOf(before, after)
      expect(hunks.startsWith('@@ -1,20000 +1,20000 @@\n-a0\n')).toBe(true)
      expect(applied(before, hunks)).toBe(after)
    }
  })
})
