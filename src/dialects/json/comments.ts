/** Comments between values, where a file may have them. */

import { byte, wholeText } from '../scan/bytes.ts'
import { holdsLineFeed } from './lines.ts'
import { tokensOf, type Tokens } from './tokens.ts'
import type { JsonNode } from './tree.ts'

/** Whether there is one within a value. */
export function holdsComment(bytes: Uint8Array, { start, end }: JsonNode): boolean {
  if (!bytes.subarray(start, end).includes(byte.slash)) return false
  const tokens = tokensOf(wholeText(bytes), start)
  do tokens.next()
  while (tokens.start < end && tokens.kind !== 'comment')
  return tokens.start < end
}

/**
 * The comments from a place on, up to the next value or bracket.
 * @param of only those that begin on the line of that place
 * @returns the end of the last one, or of a comma behind it; the place itself where there is none
 */
export function commentsIn(
  bytes: Uint8Array,
  from: number,
  limit: number,
  of: 'line' | 'all' = 'all',
): { readonly end: number; readonly count: number; readonly hasComma: boolean } {
  if (!bytes.subarray(from, limit).includes(byte.slash)) return { end: from, count: 0, hasComma: false }
  const tokens = tokensOf(wholeText(bytes), from)
  let [end, count, hasComma] = [from, 0, false]
  tokens.next()
  while (tokens.kind === 'comma' || tokens.kind === 'comment') {
    if (tokens.start >= limit || (of === 'line' && holdsLineFeed(bytes, end, tokens.start))) break
    if (tokens.kind === 'comma') hasComma = true
    else count += 1
    end = tokens.end
    tokens.next()
  }
  return { end: count === 0 ? from : end, count, hasComma }
}

/** Behind the block comments between a part and its comma, on its line: these are said of it. What ends the line is said of all of it. */
export function behindBlocks(bytes: Uint8Array, from: number): number {
  const tokens = tokensOf(wholeText(bytes), from)
  let end = from
  tokens.next()
  while (isBlock(bytes, tokens) && !holdsLineFeed(bytes, end, tokens.start)) {
    end = tokens.end
    tokens.next()
  }
  return end
}

/** Before the block comments that stand before the first part of a container, in its line. */
export function beforeBlocks(bytes: Uint8Array, from: number, limit: number): number {
  const tokens = tokensOf(wholeText(bytes), from)
  tokens.next()
  return tokens.start < limit && isBlock(bytes, tokens) ? tokens.start : limit
}

function isBlock(bytes: Uint8Array, { kind, start }: Tokens): boolean {
  return kind === 'comment' && bytes[start + 1] !== byte.slash
}
