/** Sets of characters in a pattern: single signs, ranges, and the classes `\d`, `\w`, `\s` and `.`. */

/** From and to, both included, as code points. */
export type Range = readonly [from: number, to: number]

export interface CharacterSet {
  readonly ranges: readonly Range[]
  readonly negated: boolean
}

/** What is no part of a line: `.` stands for any other sign. */
const lineEnds: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
export const anySign: CharacterSet = { ranges: lineEnds, negated: true }

const digits: readonly Range[] = [[0x30, 0x39]]
const wordSigns: readonly Range[] = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
const spaces: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

const lastSign = 0x10ffff

/** All that ranges leave out. @param ranges in order, without overlap */
function others(ranges: readonly Range[]): readonly Range[] {
  const gaps: Range[] = []
  let next = 0
  for (const [from, to] of ranges) {
    if (from > next) gaps.push([next, from - 1])
    next = to + 1
  }
  return [...gaps, [next, lastSign]]
}

/** Ranges of `\d`, `\D`, `\w`, `\W`, `\s`, `\S` by their letter; null for another one. */
export function rangesOfClass(letter: string): readonly Range[] | null {
  switch (letter) {
    case 'd':
      return digits
    case 'D':
      return others(digits)
    case 'w':
      return wordSigns
    case 'W':
      return others(wordSigns)
    case 's':
      return spaces
    case 'S':
      return others(spaces)
    default:
      return null
  }
}

/** Whether a code point is in a set. */
export function isIn({ ranges, negated }: CharacterSet, code: number): boolean {
  return ranges.some(([from, to]) => from <= code && code <= to) !== negated
}

/** Whether a code point is a letter, a digit or `_`, as `\b` asks. */
export function isWordSign(code: number): boolean {
  return wordSigns.some(([from, to]) => from <= code && code <= to)
}
