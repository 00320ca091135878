/** Faults of a file's bytes, each with its place: encoding, invisible characters, merge markers, line ends, sizes. */

import type { Code, Diagnostic, Severity } from '../plan/diagnostic.ts'
import type { Source, Span } from '../plan/source.ts'
import { codePointName, invisibleName } from './encoding/characters.ts'
import { codePointAt, doubleDecoded, doubleDecodedEnd } from './encoding/code-points.ts'
import { exceeded, limits } from './limits.ts'
import { byte, byteAt, standsAt } from './scan/bytes.ts'
import type { Lines } from './scanner.ts'

/** What the reader took from the file: a fault there is worse than one in prose. */
export interface Used {
  /** Ids, references, paths, commands. */
  readonly names: readonly Span[]
  /** Bullets and boxes that are not read as such. */
  readonly structure: readonly Span[]
  /** Texts of tasks. */
  readonly texts: readonly Span[]
}

/**
 * Why a file is not read at all: UTF-16 or UTF-32 (MW002) or too large (MW008); null where it can be read. UTF-16 without a mark
 * is known by NUL as every second byte of its beginning.
 */
export function unreadable(source: Source): Diagnostic | null {
  const { bytes, path } = source
  if (bytes.length > limits.planBytes)
    return exceeded('the plan', '64 MiB', `${bytes.length} bytes`, { path, offset: 0, length: 0 })
  const mark = markOf(bytes)
  if (mark === null && !everySecondIsNul(bytes)) return null
  const { name, length } = mark ?? { name: 'UTF-16', length: 0 }
  return {
    code: 'MW002',
    severity: 'error',
    message: `the file is ${name}, not UTF-8`,
    help: 'save it as UTF-8',
    span: { path, offset: 0, length },
    related: [],
  }
}

/** The byte order mark of another encoding. That of UTF-32 begins with the one of UTF-16, or with two NUL. */
function markOf(bytes: Uint8Array): { readonly name: string; readonly length: number } | null {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    return { name: 'UTF-32', length: 4 }
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) ? { name: 'UTF-16', length: 2 } : null
}

function everySecondIsNul(bytes: Uint8Array): boolean {
  const looked = Math.min(bytes.length & ~1, 64)
  if (looked < 4) return false
  let even = 0
  let odd = 0
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  // Text of other scripts has some characters without a NUL byte.
  return Math.max(even, odd) * 2 > looked * 0.8 && Math.min(even, odd) === 0
}

/** The lines of a file, as far as the faults of its bytes are about them. */
export type ByteLines = Pick<Lines, 'source' | 'bytes' | 'split' | 'start' | 'end' | 'next' | 'kind' | 'conflicts'>

/**
 * Finds MW001, MW003, MW004, MW005, MW008 (line length), MW010 and MW014. `used` is asked for only where a fault needs
 * it. One finding per line, severity and
 * kind of character; MW004 and MW014 are one per file with a count. Linear.
 */
export function encodingFindings(lines: ByteLines, used: () => Used): Diagnostic[] {
  const found: Diagnostic[] = []
  if (lines.split.odd.length > 0) oddCharacters(lines, used, found)
  longLines(lines, found)
  mergeMarkers(lines, found)
  mixedLineEnds(lines, found)
  return found
}

