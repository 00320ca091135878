/** The line that tells why a task is blocked, skipped or deferred: found, added, rewritten, taken away. */

import type { DraftTask, Text } from '../../../plan/draft.ts'
import type { Edit } from '../../../plan/source.ts'
import { oneLine } from '../../../plan/one-line.ts'
import { indentation, readBox } from '../../scan/box.ts'
import { skipBullet } from '../../scan/fence.ts'
import { byte, decode, skipBlanks } from '../../scan/bytes.ts'

export type ReasonKey = 'reason' | 'defer_reason'

const reasonKeys: readonly ReasonKey[] = ['reason', 'defer_reason']

/** What a reason line says. */
export interface Said {
  readonly key: ReasonKey
  /** Without white space around it. */
  readonly value: string
}

/** A `reason:` or `defer_reason:` as it stands in the bytes: on a line of its own, or behind the task's title. */
export interface ReasonLine extends Said {
  readonly path: string
  /** Where it stands among the annotations of the task's line: the bar before it; null on a line of its own. */
  readonly bar: number | null
  /** Offset of the line's first byte. */
  readonly start: number
  /** Offset behind the line's end, or the end of the file. */
  readonly end: number
  /** Offset of the key's first letter. */
  readonly keyStart: number
  /** What stands between key and value: a colon, white space, perhaps the end of an emphasis. */
  readonly between: string
  readonly valueStart: number
  readonly valueEnd: number
}

/**
 * The reasons of a task, in the order of the file: sub-lines, behind a bullet or not, and annotations of its own line.
 * `bytes` are those of the file the task stands in.
 */
export function reasonLines(bytes: Uint8Array, task: DraftTask): readonly ReasonLine[] {
  const values: Text[] = task.notes.map(({ value, span }) => ({ text: value, span }))
  for (const reason of [task.reason, task.otherReason]) if (reason !== null) values.push(reason)
  const lines = new Map<number, ReasonLine>()
  for (const value of values) {
    const line = reasonLineOf(bytes, value)
    if (line !== null) lines.set(line.keyStart, line)
  }
  return [...lines.values()].sort((a, b) => a.start - b.start)
}

/** Whether a value opens a block that goes on over the next lines (`reason: |`): no line we may write or replace. */
export function isBlockOpening(value: string): boolean {
  return value.length <= 2 && (value.startsWith('|') || value.startsWith('>'))
}

/**
 * The edit that adds a reason as the task's last sub-line, in its own indent and with the line end of the line above it.
 * Where the file ends without a newline, it still does so afterwards (FORMATS R3, R4).
 */
export function insertReason(bytes: Uint8Array, task: DraftTask, { key, value }: Said): Edit {
  const end = endOfLine(bytes, task.block.offset + task.block.length)
  const line = `${indentOf(bytes, task, end)}${key}: ${withoutKeys(value)}`
  const eol = lineEndBefore(bytes, end)
  const content = bytes[end - 1] === byte.lineFeed ? line + eol : eol + line
  return { path: task.block.path, offset: end, length: 0, content }
}

/**
 * The indentation of a new sub-line: the task's own one, or that of a sub-line which is indented less, because behind a
 * `description: |` a deeper line would be part of the description.
 */
function indentOf(bytes: Uint8Array, task: DraftTask, end: number): string {
  const own = indentation(bytes, task.line.offset, end).width
  let best = task.indent === '' ? '  ' : task.indent
  let least = widthOf(best)
  for (let start = endOfLine(bytes, task.line.offset + 1); start < end; start = endOfLine(bytes, start + 1)) {
    const { width, at } = indentation(bytes, start, end)
    const isBlank = at === end || bytes[at] === byte.lineFeed || bytes[at] === byte.carriageReturn
    if (isBlank || width <= own || width >= least) continue
    least = width
    best = decode(bytes, start, at)
  }
  return best
}

function widthOf(indent: string): number {
  const bytes = new TextEncoder().encode(indent)
  return indentation(bytes, 0, bytes.length).width
}

/** The edit that makes a reason line say something else; null where it says so already. Everything around it stays. */
export function rewriteReason(line: ReasonLine, { key, value: wanted }: Said): Edit | null {
  const value = fitFor(line, wanted)
  const { path, keyStart, between, valueStart, valueEnd } = line
  if (line.key === key && line.value === value) return null
  const gap = between.endsWith(' ') || between.endsWith('\t') ? '' : ' '
  if (line.key === key) return { path, offset: valueStart, length: valueEnd - valueStart, content: gap + value }
  return { path, offset: keyStart, length: valueEnd - keyStart, content: key + between + gap + value }
}

