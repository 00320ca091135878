/** Constraints and components: points, rows and paragraphs below their heading, each with the names of lists that stand above it. */

import { readBox, readHeading } from '../../scan/box.ts'
import { byte, byteAt, decode, find, isBlank, trimmed, type Extent } from '../../scan/bytes.ts'
import { asPoint, behindQuotes, isFooter, isHeadOfTable, isMarkup, withoutAlert } from './criterion-lines.ts'
import { weakens } from '../weakening.ts'
import { readField } from './field.ts'
import { sayPlaceholder } from './placeholder.ts'
import { headings, isUnfilled, markOf, nameOf } from './point-lines.ts'
import type { NarrativeBuilder, Reading, TextLine } from './reading.ts'
import { titleOf } from './section.ts'

/** Takes a line of such a section in. */
export function readNarrativeLine(reading: Reading, line: TextLine, kind: 'components' | 'constraints'): void {
  const { bytes } = reading
  const said = withoutAlert(bytes, behindQuotes(bytes, line))
  if (said === null || isMarkup(reading, said)) return
  const it = asPoint(bytes, said)
  const list = reading[kind]
  if (said.start > line.start && takeQuotedHeading(reading, said, list)) return
  if (it.isBullet) takePoint(reading, it, list)
  else if (byteAt(bytes, it.start) === byte.pipe) takeRow(reading, it, list)
  else if (!goesOnWithPoint(reading, it)) takeWords(reading, it, list)
}

/** Takes a line of a code fence in that stands in such a section: it belongs to the point above it, or is words. */
export function readNarrativeFence(reading: Reading, it: TextLine, kind: 'components' | 'constraints'): void {
  const sign = byteAt(reading.bytes, it.start)
  const point = reading.points.at(-1)
  if (sign === byte.tick || sign === byte.tilde) return
  if (point !== undefined && it.width > point.width)
    point.lines.push({ start: it.start, end: it.end, width: it.width, isCode: true })
  else takeWords(reading, it, reading[kind], true)
}

/** `## Constraints: no network` says one behind its colon. */
export function takeNarrativeHeading(reading: Reading, text: Extent): void {
  const { bytes, constraints } = reading
  const colon = find(bytes, byte.colon, text.start, text.end)
  const said = trimmed(bytes, colon < 0 ? text.end : colon + 1, text.end)
  if (said.end > said.start)
    constraints.push({ width: 0, lines: [{ ...said, width: 0 }], under: ownName(reading), form: 'words' })
}

function takePoint(reading: Reading, it: TextLine, list: NarrativeBuilder[]): void {
  const { bytes, points, findings } = reading
  const box = readBox(bytes, it.start, it.end)
  const isMarked = box !== null && markOf(bytes, box, it.end) !== null
  const { start, end } = trimmed(bytes, isMarked ? box.text : it.content, it.end)
  if (end <= start) return
  openList(reading, list)
  while ((points.at(-1)?.width ?? -1) >= it.width) points.pop()
  if (isUnfilled(bytes, { start, end })) {
    sayPlaceholder(findings, { start, end })
    return
  }
  // What has points of its own is not divided by what follows them.
  if (reading.lists.own === null) reading.lists = { ...reading.lists, isOver: true }
  const lines = [{ start, end, width: it.width }]
  const under = [...above(reading), ...points.map(({ name }) => name)]
  list.push({ width: it.width, lines, under, form: 'point' })
  points.push({ width: it.width, lines, name: nameOf(bytes, start, end) })
}

function goesOnWithPoint({ bytes, points, isAfterBlank }: Reading, it: TextLine): boolean {
  const point = points.at(-1)
  if (point === undefined || (it.width <= point.width && (isAfterBlank || bytes[it.start] === byte.star))) return false
  point.lines.push({ start: it.start, end: it.end, width: it.width })
  return true
}

/** A row of a table, but for its head and the line below that. */
function takeRow(reading: Reading, it: TextLine, list: NarrativeBuilder[]): void {
  const { bytes } = reading
  let end = it.end
  while (end > it.start && (bytes[end - 1] === byte.pipe || isBlank(byteAt(bytes, end - 1)))) end -= 1
  const text = trimmed(bytes, Math.min(it.start + 1, end), end)
  const said = decode(bytes, text.start, text.end)
  if (isHeadOfTable(reading, it.line)) return
  const last = reading.lastRow?.line === it.line - 1 ? reading.lastRow.cells : []
  const saysSomething = /[\p{L}\p{N}]/u.test(said)
  const cells = saysSomething ? filledFrom(last, said) : last
  reading.lastRow = { line: it.line, cells }
  if (!saysSomething) return
  openList(reading, list)
  reading.points = []
  if (isUnfilled(bytes, text)) sayPlaceholder(reading.findings, text)
  else list.push({ width: it.width, lines: [{ ...text, width: it.width }], under: above(reading), form: 'row', cells })
}

