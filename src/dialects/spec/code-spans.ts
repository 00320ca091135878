/** Commands and paths within a text: what stands in back-ticks and begins as they do. A character that hides in one is no flaw of prose. */

import type { Text } from '../../plan/draft.ts'
import { invisibleName } from '../encoding/characters.ts'
import { byte, byteAt, decode } from '../scan/bytes.ts'

/** Letters of other scripts may need joiners: an example of such a text is no name. */
const begins = /^(?:[A-Za-z_@/]|\.{1,2}[\w/])/

function isCode(text: string): boolean {
  const seen = Array.from(text).filter((it) => invisibleName(it.codePointAt(0) ?? 0) === null)
  return begins.test(seen.join('').trim())
}

/** Those of a text as it is written in the file, each with its place; a last one that is never closed is none. */
export function codeIn(bytes: Uint8Array, { span }: Pick<Text, 'span'>): readonly Text[] {
  const found: Text[] = []
  let from = -1
  for (let at = span.offset; at < span.offset + span.length; at += 1) {
    if (byteAt(bytes, at) !== byte.tick) continue
    const text = from < 0 ? '' : decode(bytes, from, at)
    if (isCode(text)) found.push({ text, span: { ...span, offset: from, length: at - from } })
    from = from < 0 ? at + 1 : -1
  }
  return found
}

/** Those of a text as it reads, escapes resolved, at the place of the whole. */
export function codeOf({ text, span }: Text): readonly Text[] {
  const parts = text.split('`')
  return parts.flatMap((part, at) =>
    at % 2 === 1 && at < parts.length - 1 && isCode(part) ? [{ text: part, span }] : [],
  )
}
