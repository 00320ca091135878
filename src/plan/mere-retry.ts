/** Whether a backup is another way at all, or the same thing once more (seed 004 §6.2, article VII). */

import { retryTexts, retryWords, type RetryWords } from './retry-words.ts'

/** A method as it is compared. */
export interface MethodWords {
  readonly text: string
  /** Program and arguments of a tool or script; empty where there is none. */
  readonly argv: readonly string[]
}

/** Words that say nothing of how a thing is done, in English. */
const filler = new Set(
  'a an the this that it its and or to of for with by at in on just simply please carefully'.split(' '),
)
/** Words of a text, without what only says how it is written. Dashes join: `re-run` is `rerun`. */
function wordsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll(/[-\u2010\u2011]/gu, '')
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/**
 * Whether a backup is a mere retry of a method before it. It is:
 * - where both say the same in the same order, apart from case, punctuation and words that say nothing of how (`the`, `carefully`);
 * - where it says "again", "retry", "same as the primary" and the like, and no word besides that is not in the other one: "try again",
 *   "retry up to 3 times", "wait and retry the download" after "download the tables", "versuche es erneut".
 *
 * One word of its own is enough to be another way ("retry with the mirror"): what is a good one is for people to judge. Another
 * program is another way whatever its text. A text without words is none. Of languages that `retry-words.ts` does not know only the
 * first rule holds.
 */
export function isMereRetry(backup: MethodWords, before: readonly MethodWords[]): boolean {
  const words = wordsOf(backup.text)
  const own = words.filter((it) => !filler.has(it))
  const contents = words.length > mostWords ? [] : retryWords.flatMap((it) => contentBesideAgain(words, it) ?? [])
  const isWhole = retryTexts.some((it) => it.test(words.join('')))
  return before.some((other) => {
    if (words.length === 0 || !isSameList(backup.argv, other.argv)) return false
    const others = wordsOf(other.text)
    const ofOther = others.filter((it) => !filler.has(it))
    const known = new Set(ofOther)
    if (isWhole || contents.some(({ content }) => content.every((it) => known.has(it)))) return true
    return own.length === 0 ? isSameList(words, others) : isSameList(own, ofOther)
  })
}

/** Whoever writes more of it says more than that a thing is done once more. */
const mostWords = 200

/** What words say beside that a thing is done once more; null where they do not say so in this language. */
function contentBesideAgain(
  words: readonly string[],
  { again, phrases, beside, nothing }: RetryWords,
): { readonly content: readonly string[] } | null {
  let text = words.join(' ')
  if (phrases !== null) text = text.replaceAll(phrases, '\0')
  if (nothing !== null) text = text.replaceAll(nothing, ' ')
  const left = text.split(' ').filter((it) => it !== '')
  const saysAgain = (it: string): boolean => it === '\0' || again.has(it)
  if (!left.some(saysAgain)) return null
  return { content: left.filter((it) => !saysAgain(it) && !filler.has(it) && !beside.has(it) && !/^\p{N}+$/u.test(it)) }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((it, at) => it === other[at])
}
