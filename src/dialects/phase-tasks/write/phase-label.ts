/** Status words behind a phase's heading and in a progress table: what they say and how they are spelled. */

/** What a status word says: that work is left, that none is, or something of the author's own. */
export type StatusSays = 'open' | 'complete' | 'other'

const openWords = [
  'not started',
  'in progress',
  'in-progress',
  'in_progress',
  'pending',
  'started',
  'ongoing',
  'todo',
  'open',
]
const completeWords = ['completed', 'complete', 'done']

export interface Status {
  readonly says: StatusSays
  /** A picture before the word, with the blank behind it: `⏳ Pending`. */
  readonly sign: string
  readonly word: string
}

/**
 * Reads the leading word of a status, and a picture before it; what follows, such as `(Pre-Analyzed)`, is the author's
 * own. The text may have one character per byte.
 */
export function readStatus(whole: string): Status {
  const sign = /^[^\0-\x7f]{1,16}[ \t]{1,4}/.exec(whole)?.[0] ?? ''
  const text = whole.slice(sign.length)
  const lower = text.toLowerCase()
  const open = openWords.find((word) => leads(lower, word))
  if (open !== undefined) return { says: 'open', sign, word: text.slice(0, open.length) }
  const complete = completeWords.find((word) => leads(lower, word))
  if (complete !== undefined) return { says: 'complete', sign, word: text.slice(0, complete.length) }
  return { says: 'other', sign: '', word: whole }
}

/** The picture for a finished phase, with its blank: the one that another of `statuses` has, else `usual`. */
export function completeSign(statuses: readonly string[], usual: string): string {
  for (const status of statuses) {
    const { says, sign } = readStatus(status)
    if (says === 'complete' && sign !== '') return sign
  }
  return `${usual} `
}

/** The word for a finished phase: the one most of `statuses` use, else `COMPLETE`; in the letter case of `instead`. */
export function completeWord(statuses: readonly string[], instead: string): string {
  const counts = new Map<string, number>()
  for (const status of statuses) {
    const { says, word } = readStatus(status)
    const lower = word.toLowerCase()
    if (says === 'complete') counts.set(lower, (counts.get(lower) ?? 0) + 1)
  }
  let best = 'complete'
  for (const [word, count] of counts) if (count > (counts.get(best) ?? 0)) best = word
  if (instead === instead.toLowerCase()) return best
  if (instead === instead.toUpperCase()) return best.toUpperCase()
  return best.slice(0, 1).toUpperCase() + best.slice(1)
}

function leads(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false
  const next = text.slice(word.length, word.length + 1)
  return next === '' || !/[a-z0-9_-]/.test(next)
}
