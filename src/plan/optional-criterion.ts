/** Points of a Definition of Complete that need not hold. */

import type { CompletionCriterion } from './spec.ts'

/** Words that are about a thing (`Bonus: …` of wages, `(later)`) may be any criterion's, and are none of these. */
const word =
  "(?:optional(?:ly)?|nice[- ]to[- ]haves?|stretch[- ]goals?|(?:out[- ]of|not in)[- ]scope|could[- ]haves?|won['’]?t[- ]haves?|non[- ]goals?|post[- ]mvp|not[- ]required(?: for completion)?|not part of (?:this|the) (?:spec|specification|release|project|goal))"
const withTime =
  "(?:(?:only )?if (?:there(?: is|['’]s) )?(?:enough )?time(?: (?:allows?|permits?|remains?|is left|left))?|(?:as )?time (?:allowing|permitting|allows|permits))"
const noun =
  '(?:enhancements?|deliverables?|items?|features?|(?:(?:acceptance|success|completion) )?criteri(?:a|on)|goals?|improvements?|extras?|additions?|tasks?|objectives?|requirements?|ideas?|work|checks?|tests?|documentation|docs|polish|outputs?|files?|steps?)'
const ofLater = `(?:${noun}|versions?|releases?|extensions?|considerations?|scope|plans?)`
const name = `(?:(?:${word}|stretch)(?:[- ]${noun})?|future(?:[- ]${ofLater})?|${withTime})`
const when =
  '(?:[\\s(,–—-]*(?:(?:for|in) )?(?:now|(?:(?:the|this) )?(?:mvp|v\\d[\\d.]{0,8}|(?:(?:first|initial|current|next) )?(?:version|release|phase|iteration|spec|project))))'
/** One of these alone, or several: `Nice to have (optional)`, `Out of scope for now`. */
const names = `${name}(?:(?:\\s*[(\\[,/;:&–—-]\\s*|\\s(?:and|or)\\s)${name}){0,3}${when}?`
const heading = new RegExp(`^[^\\p{L}]{0,24}(?:explicitly )?${names}[^\\p{L}\\p{N}]{0,16}$`, 'iu')
const label = new RegExp(`^[^\\p{L}\\p{N}]{0,8}${word}[*_)\\]]*\\s*(?::|\\s[-–—]\\s)`, 'iu')
/** In brackets before all else, and no link; also in the first cell of a row. */
const tagBefore = new RegExp(
  `^[^\\p{L}\\p{N}"'\`“]{0,8}(?:[([][\\s*_]*${names}[\\s*_]*[)\\]](?!\\()|(?<![([])${names}[\\s*_]*\\|)`,
  'iu',
)
/** In brackets behind all else, and in no quotes; also in the last cell. */
const tagBehind = new RegExp(
  `(?<!["'\`“])(?:[([][\\s*_]*${names}[\\s*_]*[)\\]]|\\|[\\s*_]*${names})[\\s*_~.,;:!]{0,8}$`,
  'iu',
)

/** More of a text is not looked at, from either end. */
const longest = 2_000

/** Whether a heading, the name of a list or a key is one of those below which nothing need hold: `Optional`, `Stretch goals`. */
export function isNameOfOptional(text: string): boolean {
  return text.length <= longest && heading.test(text)
}

function hasTag(text: string): boolean {
  return tagBefore.test(text.slice(0, longest)) || tagBehind.test(text.slice(-longest))
}

/** Whether a point says by its label, by a tag at its end or beginning (`… (optional)`), or by what it stands below, that it need not hold. */
export function isOptional({ text, under }: Pick<CompletionCriterion, 'text' | 'under'>): boolean {
  return [text, ...under].some((it) => label.test(it.slice(0, longest)) || isNameOfOptional(it) || hasTag(it))
}
