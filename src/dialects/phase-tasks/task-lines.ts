/** Goes through the lines of a plan and gives each to the task, checklist or section it belongs to. */

import { byte, byteAt, decode, skipBlanks, type Extent } from '../scan/bytes.ts'
import { bulletEnd, skipBullet } from '../scan/fence.ts'
import { indentation, readBox, readHeading, type Box } from '../scan/box.ts'
import { limits } from '../limits.ts'
import type { Lines } from '../scanner.ts'
import { splitAnnotations } from './annotations.ts'
import { sayDeceiving } from './dependencies.ts'
import type { Findings } from './findings.ts'
import { readId, type FoundId } from './ids.ts'
import { readDeceivingKey, readKeyWithoutColon } from './key-slips.ts'
import { readKey, type FoundKey, type Key } from './keys.ts'
import { checkSpacing, readMark } from './marks.ts'
import type { Outline } from './outline.ts'
import { shown, type Hidden, type ReadLines } from './settle.ts'
import { applyKey, applyValue, listKeys } from './sub-lines.ts'
import { push, startTask, type TaskBuilder } from './task-builder.ts'

/** One line of text, looked at once. */
interface TextLine {
  readonly line: number
  readonly extent: Extent
  /** Columns of indentation, and the offset of the first byte behind it. */
  readonly width: number
  readonly at: number
}

const capitalP = 80

/** The usual indentations: one text for all tasks instead of one for each. */
const usualBlanks = Array.from({ length: 17 }, (_, width) => ' '.repeat(width))

/** Keys whose loss changes what is done or in which order. */
const weighty: ReadonlySet<Key> = new Set<Key>(['blocked_by', 'blocks', 'files'])

