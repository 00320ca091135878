/** Lists in a value: `["a", "b"]`, `[0]`, `1, 2`, `None (a remark)`, `task_1, task_2`, or points below the name. */

import type { Text } from '../../../plan/draft.ts'
import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, find, isBlank, trimmed, type Extent } from '../../scan/bytes.ts'
import { skipBullet } from '../../scan/fence.ts'
import type { BlockLine } from './block.ts'
import { readHead } from './head.ts'

const quotes = 34
const apostrophe = 39
const nothing: ReadonlySet<string> = new Set(['none', 'n/a', 'nothing', 'no', '-', '–', '—', 'null'])
/** A list has no more elements than a plan has tasks; more of a line are not read. */
const mostElements = 10_000

/** The elements of a list, in their order. `task_1` and `Task [1.1]: text` are `1` and `1.1`. */
export function readList(bytes: Uint8Array, lines: readonly BlockLine[], findings: Findings): readonly Text[] {
  const found: Text[] = []
  for (const line of lines) {
    const start = skipBullet(bytes, line.start, line.end)
    const head = start > line.start ? readHead(bytes, start, line.end) : null
    if (head?.is === 'head') {
      found.push({ text: [...head.before, head.id].join('.'), span: findings.span(head.idPlace) })
      continue
    }
    const inside = listAt(bytes, start, line.end)
    for (let from = inside.start; from <= inside.end && found.length < mostElements;) {
      const comma = find(bytes, byte.comma, from, inside.end)
      const to = comma < 0 ? inside.end : comma
      const element = elementAt(bytes, from, to)
      const text = decode(bytes, element.start, element.end)
      if (text !== '' && !nothing.has(text.toLowerCase())) found.push({ text, span: findings.span(element) })
      from = to + 1
    }
  }
  return found
}

/** All that a list takes, with its brackets: of one in points, from the first to the last of them. */
export function extentOfList(bytes: Uint8Array, lines: readonly BlockLine[]): Extent {
  const extents = lines
    .filter(({ start, end }) => end > start)
    .map((line) => {
      const { start, end } = listAt(bytes, skipBullet(bytes, line.start, line.end), line.end)
      const isBracketed = bytes[start - 1] === byte.openSquare && bytes[end] === byte.closeSquare
      return isBracketed ? { start: start - 1, end: end + 1 } : trimmed(bytes, start, end)
    })
  return { start: extents[0]?.start ?? 0, end: extents.at(-1)?.end ?? 0 }
}

/** What stands between brackets or back-ticks; without them everything before a remark in parentheses. */
function listAt(bytes: Uint8Array, start: number, end: number): Extent {
  let from = start
  let to = end
  if (bytes[from] === byte.tick) {
    const close = find(bytes, byte.tick, from + 1, end)
    from += 1
    if (close >= 0) to = close
  }
  if (bytes[from] === byte.openSquare) {
    const close = find(bytes, byte.closeSquare, from, to)
    return { start: from + 1, end: close < 0 ? to : close }
  }
  const remark = find(bytes, byte.open, from, to)
  return { start: from, end: remark < 0 ? to : remark }
}

/** An element without quotes, brackets and the word in front of its id. */
function elementAt(bytes: Uint8Array, start: number, end: number): Extent {
  let { start: from, end: to } = trimmed(bytes, start, end)
  while (from < to && isAround(byteAt(bytes, from))) from += 1
  while (to > from && isAround(byteAt(bytes, to - 1))) to -= 1
  for (const word of ['task', 'speclet']) {
    if (decode(bytes, from, Math.min(to, from + word.length)).toLowerCase() !== word) continue
    let at = from + word.length
    while (at < to && isBetween(byteAt(bytes, at))) at += 1
    // `task_a` has an id behind its word, `tasks` and `speclet` are words.
    if (at > from + word.length && at < to) from = at
  }
  return trimmed(bytes, from, to)
}

function isAround(value: number): boolean {
  return (
    isBlank(value) ||
    value === quotes ||
    value === apostrophe ||
    value === byte.tick ||
    value === byte.openSquare ||
    value === byte.closeSquare ||
    value === byte.star
  )
}

function isBetween(value: number): boolean {
  return isBlank(value) || value === byte.underscore || value === byte.minus || value === byte.openSquare
}
