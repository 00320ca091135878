/** Goes through the lines of a spec and gives each to what it belongs to. */

import { quoted } from '../../../plan/one-line.ts'
import type { Findings } from '../../findings.ts'
import { limits } from '../../limits.ts'
import { byte, byteAt, decode, standsAt, trimmed } from '../../scan/bytes.ts'
import { indentation, readBox, readHeading } from '../../scan/box.ts'
import { skipBullet } from '../../scan/fence.ts'
import type { Lines } from '../../scanner.ts'
import { closeContainer, openContainer, openTitled, readContainerMark, type ContainerMark } from './container.ts'
import { endCriteriaLabel, leaveTaskForCriteria, readCriteriaLabel } from './criteria-label.ts'
import { isCriteriaName } from './criteria-name.ts'
import { readCriterionFence } from './criterion-fence.ts'
import { isHeadOfTable, readCriterionLine } from './criterion-lines.ts'
import { readField } from './field.ts'
import { leaveTaskForGoal, takeBoldGoal, takeGoalLine } from './goal-lines.ts'
import { readHead } from './head.ts'
import { isHeader, readHeader, readPattern } from './header-lines.ts'
import { dropSections, isExampleLabel, passExample, readHeadingLine, sayUnread, sectionKind } from './heading-line.ts'
import { sayLoop } from './placeholder.ts'
import { noLists, readNarrativeFence, readNarrativeLine } from './narrative-lines.ts'
import { endPart, openPartByLine, sayOfPart } from './part.ts'
import { readPointLine } from './point-lines.ts'
import type { Reading, TextLine, WordsBuilder } from './reading.ts'
import { kindOf, nameOfHeading } from './section.ts'
import { listsTask, readSpecletLine, takeWords } from './speclet-lines.ts'
import { openStep, taskOf } from './task-builder.ts'
import { goesOn, readTaskLine, takeFence } from './task-lines.ts'
import { readToolLine } from './tool-lines.ts'
import { noteFencedCriteria, sayFencedCriteria, sayFrontMatterCriteria } from './unread-criteria.ts'

const longestMark = 20

/** Reads all lines of a source. */
export function readLines(lines: Lines, findings: Findings): Reading {
  const reading: Reading = {
    lines,
    bytes: lines.bytes,
    findings,
    used: new Uint8Array(lines.count),
    coverage: { taskLike: 0, read: 0 },
    sections: [],
    containers: [],
    part: null,
    ofParts: null,
    goals: [],
    speclets: [],
    tasks: [],
    criteria: [],
    components: [],
    constraints: [],
    stack: [],
    tools: [],
    pattern: new Map(),
    background: { prose: [], headings: [] },
    header: [],
    title: null,
    document: null,
    loose: null,
    speclet: null,
    task: null,
    step: null,
    field: null,
    example: null,
    exampleAhead: null,
    goal: null,
    need: null,
    toolWidth: -1,
    tool: null,
    points: [],
    words: null,
    listName: null,
    lists: noLists,
    criteriaSeen: 0,
    fencedCriteria: null,
    fence: 0,
    fenceTaken: -1,
    lastHead: null,
    lastRow: null,
    tasksHaveCriteria: false,
    tasksAreVerified: false,
    tasksHaveGoals: false,
    isBehindRule: false,
    isAfterBlank: true,
  }
  for (let line = 0; line < lines.count && reading.tasks.length <= limits.tasks; line += 1) {
    const kind = lines.kind(line)
    switch (kind) {
      case 'text':
      case 'quote':
        if (readUnderlined(reading, line)) {
          line += 1
          break
        }
        readText(reading, textLine(reading, line))
        reading.isAfterBlank = false
        break
      case 'fence':
        readFence(reading, line)
        break
      case 'blank':
        reading.isAfterBlank = true
        break
      case 'front-matter':
        readPattern(reading, textLine(reading, line))
        sayFrontMatterCriteria(reading, textLine(reading, line))
        break
      case 'comment':
      case 'conflict':
        break
    }
  }
  dropSections(reading, 0)
  sayFencedCriteria(reading)
  return reading
}

