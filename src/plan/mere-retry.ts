/** Whether a backup is another way at all, or the same thing once more (seed 004 §6.2, article VII). */

/** A method as it is compared. */
export interface MethodWords {
  readonly text: string
  /** Program and arguments of a tool or script; empty where there is none. */
  readonly argv: readonly string[]
}

/** Words by which somebody says that a thing is done once more, and such phrases. */
const again = new Set('again retry retries retried retrying repeat repeated rerun redo reattempt'.split(' '))
const oncePhrase =
  /\b(?:once more|(?:one|two|three|few|some|several|\p{N}+) more times?|(?:another|second|third) time)\b/gu
/** Words that say nothing of how a thing is done, in English. */
const filler = new Set(
  'a an the this that it its and or to of for with by at in on just simply please carefully'.split(' '),
)
/** Words that say nothing more beside "again". */
const besideAgain = new Set(
  (
    'try attempt do does run execute perform same all step method primary approach action operation process up ' +
    'time times wait few some seconds minutes hours later then after before until if fails failed failure error works succeeds'
  ).split(' '),
)

/** Words of a text, without what only says how it is written. Dashes join: `re-run` is `rerun`. */
function wordsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll(/[-\u2010\u2011]/gu, '')
  return (plain.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ').replaceAll(oncePhrase, 'again').split(' ').filter(Boolean)
}

/**
 * Whether a backup is a mere retry of a method before it. It is:
 * - where both say the same in the same order, apart from case, punctuation and words that say nothing of how (`the`, `carefully`);
 * - where it says "again", "retry", "re-run" and the like, and no word besides that is not in the other one: "try again",
 *   "retry up to 3 times", "wait and retry the download" after "download the tables".
 *
 * One word of its own is enough to be another way ("retry with the mirror"): what is a good one is for people to judge. Another
 * program is another way whatever its text. A text without words is none. English words are known; of other languages only the
 * first rule holds.
 */
export function isMereRetry(backup: MethodWords, before: readonly MethodWords[]): boolean {
  const words = wordsOf(backup.text)
  const own = words.filter((it) => !filler.has(it))
  const isAgain = own.some((it) => again.has(it))
  const content = own.filter((it) => !again.has(it) && !besideAgain.has(it) && !/^\p{N}+$/u.test(it))
  return before.some((other) => {
    if (words.length === 0 || !isSameList(backup.argv, other.argv)) return false
    const others = wordsOf(other.text)
    const ofOther = others.filter((it) => !filler.has(it))
    const known = new Set(ofOther)
    if (isAgain && content.every((it) => known.has(it))) return true
    return own.length === 0 ? isSameList(words, others) : isSameList(own, ofOther)
  })
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((it, at) => it === other[at])
}
