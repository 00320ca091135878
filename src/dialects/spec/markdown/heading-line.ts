/** Headings: what they open and what they end. */

import { quoted } from '../../../plan/one-line.ts'
import { indentation, readHeading, type Heading } from '../../scan/box.ts'
import { byte, byteAt, decode, isBlank, skipBlanks, standsAt, trimmed, type Extent } from '../../scan/bytes.ts'
import { skipBullet } from '../../scan/fence.ts'
import { criteriaBehindPart, isCriteriaName, isOfPlan } from './criteria-name.ts'
import { takeEmptyHeading } from './criterion-lines.ts'
import { sayDeceiving } from './deceiving.ts'
import { isOfGoals } from '../goal-name.ts'
import { readField, type FieldKey } from './field.ts'
import { readHead, type Head, type NoHead } from './head.ts'
import { saysMore, takeHeadingWords } from './heading-words.ts'
import { noLists, takeNarrativeHeading } from './narrative-lines.ts'
import { endPart, isOfPart, openPart } from './part.ts'
import { sayExample, sayPlaceholder } from './placeholder.ts'
import type { Reading, Section } from './reading.ts'
import {
  endsTasks,
  hasCriteriaOfOthers,
  isAboutTask,
  isOfVerifying,
  isPartOfCriteria,
  kindOf,
  mayBeComponents,
  mayBeCriteria,
  nameOfHeading,
  type SectionKind,
} from './section.ts'
import { openSpeclet, takeWordsHeading } from './speclet-lines.ts'
import { openStep, openTask } from './task-builder.ts'
import { readNeed } from './tool-lines.ts'

/** Takes a heading in. */
export function readHeadingLine(reading: Reading, heading: Heading, line: number): void {
  const { bytes } = reading
  const { level, text } = heading
  const head = readHead(bytes, text.start, text.end)
  const isFirst = reading.title === null && level === 1
  if (isFirst && head === null && isCriteriaName(nameOfHeading(bytes, text))) {
    // In the place of the title: what stands below the headings that follow is not all its own.
    readHeadingLine(reading, { ...heading, level: level + 1 }, line)
    return
  }
  endBlocks(reading)
  if (isInExample(reading, level, head, text)) {
    if (head?.is === 'head' && head.word !== 'speclet') passExample(reading)
    return
  }
  endPart(reading, level)
  if (isFirst) takeTitle(reading, text, head)
  else if (head?.is === 'head') takeHead(reading, head, level, text, line)
  else takeSection(reading, { level, text, head, line })
}

/** Ends what does not go on behind a heading: values, paragraphs, lists. */
function endBlocks(reading: Reading): void {
  reading.field = null
  reading.goal = null
  reading.points = []
  reading.words = null
  reading.lists = noLists
  reading.isBehindRule = false
}

/** Whether a heading stands in an example, or opens one. */
function isInExample(reading: Reading, level: number, head: Head | NoHead | null, text: Extent): boolean {
  const { example, exampleAhead: label, findings, bytes } = reading
  const isOfTask = head?.is === 'head' && head.word !== 'step'
  if (example !== null) {
    if (level > example.level || (level === example.level && example.isOfTasks && isOfTask)) return true
    reading.example = null
  }
  reading.exampleAhead = null
  // All that stands below a Definition of Complete is part of it.
  if (!isOfTask && isBelowCriteria(reading, level)) return false
  const isExample = head === null && kindOf(nameOfHeading(bytes, text)) === 'example'
  if (label === null && !isExample) return false
  leaveTask(reading, 0)
  takeWordsHeading(reading.background, level, text)
  // `## Examples` may be the person's own words, until a task stands in it.
  const isSaid = label !== null || nameOfHeading(bytes, text).startsWith('goal')
  reading.example = { level, isOfTasks: isOfTask, place: label ?? text, isSaid }
  if (isSaid) sayExample(findings, label ?? text)
  return true
}

/** A task or step of an example is seen, and none of the plan's. */
export function passExample({ example, coverage, findings }: Reading): void {
  coverage.taskLike += 1
  if (example === null || example.isSaid) return
  example.isSaid = true
  sayExample(findings, example.place)
}