/** Level of a heading that a line below it makes; the title of the document stands above it. */
const levelOfUnderlined = 2

/**
 * A heading with a line of `=` below it, or of `-` where its name says what it opens: people also write `---` for a rule. Returns
 * whether both lines were taken.
 */
function readUnderlined(reading: Reading, line: number): boolean {
  const { lines, bytes, title, isAfterBlank, example } = reading
  if (!isAfterBlank || example !== null || line + 1 >= lines.count || lines.kind(line + 1) !== 'text') return false
  const sign = byteAt(bytes, lines.start(line + 1))
  if (sign !== byte.equals && sign !== byte.minus) return false
  if (!/^(?:={3,}|-{3,})\s*$/.test(decode(bytes, lines.start(line + 1), lines.textEnd(line + 1)))) return false
  const { start, end, isBullet, width } = textLine(reading, line)
  if (isBullet || width > 3 || byteAt(bytes, start) === byte.hash || byteAt(bytes, start) === byte.pipe) return false
  if (sign === byte.minus && kindOf(nameOfHeading(bytes, { start, end })) === null) return false
  const level = title === null && sign === byte.equals ? 1 : levelOfUnderlined
  readHeadingLine(reading, { level, text: { start, end }, tight: false }, line)
  reading.isAfterBlank = false
  return true
}

const longestHeading = 300