/** The cells of a row: those that are empty before its first words go on with what stands above them, as `| | no mail |` does. */
function filledFrom(above: readonly string[], row: string): readonly string[] {
  const cells = row.split('|').map((it) => it.trim())
  const first = cells.findIndex((it) => it !== '')
  return cells.map((it, at) => (at < first ? (above[at] ?? '') : it))
}

/** `> ### Security` is the name of what is quoted below it, and words where nothing is. */
function takeQuotedHeading(reading: Reading, it: TextLine, list: NarrativeBuilder[]): boolean {
  const { bytes } = reading
  const heading = byteAt(bytes, it.start) === byte.hash ? readHeading(bytes, it.start, it.end) : null
  if (heading === null || heading.tight || heading.text.end <= heading.text.start) return false
  reading.points = []
  reading.lists = noLists
  const own: NarrativeBuilder = {
    width: it.width,
    lines: [{ ...heading.text, width: it.width }],
    under: above(reading),
    form: 'heading',
  }
  list.push(own)
  reading.words = own
  return true
}

function takeWords(reading: Reading, it: TextLine, list: NarrativeBuilder[], isCode = false): void {
  const { bytes, findings, words, isAfterBlank, isBehindRule } = reading
  const text = decode(bytes, it.start, it.end).trim()
  if (!/[\p{L}\p{N}]/u.test(text) || (isBehindRule && isFooter(text))) return
  const line = { start: it.start, end: it.end, width: it.width, ...(isCode ? { isCode: true as const } : {}) }
  const isNamed = isSetApart(text) && (isListName(text) || readField(bytes, it.start, it.end)?.isBold === true)
  reading.points = []
  if (words !== null && list.at(-1)?.form !== 'heading' && !isAfterBlank && !isNamed) {
    words.lines.push(line)
    return
  }
  const isBelow = openList(reading, list, isNamed)
  if (isNamed)
    reading.lists = { ...reading.lists, around: reading.lists.isOver ? null : reading.lists.around, own: null }
  else if (!isBelow) reading.lists = noLists
  if (isUnfilled(bytes, it)) {
    sayPlaceholder(findings, it)
    return
  }
  const own: NarrativeBuilder = { width: it.width, lines: [line], under: above(reading), form: 'words' }
  list.push(own)
  reading.words = own
}

/** Above a list no name stands. */
export const noLists: Reading['lists'] = { around: null, own: null, isOver: false }

/**
 * Makes the paragraph above the name of the list that begins here, where it says that one follows. A name in bold stands below the
 * one before it that is none; two in bold stand beside each other. Returns whether it is one.
 */
function openList(reading: Reading, list: NarrativeBuilder[], isNamed = false): boolean {
  const { words, bytes } = reading
  reading.words = null
  if (words === null || words !== list.at(-1)) return false
  const text = words.lines.map(({ start, end }) => decode(bytes, start, end)).join(' ')
  const isHeading = list.at(-1)?.form === 'heading'
  if (!isHeading && (!isListName(text) || (isNamed && isSetApart(text)))) return false
  list.pop()
  reading.lists = isSetApart(text) ? { ...reading.lists, own: text } : { ...noLists, around: text }
  return true
}

/** `**Security:**`, `**Security**`, `The following is forbidden:` */
export function isListName(text: string): boolean {
  return /:[\s*_]*$/.test(text) || /^(\*\*|__)[^*_]+\1$/.test(text.trim())
}

function isSetApart(text: string): boolean {
  return text.startsWith('**') || text.startsWith('__')
}

/** The phase or story, the headings and the names of lists that stand above a point. */
function above(reading: Reading): readonly string[] {
  const { part, lists } = reading
  return [part?.title, ...ownName(reading), ...headings(reading), lists.around, lists.own].filter((it) => it != null)
}

/** A number is that of a phase, or of what it holds for; behind `for` stands the latter. */
const ofSome = /\p{N}|\b(?:for|on) (?!(?:the |this )?(?:project|spec|specification|goal|plan|work)$)/iu

/** What opens the section, where it says more of what stands below it than that these are constraints: `Optional Constraints`. */
function ownName({ sections }: Reading): readonly string[] {
  const own = sections.findLast(({ isOwn }) => isOwn)
  const name = titleOf(own?.title ?? '')
  return own?.kind === 'constraints' && (weakens(name) || ofSome.test(name)) ? [name] : []
}