function takeTitle(reading: Reading, text: Extent, head: Head | NoHead | null): void {
  const { bytes } = reading
  if (head?.is === 'head' && head.word === 'speclet') {
    reading.title = head.title.end > head.title.start ? head.title : text
    reading.document = documentOf(head.id, head.idPlace, reading.title)
    return
  }
  reading.title = text
  dropSections(reading, 1)
  for (const prefix of ['spec:', 'specification:'])
    if (decode(bytes, text.start, text.start + prefix.length).toLowerCase() === prefix)
      reading.title = trimmed(bytes, text.start + prefix.length, text.end)
  reading.sections.push({
    level: 1,
    kind: 'other',
    title: decode(bytes, text.start, text.end),
    place: text,
    isOwn: false,
    from: 0,
    width: null,
  })
}

/** The SPECLet that a document is. */
export function documentOf(id: string, place: Extent, title: Extent): NonNullable<Reading['document']> {
  return { id, place, title, level: 1, critical: null, fields: [], prose: [], headings: [], isDocument: true, tasks: 0 }
}

function takeHead(reading: Reading, head: Head, level: number, text: Extent, line: number): void {
  const { findings, coverage } = reading
  if (head.isTemplate) {
    // `### Task [n]: …` shows how a task is written.
    leaveTask(reading, level)
    sayPlaceholder(findings, head.idPlace)
    return
  }
  if (head.word === 'speclet') {
    leaveTask(reading, 0)
    dropSections(reading, level)
    openSpeclet(reading, head, level)
    return
  }
  coverage.taskLike += 1
  if (head.word === 'task') {
    dropSections(reading, criteriaOf(reading)?.level ?? level)
    openTask(reading, head, level, text)
    coverage.read += 1
  } else if (openStep(reading, head, { place: text, form: 'heading', width: level })) coverage.read += 1
  else sayUnread(reading, text, 'is a step that stands below no task')
  reading.used[line] = 1
  const task = reading.task ?? reading.loose
  if (task !== null) task.end = Math.max(task.end, reading.lines.textEnd(line))
}

function takeSection(
  reading: Reading,
  {
    level,
    text,
    head,
    line,
  }: { readonly level: number; readonly text: Extent; readonly head: NoHead | null; readonly line: number },
): void {
  const { bytes, sections, task, step } = reading
  const behind = criteriaBehindPart(decode(bytes, text.start, Math.min(text.end, text.start + longestTitle)))
  // A phase of tasks has any name.
  const phase = behind === null || hasTaskBelow(reading, level, line) ? null : behind
  const name = phase?.isPlans === true ? phase.name : nameOfHeading(bytes, text)
  if (head !== null && head.word !== 'speclet') sayNoHead(reading, head, text)
  else if (head === null) sayDeceiving(reading, text)
  const verifies = isOfVerifying(name)
  const isTasks = verifies && task !== null && level === task.level && isVerifiedByItself(reading, level, line)
  const isOthers = hasCriteriaOfOthers(decode(bytes, text.start, Math.min(text.end, text.start + longestTitle)))
  const isPlans = task !== null && !isOthers && isCriteriaName(name) && isOfPlan(name)
  if (isPlans && level > task.level && !isBehindTasks(reading, line)) reading.tasksHaveCriteria = true
  const ends = endsTasks(name) || (isPlans && !reading.tasksHaveCriteria && isBehindTasks(reading, line))
  if (isTasks && !isBehindTasks(reading, line)) reading.tasksAreVerified = true
  if (task !== null && (level > task.level || isTasks) && !ends) {
    if (isTasks && isBehindTasks(reading, line) && !reading.tasksAreVerified)
      sayUnsure(reading, text, 'those of the task above it')
    if (step?.form !== 'heading' || level <= step.width) reading.step = null
    const lines = (reading.step ?? task).prose
    lines.push({ start: text.start, end: text.end, width: 0 })
    task.end = text.end
    return
  }
  leaveTask(reading, level)
  if (ends) leaveTask(reading, 0)
  if (reading.speclet !== null && level <= reading.speclet.level) reading.speclet = null
  const empty = emptyCriteria(reading, level)
  dropSections(reading, level)
  if (empty !== null && isPartOfCriteria(name)) sections.push(empty)
  const title = decode(bytes, text.start, Math.min(text.end, text.start + longestTitle))
  const isOutside = reading.tasks.length === 0 || isBehindTasks(reading, line)
  const isGoals = verifies && level <= levelOfGoal && reading.speclet === null && isOutside
  const above = sections.at(-1)?.kind ?? 'other'
  const named = isGoals ? 'criteria' : above === 'other' && mayBeComponents(name) ? 'components' : kindOf(name)
  const said = isOthers || isBelowCriteria(reading, level + 1) ? null : phase === null ? named : 'criteria'
  const own = said === 'criteria' && (phase?.isPlans === false || isOfPart(reading, name)) ? 'part' : said
  const kind = own ?? (above === 'goal' ? 'other' : above)
  if (said === null && kind !== 'criteria') openPart(reading, { name, title, level })
  sections.push({ level, kind, title, place: text, isOwn: own !== null, from: reading.criteriaSeen, width: null })
  if (own === 'criteria' && !isGoals) takeHeadingWords(reading, text)
  if (
    said === null &&
    (isOthers ? kind !== 'criteria' : kind === 'other' && mayBeCriteria(name)) &&
    reading.speclet === null &&
    saysSomethingBelow(reading, level, line)
  )
    sayUnsure(reading, text, 'none of the goal')
  if (reading.speclet === null) takeWordsHeading(reading.background, level, text)
  else if (kind !== 'criteria') takeWordsHeading(reading.speclet, level, text)
  reading.need = kind === 'tools' ? readNeed(name) : null
  if (kind === 'goal' && reading.speclet === null) takeGoal(reading, text)
  if (own === 'constraints' && reading.speclet === null) takeNarrativeHeading(reading, text)
}

