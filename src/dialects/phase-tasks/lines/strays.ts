/** Lines that name a task as its line would, behind a tick, a word, a bracket or a bar: lost where no box of the plan has the id. */

import { byte, byteAt, decode, isDigit, skipBlanks, type Extent } from '../../scan/bytes.ts'
import type { Stray } from '../settle.ts'
import { isUsualId, plainIdEnd, readId } from '../values/ids.ts'
import { sayUnread, type Reading, type TextLine } from './reading.ts'
import { skipAnyBullet } from './task-like.ts'

/**
 * One thing that may stand before the id: `✅`, `:white_check_mark:`, a tag, a number, a word that tells a state, a sign.
 * Arrows and frames make drawings, and nothing is looked for behind them.
 */
const thing =
  /:[a-z_]{2,24}:|<[^<>]{1,40}>|(?:tasks?|todo|done|wip|open|next|pending|blocked|skip(?:ped)?|defer(?:red)?|completed?|in progress)(?![\p{L}\p{N}])|x(?=[)}])|\d{1,4}(?![\p{L}\p{N}])|[^\p{L}\p{N}|=/<>\u2190-\u21ff\u2500-\u257f\u27a0-\u27bf]/iuy
const sign = /[\p{Extended_Pictographic}\u2713-\u2718]|:[a-z_]{2,24}:|\*\*/iu
/** Emphasis alone, or the word task: prose has them too, but for a colon or a dash behind the id. */
const plain = /^(?:[*_`]|tasks?[ #-]?)*$/i
/** So many bytes of a line are looked at. */
const looked = 80

/** Remembers a line that names a task behind something else; `from` is where its text begins. */
export function rememberStray(reading: Reading, line: TextLine, from: number, isHeading: boolean): void {
  const { bytes, strays } = reading
  const { extent } = line
  if (!holdsId(bytes, from, extent.end)) return
  const isRow = bytes[from] === byte.pipe
  const behindBar = isRow ? skipBlanks(bytes, from + 1, extent.end) : from
  const start = isRow || isHeading ? behindBar : skipAnyBullet(bytes, from, extent.end)
  const before = textBefore(bytes, start, extent.end)
  const at = start + encoder.encode(before).length
  const id = idAt(bytes, at, extent.end)
  if (id === null) return
  const isSetApart = /[:–—-]/.test(decode(bytes, id.extent.end, id.behind))
  const isTaskLike = (): boolean => {
    // In a table the id is a cell of its own.
    if (isRow) return bytes[id.behind] === byte.pipe
    if (isHeading || start > from) return before !== ''
    return sign.test(before) || (plain.test(before) && isSetApart)
  }
  if (isTaskLike()) strays.push({ id: id.text, at: line.at, extent })
}

/** Says those of which no box of the plan, in any of its files, has the id. */
export function sayStrays(
  reading: Pick<Reading, 'bytes' | 'coverage' | 'findings'> & { readonly strays: readonly Stray[] },
  isTask: (id: string) => boolean,
): void {
  for (const it of reading.strays)
    if (!isTask(it.id)) sayUnread(reading, it, `looks like task ${it.id}, which has no checkbox`)
}

/** Whether a `T` with a digit behind it stands near the start of a line: most lines are done with here. */
function holdsId(bytes: Uint8Array, start: number, end: number): boolean {
  const last = Math.min(end, start + looked) - 1
  for (let at = start; at < last; at += 1) if (bytes[at] === capitalT && isDigit(byteAt(bytes, at + 1))) return true
  return false
}

const capitalT = 84

function textBefore(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes, start, Math.min(end, start + looked))
  thing.lastIndex = 0
  let behind = 0
  // One after the other and never back: a line costs no more than its length.
  while (thing.test(text)) behind = thing.lastIndex
  return text.slice(0, behind)
}

/** A usual id, also one that a bracket, quotation marks or a line through it end; no range and no link. */
function idAt(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly text: string; readonly extent: Extent; readonly behind: number } | null {
  const id = readId(bytes, at, end)
  if (id !== null) return id.form === 'usual' ? id : null
  const close = plainIdEnd(bytes, at, end)
  const text = close < 0 ? '' : decode(bytes, at, close)
  if (!isUsualId(text) || !/^(?:\](?![([])|[}~"'”’])/u.test(decode(bytes, close, Math.min(end, close + 4)))) return null
  return { text, extent: { start: at, end: close }, behind: close }
}

const encoder = new TextEncoder()