/** The edit that makes a line of ours say what a person had said there: as it was read, for it was read from there. */
export function putBack(line: ReasonLine, theirs: string): Edit {
  const { path, keyStart, key, between, valueStart, valueEnd } = line
  // Behind a key that said nothing there was no blank before ours.
  const start = theirs === '' ? keyStart + key.length + between.trimEnd().length : valueStart
  const content = /[\n\r]/.test(theirs) ? fitFor(line, oneLine(theirs)) : theirs
  return { path, offset: start, length: valueEnd - start, content }
}

/** The edit that takes a reason line away, so that adding and deleting give the same bytes back. */
export function deleteReason(bytes: Uint8Array, line: ReasonLine): Edit {
  const { path, bar } = line
  if (bar !== null) {
    let start = bar
    while (bytes[start - 1] === byte.space || bytes[start - 1] === byte.tab) start -= 1
    return { path, offset: start, length: line.valueEnd - start, content: '' }
  }
  if (bytes[line.end - 1] === byte.lineFeed)
    return { path, offset: line.start, length: line.end - line.start, content: '' }
  // The last line of a file without a final newline: the line end before it was added together with it.
  let start = line.start
  if (bytes[start - 1] === byte.lineFeed) start -= 1
  if (start < line.start && bytes[start - 1] === byte.carriageReturn) start -= 1
  return { path, offset: start, length: line.end - start, content: '' }
}

/**
 * A reason as it can stand in a line: among annotations a bar begins the next one, and a back-tick hides it; on a line of
 * its own a bar counts only before a key.
 */
export function fitFor({ bar }: ReasonLine, value: string): string {
  return bar === null ? withoutKeys(value) : value.replaceAll('|', '/').replaceAll('`', "'")
}

/** Without bars where one of them may begin a key. */
function withoutKeys(value: string): string {
  const bar = value.indexOf('|')
  const mayBeKey = bar >= 0 && /[:=：]|block|depend|files/iu.test(value.slice(bar))
  return mayBeKey ? value.replaceAll('|', '/') : value
}

/** The reason whose value is `text`, where a reason key stands before it, in emphasis or not. */
function reasonLineOf(bytes: Uint8Array, { text, span }: Text): ReasonLine | null {
  const { path, offset: valueStart } = span
  const start = valueStart === 0 ? 0 : bytes.lastIndexOf(byte.lineFeed, valueStart - 1) + 1
  const first = skipBlanks(bytes, start, valueStart)
  const isTask = readBox(bytes, first, endOfLine(bytes, valueStart)) !== null
  const bar = isTask ? bytes.lastIndexOf(byte.pipe, valueStart - 1) : null
  if (bar !== null && bar < start) return null
  let keyStart = bar === null ? skipBullet(bytes, first, valueStart) : skipBlanks(bytes, bar + 1, valueStart)
  while (bytes[keyStart] === byte.star) keyStart += 1
  const head = decode(bytes, keyStart, valueStart)
  const key = reasonKeys.find((it) => head.toLowerCase().startsWith(it) && /^[:*]/.test(head.slice(it.length)))
  if (key === undefined) return null
  const valueEnd = valueStart + span.length
  const between = head.slice(key.length)
  const end = endOfLine(bytes, valueEnd)
  return { key, value: text.trim(), path, bar, start, end, keyStart, between, valueStart, valueEnd }
}

/** The first offset at or behind `offset` that stands behind a line feed or at the end of the bytes. */
export function endOfLine(bytes: Uint8Array, offset: number): number {
  if (bytes[offset - 1] === byte.lineFeed) return offset
  const next = bytes.indexOf(byte.lineFeed, offset)
  return next < 0 ? bytes.length : next + 1
}

/** The line end of the last line that has one and ends at or before `offset`. */
export function lineEndBefore(bytes: Uint8Array, offset: number): '\r\n' | '\n' {
  const last = offset === 0 ? -1 : bytes.lastIndexOf(byte.lineFeed, offset - 1)
  return last > 0 && bytes[last - 1] === byte.carriageReturn ? '\r\n' : '\n'
}