const longestTitle = 200
/** A heading of this level says something of the whole plan. */
const levelOfGoal = 2

/** Whether `### Verification` as far left as the heads of tasks is that of the task above it: others follow, or have one, too, or the plan's headings stand above it. */
function isVerifiedByItself(reading: Reading, level: number, line: number): boolean {
  return !isBehindTasks(reading, line) || reading.tasksAreVerified || level > levelOfGoal
}

/** MW528 for what may be criteria of the goal, and is taken for something else: once for each name. */
export function sayUnsure({ bytes, findings }: Reading, text: Extent, as: string): void {
  const name = quoted(decode(bytes, text.start, Math.min(text.end, text.start + longestTitle)))
  const message = `what stands below ${name} may be criteria, and is taken for ${as}`
  const help = 'write what has to hold at the end below "## Definition of Complete"'
  findings.once('MW528', 'warning', `unsure ${name}`, text, message, help)
}

/** Whether a point, a row or words stand below a heading, before the next one of its level. */
function saysSomethingBelow({ lines, bytes }: Reading, level: number, from: number): boolean {
  for (let line = from + 1; line < lines.count; line += 1) {
    if (lines.kind(line) !== 'text') continue
    const { at } = indentation(bytes, lines.start(line), lines.textEnd(line))
    if (byteAt(bytes, at) !== byte.hash) return true
    const heading = readHeading(bytes, at, lines.textEnd(line))
    if (
      heading !== null &&
      (heading.level <= level || readHead(bytes, heading.text.start, heading.text.end)?.is === 'head')
    )
      return false
  }
  return false
}

/** Whether the head of a task stands below a heading of this level. */
function hasTaskBelow({ lines, bytes }: Reading, level: number, from: number): boolean {
  for (let line = from + 1; line < lines.count; line += 1) {
    if (lines.kind(line) !== 'text') continue
    const { at, width } = indentation(bytes, lines.start(line), lines.textEnd(line))
    if (width > 3 || byteAt(bytes, at) !== byte.hash) continue
    const heading = readHeading(bytes, at, lines.textEnd(line))
    if (heading === null) continue
    if (heading.level <= level) return false
    if (readHead(bytes, heading.text.start, heading.text.end)?.is === 'head') return true
  }
  return false
}

