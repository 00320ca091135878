/** Finds a value in the lines of an output: by a pattern, or by its name. */

import { readPattern } from '../../plan/values/pattern.ts'
import { findingOf, type Finding, type Found } from './found.ts'
import type { Line, Lines } from './lines.ts'
import { readQuantity } from './read-quantity.ts'

/** Steps that a pattern may take on an output: a few seconds at most, and the same answer on each machine. */
const mostSteps = 400_000_000

/** Each line is looked at by itself: `^` and `$` are its ends. @param pattern as configured */
export function findByPattern({ lines, text: output }: Lines, pattern: string): Finding {
  const read = readPattern(pattern)
  if ('fault' in read) return { is: 'unreadable', why: `${pattern}: ${read.fault}` }
  if (output.length * read.cost > mostSteps)
    return {
      is: 'unreadable',
      why: `${pattern} may take too long on an output of ${output.length} characters: make it simpler, or print less`,
    }
  const places = lines.flatMap(({ text }, index) =>
    read.places(text).map(({ start, end }): Found => ({
      text: text.slice(start, end).trim(),
      before: text.slice(0, start),
      behind: text.slice(end),
      line: index + 1,
      column: start + 1,
    })),
  )
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
