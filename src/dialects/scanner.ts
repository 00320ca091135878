/** The lines of a text plan and what each of them is: text, code, comment, quote, front matter. */

import type { Source, Span } from '../plan/source.ts'
import { limits } from './limits.ts'
import { byte, byteAt, isBlank, skipBlanks, standsAt, wholeText } from './scan/bytes.ts'
import { commentsOf } from './scan/comment.ts'
import { fenceLine, longestClosers, type FenceLine } from './scan/fence.ts'
import { splitLines, type SplitLines } from './scan/split.ts'

/** `conflict` is a merge marker of git; `fence` and `comment` include the lines that open and close. */
export type LineKind = 'text' | 'blank' | 'fence' | 'comment' | 'quote' | 'front-matter' | 'conflict'

/** A fence or comment that never ends; it is read as if it were not there. */
export interface Unclosed {
  readonly is: 'fence' | 'comment'
  readonly line: number
  readonly span: Span
}

/** A comment within a line that goes on over the lines below it. */
export interface InlineComment {
  readonly line: number
  readonly span: Span
  /** The line it ends in. */
  readonly last: number
  /** Another one is opened before it ends: nobody can tell whether this one was meant to go on. */
  readonly doubtful: boolean
}

/** A fence that is closed. */
export interface ClosedFence {
  readonly span: Span
  /** The line it ends in. */
  readonly last: number
  /** Another one is opened before it ends: nobody can tell whether this one was closed before. */
  readonly doubtful: boolean
}

export interface Lines {
  readonly source: Source
  readonly bytes: Uint8Array
  readonly split: SplitLines
  readonly count: number
  readonly unclosed: readonly Unclosed[]
  readonly inline: readonly InlineComment[]
  readonly fences: readonly ClosedFence[]
  /** Lines that are merge markers, also those inside a fence. */
  readonly conflicts: readonly number[]
  start(line: number): number
  /** Offset behind the line's last byte, without its line end. */
  end(line: number): number
  /** The same without a comment that opens in the line and goes on below it. */
  textEnd(line: number): number
  /** Offset behind the line's end. */
  next(line: number): number
  kind(line: number): LineKind
}

const kinds: readonly LineKind[] = ['text', 'blank', 'fence', 'comment', 'quote', 'front-matter', 'conflict']
const codeOf = { text: 0, blank: 1, fence: 2, comment: 3, quote: 4, 'front-matter': 5, conflict: 6 } as const

// Recognising, reading and comparing the progress table go over the same bytes, which never change after they are read.
const scanned = new WeakMap<Uint8Array, Lines>()

/** The lines of a source; they are looked at once, whoever asks. See `scanAnew`. */
export function scan(source: Source): Lines {
  const known = scanned.get(source.bytes)
  if (known?.source.path === source.path) return known
  const lines = scanAnew(source)
  scanned.set(source.bytes, lines)
  return lines
}

/**
 * Splits a source into lines and says what each is (FORMATS R7, R8, R10, R11). A byte order mark belongs to no line.
 * Linear in the number of bytes whatever stands in the file.
 */