/** `## Goal` is told below it, `## Goal: text` in the heading itself. */
function takeGoal(reading: Reading, text: Extent): void {
  const { bytes, goals } = reading
  let colon = text.start
  while (colon < text.end && bytes[colon] !== byte.colon) colon += 1
  const lines = colon < text.end ? [{ start: skipBlanks(bytes, colon + 1, text.end), end: text.end, width: 0 }] : []
  goals.push({ lines, isMany: isOfGoals(decode(bytes, text.start, colon)) })
  reading.goal = lines
}

/** The kind of section that a line stands in. */
export function sectionKind({ sections }: Reading): SectionKind {
  return sections.at(-1)?.kind ?? 'other'
}

/** Whether neither a head of a task or a step nor a field of one stands behind a line. */
export function isBehindTasks(reading: Reading, line: number): boolean {
  reading.lastHead ??= lastHeadOf(reading)
  return reading.lastHead < line
}

const ofStep: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['method', 'backup', 'expected', 'critical', 'retries'])

function lastHeadOf({ lines, bytes }: Reading): number {
  let line = lines.count - 1
  for (; line >= 0; line -= 1) {
    const end = lines.textEnd(line)
    let { at } = indentation(bytes, lines.start(line), end)
    while (at < end && (byteAt(bytes, at) === byte.hash || isBlank(byteAt(bytes, at)))) at += 1
    at = skipBullet(bytes, at, end)
    if (lines.kind(line) !== 'text') continue
    if (readHead(bytes, at, end)?.is === 'head' || ofStep.has(readField(bytes, at, end)?.key ?? null)) break
  }
  return line
}

/** Leaves the task unless a heading of this level can stand in it. */
export function leaveTask(reading: Reading, level: number): void {
  if (reading.task === null || level > reading.task.level) return
  reading.task = null
  reading.step = null
}

/** Leaves the sections that a heading of this level ends. */
export function dropSections(reading: Reading, level: number): void {
  const { sections } = reading
  while ((sections.at(-1)?.level ?? -1) >= level) {
    const ended = sections.pop()
    if (ended?.kind === 'criteria' && ended.from === reading.criteriaSeen && saysMore(reading, ended))
      takeEmptyHeading(reading, ended.place)
  }
}

/** The Definition of Complete that goes on here. */
function criteriaOf({ sections }: Reading): Section | undefined {
  return sections.findLast(({ kind, isOwn }) => kind === 'criteria' && isOwn)
}

/** Whether a heading of this level stands below a Definition of Complete: then its name opens nothing else. */
function isBelowCriteria(reading: Reading, level: number): boolean {
  return (criteriaOf(reading)?.level ?? level) < level
}

/** The Definition of Complete of this level that has nothing below it but headings of its own level which go on with it. */
function emptyCriteria(reading: Reading, level: number): Section | null {
  const own = criteriaOf(reading)
  if (own?.level !== level) return null
  const goesOn = reading.sections.some((it) => it !== own && it.level === level && it.kind === 'criteria')
  return goesOn || own.from === reading.criteriaSeen ? own : null
}

/** A heading or a point with a word and a number that is no head: told, unless it says itself that it is about the task. */
export function sayNoHead(reading: Reading, { rest, isSpelledOut }: NoHead, text: Extent): void {
  if (isAboutTask(decode(reading.bytes, rest.start, rest.end))) return
  reading.coverage.taskLike += 1
  const why = isSpelledOut ? 'its number is a word' : 'has no colon behind its number'
  sayUnread(reading, text, `begins like a task or a step and ${why}`)
}

/** MW801 for a line that looks like a task or a step and is none. */
export function sayUnread({ bytes, findings }: Reading, place: Extent, why: string): void {
  const said = quoted(decode(bytes, place.start, Math.min(place.end, place.start + longestTitle)))
  const help = 'write "### Task [1]: text" or "- **Step [1]:** text" below its task; put examples into a code fence'
  findings.add('MW801', 'warning', place, `${said} ${why}; not read`, help)
}

/** Whether a line holds nothing but `**Example …:**`: what follows it is one. */
export function isExampleLabel(bytes: Uint8Array, start: number, end: number): boolean {
  if (!standsAt(bytes, start, '**Example') && !standsAt(bytes, start, '**EXAMPLE')) return false
  const last = byteAt(bytes, end - 1)
  return last === byte.star || last === byte.colon
}
