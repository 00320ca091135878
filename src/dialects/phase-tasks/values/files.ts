/** The value of `files:`: paths with what is done to them. */

import type { DraftFile } from '../../../plan/draft.ts'
import {
  byte,
  byteAt,
  decode,
  isBlank,
  isLetter,
  skipBlanks,
  standsAt,
  trimmed,
  type Extent,
} from '../../scan/bytes.ts'
import { separatorsOf, splitList, unquoted } from '../../scan/list.ts'
import type { Findings } from '../findings.ts'
import { namesNothing } from './dependencies.ts'
import {
  actionAt,
  actionHelp,
  actionIn,
  actionOf,
  isArrow,
  shoutedAction,
  spokenAction,
  wordEnd,
  type Action,
} from './file-actions.ts'
import { formOf } from '../../file-form.ts'
import { beginsWithPath, isNoteBehind, nextPath, pathsIn, unescaped, withoutLines, wordsBefore } from './file-words.ts'
import { dashEnd } from './ids.ts'

/** What sets the entries of a list apart. */
export const commas = separatorsOf(',')
const semicolons = separatorsOf(';')

/**
 * Reads the first `most` of a list of files and reports MW133 (FORMATS R20 and section 2, Files). An entry that is only a
 * note is no file.
 */
export function readFiles(bytes: Uint8Array, value: Extent, findings: Findings, most: number): DraftFile[] {
  const files: DraftFile[] = []
  for (const listed of splitList(bytes, inBrackets(bytes, value), commas, most)) {
    const plain = readPlainFile(bytes, listed, findings)
    if (plain !== null) files.push(plain)
    else readListed(bytes, listed, findings, most, files)
  }
  // A copy is as long as it needs to be; a list that grew keeps room for a dozen more, and a plan has thousands.
  return files.slice()
}

/** Reads what stands between two commas in any of its spellings into `files`: one entry, or several. */
function readListed(bytes: Uint8Array, listed: Extent, findings: Findings, most: number, files: DraftFile[]): void {
  for (const part of holdsSemicolon(bytes, listed) ? splitList(bytes, listed, semicolons, most) : [listed])
    for (const path of pathsIn(bytes, part, actionOf(bytes, part).open))
      for (const entry of behindActions(bytes, withActionUnquoted(bytes, path), findings)) {
        const file = readFile(bytes, entry, findings)
        if (file !== null) files.push(file)
      }
}

/**
 * `src/a.ts (CREATE)`: a path of plain signs and an action, which is what nearly all entries are. Null for any other
 * entry: it has to be looked at for quotes, notes, arrows and other words.
 */
function readPlainFile(bytes: Uint8Array, { start, end }: Extent, findings: Findings): DraftFile | null {
  let close = start
  while (close < end && isPlainSign(byteAt(bytes, close))) close += 1
  let open = close
  while (open < end && isBlank(byteAt(bytes, open))) open += 1
  if (open === close || bytes[open] !== byte.open) return null
  const behind = wordEnd(bytes, open + 1, end)
  if (behind + 1 !== end || bytes[behind] !== byte.close || bytes[end] === byte.slash) return null
  const action = actionAt(bytes, open + 1, behind)
  const path = { start, end: close }
  if (action === null || action === 'rename' || close === start || namesNothing(bytes, path)) return null
  const name = decode(bytes, start, close)
  return {
    path: name,
    action,
    note: null,
    form: formOf(name),
    to: null,
    span: findings.span(path),
    actionSpan: findings.span({ start: open + 1, end: behind }),
  }
}

/** An ASCII letter or digit, `_`, `-`, `.` or `/`. */
function isPlainSign(value: number): boolean {
  return isLetter(value) || (value >= byte.minus && value <= byte.nine) || value === byte.underscore
}

/** An entry at the places where another path follows an action: the comma between them is missing. */
function behindActions(bytes: Uint8Array, entry: Extent, findings: Findings): readonly Extent[] {
  const entries: Extent[] = []
  let { start } = entry
  for (;;) {
    const { open, close } = actionOf(bytes, { start, end: entry.end })
    const isAction = open > start && close >= 0 && actionIn(bytes, open + 1, close).action !== 'unknown'
    const tail = trimmed(bytes, close + 1, entry.end)
    const next = isAction && tail.end > tail.start ? actionOf(bytes, tail).open : -1
    const path = next < 0 ? null : nextPath(bytes, trimmed(bytes, tail.start, next))
    if (path === null) return entries.length === 0 ? [entry] : [...entries, { start, end: entry.end }]
    const name = decode(bytes, path.start, Math.min(path.end, path.start + 80))
    const message = `the comma before ${name} is missing; read as another file`
    findings.add('MW133', 'warning', path, message, 'set the files apart with commas')
    entries.push({ start, end: close + 1 })
    start = path.start
  }
}