function oddCharacters(lines: ByteLines, used: () => Used, found: Diagnostic[]): void {
  const { bytes } = lines
  // Ordinary letters of any language need no look at what was used.
  let spans: Record<keyof Used, Touches> | null = null
  const inside = (which: keyof Used): Touches => {
    if (spans === null) {
      const { names, structure, texts } = used()
      spans = { names: covering(names), structure: covering(structure), texts: covering(texts) }
    }
    return spans[which]
  }
  const garbled = { count: 0, first: 0, length: 0, encoding: '' }
  for (const line of lines.split.odd) {
    const said = new Set<string>()
    const add = (
      code: Code,
      severity: Severity,
      offset: number,
      length: number,
      message: string,
      help: string,
    ): void => {
      const kind = code === 'MW001' ? code + severity : severity + message
      if (said.has(kind)) return
      said.add(kind)
      found.push({ code, severity, message, help, span: { path: lines.source.path, offset, length }, related: [] })
    }
    const end = lines.end(line)
    const fenced = lines.kind(line) === 'fence'
    let before = 0
    let previous = 0
    let length = 0
    let lineGarbled = false
    // Behind it no character belongs to one that was decoded twice.
    let garbledEnd = 0
    for (let at = lines.start(line); at < end; at += length) {
      const plain = byteAt(bytes, at)
      if (plain >= 0x20 && plain < 0x7f) {
        before = previous
        previous = plain
        length = 1
        continue
      }
      const decoded = codePointAt(bytes, at, end)
      const { point } = decoded
      length = decoded.length
      const isControl = (point < 0x20 && point !== byte.tab) || (point >= 0x7f && point < 0xa0)
      if (point > 0x7f && at >= garbledEnd) garbledEnd = doubleDecodedEnd(bytes, at, end)
      const isPart = isControl && at < garbledEnd && !inside('names')(at, at + length)
      const encoding = isPart ? 'Latin-1' : point > 0x7f ? doubleDecoded(before, previous, point) : null
      if (point === -1) {
        const wrong = byteAt(bytes, at).toString(16).toUpperCase()
        const severity = inside('names')(at, at + length) || inside('texts')(at, at + length) ? 'error' : 'warning'
        add('MW001', severity, at, length, `not UTF-8 (byte 0x${wrong})`, 'save the file as UTF-8')
      } else if (encoding !== null) {
        if (garbled.count === 0) Object.assign(garbled, { first: at, length, encoding })
        if (!lineGarbled) garbled.count += 1
        lineGarbled = true
      } else if (isControl) {
        const help = 'delete the character'
        add('MW003', fenced ? 'info' : 'error', at, length, `control character ${codePointName(point)}`, help)
      } else if (point > 0x7f) {
        const name = invisibleName(point)
        const isName = name !== null && inside('names')(at, at + length)
        const isStructure = name !== null && inside('structure')(at, at + length)
        // Joiners are part of ordinary writing in several scripts and of emoji.
        const ordinary = (point === 0x200c || point === 0x200d) && previous > 0xff
        if (name !== null && (isName || isStructure || !ordinary)) {
          const where = isName
            ? 'an id, a path or a command'
            : isStructure
              ? 'a bullet, a box or a heading'
              : 'the text'
          const message = `invisible character ${codePointName(point)} (${name}) in ${where}`
          add('MW005', isName || isStructure ? 'error' : 'warning', at, length, message, 'delete the character')
        }
      }
      before = previous
      previous = point
    }
  }
  if (garbled.count === 0) return
  const more = garbled.count > 1 ? ` on ${garbled.count} lines` : ''
  found.push({
    code: 'MW004',
    severity: 'warning',
    message: `text looks double-decoded (UTF-8 read as ${garbled.encoding})${more}; ids and keys are unaffected`,
    help: 'reopen the file in the encoding it was written in and save it as UTF-8',
    span: { path: lines.source.path, offset: garbled.first, length: garbled.length },
    related: [],
  })
}

type Touches = (start: number, end: number) => boolean

/** Tells whether an extent touches one of the spans. The spans do not overlap, unless they are the same. */
function covering(spans: readonly Span[]): Touches {
  const sorted = [...spans].sort((a, b) => a.offset - b.offset)
  return (start, end) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle]?.offset ?? 0) < end) low = middle + 1
      else high = middle
    }
    const last = sorted[low - 1]
    return last !== undefined && last.offset + last.length > start
  }
}

function longLines(lines: ByteLines, found: Diagnostic[]): void {
  for (const line of lines.split.long) {
    const length = lines.end(line) - lines.start(line)
    const span = { path: lines.source.path, offset: lines.start(line), length: 0 }
    found.push(exceeded('a line', '64 KiB', `${length} bytes`, span))
  }
}

/** One finding per conflict: where it begins, with the other markers as related places. */
function mergeMarkers(lines: ByteLines, found: Diagnostic[]): void {
  const { bytes, source } = lines
  let open = false
  for (const line of lines.conflicts) {
    const offset = lines.start(line)
    const begins = standsAt(bytes, offset, '<<<<<<<')
    const span = { path: source.path, offset, length: lines.end(line) - offset }
    const last = found.at(-1)
    if (open && !begins && last !== undefined) {
      found[found.length - 1] = { ...last, related: [...last.related, { message: 'and its other marker', span }] }
      open = !standsAt(bytes, offset, '>>>>>>>')
      continue
    }
    open = begins
    found.push({
      code: 'MW010',
      severity: lines.kind(line) === 'fence' ? 'info' : 'error',
      message: `unresolved merge marker ${begins ? '<<<<<<<' : standsAt(bytes, offset, '>') ? '>>>>>>>' : '|||||||'}`,
      help: 'resolve the conflict, then check again',
      span,
      related: [],
    })
  }
}

function mixedLineEnds(lines: ByteLines, found: Diagnostic[]): void {
  const { lf, crlf } = lines.split.ends
  if (lf.count === 0 || crlf.count === 0) return
  // The rarer way; of two that are as frequent, the one that begins later.
  const isLf = lf.count === crlf.count ? lf.first > crlf.first : lf.count < crlf.count
  const line = isLf ? lf.first : crlf.first
  const offset = lines.end(line)
  found.push({
    code: 'MW014',
    severity: 'info',
    message: `line ends are mixed (${lf.count} LF, ${crlf.count} CRLF); kept as they are`,
    help: 'nothing needs to be done; new lines take the line end of the line above',
    span: { path: lines.source.path, offset, length: lines.next(line) - offset },
    related: [],
  })
}
