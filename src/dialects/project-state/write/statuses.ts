/** The edits that make a task's status say what a run wants, in the words and letters of the file. */

import type { Draft, DraftTask } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { holdsLineFeed, indentAt } from '../../json/lines.ts'
import { quote, type Layout } from '../../json/write.ts'
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

/** The word as it is written in the place of a status, with its quotes. */
export function statusEdit(task: DraftTask, object: JsonObject, word: string, layout: Layout): Edit {
  const content = quote(word, layout)
  if (task.mark.raw !== '') return { ...task.mark.span, content }
  const before = memberBeforeStatus(object)
  const colon = before === undefined ? layout.colon : decode(layout.bytes, before.key.end, before.value.start)
  const member = `"status"${colon}${content}`
  return {
    ...task.mark.span,
    content: before === undefined ? member : `${separatorBehind(object, before, layout)}${member}`,
  }
}

/** What parts the next member from this one: on a line of its own, or in the same line as what follows it. */
function separatorBehind(object: JsonObject, before: JsonMember, { bytes, lineEnd, comma }: Layout): string {
  const all = [...object.members.values()]
  const next = all[all.indexOf(before) + 1]
  const isAlone =
    holdsLineFeed(bytes, object.start, before.start) ||
    (next !== undefined && holdsLineFeed(bytes, before.end, next.start))
  if (isAlone && (next === undefined || holdsLineFeed(bytes, before.end, next.start)))
    return `,${lineEnd}${indentAt(bytes, (next ?? before).start)}`
  const between = next === undefined ? comma : decode(bytes, before.end, next.start)
  return /^,[ \t]*$/.test(between) ? between : comma
}

/** Whether a task is blocked by nothing but what it waits for. */
export function onlyWaits({ state, because }: MarkWish): boolean {
  return state === 'blocked' && because === 'unmet'
}