/** `<h2>Goal</h2>`, and `> ## Definition of Complete`: nothing else that is quoted is the plan's own. */
function readDressedHeading(reading: Reading, it: TextLine): boolean {
  const { bytes } = reading
  const sign = byteAt(bytes, it.start)
  if ((sign !== byte.less && sign !== byte.greater) || it.width >= 4 || it.end - it.start > longestHeading) return false
  const text = decode(bytes, it.start, it.end)
  const [, opening = '', level, said = '', behind = ''] =
    /^(<h([1-6])(?:\s[^<>]*)?>\s*)(.*?)\s*<\/h\2>(.*)$/i.exec(text) ??
    /^((?:>\s*)+(#{1,6}))(?=\s)(.*)$/.exec(text) ??
    []
  if (level === undefined || said === '') return false
  const start = it.start + Buffer.byteLength(opening)
  const place = trimmed(bytes, start, start + Buffer.byteLength(said))
  if (sign === byte.greater && !isCriteriaName(nameOfHeading(bytes, place))) return false
  readHeadingLine(
    reading,
    { level: sign === byte.less ? Number(level) : level.length, text: place, tight: false },
    it.line,
  )
  // What stands on the line behind it is said below it.
  if (sectionKind(reading) === 'criteria' && /\p{L}/u.test(behind.replaceAll(/<[^<>]*>/g, ''))) {
    const from = it.end - Buffer.byteLength(behind)
    readCriterionLine(reading, { ...it, start: from, content: from, isBullet: false })
  }
  return true
}

function textLine({ lines, bytes }: Reading, line: number): TextLine {
  const end = lines.textEnd(line)
  const { width, at } = indentation(bytes, lines.start(line), end)
  const content = skipBullet(bytes, at, end)
  const extent = trimmed(bytes, at, end)
  return {
    line,
    start: at,
    end: Math.max(at, extent.end),
    width,
    content: Math.min(content, Math.max(at, extent.end)),
    isBullet: content > at,
  }
}

function readText(reading: Reading, it: TextLine): void {
  const { bytes } = reading
  if (byteAt(bytes, it.start) === byte.hash && it.width < 4) {
    const heading = readHeading(bytes, it.start, it.end)
    // `#tag` is a word, `###Task [1]` a heading that lacks its blank.
    if (heading !== null && (!heading.tight || readHead(bytes, heading.text.start, heading.text.end) !== null)) {
      readHeadingLine(reading, heading, it.line)
      return
    }
  }
  if (readDressedHeading(reading, it)) return
  if (reading.example !== null) {
    readExample(reading, it)
    return
  }
  if (standsAt(bytes, it.start, '{{')) {
    sayLoop(reading.findings, it)
    // What nobody has written into a Definition of Complete is a criterion that nobody can tell.
    const isMark = /^\{\{\s*(?:[#/^!>]|else\b)/.test(decode(bytes, it.start, Math.min(it.end, it.start + longestMark)))
    if (isMark || sectionKind(reading) !== 'criteria') return
  }
  if (isRule(bytes, it)) {
    reading.field = null
    reading.goal = null
    reading.words = null
    reading.lists = noLists
    reading.isBehindRule = true
    reading.listName = null
    endCriteriaLabel(reading)
    endPart(reading, null)
    return
  }
  const mark = readContainerMark(bytes, it)
  if (mark !== null && readContainer(reading, it, mark)) return
  leaveTaskForCriteria(reading, it)
  leaveTaskForGoal(reading, it)
  const task = reading.task
  reading.exampleAhead = isExampleLabel(bytes, it.start, it.end) ? it : null
  if (task !== null) readTaskLine(reading, task, it)
  else readOutside(reading, it)
}

/** Takes the first or the last line of a container in; false where a task goes on with it. */
function readContainer(reading: Reading, it: TextLine, { title }: ContainerMark): boolean {
  const said = title === null || title.end <= title.start ? null : { ...it, ...title, content: title.start }
  if (said !== null) reading.isAfterBlank = true
  if (said !== null) leaveTaskForCriteria(reading, said)
  if (reading.task !== null) return false
  if (title === null) closeContainer(reading)
  else openContainer(reading, it)
  if (said !== null && !openTitled(reading, said)) readOutside(reading, said)
  return true
}

/** A line that stands in no task. */
function readOutside(reading: Reading, it: TextLine): void {
  const { bytes, used, speclet, document, sections, background } = reading
  if (readCriteriaLabel(reading, it)) {
    used[it.line] = 1
    return
  }
  const kind = sectionKind(reading)
  if (kind === 'goal' && reading.goal !== null && speclet === null) {
    if (readStray(reading, it)) reading.goal = null
    else takeGoalLine(reading, it)
    return
  }
  if (speclet === null && takeBoldGoal(reading, it)) return
  openPartByLine(reading, it)
  switch (kind) {
    case 'criteria':
      // What a SPECLet says of its own end is said of the goal.
      if (speclet !== null && (sections.at(-1)?.level ?? 0) <= speclet.level) break
      used[it.line] = 1
      readCriterionLine(reading, it)
      return
    case 'components':
    case 'constraints':
      if (speclet !== null) break
      used[it.line] = 1
      readNarrativeLine(reading, it, kind)
      return
    case 'stack':
      if (speclet !== null) break
      readPointLine(reading, it, kind)
      takeWords(reading, background, it)
      return
    case 'tools':
      if (speclet !== null) break
      readToolLine(reading, it)
      return
    case 'part': {
      const { level, title } = sections.at(-1) ?? { level: 0, title: '' }
      // Lines of a table are signs alone, and its head is a name.
      const isHead = byteAt(bytes, it.start) === byte.pipe && isHeadOfTable(reading, it.line)
      const isWithin = speclet === null || level > speclet.level
      if (speclet !== null || document !== null) {
        if (isWithin && !isHead) sayOfPart(reading, it, title)
        break
      }
      if (readStray(reading, it)) return
      if (!isHead) sayOfPart(reading, it, title)
      takeWords(reading, background, it)
      return
    }
    case 'format':
      if (speclet !== null) break
      return
    case 'aside':
      if (speclet !== null) break
      takeWords(reading, background, it)
      return
    case 'goal':
    case 'example':
    case 'other':
      break
  }
  if (speclet !== null && listsTask(reading, it)) {
    reading.field?.builder.lines.push({ start: it.start, end: it.end, width: it.width })
    return
  }
  const loose = document === null ? null : taskOf(reading)
  if (readStray(reading, it)) return
  if (isHeader(reading) && readHeader(reading, it)) return
  if (speclet === null && document === null && kind === 'other') sayBox(reading, it)
  if (loose !== null && reading.step !== null) readTaskLine(reading, loose, it)
  else if (speclet !== null && readSpecletLine(reading, speclet, it)) return
  else {
    const isField = readField(bytes, it.content, it.end)?.isBold === true
    if (isField) reading.field = null
    if (isField || !goesOn(reading, it)) takeWords(reading, speclet ?? background, it)
  }
}

/** MW528 for a box that nothing reads: once for each heading above it. */
function sayBox({ bytes, findings, sections }: Reading, it: TextLine): void {
  if (readBox(bytes, it.start, it.end)?.is !== 'box') return
  const above = sections.at(-1)?.title ?? ''
  const where = above === '' ? '' : ` below ${quoted(above)}`
  const help = 'what has to hold at the end stands below "## Definition of Complete", what has to be done in a task'
  const message = `a box${where} is neither a task nor a criterion: nothing looks at it`
  findings.once('MW528', 'warning', `box ${above}`, { start: it.start, end: it.end }, message, help)
}

/** A point outside of a task that begins like a task or a step: a step of a document without tasks, or not read. */
function readStray(reading: Reading, it: TextLine): boolean {
  const { bytes, coverage, document, step } = reading
  const head = readHead(bytes, it.content, it.end)
  if (head?.is !== 'head' || head.word === 'speclet' || head.isTemplate || (!it.isBullet && !head.isBold)) return false
  if (step !== null && it.width > step.width && !head.isBold) return false
  if (head.isLoose && (document === null || !it.isBullet)) return false
  coverage.taskLike += 1
  if (head.word === 'step' && document !== null) {
    openStep(reading, head, { place: { start: it.content, end: it.end }, form: 'line', width: it.width })
    coverage.read += 1
    return true
  }
  sayUnread(
    reading,
    { start: it.content, end: it.end },
    head.word === 'task' ? 'is no heading' : 'stands below no task',
  )
  return true
}

/** A line of an example: what looks like a task in it is counted, and nothing of it read. */
function readExample(reading: Reading, it: TextLine): void {
  const head = readHead(reading.bytes, it.content, it.end)
  if (head?.is === 'head' && head.word !== 'speclet' && (it.isBullet || head.isBold)) passExample(reading)
  // Of an example of the format nothing is about this plan.
  else if (reading.example?.isSaid === false && reading.task === null) takeWords(reading, reading.background, it)
}

function readFence(reading: Reading, line: number): void {
  const task = taskOf(reading)
  const kind = sectionKind(reading)
  const { fences } = reading.lines
  while ((fences[reading.fence]?.last ?? line) < line) reading.fence += 1
  const fence = fences[reading.fence]
  if (reading.example !== null) {
    if (!reading.example.isSaid) takeFenceLine(reading, reading.background, line)
    return
  }
  noteFencedCriteria(reading, textLine(reading, line))
  if (task !== null) takeFence(reading, task, textLine(reading, line))
  else if (kind === 'criteria' && fence !== undefined)
    readCriterionFence(reading, textLine(reading, line), { fence, textLine: (it) => textLine(reading, it) })
  else if ((kind === 'constraints' || kind === 'components') && reading.speclet === null)
    readNarrativeFence(reading, textLine(reading, line), kind)
  else takeFenceLine(reading, reading.speclet ?? reading.background, line)
}

/** Of a fence the lines stand as they are; a blank line above it is one above its first line alone. */
function takeFenceLine(reading: Reading, words: WordsBuilder, line: number): void {
  takeWords(reading, words, textLine(reading, line))
  reading.isAfterBlank = false
}

/** `---`, `***` or `___` alone. */
function isRule(bytes: Uint8Array, { start, end }: TextLine): boolean {
  const sign = byteAt(bytes, start)
  if (end - start < 3 || (sign !== byte.minus && sign !== byte.star && sign !== byte.underscore)) return false
  for (let at = start; at < end; at += 1) if (bytes[at] !== sign && bytes[at] !== byte.space) return false
  return true
}