/** Whether a semicolon sets entries apart: a blank is behind it. */
function holdsSemicolon(bytes: Uint8Array, { start, end }: Extent): boolean {
  for (let at = start; at + 1 < end; at += 1)
    if (bytes[at] === byte.semicolon && isBlank(byteAt(bytes, at + 1))) return true
  return false
}

/** An entry without quotes that stand around its action, too: `"a.ts (NEW)"`; a quoted path keeps them. */
function withActionUnquoted(bytes: Uint8Array, entry: Extent): Extent {
  const inner = unquoted(bytes, entry)
  for (let at = inner.start; at < inner.end; at += 1) if (bytes[at] === bytes[entry.start]) return entry
  const { open } = actionOf(bytes, inner)
  return actionAt(bytes, open + 1, wordEnd(bytes, open + 1, inner.end)) === null ? entry : inner
}

/** `[a, b]` without its brackets; `[id]/page.ts` is a path. */
export function inBrackets(bytes: Uint8Array, extent: Extent): Extent {
  const { start, end } = extent
  const closed = bytes[start] === byte.openSquare && bytes[end - 1] === byte.closeSquare
  return closed && end - start >= 2 ? { start: start + 1, end: end - 1 } : extent
}

/** Reads one entry, in any of its spellings, and reports MW133; null where it names no file. @param leading an action that stands before it */
export function readFile(
  bytes: Uint8Array,
  entry: Extent,
  findings: Findings,
  leading: Action | null = null,
): DraftFile | null {
  const { open, close } = actionOf(bytes, entry)
  const whole = trimmed(bytes, entry.start, open)
  if (leading === null && open === entry.start && close > open) {
    const action = actionIn(bytes, open + 1, close)
    const rest = trimmed(bytes, close + 1, entry.end)
    // `(CREATE) src/a.ts`; a note in parentheses is no action.
    if (action.action !== 'unknown' && beginsWithPath(bytes, rest)) return readFile(bytes, rest, findings, action)
  }
  if (whole.end === whole.start || namesNothing(bytes, whole)) return null
  const prefix = wordedPrefix(bytes, whole, open < entry.end, findings) ?? prefixOf(bytes, whole)
  const arrow = arrowIn(bytes, prefix.rest)
  const left = noted(bytes, arrow === null ? prefix.rest : { start: prefix.rest.start, end: arrow.start })
  const path = withoutLines(bytes, linkTarget(bytes, unquoted(bytes, left.path)), findings)
  const name = unescaped(bytes, path, findings)
  if (name === '') return null
  const behind = open < entry.end ? actionIn(bytes, open + 1, close < 0 ? entry.end : close) : null
  const given = behind ?? leading ?? left.action ?? prefix.action
  let to: Extent | null = arrow === null ? null : unquoted(bytes, trimmed(bytes, arrow.end, prefix.rest.end))
  if (given?.action === 'rename' && to === null) to = targetIn(bytes, given.note)
  const action = given?.action ?? 'unknown'
  say(bytes, { entry, open, close, path, given, renamed: to !== null }, findings)
  // A new path inside the parentheses is no note.
  const note = given === null || (arrow === null && to !== null) ? '' : decode(bytes, given.note.start, given.note.end)
  return {
    path: name,
    action: to !== null && action === 'unknown' ? 'rename' : action,
    note: note === '' ? null : note,
    form: formOf(name),
    to: to === null || to.end === to.start ? null : unescaped(bytes, to, findings),
    span: findings.span(path),
    actionSpan: given?.word == null ? null : findings.span(given.word),
  }
}

/** The path that a link leads to, `src/a.ts` of `[a.ts](src/a.ts)`; the extent itself where it is no link. */
function linkTarget(bytes: Uint8Array, extent: Extent): Extent {
  const { start, end } = extent
  if (bytes[start] !== byte.openSquare || bytes[end - 1] !== byte.close) return extent
  for (let at = start + 1; at + 1 < end; at += 1)
    if (bytes[at] === byte.closeSquare && bytes[at + 1] === byte.open) return trimmed(bytes, at + 2, end - 1)
  return extent
}

interface Read {
  readonly entry: Extent
  readonly open: number
  readonly close: number
  readonly path: Extent
  readonly given: Action | null
  readonly renamed: boolean
}

