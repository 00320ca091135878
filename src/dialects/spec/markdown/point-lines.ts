/** Points of the lists that are no tasks: criteria, choices of the software stack. */

import { isNameOfOptional } from '../../../plan/optional-criterion.ts'
import { byte, decode, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { boxWords, readBox, type Box } from '../../scan/box.ts'
import { bare } from './block.ts'
import { nameOfText, sortsCriteria } from './section.ts'
import { isUnwrittenAt, sayOpen, sayPlaceholder } from './placeholder.ts'
import type { CriterionBuilder, ListKind, Point, Reading, TextLine } from './reading.ts'

/** Reads a line of such a list; false where it is no point, and does not go on with one. */
export function readPointLine(reading: Reading, it: TextLine, kind: 'criteria' | 'stack'): boolean {
  const { bytes, findings, points, isAfterBlank } = reading
  const box = readBox(bytes, it.start, it.end)
  if (!it.isBullet && box === null) {
    const point = points.at(-1)
    const isLabel = bytes[it.start] === byte.star
    if (point !== undefined && (it.width > point.width || (!isAfterBlank && !isLabel))) {
      point.lines.push(lineOf(it, it.start))
      return true
    }
    // What stands behind a list has another name, or none.
    if (points.length > 0) reading.listName = null
    reading.points = []
    return false
  }
  while ((points.at(-1)?.width ?? -1) >= it.width) points.pop()
  const cell = kind === 'criteria' ? markOf(bytes, box, it.end) : cellOf(bytes, box)
  const ticked = cell === null ? null : cell.trim() !== ''
  const from = cell === null || box === null ? it.content : skipBlanks(bytes, box.text, it.end)
  const { start, end } = trimmed(bytes, from, it.end)
  if (end <= start || (kind === 'stack' && ticked === false)) return true
  const says = !isUnfilled(bytes, { start, end })
  if (!says) {
    sayPlaceholder(findings, { start, end })
    if (kind !== 'criteria') return true
  } else if (kind === 'criteria')
    for (const it of [{ start, end }, valueOf(bytes, { start, end })])
      sayOpen(findings, { start, end }, decode(bytes, it.start, it.end))
  const lines = [lineOf(it, start)]
  if (kind === 'criteria') {
    const criterion: CriterionBuilder = {
      width: it.width,
      lines,
      under: [...headings(reading), ...listName(reading, 'points'), ...points.map(({ name }) => name)],
      ticked,
      isWords: !says,
      code: [],
    }
    reading.criteria.push(criterion)
    reading.criteriaSeen += 1
  } else reading.stack.push({ width: it.width, lines } satisfies Point)
  points.push({ width: it.width, lines, name: nameOf(bytes, start, end) })
  return true
}

/** Whether a point, or what stands behind its name, is a placeholder. */
export function isUnfilled(bytes: Uint8Array, extent: Extent): boolean {
  return isUnwrittenAt(bytes, extent) || isUnwrittenAt(bytes, valueOf(bytes, extent))
}

/** What stands behind `**Name:**`; all of it where no name is set apart. */
function valueOf(bytes: Uint8Array, { start, end }: Extent): Extent {
  let at = start
  while (at < end && bytes[at] === byte.star) at += 1
  if (at === start) return { start, end: start }
  while (at < end && bytes[at] !== byte.colon) at += 1
  return at < end ? trimmed(bytes, at + 1, end) : { start, end: start }
}

function lineOf(it: TextLine, start: number): Point['lines'][number] {
  return { start, end: Math.max(start, it.end), width: it.width }
}

function cellOf(bytes: Uint8Array, box: Box | null): string | null {
  return box?.is === 'box' ? decode(bytes, box.cell.start, box.cell.end) : null
}

const mark = /^(?:|[xX]|[^\p{L}\p{N}]\u{FE0F}?)$/u

/** What stands in the box of a point; null where its brackets are a person's own words: `[German]`, `[REQ-1]`, `[TODO]` alone. */
export function markOf(bytes: Uint8Array, box: Box | null, end: number): string | null {
  const cell = cellOf(bytes, box)
  if (cell === null || box === null || mark.test(cell.trim())) return cell
  return boxWords.has(cell.trim().toUpperCase()) && skipBlanks(bytes, box.text, end) < end ? cell : null
}

const longestName = 200

/** What a point is called where others stand below it: its words before a colon, without emphasis. */
export function nameOf(bytes: Uint8Array, start: number, end: number): string {
  const last = Math.min(end, start + longestName)
  let colon = start
  while (colon < last && bytes[colon] !== byte.colon) colon += 1
  const { start: from, end: to } = bare(bytes, start, colon)
  return decode(bytes, from, to)
}

/**
 * The name that stands above a list as a heading does: `**Quality standards:**`. It is that of the first list, table or fence below it.
 * @param of what is read of it now
 */
export function listName(reading: Reading, of: ListKind): readonly string[] {
  const { listName: named, sections } = reading
  if (named === null || named.section !== sections.at(-1) || (named.of !== null && named.of !== of)) {
    reading.listName = null
    return []
  }
  reading.listName = { ...named, of }
  return [named.name]
}

/** The headings between the one that opens the section and the point; that one, too, where it names a check, or what need not hold. */
export function headings({ sections }: Reading): readonly string[] {
  let from = sections.length - 1
  while (from >= 0 && sections[from]?.isOwn !== true) from -= 1
  const own = sections[from]?.title ?? ''
  if (sortsCriteria(nameOfText(own)) || isNameOfOptional(own)) from -= 1
  return sections.slice(from + 1).map(({ title }) => title)
}
