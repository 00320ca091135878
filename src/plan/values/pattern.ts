/**
 * Patterns of numeric gates and of what verifies a step: expressions that are matched in one pass, by RE2's construction. They come from a repository, and so
 * does the output that they are matched in: what has to go back could take for ever.
 */

import { RE2JS, RE2JSException } from 're2js'

/** Where the first group of a match stands, in UTF-16 units. */
export interface Place {
  readonly start: number
  readonly end: number
}

export interface Pattern {
  /** Groups that hold what they match. */
  readonly groups: number
  /** Steps that one sign of a text may cost. */
  readonly cost: number
  /** The places of the first group in all matches of a text that it took part in, from left to right. */
  readonly places: (text: string) => readonly Place[]
  /** Whether it matches anywhere in a text. */
  readonly isIn: (text: string) => boolean
  /** The same with `^` and `$` at the ends of each line. */
  readonly isInLines: (text: string) => boolean
}

const longest = 1000

/**
 * Reads a pattern as RE2 has it: without back-references, look-ahead and look-behind.
 * @returns the pattern, or what is wrong with it, as part of a sentence
 */
export function readPattern(written: string): Pattern | { readonly fault: string } {
  if (written.length > longest) return { fault: `it has more than ${longest} characters` }
  try {
    const read = RE2JS.compile(written)
    return {
      groups: read.groupCount(),
      cost: read.programSize(),
      places: (text) => placesOf(read, text),
      isIn: (text) => read.matcher(text).find(),
      isInLines: (text) => RE2JS.compile(written, RE2JS.MULTILINE).matcher(text).find(),
    }
  } catch (error) {
    if (error instanceof RE2JSException) return { fault: error.message.replace(/^error parsing regexp: /, '') }
    throw error
  }
}

/** The same of a pattern as JavaScript writes it, which JSON Schema has: what RE2 writes otherwise is written so. */
export function readSchemaPattern(written: string): Pattern | { readonly fault: string } {
  return readPattern(written.length > longest ? written : RE2JS.translateRegExp(written))
}

function placesOf(pattern: RE2JS, text: string): readonly Place[] {
  const matcher = pattern.matcher(text)
  const places: Place[] = []
  while (matcher.find()) {
    const [start, end] = [matcher.start(1), matcher.end(1)]
    if (start >= 0 && end > start) places.push({ start, end })
  }
  return places
}
