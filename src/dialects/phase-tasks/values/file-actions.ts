/** The words that say what is done to a file, and where they stand: `(CREATE)`, `MODIFY`, `removed`. */

import type { FileAction } from '../../../plan/model.ts'
import { byte, byteAt, isBlank, isLetter, skipBlanks, standsAt, trimmed, type Extent } from '../../scan/bytes.ts'
import { closerOf } from '../../scan/list.ts'
import { dashEnd } from './ids.ts'

const actions: readonly { readonly word: string; readonly action: FileAction }[] = [
  { word: 'CREATE', action: 'create' },
  { word: 'NEW', action: 'create' },
  { word: 'MODIFY', action: 'modify' },
  { word: 'REGENERATE', action: 'modify' },
  { word: 'DELETE', action: 'delete' },
  { word: 'REVIEW', action: 'read' },
  { word: 'VERIFY', action: 'read' },
  { word: 'RENAME', action: 'rename' },
]
/** How an action is written, as help. */
export const actionHelp = 'write (CREATE), (MODIFY), (DELETE), (REVIEW) or (RENAME) behind the path'
const smallA = 97

/** What stands in the parentheses behind a path. */
export interface Action {
  readonly action: FileAction
  readonly word: Extent | null
  readonly note: Extent
}

/**
 * The parentheses that hold the action: the first ones behind a blank, or directly behind the path if they begin with a
 * known action; `app/(group)/page.ts` and `(group)/page.ts` are all path. `open` is the entry's end where there are none, `close` -1 where
 * they are not closed.
 */
export function actionOf(bytes: Uint8Array, { start, end }: Extent): { readonly open: number; readonly close: number } {
  let tick = false
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.tick) tick = !tick
    if (bytes[at] !== byte.open || tick) continue
    const apart = at === start || isBlank(byteAt(bytes, at - 1))
    if (!apart && actionAt(bytes, at + 1, wordEnd(bytes, at + 1, end)) === null) continue
    const close = closerOf(bytes, at, end)
    // `(group)/page.ts` is a path.
    if (close < 0 || bytes[close + 1] !== byte.slash) return { open: at, close }
    at = close
  }
  return { open: end, close: -1 }
}

/** The end of a word of ASCII letters and `_`, up to 40 of them. */
export function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && behind - at < 40 && (isLetter(byteAt(bytes, behind)) || bytes[behind] === byte.underscore))
    behind += 1
  return behind
}

/** The action a word of ASCII letters stands for, in capitals or not; null for any other word. */
export function actionAt(bytes: Uint8Array, start: number, end: number): FileAction | null {
  for (let at = 0; at < actions.length; at += 1) {
    const one = actions[at]
    if (one?.word.length !== end - start) continue
    let same = 0
    while (same < one.word.length && (byteAt(bytes, start + same) & ~32) === one.word.charCodeAt(same)) same += 1
    if (same === one.word.length) return one.action
  }
  return null
}

/** The action that a word in capitals stands for, where there are no parentheses around it. */
export function shoutedAction(bytes: Uint8Array, start: number, end: number): FileAction | null {
  const behind = wordEnd(bytes, start, end)
  for (let at = start; at < behind; at += 1) if (byteAt(bytes, at) >= smallA) return null
  // `NEW.ts` is a name.
  if (behind < end && bytes[behind] !== byte.colon && !isBlank(byteAt(bytes, behind))) return null
  return actionAt(bytes, start, behind)
}

/** First word and note of what stands in the parentheses. */
export function actionIn(bytes: Uint8Array, start: number, end: number): Action {
  const from = skipBlanks(bytes, start, end)
  const behind = wordEnd(bytes, from, end)
  let note = behind
  while (note < end) {
    const value = byteAt(bytes, note)
    const dash = isArrow(bytes, note) ? note : dashEnd(bytes, note, end)
    if (isBlank(value) || value === byte.comma || value === byte.colon || value === byte.semicolon) note += 1
    else if (dash > note) note = dash
    else break
  }
  const word = behind > from ? { start: from, end: behind } : null
  const action = word === null ? 'unknown' : (actionAt(bytes, from, behind) ?? 'unknown')
  return { action, word, note: trimmed(bytes, note, end) }
}

const spokenActions: ReadonlyMap<string, FileAction> = new Map<string, FileAction>([
  ...actions.map(({ word, action }): [string, FileAction] => [word.toLowerCase(), action]),
  ['add', 'create'],
  ['update', 'modify'],
  ['edit', 'modify'],
  ['change', 'modify'],
  ['remove', 'delete'],
])

/** The action that a word of prose names, in small letters or not; null for any other. */
export function spokenAction(word: string): FileAction | null {
  return spokenActions.get(word.toLowerCase()) ?? null
}

/** Whether an arrow stands at a place. */
export function isArrow(bytes: Uint8Array, at: number): boolean {
  return standsAt(bytes, at, '->') || standsAt(bytes, at, '=>') || standsAt(bytes, at, '\u00e2\u0086\u0092')
}
