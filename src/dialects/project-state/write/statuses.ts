/** The edits that make a task's status say what a run wants, in the words and letters of the file. */

import type { Draft, DraftTask } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { beforeBlocks, behindBlocks, commentsIn } from '../../json/comments.ts'
import { holdsLineFeed, indentAt } from '../../json/lines.ts'
import { addMembers, isPlainColon, quote, type Layout, type Spot } from '../../json/write.ts'
import type { JsonMember, JsonObject } from '../../json/tree.ts'
import { decode } from '../../scan/bytes.ts'
import { memberBeforeStatus } from '../statuses.ts'
import { stateOf } from '../words.ts'
import { inLetters, lettersOf, type Letters } from './letters.ts'

/** How a file writes its statuses. */
export interface Spelling {
  readonly letters: Letters
  /** Words that stand in it, as they are written, by what they mean. */
  readonly words: ReadonlyMap<string, string>
}

/** Looks at all statuses of a plan: their letters by majority, and which of several words for a state is in use. */
export function spellingOf({ tasks }: Draft): Spelling {
  const words = new Map<string, string>()
  const counts = { lower: 0, upper: 0, title: 0 }
  for (const { mark } of tasks) {
    const text = /^"([A-Za-z][A-Za-z _-]*)"$/.exec(mark.raw)?.[1]
    if (text === undefined) continue
    counts[lettersOf(text)] += 1
    const state = stateOf(text)
    if (state !== null && !words.has(state)) words.set(state, text)
  }
  const letters = counts.upper > counts.lower + counts.title ? 'upper' : counts.title > counts.lower ? 'title' : 'lower'
  return { letters, words }
}

const usual: Readonly<Record<MarkWish['state'], string>> = {
  todo: 'pending',
  done: 'done',
  blocked: 'failed',
  skipped: 'terminated',
  deferred: 'deferred',
}

/**
 * The word for a state: the one that the file uses, else the format's own. The format's tool knows no `blocked`: what could
 * not be done has failed there, and so has what a person rejected (seed 003 §6).
 */
export function wordOf({ state, because }: Pick<MarkWish, 'state' | 'because'>, { letters, words }: Spelling): string {
  const known = because === 'rejected' ? undefined : words.get(state)
  if (known !== undefined) return known
  return inLetters(usual[state], letters)
}

/** The word in the place of a status, with its quotes; where there is none, a status behind the id, with the blanks of that. */
export function statusEdit(task: DraftTask, object: JsonObject, word: string, layout: Layout): Edit {
  if (task.mark.raw !== '') return { ...task.mark.span, content: quote(word, layout) }
  const before = memberBeforeStatus(object)
  if (before === undefined) return addMembers(object, [['status', word]], layout)
  const { bytes } = layout
  const next = memberBehind(object, before)
  const colon = decode(bytes, before.key.end, before.value.start)
  const comma = next === undefined ? '' : decode(bytes, before.end, next.start)
  const own = {
    ...layout,
    colon: isPlainColon(colon) ? colon : layout.colon,
    comma: /^,[ \t]*$/.test(comma) ? comma : layout.comma,
  }
  return addMembers(object, [['status', word]], own, spotBehind(object, before, next, bytes))
}

function memberBehind({ members }: JsonObject, before: JsonMember): JsonMember | undefined {
  const all = [...members.values()]
  return all[all.indexOf(before) + 1]
}

/** On a line of its own where one ends behind the member, else in its line; comments that are said of the member stay with it. */
function spotBehind(object: JsonObject, behind: JsonMember, next: JsonMember | undefined, bytes: Uint8Array): Spot {
  if (holdsLineFeed(bytes, behind.end, next?.start ?? object.end))
    return { behind, indent: indentAt(bytes, (next ?? behind).start) }
  const isOfIt = next !== undefined && isSaidOfLast(object, behind, next, bytes)
  return { ...(isOfIt ? { before: next } : { behind }), indent: null }
}

/**
 * Whether comments between two members of one line, behind the comma, are said of the first one: where nothing else is, and no
 * comment stands before the first member of all, as if each stood before what it is about.
 */
function isSaidOfLast(object: JsonObject, last: JsonMember, next: JsonMember, bytes: Uint8Array): boolean {
  const [first = last] = object.members.values()
  return (
    behindBlocks(bytes, last.end) === last.end &&
    beforeBlocks(bytes, object.start + 1, first.start) === first.start &&
    commentsIn(bytes, last.end, next.start).count > 0
  )
}

/** Whether a task is blocked by nothing but what it waits for. */
export function onlyWaits({ state, because }: MarkWish): boolean {
  return state === 'blocked' && because === 'unmet'
}
