/** Full-width colons, as Chinese and Japanese keyboards type them, behind a label: read as a plain one, with all places as they are. */

import type { Source } from '../../../plan/source.ts'
import { byte, byteAt, decode } from '../../scan/bytes.ts'
import { isNameOfField } from './field.ts'

/** A longer label is prose with a colon. */
const longestLabel = 80
const [first, second, third] = [0xef, 0xbc, 0x9a]

/** A heading, words in bold, a key, or a name of the format. */
const label =
  /^#{1,6}\s|\*\*|__|^[a-z]+_[a-z_\d]+$|^(?:task|step|speclet|backup)\b|^(?:definition of|[a-z ]{0,40}criteria$|primary deliverables?$|quality standards?$|verification method$)/i
const marks = /^[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?/

/**
 * The source with a plain colon and two blanks for each `：` behind a label, which is the first colon of its line or of its part
 * behind a bar. The others stay what they are: signs of a sentence.
 */
export function withPlainColons(source: Source): Source {
  const { bytes } = source
  let plain: Uint8Array | null = null
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (byteAt(bytes, at + 1) !== second || byteAt(bytes, at + 2) !== third || !isLabelled(bytes, at)) continue
    plain ??= Uint8Array.from(bytes)
    plain.fill(byte.space, at, at + 3)
    // In `**Critical：**` the stars close behind it.
    plain[byteAt(bytes, at + 3) === byte.star ? at + 2 : at] = byte.colon
  }
  return plain === null ? source : { ...source, bytes: plain }
}

function isLabelled(bytes: Uint8Array, colon: number): boolean {
  let start = colon
  for (; start > 0; start -= 1) {
    const value = byteAt(bytes, start - 1)
    if (value === byte.lineFeed || value === byte.carriageReturn || value === byte.pipe) break
    if (value > 0x7f || value === byte.colon || colon - start === longestLabel) return false
  }
  const text = decode(bytes, start, colon).replace(marks, '')
  return label.test(text) || (text !== '' && isNameOfField(text))
}
