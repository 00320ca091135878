/** Goes through the lines of a plan and gives each to the task, checklist or section it belongs to. */

import { byte, byteAt } from '../../scan/bytes.ts'
import { readBox } from '../../scan/box.ts'
import { limits } from '../../limits.ts'
import type { Lines } from '../../scanner.ts'
import type { Findings } from '../findings.ts'
import type { Outline } from '../outline.ts'
import type { ReadLines } from '../settle.ts'
import { push } from '../task-builder.ts'
import { readId } from '../values/ids.ts'
import { readBoxLine } from './box-line.ts'
import { looksLikePhase, readHeadingLine, readUnderlinedPhase, startsWithId } from './heading-line.ts'
import { readComment, readFence, readFrontMatter, rememberHidden } from './hidden-lines.ts'
import { readKeyLine, readSlip } from './key-line.ts'
import { readListElement } from './list-element.ts'
import { signBehindInvisible } from './invisible-signs.ts'
import { rememberStray } from './strays.ts'
import { isBoxWithoutBullet, looksLikeTask, skipAnyBullet } from './task-like.ts'
import {
  closeTo,
  sayDependencyIn,
  sayUnread,
  takeInBlock,
  takeProse,
  textLine,
  type Reading,
  type TextLine,
} from './reading.ts'

/** Reads all lines of a source. `taskKeys` counts the keys that the plan has so far, over all its sources. */
export function readTaskLines(
  lines: Lines,
  outline: Outline,
  findings: Findings,
  taskKeys: Map<string, number>,
): ReadLines {
  const reading: Reading = {
    lines,
    bytes: lines.bytes,
    outline,
    findings,
    taskKeys,
    tasks: [],
    hidden: [],
    strays: [],
    structure: [],
    coverage: { taskLike: 0, read: 0 },
    open: [],
    block: null,
    inComment: -1,
    list: null,
  }
  let inline = 0
  for (let line = 0; line < lines.count && reading.tasks.length <= limits.tasks; line += 1) {
    switch (lines.kind(line)) {
      case 'text':
        readText(reading, textLine(reading, line))
        if (lines.inline[inline]?.line === line) {
          reading.inComment = line
          inline += 1
        }
        break
      case 'blank':
        readBlank(reading)
        break
      case 'fence':
        line = readFence(reading, line)
        break
      case 'comment':
        readComment(reading, line)
        break
      case 'quote':
        rememberHidden(reading, line, 'a quote')
        readQuote(reading, textLine(reading, line))
        break
      case 'front-matter':
        readFrontMatter(reading, line)
        break
      case 'conflict':
        break
    }
  }
  return reading
}

function readText(reading: Reading, it: TextLine): void {
  const { bytes, block, outline } = reading
  const { width, at, extent } = it
  if (block !== null) {
    if (width > block.width) {
      takeInBlock(reading, block, it)
      return
    }
    reading.block = null
  }
  if (readListElement(reading, it)) return
  if (byteAt(bytes, at) === byte.hash && width < 4 && readHeadingLine(reading, it)) return
  if (width === 0 && readUnderlinedPhase(reading, it)) return
  const box = readBox(bytes, at, extent.end)
  if (box !== null && readBoxLine(reading, it, box)) return
  if ((box === null || box.is === 'long') && readKeyLine(reading, it)) return
  const hidden = box === null ? signBehindInvisible(bytes, at, extent.end) : null
  if (hidden !== null) reading.structure.push(hidden.extent)
  if (hidden?.is === 'box') {
    sayUnread(reading, it, 'has an invisible character in its bullet or box')
    return
  }
  if (box === null && looksLikePhase(reading, it)) sayNoPhase(reading, it)
  const isTaskLike = box === null && looksLikeTask(bytes, at, extent.end)
  if (isTaskLike) sayUnread(reading, it, 'looks like a task but does not begin as one')
  else if (isBoxAlone(reading, it)) sayUnread(reading, it, 'has a checkbox without a bullet')
  const isBelow = readProse(reading, it)
  if (box !== null || (!isBelow && outline.holdsNoTasks())) return
  const behind = skipAnyBullet(bytes, at, extent.end)
  if (behind === at || !startsWithId(bytes, behind, extent.end)) {
    if (!isTaskLike) rememberStray(reading, it, at, false)
    return
  }
  // An id alone below a task names it; with words behind it, it looks like a task.
  const isName = isBelow && readId(bytes, behind, extent.end)?.behind === extent.end
  if (!isName) sayUnread(reading, it, 'starts with a task id but has no checkbox')
}

/** A quote is prose, but for a dependency key below a task. */
function readQuote(reading: Reading, it: TextLine): void {
  const isInBlock = reading.block !== null && it.width > reading.block.width
  if (!isInBlock && looksLikePhase(reading, it)) sayNoPhase(reading, it)
  if (isInBlock || !readSlip(reading, it, it.at)) readProse(reading, it)
}

function sayNoPhase(reading: Reading, it: TextLine): void {
  sayUnread(
    reading,
    it,
    'looks like a phase and is no heading',
    'write phases as "## Phase NN: name", from the first column',
  )
}

/** A box without bullet and id where one with a bullet would be a task. */
function isBoxAlone({ bytes, outline, open }: Reading, { width, at, extent }: TextLine): boolean {
  const isBelowTask = open.some((task) => task.width < width)
  return !isBelowTask && isBoxWithoutBullet(bytes, at, extent.end) && outline.takesBareBoxes()
}

/** One blank line stands for several: a plan may be nothing but blank lines. */
function readBlank({ open }: Reading): void {
  const task = open.at(-1)
  if (task !== undefined && task.prose.length > 0 && task.prose.at(-1) !== '') task.prose = push(task.prose, '')
}

/** Gives a line to the description of the task it is indented under; an unindented line ends the tasks above. */
function readProse(reading: Reading, it: TextLine): boolean {
  const isBelowTask = reading.open.length > 0
  const task = closeTo(reading, it.width)
  if (task === undefined) {
    // The rest of a title that was broken in two.
    if (isBelowTask) sayDependencyIn(reading, { start: it.at, end: it.extent.end })
    return false
  }
  sayDependencyIn(reading, { start: it.at, end: it.extent.end })
  takeProse(reading, task, it)
  return true
}
