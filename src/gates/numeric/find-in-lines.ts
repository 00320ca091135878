/** Finds a value in the lines of an output: by a pattern, or by its name. */

import { readPattern } from '../../plan/values/read-pattern.ts'
import { findingOf, type Finding, type Found } from './found.ts'
import type { Line, Lines } from './lines.ts'
import { matcherOf, type Effort } from './match-pattern.ts'
import { readQuantity } from './read-quantity.ts'

/** What one pattern may cost: a second or two on any machine, and the same answer on each. */
const mostEffort = 50_000_000

/** Each line is looked at by itself: `^` and `$` are its ends. @param pattern as configured */
export function findByPattern({ lines }: Lines, pattern: string): Finding {
  const read = readPattern(pattern)
  if ('fault' in read) return { is: 'unreadable', why: `${pattern}: ${read.fault}` }
  const matcher = matcherOf(read.program)
  const effort: Effort = { left: mostEffort }
  const places: Found[] = []
  for (const [index, { text }] of lines.entries()) {
    const matches = matcher.matches(text, effort)
    if (matches === null)
      return {
        is: 'unreadable',
        why: `${pattern} takes too long on an output of ${lines.length} lines: make it simpler, or print less`,
      }
    for (const { group } of matches) {
      if (group === null || group.end === group.start) continue
      places.push({
        text: text.slice(group.start, group.end).trim(),
        before: text.slice(0, group.start),
        behind: text.slice(group.end),
        line: index + 1,
        column: group.start + 1,
      })
    }
  }
  return findingOf(places, `no line matches ${pattern}`)
}

/** What a line says of a name: `name = value`, `name: value`, or `name value` with nothing but a unit behind the number. */
function valueOf(
  { text }: Line,
  name: string,
): { readonly value: string; readonly at: number; readonly isSaid: boolean } | null {
  const start = text.length - text.trimStart().length
  if (!text.startsWith(name, start)) return null
  let at = start + name.length
  const skip = (): void => {
    while (at < text.length && (text[at] === ' ' || text[at] === '\t')) at++
  }
  const isApart = text[at] === ' ' || text[at] === '\t'
  skip()
  const isSaid = text[at] === '=' || text[at] === ':'
  if (!isSaid && !isApart) return null
  if (isSaid) at++
  skip()
  const value = text.slice(at).trimEnd()
  const read = readQuantity(value)
  if (!isSaid && (read.is === 'none' || /\s/.test(read.rest))) return null
  return value === '' ? null : { value, at, isSaid }
}

/** Finds lines that tell a name's value; those that tell no number only where no other does. */
export function findByLine({ lines }: Lines, name: string): readonly Found[] {
  const found = lines.flatMap((line, index): Found[] => {
    const said = valueOf(line, name)
    return said === null ? [] : [{ text: said.value, before: '', behind: '', line: index + 1, column: said.at + 1 }]
  })
  const numbers = found.filter(({ text }) => readQuantity(text).is === 'number')
  return numbers.length > 0 ? numbers : found
}
