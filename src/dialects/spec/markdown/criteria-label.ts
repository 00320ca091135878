/** Lines that open a Definition of Complete as a heading does: a name in bold, in a quotation, as a point, as the head of a table. */

import { byte, byteAt, decode, isBlank, type Extent } from '../../scan/bytes.ts'
import {
  criteriaBehindPart,
  hasCriteriaName,
  isCriteriaName,
  isOfFormat,
  isOfPlan,
  readCriteriaName,
} from './criteria-name.ts'
import { behindQuotes, isHeadOfTable } from './criterion-lines.ts'
import { readField } from './field.ts'
import { isBehindTasks, leaveTask, sayUnsure, sectionKind } from './heading-line.ts'
import { takeHeadingWords } from './heading-words.ts'
import { readNarrativeLine } from './narrative-lines.ts'
import { isOfPart, sayOfPart, spendPart } from './part.ts'
import { readPointLine } from './point-lines.ts'
import type { Reading, Section, TextLine } from './reading.ts'
import { hasCriteriaOfOthers, kindOf, nameOfHeading, type SectionKind } from './section.ts'

/** Below all headings: a section that such a line opens ends with any of them. */
const levelOfLabel = 7
/** One that the head of a table opens ends with the table, too. */
const levelOfTable = 8
const longestLine = 400

/** `**Phase 9: Success Criteria**` */
const phaseInBold = /^\*\*([^*]+?):?\*\*:?$/

interface Label {
  readonly kind: SectionKind
  /** Its name, as it is written. */
  readonly name: string
  readonly value: Extent
}

/**
 * Opens a Definition of Complete where a line such as `**Success Criteria:**` does, and closes one that such a line has opened where
 * another one opens something else. Returns whether the line was taken.
 */
export function readCriteriaLabel(reading: Reading, it: TextLine): boolean {
  const { sections } = reading
  endPointOrTable(reading, it)
  const above = sections.at(-1)
  const isOfLabel = above !== undefined && isLabel(above)
  if (above?.kind === 'criteria' && !isOfLabel) return false
  if (byteAt(reading.bytes, it.start) === byte.pipe) return !isOfLabel && openTable(reading, it)
  const label = labelOf(reading, it)
  if (label === null || (isOfLabel && it.isBullet)) return false
  if (isOfLabel) sections.pop()
  if (label.kind === 'criteria' && isOfOthers(textOf(reading, it))) {
    sayUnsure(reading, it, 'none of the goal')
    return false
  }
  if (label.kind === 'constraints') return openConstraints(reading, it, label)
  if (label.kind !== 'criteria') return false
  const { start, end } = label.value
  const kind = isOfPart(reading, label.name, it.width) ? 'part' : 'criteria'
  openCriteria(reading, it, it.isBullet ? it.width : null, { kind, isField: end > start, nameEnd: start })
  const value = { ...it, start, content: start, isBullet: true }
  if (kind === 'part') {
    spendPart(reading)
    sayOfPart(reading, value, reading.sections.at(-1)?.title ?? '')
  } else if (end > start) readPointLine(reading, value, 'criteria')
  else takeHeadingWords(reading, it)
  return true
}

/** Whether the name that a line begins with says that what stands below it is not the goal's. */
function isOfOthers(text: string): boolean {
  return hasCriteriaOfOthers(text.replaceAll(/[*_>]+/g, ' ').trim())
}

/** `**Constraints:**` above a list, or with one behind it; a SPECLet has its own, and below a heading of such ones it is the name of a list. */
function openConstraints(reading: Reading, it: TextLine, { value: { start, end } }: Label): boolean {
  if (reading.speclet !== null || reading.task !== null || sectionKind(reading) === 'constraints') return false
  openCriteria(reading, it, null, { kind: 'constraints', nameEnd: start })
  if (end > start) readNarrativeLine(reading, { ...it, start, content: start, isBullet: false }, 'constraints')
  return true
}

/** Leaves the last task where such a line can only be about the whole plan: by its name, or behind a rule. */
export function leaveTaskForCriteria(reading: Reading, it: TextLine): void {
  if (reading.task === null || it.width > 0) return
  const name = nameOpening(reading, it)
  if (name === null || (it.isBullet && !isOfFormat(name))) return
  if (!isBehindTasks(reading, it.line)) reading.tasksHaveCriteria = true
  else if (reading.isBehindRule || (isOfPlan(name) && !reading.tasksHaveCriteria)) leaveTask(reading, 0)
}

/** The name of criteria that a line begins with, or the head of a table has. */
function nameOpening(reading: Reading, it: TextLine): string | null {
  if (byteAt(reading.bytes, it.start) !== byte.pipe) {
    const label = labelOf(reading, it)
    return label?.kind === 'criteria' ? label.name : null
  }
  const text = textOf(reading, it)
  return isHeadOfTable(reading, it.line) && hasCriteriaName(text) ? text : null
}

/** A rule ends what such a line has opened. */
export function endCriteriaLabel({ sections }: Reading): void {
  for (let last = sections.at(-1); last !== undefined && isLabel(last); last = sections.at(-1)) sections.pop()
}

function isLabel({ level }: Section): boolean {
  return level >= levelOfLabel
}