function scanAnew(source: Source): Lines {
  const { bytes } = source
  const split = splitLines(bytes, standsAt(bytes, 0, '\u00ef\u00bb\u00bf') ? 3 : 0, limits.lineBytes)
  const { starts, count } = split
  const codes = new Uint8Array(count)

  const start = (line: number): number => starts[line] ?? bytes.length
  const next = (line: number): number => starts[line + 1] ?? bytes.length
  const end = (line: number): number => {
    const behind = next(line)
    if (behind <= start(line) || bytes[behind - 1] !== byte.lineFeed) return behind
    return behind - 2 >= start(line) && bytes[behind - 2] === byte.carriageReturn ? behind - 2 : behind - 1
  }
  const span = (from: number, length: number): Span => ({ path: source.path, offset: from, length })

  const fences: FenceLine[] = []
  const conflicts: number[] = []
  for (let line = 0; line < count; line += 1) {
    const first = skipBlanks(bytes, start(line), end(line))
    const value = byteAt(bytes, first)
    if (first === end(line)) codes[line] = codeOf.blank
    else if (isConflict(bytes, start(line), end(line))) conflicts.push(line)
    else if (value === byte.greater) codes[line] = codeOf.quote
    else if (mayFence(value)) {
      const fence = fenceLine(bytes, line, start(line), end(line))
      if (fence !== null) fences.push(fence)
    }
  }

  const closer = longestClosers(fences)
  const unclosed: Unclosed[] = []
  const inline: InlineComment[] = []
  const closed: ClosedFence[] = []
  const cuts = new Map<number, number>()
  const whole = wholeText(bytes)
  const comments = commentsOf(bytes, whole)
  let fence = 0
  for (let line = frontMatter(); line < count; line += 1) {
    while (fence < fences.length && (fences[fence]?.line ?? 0) < line) fence += 1
    const opener = fences[fence]
    if (opener?.line === line) {
      if (closer(fence) >= opener.length) line = closeFence(opener)
      else unclosed.push({ is: 'fence', line, span: span(opener.start, opener.length) })
      continue
    }
    if (codes[line] !== codeOf.text) continue
    line = comment(line)
  }
  for (const line of conflicts) if (codes[line] === codeOf.text) codes[line] = codeOf.conflict

  return {
    source,
    bytes,
    split,
    count,
    unclosed,
    inline,
    fences: closed,
    conflicts,
    start,
    end,
    textEnd: (line) => cuts.get(line) ?? end(line),
    next,
    kind: (line) => kinds[codes[line] ?? 0] ?? 'text',
  }

  /** Marks the lines up to the closer and returns the last of them. */
  function closeFence(opener: FenceLine): number {
    let last = opener.line
    let doubtful = false
    for (fence += 1; fence < fences.length; fence += 1) {
      const candidate = fences[fence]
      if (candidate === undefined) break
      if (candidate.character !== opener.character || candidate.length < opener.length) continue
      if (candidate.closes) {
        last = candidate.line
        break
      }
      doubtful = true
    }
    closed.push({ span: span(opener.start, opener.length), last, doubtful })
    codes.fill(codeOf.fence, opener.line, last + 1)
    return last
  }

  /**
   * Marks the lines of a comment, but for the words before it, and returns the last of them. One that never ends marks
   * nothing, and text behind a comment of one line is still text.
   */
  function comment(line: number): number {
    const behind = end(line)
    const open = comments.opening(start(line), behind)
    const first = skipBlanks(bytes, start(line), behind)
    if (open === null) {
      if (standsAt(bytes, first, '<!--') && isCommentAlone(first, behind)) codes[line] = codeOf.comment
      return line
    }
    const place = span(open.at, 4)
    if (open.end < 0) {
      unclosed.push({ is: 'comment', line, span: place })
      return line
    }
    let last = line
    while (last + 1 < count && start(last + 1) <= open.end) last += 1
    if (first < open.at) {
      const another = whole.indexOf('<!--', open.at + 4)
      inline.push({ line, span: place, last, doubtful: another >= 0 && another < open.end })
      cuts.set(line, open.at)
    }
    codes.fill(codeOf.comment, first < open.at ? line + 1 : line, last + 1)
    return last
  }

  /** Whether a line is nothing but one comment that begins at `first`. */
  function isCommentAlone(first: number, behind: number): boolean {
    const close = whole.indexOf('-->', first + 2)
    return close >= 0 && close < behind && skipBlanks(bytes, close + 3, behind) === behind
  }

  /**
   * Marks `---` … `---` at the top of the file; returns the first line behind it. A rule with a blank line below it, or
   * with a section before the next one, begins none.
   */
  function frontMatter(): number {
    if (!isRule(0) || codes[1] === codeOf.blank) return 0
    for (let line = 1; line < count; line += 1) {
      if (standsAt(bytes, start(line), '## ')) return 0
      if (!isRule(line)) continue
      codes.fill(codeOf['front-matter'], 0, line + 1)
      return line + 1
    }
    return 0
  }

  function isRule(line: number): boolean {
    const from = start(line)
    return line < count && standsAt(bytes, from, '---') && skipBlanks(bytes, from + 3, end(line)) === end(line)
  }
}

/** The first byte of a fence line is a back-tick, a tilde, or a bullet. */
function mayFence(value: number): boolean {
  return (
    value === byte.tick ||
    value === byte.tilde ||
    value === byte.minus ||
    value === byte.star ||
    value === byte.plus ||
    (value >= byte.zero && value <= byte.nine)
  )
}

/** Whether a line is a merge marker of git: `<<<<<<<`, `|||||||` or `>>>>>>>` at its very start of a line, followed by a blank or nothing. */
export function isConflict(bytes: Uint8Array, start: number, end: number): boolean {
  const value = byteAt(bytes, start)
  if (value !== byte.less && value !== byte.greater && value !== byte.pipe) return false
  if (end - start < 7) return false
  for (let at = start + 1; at < start + 7; at += 1) if (bytes[at] !== value) return false
  return end === start + 7 || isBlank(byteAt(bytes, start + 7))
}
