/**
 * What stands in a Definition of Complete. Points and rows of tables are criteria. So are other words, and no program judges them:
 * nothing that a person wrote there is passed over.
 */

import { byte, byteAt, decode, isBlank, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { readBox } from '../../scan/box.ts'
import { skipBullet } from '../../scan/fence.ts'
import { isPlainHeading } from '../../../plan/values/plain-heading.ts'
import { readField } from './field.ts'
import { headings, readPointLine } from './point-lines.ts'
import type { Reading, TextLine } from './reading.ts'
import { kindOf, nameOfHeading, type SectionKind } from './section.ts'

/** Below all headings: a section that a bold line opens ends with any of them. */
const levelOfLabel = 7

/** Takes a line of a Definition of Complete in. */
export function readCriterionLine(reading: Reading, line: TextLine): void {
  const it = asPoint(reading.bytes, behindQuotes(reading.bytes, line))
  const isRow = byteAt(reading.bytes, it.start) === byte.pipe
  if (it.isBullet) {
    dropIntroduction(reading)
    readPointLine(reading, it, 'criteria')
  } else if (isRow) readRow(reading, it)
  else if (!readPointLine(reading, it, 'criteria')) takeWords(reading, it)
}

/** Takes a line of a code fence in that stands in a Definition of Complete: it belongs to the point above it, or is words. */
export function readCriterionFence(reading: Reading, it: TextLine): void {
  const sign = byteAt(reading.bytes, it.start)
  const point = reading.points.at(-1)
  if (point !== undefined && it.width > point.width) point.lines.push({ start: it.start, end: it.end, width: it.width })
  else if (sign !== byte.tick && sign !== byte.tilde) takeWords(reading, it)
}

function behindQuotes(bytes: Uint8Array, it: TextLine): TextLine {
  let start = it.start
  while (start < it.end && bytes[start] === byte.greater) start = skipBlanks(bytes, start + 1, it.end)
  if (start === it.start) return it
  const content = Math.min(skipBullet(bytes, start, it.end), it.end)
  return { ...it, start, content, isBullet: content > start }
}

/** Signs that people type for a bullet or a box, and a box without a bullet. */
const signOfPoint = /^(?:[•◦‣·●○▪■□–—→☐☑☒✅✓✔✗✘❌⬜◻]\u{FE0F}?|\[[ xX]?\](?=\s))\s*/u
const longestSign = 40

function asPoint(bytes: Uint8Array, it: TextLine): TextLine {
  if (it.isBullet || readBox(bytes, it.start, it.end) !== null) return { ...it, isBullet: true }
  const sign = signOfPoint.exec(decode(bytes, it.start, Math.min(it.end, it.start + longestSign)))?.[0] ?? ''
  if (sign === '') return it
  return { ...it, content: Math.min(it.end, it.start + Buffer.byteLength(sign)), isBullet: true }
}

/** A row of a table is a criterion, but for the one above its line. */
function readRow(reading: Reading, it: TextLine): void {
  const { bytes, lines } = reading
  reading.points = []
  reading.words = null
  let end = it.end
  while (end > it.start && (bytes[end - 1] === byte.pipe || isBlank(byteAt(bytes, end - 1)))) end -= 1
  const text = trimmed(bytes, it.start + 1, end)
  const below = it.line + 1
  const isHead = below < lines.count && /^[\s>]*\|?[\s:|-]*-[\s:|-]*$/.test(textOfLine(reading, below))
  const said = decode(bytes, text.start, text.end)
  if (!saysSomething(said) || (isHead && isPlainHeading(said))) return
  dropIntroduction(reading)
  // A person may have written a point above the line of a table.
  takeCriterion(reading, it, text, isHead)
}

function textOfLine({ bytes, lines }: Reading, line: number): string {
  return decode(bytes, lines.start(line), Math.min(lines.textEnd(line), lines.start(line) + longestLine))
}

const longestLine = 400
const tags = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(tags, ''))
}

