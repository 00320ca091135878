/** Points of a Definition of Complete that need not hold. */

import type { CompletionCriterion } from './spec.ts'

/** Alone as a heading, or as a label: words that are about a thing (`Bonus: …` of wages, `(later)`) may be any criterion's. */
const optional =
  "(?:optional(?:ly)?|nice[- ]to[- ]haves?|stretch goals?|(?:out of|not in) scope|could[- ]haves?|won['’]?t[- ]haves?)"
const heading = new RegExp(
  `^[\\s*_(]*(?:${optional}|future (?:work|versions?|releases?|improvements?))[\\s*_):.]*$`,
  'iu',
)
const label = new RegExp(`^[\\s*_([]*${optional}[*_)\\]]*\\s*:`, 'iu')

/** More of a text is not looked at. */
const longest = 2_000

/** Whether a point says by its label, or by what it stands below, that it need not hold. */
export function isOptional({ text, under }: Pick<CompletionCriterion, 'text' | 'under'>): boolean {
  return under.some((it) => heading.test(it)) || label.test(text.slice(0, longest))
}
