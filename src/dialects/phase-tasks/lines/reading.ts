/** What is known while the lines of a source are read: the tasks so far, and what the next line may belong to. */

import { byte, decode, find, type Extent } from '../../scan/bytes.ts'
import { indentation } from '../../scan/box.ts'
import type { Lines } from '../../scanner.ts'
import type { Findings } from '../findings.ts'
import type { Outline } from '../outline.ts'
import { shown, type Hidden, type Stray } from '../settle.ts'
import { push, takeNote, type TaskBuilder } from '../task-builder.ts'
import type { Key } from '../values/keys.ts'

export interface Reading {
  readonly lines: Lines
  readonly bytes: Uint8Array
  readonly outline: Outline
  readonly findings: Findings
  /** How often each key stands in the plan so far, over all its sources. */
  readonly taskKeys: Map<string, number>
  readonly tasks: TaskBuilder[]
  readonly hidden: Hidden[]
  readonly strays: Stray[]
  /** Bullets, boxes and headings that are not read as people see them, for an invisible character (MW005). */
  readonly structure: Extent[]
  readonly coverage: { taskLike: number; read: number }
  /** The task above and, where tasks are nested, those around it. */
  open: TaskBuilder[]
  /** A key with `|` behind it takes every deeper line: into the description, or as its note. */
  block: Block | null
  /** The last line of a comment that a line of the task above opened; -1 for none. */
  inComment: number
  /** A list key whose elements stand on the lines below. */
  list: OpenList | null
}

export interface OpenList {
  readonly task: TaskBuilder
  readonly key: Key
  /** Columns of indentation of the key. */
  readonly width: number
  /** What stands behind the key: nothing, a list that ends in a comma, or one that looks finished. */
  readonly behind: 'nothing' | 'comma' | 'value'
  /** The line that closes a bracket which the key's line opens; -1 for none. */
  readonly closes: number
}

export interface Block {
  readonly task: TaskBuilder
  readonly width: number
  /** As written; null for the description. */
  readonly note: string | null
}

/** One line of text, looked at once. */
export interface TextLine {
  readonly line: number
  readonly extent: Extent
  /** Columns of indentation, and the offset of the first byte behind it. */
  readonly width: number
  readonly at: number
}

/** A line with its indentation, without a comment that goes on below it. */
export function textLine({ lines, bytes }: Reading, line: number): TextLine {
  const extent = { start: lines.start(line), end: lines.textEnd(line) }
  const { width, at } = indentation(bytes, extent.start, extent.end)
  return { line, extent, width, at }
}

/** Leaves the tasks that a line of this indentation cannot belong to; the task it belongs to, if there is one. */
export function closeTo({ open }: Reading, width: number): TaskBuilder | undefined {
  let task = open.at(-1)
  while (task !== undefined && task.width >= width) {
    open.pop()
    task = open.at(-1)
  }
  return task
}

/** Takes a line into the description of a task. */
export function takeProse({ lines, bytes }: Reading, task: TaskBuilder, { line, extent }: TextLine): void {
  task.prose = push(task.prose, decode(bytes, extent.start, extent.end))
  task.blockEnd = lines.next(line)
}

/** MW107 for prose or an item in which a dependency stands: it is text, and nothing is read from it. */
export function sayDependencyIn({ bytes, findings }: Reading, place: Extent): void {
  // Between back-ticks it is an example.
  const has = (sign: number): boolean => find(bytes, sign, place.start, place.end) >= 0
  if (!has(byte.colon) || !has(byte.pipe) || has(byte.tick)) return
  const text = decode(bytes, place.start, place.end)
  const found =
    /\|[ \t]*[*_]{0,2}(?:(?:blocked_by|blocks)[*_]{0,2}:[*_]{0,2}[ \t]*\[?[Tt]\d|files:[^|()]{1,200}\([A-Z])/.exec(text)
  if (found === null) return
  const [what, key] = found[0].includes('files') ? ['a list of files', 'files'] : ['a dependency', 'blocked_by']
  const message = `${what} stands behind a bar here; it is not read from text`
  findings.add('MW107', 'error', place, message, `write "${key}: …" on a line of its own below the task`)
}

/** Takes a line into the block it stands in. */
export function takeInBlock(reading: Reading, { task, note }: Block, it: TextLine): void {
  const { lines, bytes, findings } = reading
  if (note === null) {
    takeProse(reading, task, it)
    return
  }
  const extent = { start: it.at, end: it.extent.end }
  const value = decode(bytes, it.at, extent.end)
  takeNote(task, { key: note, value, span: findings.span(extent) }, `  ${value}`)
  task.blockEnd = lines.next(it.line)
}

/** MW801 for a line that looks like a part of a task and is not read; `why` ends the sentence "this line …". */
export function sayUnread(
  { bytes, coverage, findings }: Pick<Reading, 'bytes' | 'coverage' | 'findings'>,
  { at, extent }: Pick<TextLine, 'at' | 'extent'>,
  why: string,
  help = 'write tasks as "- [ ] T001 text"',
): void {
  coverage.taskLike += 1
  const place = { start: at, end: extent.end }
  const message = `this line ${why}; it is not read: ${shown(bytes, place)}`
  findings.add('MW801', 'warning', place, message, help)
}

/** The usual indentations: one text for all tasks instead of one for each. */
const usualBlanks = Array.from({ length: 17 }, (_, width) => ' '.repeat(width))

/** The indentation of a line as text. */
export function blanks(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at += 1) if (bytes[at] !== byte.space) return decode(bytes, start, end)
  return usualBlanks[end - start] ?? decode(bytes, start, end)
}