/** MW133 in its kinds; at most one for a file. */
function say(bytes: Uint8Array, { entry, open, close, path, given, renamed }: Read, findings: Findings): void {
  const add = (place: Extent, message: string, help = actionHelp): void => {
    findings.add('MW133', 'warning', place, message, help)
  }
  const said = (): string => (given?.word == null ? '' : decode(bytes, given.word.start, given.word.end))
  const action = given?.action ?? 'unknown'
  if (open < entry.end && close < 0) {
    const readAs = action === 'unknown' ? 'unknown' : said()
    add({ start: open, end: open + 1 }, `'(' is not closed; action read as ${readAs}`, "write the closing ')'")
    return
  }
  if (action === 'unknown' && !renamed) {
    const shown = decode(bytes, path.start, Math.min(path.end, path.start + 80))
    if (given?.word == null) add(path, `no action for ${shown}; taken as unknown`)
    else add(given.word, `unknown action '${said()}' for ${shown}`)
    return
  }
  if (action === 'rename' && !renamed)
    add(given?.word ?? path, 'RENAME without a new path', 'write old/path -> new/path (RENAME)')
  if (close < 0 || close + 1 === entry.end) return
  const tail = trimmed(bytes, close + 1, entry.end)
  const isNote = tail.end === tail.start || bytes[tail.start] === byte.open || bytes[tail.start] === byte.hash
  if (!isNote && dashEnd(bytes, tail.start, tail.end) === tail.start)
    add(tail, 'text behind the action is not read', 'set the files apart with commas')
}

interface Prefix {
  readonly action: Action | null
  readonly rest: Extent
}

/** `CREATE src/a.ts`: an action in capitals before the path. */
function prefixOf(bytes: Uint8Array, whole: Extent): Prefix {
  const behind = wordEnd(bytes, whole.start, whole.end)
  let from = behind
  if (bytes[from] === byte.colon) from += 1
  if (from >= whole.end || !isBlank(byteAt(bytes, from))) return { action: null, rest: whole }
  const action = shoutedAction(bytes, whole.start, whole.end)
  if (action === null) return { action: null, rest: whole }
  const rest = trimmed(bytes, from, whole.end)
  const none = { start: rest.end, end: rest.end }
  return { action: { action, word: { start: whole.start, end: behind }, note: none }, rest }
}

/** `new file src/a.ts`: words that tell the action before a single name; null where they may be part of it. */
function wordedPrefix(bytes: Uint8Array, whole: Extent, hasAction: boolean, findings: Findings): Prefix | null {
  const words = wordsBefore(bytes, whole)
  if (words === null || (hasAction && !words.namesFile)) return null
  const word = { start: whole.start, end: wordEnd(bytes, whole.start, whole.end) }
  const action = spokenAction(decode(bytes, word.start, word.end))
  if (action === null || (!words.namesFile && shoutedAction(bytes, whole.start, whole.end) !== null)) return null
  const rest = { start: words.end, end: whole.end }
  const before = trimmed(bytes, whole.start, rest.start)
  const name = decode(bytes, rest.start, Math.min(rest.end, rest.start + 80))
  const message = `'${decode(bytes, before.start, before.end)}' is no part of a path; read as what is done to ${name}`
  findings.add('MW133', 'warning', before, message, actionHelp)
  return { action: { action, word, note: { start: rest.end, end: rest.end } }, rest }
}

/** A path and a note set apart by a dash, which may name the action: `src/a.ts — MODIFY`. */
function noted(bytes: Uint8Array, whole: Extent): { readonly path: Extent; readonly action: Action | null } {
  let first = true
  for (let at = whole.start + 1; at < whole.end; at += 1) {
    if (!isBlank(byteAt(bytes, at - 1))) continue
    const dash = dashEnd(bytes, at, whole.end)
    if (dash === at || !isBlank(byteAt(bytes, dash))) continue
    // A single dash may stand in a name; before an action, or words behind a whole name, it does not.
    const isAction = shoutedAction(bytes, skipBlanks(bytes, dash, whole.end), whole.end) !== null
    // Only before the first one may a single name stand.
    const isNote = first && isNoteBehind(bytes, whole, at, dash)
    first = false
    if (dash - at === 1 && !isAction && !isNote) continue
    return { path: trimmed(bytes, whole.start, at), action: actionIn(bytes, dash, whole.end) }
  }
  return { path: trimmed(bytes, whole.start, whole.end), action: null }
}

/** The arrow of a rename. */
function arrowIn(bytes: Uint8Array, whole: Extent): Extent | null {
  for (let at = whole.start; at < whole.end; at += 1) {
    const value = bytes[at]
    const mayBegin = value === byte.minus || value === byte.equals || value === 0xe2
    if (mayBegin && isArrow(bytes, at)) return { start: at, end: at + (value === 0xe2 ? 3 : 2) }
  }
  return null
}

/** The new path inside the parentheses: `(RENAME -> b.ts)`, `(RENAME to b.ts)`, `(RENAME a.ts -> b.ts)`. */
function targetIn(bytes: Uint8Array, note: Extent): Extent | null {
  const arrow = arrowIn(bytes, note)
  const to = standsAt(bytes, note.start, 'to ') ? note.start + 3 : -1
  const from = arrow === null ? to : arrow.end
  if (from < 0) return null
  const target = unquoted(bytes, trimmed(bytes, from, note.end))
  return target.end > target.start ? target : null
}