/** Words of the seed's template below its own list: where to read more. */
const ofTemplate =
  /^(?:for build\/create\/system goals, see software stack section above|validation logic in `exe_[^`]*` section 6\.4)\.?$/i
/** What stands behind a rule at the end of a document: when and by what it was written. */
const footer =
  /^[*_]{0,3}(?:(?:version|date|author|status|created|last updated|updated)[*_]{0,3}\s*:.*|(?:generated|last updated|based on|template|note to|end of|for\b[^.]*\bsee|this (?:spec|specification|document|file|template))\b.*)$/i

function takeWords(reading: Reading, it: TextLine): void {
  const { bytes, words, isAfterBlank, isBehindRule } = reading
  const text = decode(bytes, it.start, it.end).trim()
  if (!saysSomething(text) || ofTemplate.test(text) || (isBehindRule && footer.test(text))) return
  if (words !== null && !isAfterBlank) words.lines.push({ start: it.start, end: it.end, width: it.width })
  else reading.words = takeCriterion(reading, it, it, true)
}

function takeCriterion(reading: Reading, it: TextLine, { start, end }: Extent, isWords: boolean): Reading['words'] {
  const lines = [{ start, end, width: it.width }]
  const criterion = { width: it.width, lines, under: headings(reading), ticked: null, isWords }
  reading.criteria.push(criterion)
  reading.criteriaSeen += 1
  return criterion
}

/** The name of a heading of a Definition of Complete below which nothing stands is words, too. */
export function takeEmptyHeading(reading: Reading, place: Extent): void {
  const lines = [{ ...place, width: 0 }]
  reading.criteria.push({ width: 0, lines, under: headings(reading), ticked: null, isWords: true })
}

/** Words that say nothing but that a list follows. */
const introducing: ReadonlySet<string> = new Set(
  (
    'a an the this that these those all any each every both and or of for in to by at is are be been was were will must shall should has have ' +
    'when where if once only what which it its as with ' +
    'goal goals spec specification project work complete completed complete completion achieved reached done met satisfied fulfilled ' +
    'exist exists hold holds true verified check checked criteria criterion condition conditions point points item items box boxes ' +
    'requirement requirements following follow below list listed define definition defined specific measurable mandatory required ' +
    'considered successful success acceptance'
  ).split(' '),
)
/** So many words before a colon may be the name of a list. */
const longestName = 4

function introduces(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isNamed = /:[\s*_]*$/.test(text) && words.length <= longestName && isPlainHeading(text)
  return isNamed || words.every((it) => introducing.has(it))
}

/** Words that only introduced what follows them are none. */
function dropIntroduction(reading: Reading): void {
  const { bytes, criteria } = reading
  reading.words = null
  for (let last = criteria.at(-1); last?.isWords === true; last = criteria.at(-1)) {
    const text = last.lines.map(({ start, end }) => decode(bytes, start, end)).join(' ')
    if (!introduces(text)) return
    criteria.pop()
  }
}

/** What a line that is a name alone, or begins with one in bold, opens as a heading does; null where it says nothing of its own. */
function labelOf(bytes: Uint8Array, it: TextLine): { readonly kind: SectionKind; readonly value: Extent } | null {
  if (it.isBullet) return null
  const field = readField(bytes, it.start, it.end)
  const text = decode(bytes, it.start, Math.min(it.end, it.start + longestLine))
  const isName = /^(?:(\*\*|__)[^*_:]{1,60}:?\1:?|[^*_:.]{1,60}:)$/.test(text)
  if (!isName && field?.isBold !== true) return null
  const kind = kindOf(isName ? nameOfHeading(bytes, it) : (field?.low ?? ''))
  return kind === null ? null : { kind, value: isName || field === null ? { start: it.end, end: it.end } : field.value }
}

/**
 * Opens a Definition of Complete where a line such as `**Success Criteria:**` does, and closes one that such a line has opened where
 * another one opens something else. Returns whether the line was taken.
 */
export function readCriteriaLabel(reading: Reading, it: TextLine): boolean {
  const { bytes, sections } = reading
  const above = sections.at(-1)
  const isOfLabel = above?.level === levelOfLabel
  if (above?.kind === 'criteria' && !isOfLabel) return false
  const label = labelOf(bytes, it)
  if (label === null) return false
  if (isOfLabel) sections.pop()
  if (label.kind !== 'criteria') return false
  reading.goal = null
  reading.field = null
  reading.points = []
  reading.words = null
  const place = { start: it.start, end: it.end }
  const title = decode(bytes, place.start, place.end)
  sections.push({ level: levelOfLabel, kind: 'criteria', title, place, isOwn: true, from: reading.criteriaSeen })
  const { start, end } = label.value
  if (end > start) readPointLine(reading, { ...it, start, content: start, isBullet: true }, 'criteria')
  return true
}

/** A rule ends what such a line has opened. */
export function endCriteriaLabel({ sections }: Reading): void {
  if (sections.at(-1)?.level === levelOfLabel) sections.pop()
}
