/** What a person types at a checkpoint of education mode, by the words of its question (seed 004 §3). */

import { safeLine } from '../plan/safe-text.ts'
import type { ReviewAnswer } from '../run/command.ts'
import { checkpointQuestion } from '../run/education/checkpoint-text.ts'
import { unfitChoice } from '../run/education/teach.ts'
import type { Review, RunState } from '../run/state.ts'

export interface TypedAnswer {
  readonly answer: ReviewAnswer
  /** Behind the word: which approach, or what is to be explained. */
  readonly text: string
}

/** Longer words first: of two that begin alike the first one counts. */
const words: readonly (readonly [typed: string, answer: ReviewAnswer])[] = [
  ['explain-more', 'explain-more'],
  ['explain more', 'explain-more'],
  ['explain', 'explain-more'],
  ['try-different', 'try-different'],
  ['try different', 'try-different'],
  ['different', 'try-different'],
  ['try', 'try-different'],
  ['alternatives', 'alternatives'],
  ['approve', 'approve'],
  ['pause', 'pause'],
  ['block', 'block'],
  ['skip', 'skip'],
  ['yes', 'approve'],
  ['y', 'approve'],
  ['no', 'alternatives'],
  ['n', 'alternatives'],
]

/** Enter is a yes, as the question says. @returns null for what is none of its answers */
export function typedAnswer(typed: string): TypedAnswer | null {
  const text = typed.trim().split(/\s+/u).join(' ')
  if (text === '') return { answer: 'approve', text: '' }
  const lower = text.toLowerCase()
  const found = words.find(([word]) => lower === word || lower.startsWith(`${word} `))
  return found === undefined ? null : { answer: found[1], text: text.slice(found[0].length).trim() }
}

/**
 * Asks until there is an answer that can be followed.
 * @param line asks for one line; null where nobody answers
 * @returns null where the question stays open
 */
export async function askApproach(
  line: (question: string) => Promise<string | null>,
  { state, review, tell }: { readonly state: RunState; readonly review: Review; readonly tell: (text: string) => void },
): Promise<TypedAnswer | null> {
  for (;;) {
    const typed = await line(`${checkpointQuestion} `)
    if (typed === null) return null
    const said = typedAnswer(typed)
    if (said === null) {
      tell('write y, n, explain more, or try different with the letter of an approach; or skip, block, pause')
      continue
    }
    if (!review.options.includes(said.answer)) {
      tell('the plan has no other approach')
      continue
    }
    const named = said.answer === 'try-different' && said.text === '' ? await line('Which approach: ') : said.text
    if (named === null) return null
    const wrong = unfitChoice(state, review, { answer: said.answer, text: named })
    if (wrong === null) return { answer: said.answer, text: named.trim() }
    tell(safeLine(wrong))
  }
}
