/** Lines of the header, between the title and the first heading below it. */

import { byte, byteAt, decode, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { textAt } from './block.ts'
import { documentOf } from './heading-line.ts'
import type { Reading, TextLine } from './reading.ts'
import { readSpecletLine } from './speclet-lines.ts'

/** Whether no heading but the title stands above. */
export function isHeader({ sections, speclets, tasks, loose }: Reading): boolean {
  const isTop = sections.length <= 1 && (sections[0]?.level ?? 1) === 1
  return isTop && speclets.length === 0 && tasks.length === 0 && loose === null
}

/** Reads fields of the header: the SPECLet that the document is, and the pattern that it was made with; false where there are none. */
export function readHeader(reading: Reading, it: TextLine): boolean {
  const { bytes } = reading
  readPattern(reading, it)
  const from = reading.header.length
  if (!readSpecletLine(reading, { fields: reading.header }, it)) return false
  for (const { key, lines } of reading.header.slice(from)) {
    const [line] = lines
    if (key !== 'speclet' || line === undefined || line.end <= line.start || reading.document !== null) continue
    const place = idPlace(bytes, line)
    reading.document = documentOf(decode(bytes, place.start, place.end), place, reading.title ?? place)
  }
  return true
}

/** The id without brackets and a remark behind it. */
function idPlace(bytes: Uint8Array, { start, end }: Extent): Extent {
  let from = start
  while (from < end && isIdDress(byteAt(bytes, from))) from += 1
  let to = from
  while (to < end && !isIdDress(byteAt(bytes, to)) && byteAt(bytes, to) !== byte.space) to += 1
  return { start: from, end: to }
}

function isIdDress(value: number): boolean {
  return (
    value === byte.openSquare ||
    value === byte.closeSquare ||
    value === byte.tick ||
    value === byte.open ||
    value === 34
  )
}

const longestPatternName = 60

/** `pattern_name: x`, `**Pattern Name:** x`, `risk_assessment: x` (seed 004, pattern metadata). */
export function readPattern({ bytes, pattern, findings }: Reading, it: TextLine): void {
  let from = it.content
  while (from < it.end && (bytes[from] === byte.star || bytes[from] === byte.tick)) from += 1
  const first = byteAt(bytes, from) | 32
  if (first !== 112 && first !== 114) return
  const last = Math.min(it.end, from + longestPatternName)
  let behind = from
  while (behind < last && bytes[behind] !== byte.colon && bytes[behind] !== byte.equals) behind += 1
  if (behind >= last) return
  const name = decode(bytes, from, behind)
    .toLowerCase()
    .replaceAll('*', '')
    .replaceAll('`', '')
    .trim()
    .replaceAll(' ', '_')
  if ((!name.startsWith('pattern_') && name !== 'risk_assessment') || pattern.has(name)) return
  let start = skipBlanks(bytes, behind + 1, it.end)
  while (start < it.end && bytes[start] === byte.star) start = skipBlanks(bytes, start + 1, it.end)
  const value = textAt(bytes, trimmed(bytes, start, it.end), findings)
  if (value !== null) pattern.set(name, value)
}