/** Reads all lines of a source. `taskKeys` counts the keys that the plan has so far, over all its sources. */
export function readTaskLines(
  lines: Lines,
  outline: Outline,
  findings: Findings,
  taskKeys: Map<string, number>,
): ReadLines {
  const { bytes } = lines
  const tasks: TaskBuilder[] = []
  const hidden: Hidden[] = []
  const coverage = { taskLike: 0, read: 0 }
  /** The task above and, where tasks are nested, those around it. */
  let open: TaskBuilder[] = []
  /** `description:` takes every deeper line. */
  let block: { readonly task: TaskBuilder; readonly width: number } | null = null
  /** A list key whose elements stand on the lines below. */
  let list: { readonly task: TaskBuilder; readonly key: Key; readonly width: number } | null = null

  for (let line = 0; line < lines.count && tasks.length <= limits.tasks; line += 1) {
    switch (lines.kind(line)) {
      case 'text':
        readText(line)
        break
      case 'blank':
        readBlank()
        break
      case 'fence':
        line = readFence(line)
        break
      case 'comment':
        lookFor(line, 'a comment')
        break
      case 'quote':
        lookFor(line, 'a quote')
        readProse(textLine(line))
        break
      case 'front-matter':
        readFrontMatter(line)
        break
      case 'conflict':
        break
    }
  }
  return { tasks, hidden, coverage }

  /** One blank line stands for several: a plan may be nothing but blank lines. */
  function readBlank(): void {
    const task = open.at(-1)
    if (task !== undefined && task.prose.length > 0 && task.prose.at(-1) !== '') task.prose = push(task.prose, '')
  }

  function textLine(line: number): TextLine {
    const extent = { start: lines.start(line), end: lines.end(line) }
    const { width, at } = indentation(bytes, extent.start, extent.end)
    return { line, extent, width, at }
  }

  function readText(line: number): void {
    const it = textLine(line)
    const { width, at, extent } = it
    if (block !== null) {
      if (width > block.width) {
        takeProse(block.task, it)
        return
      }
      block = null
    }
    if (list !== null && readListElement(it)) return
    const first = byteAt(bytes, at)
    if (first === byte.hash && width < 4 && readHeadingLine(it)) return
    if (width === 0 && isUnderlinedPhase(it)) return
    const box = readBox(bytes, at, extent.end)
    if (box !== null && readBoxLine(it, box)) return
    if (box === null && readKeyLine(it)) return
    if (readProse(it) || outline.holdsNoTasks() || box !== null) return
    const behind = skipBullet(bytes, at, extent.end)
    if (behind > at && startsWithId(behind, extent.end)) unread(it, 'starts with a task id but has no checkbox')
  }

  /** Gives a line to the description of the task it is indented under; an unindented line ends the tasks above. */
  function readProse(it: TextLine): boolean {
    closeTo(it.width)
    const task = open.at(-1)
    if (task === undefined) return false
    takeProse(task, it)
    return true
  }

  function takeProse(task: TaskBuilder, { line, extent }: TextLine): void {
    task.prose = push(task.prose, decode(bytes, extent.start, extent.end))
    task.blockEnd = lines.next(line)
  }

  /** Leaves the tasks that a line of this indentation cannot belong to. */
  function closeTo(width: number): void {
    while (open.length > 0 && (open.at(-1)?.width ?? 0) >= width) open.pop()
  }

  function readHeadingLine({ line, at, extent }: TextLine): boolean {
    const heading = readHeading(bytes, at, extent.end)
    if (heading === null) return false
    // `#tag` is a word, `##Phase 06` a heading that lacks its space.
    const isPhase = decode(bytes, heading.text.start, Math.min(heading.text.end, heading.text.start + 6)).toLowerCase()
    if (heading.tight && isPhase !== 'phase ') return false
    open = []
    list = null
    if (!outline.holdsNoTasks() && heading.level > 1 && startsWithId(heading.text.start, heading.text.end))
      unread({ line, at, extent, width: 0 }, 'is a heading with a task id, not a task')
    outline.enter(heading, line, extent)
    return true
  }

  function isUnderlinedPhase({ line, extent }: TextLine): boolean {
    const below = line + 1
    if (below >= lines.count || (byteAt(bytes, extent.start) | 32) !== 112) return false
    const from = lines.start(below)
    const sign = byteAt(bytes, from)
    if (sign !== byte.equals && sign !== byte.minus) return false
    let behind = from
    while (behind < lines.end(below) && bytes[behind] === sign) behind += 1
    if (skipBlanks(bytes, behind, lines.end(below)) !== lines.end(below)) return false
    if (!outline.enterUnderlined(line, extent)) return false
    open = []
    return true
  }

  /** True where the line is used up. */
  function readBoxLine(it: TextLine, box: Box): boolean {
    const { extent, width } = it
    const id = box.is === 'unclosed' ? null : readId(bytes, box.text, extent.end)
    if (box.is === 'unclosed') {
      unread(it, "has a checkbox without ']'")
      return false
    }
    const isLegend = id === null && box.cell.end === box.cell.start + 1 && bytes[box.cell.start] === capitalP
    if (isLegend) return false
    if (box.is === 'long') {
      if (id !== null) unread(it, 'has more in its checkbox than a state')
      return id !== null
    }
    coverage.taskLike += 1
    if (id !== null) {
      coverage.read += 1
      addTask(it, box, id)
      return true
    }
    closeTo(width)
    const owner = open.at(-1)
    if (owner !== undefined) {
      coverage.read += 1
      const text = decode(bytes, box.text, extent.end).trim()
      owner.checklist = push(owner.checklist, { text, mark: readMark(bytes, box, findings) })
      owner.blockEnd = lines.next(it.line)
      return true
    }
    if (outline.takesBareBoxes()) {
      coverage.read += 1
      addTask(it, box, null)
      return true
    }
    coverage.taskLike -= 1
    unread(it, 'is a checkbox in a section that holds no tasks')
    return true
  }

  function addTask(it: TextLine, box: Box, id: FoundId | null): void {
    const { line, extent, width, at } = it
    closeTo(width)
    list = null
    const mark = readMark(bytes, box, findings)
    let from = id?.behind ?? box.text
    let parallel = false
    const sign = skipParallel(bytes, from, extent.end)
    if (sign > from) {
      parallel = true
      from = sign
    }
    const { title, annotations } = splitAnnotations(bytes, { start: from, end: extent.end }, findings)
    const text = { text: decode(bytes, title.start, title.end), span: findings.span(title) }
    const group = outline.group()
    const task = startTask({
      key: keyFor(id?.text ?? boxKey(group, text.text)),
      id: id === null ? null : { text: id.text, span: findings.span(id.extent) },
      mark,
      group,
      section: outline.section(),
      line: findings.span(extent),
      width,
      ownIndent: blanks(bytes, extent.start, at),
      parallel,
      title: text,
      blockEnd: lines.next(line),
    })
    checkSpacing(bytes, box, id === null ? 'a task' : `task ${id.text}`, findings)
    sayIdentity(id, title, box)
    annotations.forEach((annotation) => applyKey(bytes, task, annotation, findings))
    tasks.push(task)
    open.push(task)
  }

  function sayIdentity(id: FoundId | null, title: Extent, box: Box): void {
    if (id === null) {
      const place = title.end > title.start ? title : { start: box.open, end: box.behind }
      const help = 'give it an id, for instance T001, so that other tasks and marks can refer to it'
      findings.add('MW104', 'warning', place, 'this task has no id; read under a generated key', help)
    } else if (id.form === 'deceiving') sayDeceiving(id.text, id.plain, id.extent, findings)
    else if (id.form === 'unusual') {
      const message = `unusual task id ${id.text} (T + 3 or 4 digits expected); read as written`
      findings.add('MW103', 'warning', id.extent, message, 'write it as T001 here and wherever it is named')
    }
  }

  /** The key itself when it is new in the plan, else with the number of its occurrence (FORMATS R14). */
  function keyFor(wanted: string): string {
    const count = (taskKeys.get(wanted) ?? 0) + 1
    taskKeys.set(wanted, count)
    return count === 1 ? wanted : `${wanted}#${count}`
  }

  function readKeyLine(it: TextLine): boolean {
    const { width, at, extent } = it
    const from = width === 0 ? at : skipBullet(bytes, at, extent.end)
    const found = readKey(bytes, from, extent.end) ?? readDeceivingKey(bytes, from, extent.end)
    if (found === null) return readSlip(it, from)
    if (width === 0) return readOrphan(it, found)
    const bare = found.key === null && found.near === null
    // A bullet with a word and a colon is prose, unless the word is one of ours.
    if (from > at && bare) return false
    closeTo(width)
    const task = open.at(-1)
    if (task === undefined) return bare ? false : readOrphan(it, found)
    if (!bare) coverage.taskLike += 1
    if (found.key !== null) coverage.read += 1
    sayIndent(it)
    task.indent ??= blanks(bytes, extent.start, at)
    task.blockEnd = lines.next(it.line)
    applyKey(bytes, task, found, findings)
    if (found.key === 'description') block = { task, width }
    const { value, key } = found
    const goesOn = value.end === value.start || bytes[value.end - 1] === byte.comma
    if (key !== null && listKeys.has(key) && goesOn) list = { task, key, width }
    return true
  }

  /** A list key without its colon: below prose it may be the next words of a sentence, and is only said to be unread. */
  function readSlip(it: TextLine, from: number): boolean {
    if (it.width === 0) return false
    const slip = readKeyWithoutColon(bytes, from, it.extent.end)
    if (slip === null) return false
    closeTo(it.width)
    const task = open.at(-1)
    if (task === undefined) return false
    if (!slip.sure && (task.prose.at(-1) ?? '') !== '') {
      unread(it, `may be '${slip.found.near ?? ''}' without its colon`)
      return false
    }
    coverage.taskLike += 1
    task.blockEnd = lines.next(it.line)
    applyKey(bytes, task, slip.found, findings)
    return true
  }

  /** A key line that no task stands above, or that is not indented. */
  function readOrphan(it: TextLine, { name, key, near, extent }: FoundKey): boolean {
    const meant = key ?? near
    if (meant === null || (open.length === 0 && outline.holdsNoTasks())) return false
    // A plan's head has lines such as `Files: 12`; only the spelling of a sub-line is taken for one.
    if (it.width === 0 && (name !== name.toLowerCase() || !weighty.has(meant))) return false
    coverage.taskLike += 1
    if (key !== null && weighty.has(key)) {
      const help = 'indent it by two spaces below its task'
      findings.add('MW106', 'error', extent, `this ${name} line belongs to no task`, help)
    } else {
      coverage.taskLike -= 1
      unread(it, `has the key '${name}' but belongs to no task`)
    }
    return true
  }

  function sayIndent({ extent, at, width }: TextLine): void {
    if (width > 1 && !hasOddIndent(extent.start, at)) return
    const place = { start: extent.start, end: at }
    const help = 'indent sub-lines by two spaces'
    const indent = decode(bytes, extent.start, at)
    if (indent.includes('\t'))
      findings.once('MW106', 'warning', 'tab', place, 'sub-line is indented by a tab; read all the same', help)
    else if (indent.includes('\u00a0'))
      findings.once(
        'MW106',
        'warning',
        'nbsp',
        place,
        'sub-line is indented by a no-break space; read all the same',
        help,
      )
    else if (width === 1)
      findings.once('MW106', 'warning', 'one', place, 'sub-line is indented by one space; read all the same', help)
  }

  function hasOddIndent(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (bytes[at] !== byte.space) return true
    return false
  }

  /** An element below an empty list key: any deeper line that is no key of its own. */
  function readListElement(it: TextLine): boolean {
    const { width, at, extent, line } = it
    if (list === null || width <= list.width) {
      list = null
      return false
    }
    const behind = skipBullet(bytes, at, extent.end)
    const own = readKey(bytes, behind, extent.end) ?? readDeceivingKey(bytes, behind, extent.end)
    if (own !== null && (own.key !== null || own.near !== null)) {
      list = null
      return false
    }
    if (readBox(bytes, at, extent.end) !== null) return false
    applyValue(bytes, list.task, list.key, { start: behind, end: extent.end }, findings)
    list.task.blockEnd = lines.next(line)
    return true
  }

  /** Takes a whole fence in: into the description of the task it is indented under, or as the end of the tasks above. */
  function readFence(from: number): number {
    const first = textLine(from)
    const inBlock = block !== null && first.width > block.width ? block.task : null
    if (inBlock === null) {
      block = null
      list = null
      closeTo(first.width)
    }
    const task = inBlock ?? open.at(-1)
    let line = from
    for (; line < lines.count && lines.kind(line) === 'fence'; line += 1) {
      lookFor(line, 'a code fence')
      if (task !== undefined) takeProse(task, textLine(line))
    }
    return line - 1
  }

  /** Remembers a box with an id where nothing is read. */
  function lookFor(line: number, where: Hidden['where']): void {
    const end = lines.end(line)
    let at = skipBlanks(bytes, lines.start(line), end)
    while (at < end && (bytes[at] === byte.greater || bytes[at] === byte.less || bytes[at] === 33)) {
      at += 1
      while (where === 'a comment' && at < end && bytes[at] === byte.minus && bytes[at + 1] === byte.minus) at += 2
      at = skipBlanks(bytes, at, end)
    }
    if (bulletEnd(bytes, at, end) === at) return
    const box = readBox(bytes, at, end)
    const id = box?.is === 'box' ? readId(bytes, box.text, end) : null
    if (id !== null) hidden.push({ id: id.text, extent: id.extent, where })
  }

  function readFrontMatter(line: number): void {
    const it = textLine(line)
    const box = readBox(bytes, it.at, it.extent.end)
    if (box?.is === 'box') unread(it, 'stands in the front matter')
  }

  function startsWithId(from: number, end: number): boolean {
    const id = readId(bytes, from, end)
    return id !== null && id.form !== 'unusual'
  }

  function unread({ at, extent }: TextLine, why: string): void {
    coverage.taskLike += 1
    const message = `this line ${why}; it is not read: ${shown(bytes, { start: at, end: extent.end })}`
    findings.add('MW801', 'warning', { start: at, end: extent.end }, message, 'write tasks as "- [ ] T001 text"')
  }
}

/** The indentation of a line as text. */
function blanks(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at += 1) if (bytes[at] !== byte.space) return decode(bytes, start, end)
  return usualBlanks[end - start] ?? decode(bytes, start, end)
}

/** Behind a `[P]` and the blanks that follow it; `at` itself where there is none. */
function skipParallel(bytes: Uint8Array, at: number, end: number): number {
  const isSign = bytes[at] === byte.openSquare && bytes[at + 1] === capitalP && bytes[at + 2] === byte.closeSquare
  return isSign && at + 3 <= end ? skipBlanks(bytes, at + 3, end) : at
}

/** A key for a task without an id: the same text in the same group always gets the same one (FORMATS R14). */
function boxKey(group: string, text: string): string {
  let hash = 0x811c9dc5
  const mixed = `${group}\n${text}`
  for (let at = 0; at < mixed.length; at += 1) hash = Math.imul(hash ^ mixed.charCodeAt(at), 0x01000193)
  return `box-${(hash >>> 0).toString(16).padStart(8, '0')}`
}
