/** The ` | key: value` parts of a task's line. */

import { byte, byteAt, decode, isBlank, trimmed, type Extent } from '../../scan/bytes.ts'
import type { Findings } from '../findings.ts'
import { push } from '../task-builder.ts'
import { namesNothing } from './dependencies.ts'
import { readSlipAt } from './dressed-keys.ts'
import { isListOf, readAnyKey } from './key-slips.ts'
import { isWeighty, readKey, type FoundKey } from './keys.ts'

export interface TaskText {
  /** Up to the first annotation. */
  readonly title: Extent
  /** Parts behind an annotation that are none; they belong to the title. */
  readonly more: readonly Extent[]
  /** In the order of the line. */
  readonly annotations: readonly FoundKey[]
}

/**
 * Splits a task's text into its title and its ` | key: value` parts: the longest suffix of them (FORMATS section 2), and
 * before it each list that the seed's split at every `|` would read (seed 000, `parse`). Any other `|` is text, as is one
 * inside back-ticks. A key near a known one, or without its colon or its blank, is reported and kept as text: MW124, or
 * MW107 where a dependency or a file would be lost.
 */
export function splitAnnotations(bytes: Uint8Array, text: Extent, findings: Findings): TaskText {
  const pipes = pipesIn(bytes, text)
  if (pipes.length === 0) return { title: trimmed(bytes, text.start, text.end), more: [], annotations: [] }
  // From the last one to the first.
  let annotations: readonly FoundKey[] = none
  let more: readonly Extent[] = none
  let end = text.end
  let suffix = true
  let first = text.end
  for (let index = pipes.length - 1; index >= 0; index -= 1) {
    const pipe = pipes[index] ?? text.start
    // Only one with a blank before it sets a part apart.
    if (pipe > text.start && !isBlank(byteAt(bytes, pipe - 1))) {
      if (bytes[pipe - 1] !== byte.pipe)
        sayTight(bytes, trimmed(bytes, pipe + 1, pipes[index + 1] ?? text.end), findings)
      continue
    }
    const part = trimmed(bytes, pipe + 1, end)
    const found = annotationIn(bytes, part, suffix, findings)
    if (found !== null) {
      annotations = push(annotations, found)
      first = pipe
    } else {
      suffix = false
      if (part.end > part.start) more = push(more, part)
    }
    end = pipe
  }
  return {
    title: trimmed(bytes, text.start, first),
    more: more.length === 0 ? none : more.toReversed().filter(({ start }) => start > first),
    annotations: annotations.length < 2 ? annotations : annotations.toReversed(),
  }
}

const none: readonly never[] = []

/** The annotation that a part is; null for text. `suffix`: nothing but annotations stand behind it. */
function annotationIn(bytes: Uint8Array, part: Extent, suffix: boolean, findings: Findings): FoundKey | null {
  const found = readAnyKey(bytes, part.start, part.end)
  if (found === null) {
    const slip = readSlipAt(bytes, part.start, part.end)
    if (slip !== null) sayNear(bytes, slip.found, findings)
    return null
  }
  const { key, near, value } = found
  if (key === null) {
    if (near !== null) sayNear(bytes, found, findings)
    return suffix && near === null ? found : null
  }
  if (suffix) return found
  // Free text may go on behind a bar; a list does not.
  if (key === 'traces') return found
  if (!isWeighty(key)) return null
  if (isListOf(bytes, value, key) || namesNothing(bytes, value)) return found
  const message = `'${found.name}:' is not the last part and holds no list; kept as text`
  findings.add('MW124', 'warning', found.extent, message, `write | ${key}: … at the end of the line`)
  return null
}

function sayNear(bytes: Uint8Array, found: FoundKey, findings: Findings): void {
  const { name, near, fault, extent, value } = found
  if (near === null) return
  const isLost = isWeighty(near) && isListOf(bytes, value, near)
  const message = `${fault ?? `unknown annotation '${name}'`}; did you mean ${near}? kept as text`
  findings.add(isLost ? 'MW107' : 'MW124', isLost ? 'error' : 'warning', extent, message, `write | ${near}: …`)
}

