/** Flags, modes and retries that do not stand by themselves: several on one line are read, those within words are told (MW526). */

import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, isBlank, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { isEmphasis, ofOneWord, readField, type Field } from './field.ts'

/** The fields of a line that begins with one of a single word: `**Mode:** silent, **Critical:** true`. */
export function fieldsBeside(bytes: Uint8Array, field: Field): readonly Field[] {
  const fields: Field[] = []
  let open = field
  for (;;) {
    const next = ofOneWord.has(open.key) ? nextField(bytes, open.value) : null
    if (next === null) return [...fields, open]
    fields.push({ ...open, value: trimmed(bytes, open.value.start, next.at) })
    open = next.field
  }
}

/** The first field behind a comma, a semicolon or a bar, or in bold; what stands in brackets is a remark. */
function nextField(bytes: Uint8Array, { start, end }: Extent): { readonly at: number; readonly field: Field } | null {
  for (let at = start; at < end; at += 1) {
    const value = byteAt(bytes, at)
    if (value === byte.open) return null
    const isJoint = value === byte.comma || value === byte.semicolon || value === byte.pipe
    if (!isJoint && !(isEmphasis(bytes, at) && at > start && isBlank(byteAt(bytes, at - 1)))) continue
    const field = readField(bytes, isJoint ? skipBlanks(bytes, at + 1, end) : at, end)
    if (field !== null && ofOneWord.has(field.key)) return { at, field }
  }
  return null
}

const help = 'write it on a line of its own: "- **Critical:** true"'

/** Says where such a field stands in bold within other words. */
export function sayFlagsWithin(bytes: Uint8Array, findings: Findings, { start, end }: Extent): void {
  for (let at = start; at < end; at += 1) {
    if (!isEmphasis(bytes, at)) continue
    const field = readField(bytes, at, end)
    if (field?.isBold === true && ofOneWord.has(field.key)) {
      const name = decode(bytes, field.name.start, field.name.end)
      findings.add('MW526', 'warning', field.name, `"${name}" stands within other words and is not looked at`, help)
    }
    while (at + 1 < end && isEmphasis(bytes, at + 1)) at += 1
  }
}

const alone =
  /^(?:(\*\*|__)(critical(?:[ _]flag)?|mode|max[ _]retries)\1|(critical(?:[ _]flag)?))(?:\s*=?\s*(?:true|false|yes|no|silent|collaborative|dynamic|education|\d{1,3})\b.{0,40})?$/i
const longest = 120

/** Says where one stands alone on its line without its colon: `- **Critical** true`. */
export function sayFlagWithoutColon(bytes: Uint8Array, findings: Findings, { start, end }: Extent): void {
  const found = end - start > longest ? null : alone.exec(decode(bytes, start, end))
  const name = found?.[2] ?? found?.[3]
  if (name === undefined) return
  findings.add('MW526', 'warning', { start, end }, `"${name}" has no colon and is not looked at`, help)
}
