/** What the heading of a Definition of Complete says beyond its name is a criterion by itself: `Done when the mayor has signed`. */

import { isPlainHeading } from '../../../plan/values/plain-heading.ts'
import { decode, type Extent } from '../../scan/bytes.ts'
import { introducing, takeEmptyHeading } from './criterion-lines.ts'
import type { Reading, Section } from './reading.ts'
import { isNameOfCheck, nameOfText, withoutCriteriaName } from './section.ts'

const longest = 400
/** Words that only name what is to be complete. */
const naming: ReadonlySet<string> = new Set(
  (
    'we our us you your finished means whole entire see also above mvp release version system software application app product solution ' +
    'business phase milestone sprint iteration stage epic story key satisfaction from framework smart dod doc abnahme 验收 驗收'
  ).split(' '),
)

/** Takes what a heading or a name in bold says beyond its name; below that of a check (`Primary Deliverable`) each point says it. */
export function takeHeadingWords(reading: Reading, place: Extent): void {
  const words = wordsOf(reading, place)
  if (words !== null && !isNameOfCheck(nameOfText(decode(reading.bytes, words.start, words.end))))
    takeEmptyHeading(reading, words)
}

/** The heading of a section below which nothing stands, where it says what nothing else does. */
export function saysMore(reading: Reading, { isOwn, title, place }: Section): boolean {
  return !isOwn || (isNameOfCheck(nameOfText(title)) && wordsOf(reading, place) !== null)
}

/** A heading without signs at its ends; null where its words only name the criteria. */
function wordsOf({ bytes, title }: Reading, { start, end }: Extent): Extent | null {
  const text = decode(bytes, start, Math.min(end, start + longest))
  const tags = text.replaceAll(/<[^<>]*>|\{[#.][^{}]*\}/g, (it) => ' '.repeat(it.length))
  const named = title === null ? '' : decode(bytes, title.start, Math.min(title.end, title.start + longest))
  const known = new Set(wordsIn(named))
  const said = wordsIn(withoutCriteriaName(tags))
  const isName = said.every(
    (it) => known.has(it) || introducing.has(it) || naming.has(it) || isVersion(it) || isPlainHeading(it),
  )
  if (isName && !/\d\s*%/.test(tags)) return null
  const from = /^(?:[\s>#*_•+-]|\d+[.)]\s)*/.exec(tags)?.[0] ?? ''
  const dress = text.slice(/[\s*_:]*$/.exec(tags)?.index ?? text.length)
  return { start: start + Buffer.byteLength(text.slice(0, from.length)), end: end - Buffer.byteLength(dress) }
}

/** `v1`, `2`. */
function isVersion(word: string): boolean {
  return /^v?\d+$/.test(word)
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
