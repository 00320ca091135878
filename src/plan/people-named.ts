/** Words of a goal that name people: who something is built for (seed 004 §1.1a, "for volunteers", "for doctors"). */

import { namesAtEnd, namesGroup, namesOne, namesPeople, namesThing } from './people-words.ts'

/** How many words behind "for" are looked at: "for the busy harbour volunteers". */
const looked = 4

interface Word {
  readonly text: string
  /** Whether it owns what comes next: "the team's". */
  readonly isOwner: boolean
  /** Whether a sign stands behind it: people stand in one phrase. */
  readonly isLast: boolean
}

/** What people do whom something is for. */
const doing =
  /^(?:age|ag|visit|work|nurs|travell?|return|expect|struggl|liv|pay|exist|volunteer|retir|learn|begin+|breastfeed|commut|park|spr|morn|even)ing$/
/** Words before one person or a group: "a nurse". */
const determiners = /^(?:an?|any|each|every|her|his|my|one|our|the|their|your)$/
/** Words that go on behind a phrase, and do not belong to it. */
const goesOn =
  /^(?:about|after|and|are|as|at|because|before|by|can|during|from|has|have|in|into|is|of|on|or|so|that|to|under|using|via|when|where|which|while|who|whose|will|with|without)$/

function wordsOf(text: string): readonly Word[] {
  const found = text.toLowerCase().matchAll(/([\p{L}\p{N}_'’-]+)([^\p{L}\p{N}_'’-]*)/gu)
  return Array.from(found, ([, word = '', behind = '']) => ({
    text: word.replace(/['’]s?$/, ''),
    isOwner: /['’]s?$/.test(word),
    // In quotation marks it is the same phrase.
    isLast: behind.replaceAll(/[\s"“”„«»‘*_`]/gu, '') !== '',
  }))
}

/**
 * Whom a spec names as its users, by the last word of each: "stevedores" of "harbour stevedores of the north". Only words in the
 * plural: others stand before what belongs to them.
 */
function usersNamed(users: string): ReadonlySet<string> {
  const parts = users
    .toLowerCase()
    .slice(0, 1000)
    .replaceAll('_', ' ')
    .split(/[,;:/&()+]|\b(?:and|or)\b/)
  const heads = parts.map(
    (it) =>
      it
        .split(/\b(?:at|from|in|of|on|to|who|with|without)\b/)[0]
        ?.trim()
        .split(/\s+/)
        .at(-1) ?? '',
  )
  return new Set(heads.filter((it) => /^\p{L}{3,}s$/u.test(it)))
}

/**
 * Whether a text names people behind the word "for", or in words that nobody lists: those of whom it is said what they do ("for
 * stevedores who load ships"), and those whom the spec calls its users. Linear.
 * @param users `user_interface.target_users`
 */
export function isForPeople(text: string, users = ''): boolean {
  const own = usersNamed(users)
  const words = wordsOf(text)
  return words.some(({ text: word, isLast }, at) => word === 'for' && !isLast && isPeople(words, at + 1, own))
}

/** Whether people stand in a phrase that begins at a word. */
function isPeople(words: readonly Word[], from: number, own: ReadonlySet<string>): boolean {
  // `for managing users`: what is done with them.
  const first = words[from]?.text ?? ''
  if (/^\p{L}{2,}ing$/u.test(first) && !doing.test(first)) return false
  let isDetermined = false
  for (const [nth, { text, isOwner, isLast }] of words.slice(from, from + looked).entries()) {
    const next = words[from + nth + 1]?.text
    const isEnd = isOwner || isLast || next === undefined || goesOn.test(next)
    const before = nth === 0 ? '' : (words[from + nth - 1]?.text ?? '')
    const name = text.slice(text.lastIndexOf('-') + 1)
    if (own.has(text) || ((namesPeople(name) || namesGroup(text)) && !namesThing(before, text))) return true
    if (!isLast && (next === 'who' || next === 'whose') && !goesOn.test(text)) return true
    if (isDetermined && isEnd && (namesAtEnd(text) || namesOne(text))) return true
    if (isLast) return false
    isDetermined ||= determiners.test(text)
  }
  return false
}