/** A key directly behind a `|` that has no blank before it. */
function sayTight(bytes: Uint8Array, part: Extent, findings: Findings): void {
  const found = readKey(bytes, part.start, part.end)
  const key = found?.key ?? found?.near ?? null
  if (found === null || key === null) return
  const isLost = isWeighty(key) && isListOf(bytes, found.value, key)
  if (!isLost && key !== 'traces') return
  const message = `the blank before '| ${found.name}:' is missing; kept as text`
  findings.add(isLost ? 'MW107' : 'MW124', isLost ? 'error' : 'warning', found.extent, message, `write " | ${key}: …"`)
}

/** Offsets of the bars outside of back-ticks. */
function pipesIn(bytes: Uint8Array, { start, end }: Extent): readonly number[] {
  let ticks = 0
  let bars = 0
  let last = -1
  for (let at = start; at < end; at += 1) {
    const value = bytes[at]
    if (value === byte.tick) ticks += 1
    else if (value === byte.pipe) {
      bars += 1
      last = at
    }
  }
  if (bars === 0) return none
  if (bars === 1 && ticks === 0) return [last]
  // With an odd number of them nobody can tell what is code.
  const code = ticks % 2 === 0
  const pipes: number[] = []
  let inside = false
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.tick) inside = code && !inside
    else if (bytes[at] === byte.pipe && !inside) pipes.push(at)
  }
  return pipes
}

/** A dependency that stands within a title: its words, the id behind them, and what people mean by them. */
export interface DependencyInText {
  readonly words: string
  readonly id: string
  readonly key: 'blocked_by' | 'blocks'
}

const keyInText = /(?:^|[^`|\w\s][ \t]?|\w[ \t]+)_?blocked_by[*_]{0,2}:[*_]{0,2}[ \t]*\[?([Tt]\d+[A-Z]?)/
const wordsInText =
  /(?<![`|][ \t]{0,4}|[\w-])([Dd]epend(?:s|ent)?[ _-](?:up)?on|[Bb]locked[ -]by|[Dd]epend(?:s|ency|encies)|[Dd]eps?|[Rr]equires?|[Nn]eeds?|[Aa]fter|[Ww]aits?[ _-]for|[Pp]rereq(?:uisite)?s?|[Bb]locks)(?:[*_]{0,2}:[*_]{0,2}[ \t]*| )\[?(T\d+[A-Z]?)/g

/**
 * The dependency that stands within a title, set apart by no `|`: `T003 x (blocked_by: T001)`, `T003 x after T001`; null
 * where there is none. Behind a bar it has been said already, and between back-ticks it is an example. `isTask`: many of
 * the words are prose before anything else.
 */
export function dependencyIn(title: string, isTask: (id: string) => boolean): DependencyInText | null {
  const key = title.includes('blocked_by') ? keyInText.exec(title)?.[1] : undefined
  if (key !== undefined) return { words: 'blocked_by:', id: key, key: 'blocked_by' }
  if (!/ \[?T\d|:T\d/.test(title)) return null
  for (const [, words = '', id = ''] of title.matchAll(wordsInText)) {
    const isPlain = /^(?:depends on|blocked by)$/i.test(words)
    if (isPlain || isTask(id)) return { words, id, key: /^blocks$/i.test(words) ? 'blocks' : 'blocked_by' }
  }
  return null
}

/** The title with the parts that stand behind an annotation. */
export function titleOf(bytes: Uint8Array, { title, more }: TaskText): string {
  const own = decode(bytes, title.start, title.end)
  if (more.length === 0) return own
  const parts = more.map(({ start, end }) => decode(bytes, start, end))
  return (own === '' ? parts : [own, ...parts]).join(' | ')
}
