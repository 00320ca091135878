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

/** Reads the leading word of a status; what follows it, such as `(Pre-Analyzed)`, is the author's own. */
export function readStatus(text: string): { readonly says: StatusSays; readonly word: string } {
  const lower = text.toLowerCase()
  const open = openWords.find((word) => leads(lower, word))
  if (open !== undefined) return { says: 'open', word: text.slice(0, open.length) }
  const complete = completeWords.find((word) => leads(lower, word))
  if (complete !== undefined) return { says: 'complete', word: text.slice(0, complete.length) }
  return { says: 'other', word: text }
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