function textOf({ bytes }: Reading, it: TextLine): string {
  return decode(bytes, it.start, Math.min(it.end, it.start + longestLine))
}

/** What a point opens ends with the next one that does not stand below it, and what a table opens with the table. */
function endPointOrTable(reading: Reading, it: TextLine): void {
  const { sections, bytes, isAfterBlank, criteriaSeen } = reading
  const last = sections.at(-1)
  // A SPECLet goes on with its own fields.
  const isOfSpeclet = reading.speclet !== null && last !== undefined && isLabel(last)
  if (last?.kind === 'constraints' && isLabel(last)) {
    const isName = readField(bytes, it.start, it.end)?.isBold === true
    if (!it.isBullet && it.width === 0 && (isAfterBlank || isName) && byteAt(bytes, it.start) !== byte.pipe)
      sections.pop()
    return
  }
  if (isOfSpeclet && readField(bytes, it.content, it.end)?.key != null) sections.pop()
  else if (last?.isField === true && !it.isBullet && readField(bytes, it.start, it.end)?.isBold === true) sections.pop()
  else if (last?.level === levelOfTable) {
    if (byteAt(bytes, it.start) !== byte.pipe) sections.pop()
  } else if (last?.width != null && it.width <= last.width && (it.isBullet || isAfterBlank)) {
    sections.pop()
    // People also write the points of such a one as far left as itself.
    if (it.isBullet && last.from === criteriaSeen) sections.push({ ...last, width: null })
  }
}

function openTable(reading: Reading, it: TextLine): boolean {
  const text = textOf(reading, it)
  if (isHeadOfTable(reading, it.line)) {
    if (!hasCriteriaName(text)) return false
    openCriteria(reading, it, null, {
      level: levelOfTable,
      kind: isOfPart(reading, text, it.width) ? 'part' : 'criteria',
    })
    return true
  }
  // A row of a table of names and values.
  const [head = '', name = ''] = /^\|([^|]*)\|\s*/.exec(text) ?? []
  if (readCriteriaName(name.trim()) === null || !/\p{L}/u.test(text.slice(head.length))) return false
  const start = it.start + Buffer.byteLength(head)
  let { end } = it
  while (end > start && (reading.bytes[end - 1] === byte.pipe || isBlank(byteAt(reading.bytes, end - 1)))) end -= 1
  const value = { ...it, start, content: start, end, isBullet: true }
  if (isOfPart(reading, name, it.width)) {
    sayOfPart(reading, value, name.trim())
    return true
  }
  openCriteria(reading, it, null, { level: levelOfTable })
  readPointLine(reading, value, 'criteria')
  reading.sections.pop()
  return true
}

function openCriteria(
  reading: Reading,
  it: TextLine,
  width: number | null,
  {
    level = levelOfLabel,
    kind = 'criteria',
    isField = false,
    nameEnd = it.end,
  }: {
    readonly level?: number
    readonly kind?: 'criteria' | 'part' | 'constraints'
    readonly isField?: boolean
    /** Where its name ends, and what it says of itself begins. */
    readonly nameEnd?: number
  } = {},
): void {
  reading.goal = null
  reading.field = null
  reading.points = []
  reading.words = null
  const place = { start: it.start, end: it.end }
  const title = decode(reading.bytes, place.start, kind === 'criteria' ? place.end : nameEnd).trim()
  reading.sections.push({
    level,
    kind,
    title,
    place,
    isOwn: true,
    from: reading.criteriaSeen,
    width,
    isField,
  })
}

/** What a line that is a name alone, or begins with one, opens as a heading does; null where it says nothing of its own. */
function labelOf(reading: Reading, it: TextLine): Label | null {
  const { bytes, isAfterBlank } = reading
  const text = textOf(reading, it)
  const phase = phaseInBold.exec(text)?.[1]
  if (phase !== undefined && criteriaBehindPart(phase)?.isPlans === true)
    return { kind: 'criteria', name: criteriaBehindPart(phase)?.name ?? '', value: { start: it.end, end: it.end } }
  const name = readCriteriaName(text)
  if (name !== null && (name.isSetApart || isAfterBlank)) {
    const start = it.start + Buffer.byteLength(text.slice(0, name.valueFrom))
    const value = { start: Math.min(start, it.end), end: it.end }
    return { kind: 'criteria', name: text.slice(0, name.valueFrom), value }
  }
  const remarked = isAfterBlank ? (/^([^*_:.()]{1,60})\([^()]{1,200}\)$/.exec(text)?.[1] ?? '') : ''
  if (isCriteriaName(remarked)) return { kind: 'criteria', name: text, value: { start: it.end, end: it.end } }
  const line = behindQuotes(bytes, it)
  if (line.isBullet) return null
  const field = readField(bytes, line.start, line.end)
  const isName = /^(?:(\*\*|__)[^*_:]{1,60}:?\1:?|[^*_:.]{1,60}:)$/.test(text)
  if (!isName && field?.isBold !== true) return null
  const kind = kindOf(isName ? nameOfHeading(bytes, line) : (field?.low ?? ''))
  if (kind === null) return null
  return isName || field === null
    ? { kind, name: text, value: { start: it.end, end: it.end } }
    : { kind, name: field.low, value: field.value }
}
