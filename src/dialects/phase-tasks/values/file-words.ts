/** What the words of an entry of `files:` are: paths, and words that stand around them. */

import { byte, byteAt, decode, isBlank, isDigit, trimmed, type Extent } from '../../scan/bytes.ts'
import type { Findings } from '../findings.ts'
import { joiners } from './dependencies.ts'
import { isPathWord } from './key-slips.ts'

/**
 * An entry at the places where one path with an ending follows another: the comma between them is missing. `open` is
 * where the action begins. A name may hold blanks, so that only whole names are set apart.
 */
export function pathsIn(bytes: Uint8Array, entry: Extent, open: number): readonly Extent[] {
  const words = wordsIn(bytes, trimmed(bytes, entry.start, open))
  if (words.length < 2) return [entry]
  const starts = [entry.start]
  let before: string | null = null
  let isJoined = false
  let ticks = 0
  for (const word of words) {
    const text = decode(bytes, word.start, word.end)
    for (const sign of text) if (sign === '`' || sign === '"') ticks += 1
    // Within quotes blanks belong to the name.
    if (ticks % 2 === 1) return [entry]
    if (joiners.has(text) || text === '|' || text === '/') {
      isJoined = true
      continue
    }
    // `docs/Node.js guide.md` is one name: behind a folder only another path is a second one.
    const isNext = before !== null && (isJoined || text.includes('/') || !before.includes('/'))
    if (isNext && isFileName(text)) starts.push(word.start)
    before = isFileName(text) ? text : null
    isJoined = false
  }
  return starts.map((start, at) => {
    const next = starts[at + 1]
    return next === undefined ? { start, end: entry.end } : withoutJoiner(bytes, trimmed(bytes, start, next))
  })
}

/** The file name that words are, perhaps behind a word that joins it to another; null where they are anything else. */
export function nextPath(bytes: Uint8Array, extent: Extent): Extent | null {
  const [first, ...more] = wordsIn(bytes, extent)
  if (first === undefined) return null
  const isJoiner = more.length === 1 && joiners.has(decode(bytes, first.start, first.end))
  const name = isJoiner ? more[0] : more.length === 0 ? first : undefined
  return name !== undefined && isFileName(decode(bytes, name.start, name.end)) ? name : null
}

/** Words before a single file name: `new`, `modify the file`; `namesFile` where they say that it is one. Null for others. */
export function wordsBefore(
  bytes: Uint8Array,
  { start, end }: Extent,
): { readonly end: number; readonly namesFile: boolean } | null {
  const words = wordsIn(bytes, { start, end: Math.min(end, start + longestWords) })
  let at = 1
  const isWord = (pattern: RegExp): boolean => {
    const word = words[at]
    return word !== undefined && pattern.test(decode(bytes, word.start, word.end))
  }
  if (isWord(/^(?:the|a|an)$/i)) at += 1
  if (isWord(/^(?:new|existing)$/i)) at += 1
  const namesFile = isWord(/^file:?$/i)
  if (namesFile) at += 1
  const name = words[at]
  if (name === undefined || (at > 1 && !namesFile)) return null
  const path = decode(bytes, name.start, end)
  // `review notes.md` may be a name.
  const isPath = isFileName(path) && (namesFile || path.includes('/'))
  return isPath && wordsIn(bytes, { start: name.start, end }).length === 1 ? { end: name.start, namesFile } : null
}

/** So many bytes are looked at for words before a name. */
const longestWords = 60

/** A path without the lines that are named behind it: `src/a.ts:12-40`, `src/a.ts#L12`. */
export function withoutLines(bytes: Uint8Array, path: Extent, findings: Findings): Extent {
  if (!isDigit(byteAt(bytes, path.end - 1))) return path
  const from = Math.max(path.start, path.end - longestLines)
  const lines = /(?<=\.[A-Za-z][A-Za-z0-9]{0,9})(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/.exec(
    decode(bytes, from, path.end),
  )?.[0]
  if (lines === undefined) return path
  const place = { start: path.end - lines.length, end: path.end }
  const message = `the lines '${lines}' are no part of a path; read without them`
  findings.add('MW133', 'warning', place, message, 'name them in the description')
  return { start: path.start, end: place.start }
}

/** So many bytes at the end of a path are looked at. */
const longestLines = 40

/** Whether the first word is a path. */
export function beginsWithPath(bytes: Uint8Array, extent: Extent): boolean {
  const [first] = wordsIn(bytes, extent)
  return first !== undefined && isPathWord(decode(bytes, first.start, first.end))
}

/** Whether words stand behind a dash and a whole file name before it: `a.txt - new component`. */
export function isNoteBehind(bytes: Uint8Array, whole: Extent, dash: number, behind: number): boolean {
  const [name, ...more] = wordsIn(bytes, trimmed(bytes, whole.start, dash))
  if (name === undefined || more.length > 0 || !isFileName(decode(bytes, name.start, name.end))) return false
  return wordsIn(bytes, trimmed(bytes, behind, whole.end)).every(
    ({ start, end }) => !isPathWord(decode(bytes, start, end)),
  )
}

/**
 * The text of a path; `my\\_file.txt`, as some editors write it, without its backslashes where none can be a folder's: each
 * stands before a sign.
 */
export function unescaped(bytes: Uint8Array, path: Extent, findings: Findings): string {
  const name = decode(bytes, path.start, path.end)
  if (!name.includes('\\')) return name
  const isEscaped = !/\\(?:[^!-.:-@[\]-`{-~]|$)/.test(name)
  if (!isEscaped) return name
  const isCertain = name.includes('/')
  const read = isCertain ? 'read without it' : 'read as the end of a folder'
  const message = `a backslash stands before a sign of ${name.slice(0, 80)}; ${read}`
  findings.add('MW133', 'warning', path, message, 'write the path as it is, in back-ticks if your editor changes it')
  return isCertain ? name.replaceAll('\\', '') : name
}

/** A path whose last part has an ending that begins with a letter. */
function isFileName(word: string): boolean {
  return isPathWord(word) && /\.[a-z][a-z\d]{0,9}[`"]?$/i.test(word)
}

function withoutJoiner(bytes: Uint8Array, extent: Extent): Extent {
  const words = wordsIn(bytes, extent)
  let last = words.length - 1
  while (last > 0 && !isFileName(decode(bytes, words[last]?.start ?? 0, words[last]?.end ?? 0))) last -= 1
  return { start: extent.start, end: words[last]?.end ?? extent.end }
}

function wordsIn(bytes: Uint8Array, { start, end }: Extent): Extent[] {
  const words: Extent[] = []
  let from = start
  for (let at = start; at <= end; at += 1) {
    if (at < end && !isBlank(byteAt(bytes, at)) && byteAt(bytes, at) !== byte.lineFeed) continue
    if (at > from) words.push({ start: from, end: at })
    from = at + 1
  }
  return words
}
