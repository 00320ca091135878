/** Phases and user stories: what has to hold at their end is theirs, and nothing of the goal. */

import { byte, decode } from '../../scan/bytes.ts'
import { isOfPlan } from './criteria-name.ts'
import type { Reading, TextLine } from './reading.ts'
import { nameOfText } from './section.ts'

/** `phase 2`, `sprint iv`. */
const numbered =
  /^(?:phase|milestone|sprint|iteration|stage|epic)[\s#-]*(?:\d|(?:[ivx]+|[a-z]|one|two|three|four|five|six)(?![\p{L}\d]))/u
const phase = /^phase$|^[\p{L} -]{1,40} phase$/u
/** `user story`, `user story 1 - tides`, `us-1`. */
const story = /^(?:user )?story(?:[\s#-]*\d[\d.]*(?![\p{L}\d])|\s*$|\s*[–—-])|^us[- ]?\d/u
/** `As a captain, I want …`, also behind its number. */
const wish =
  /^(?:(?:user )?(?:story|us)?[\s#-]*[\d.]*[^\p{L}\d]{0,5})?as (?:an?|the) .{1,200}?\bi (?:want|need|can|could|would|wish|should|must|expect)\b/u
const longestLine = 400
const longestTitle = 100

/** Whether a heading of this name, in small letters, opens one. */
function isPart(name: string): boolean {
  return numbered.test(name) || phase.test(name) || story.test(name)
}

/** Whether criteria of this name are those of the phase or the story that they stand in or name, unless they say that they are the plan's. */
export function isOfPart({ part }: Reading, name: string): boolean {
  return !isOfPlan(name) && (part !== null || isNumberedName(nameOfText(name)))
}

function isNumberedName(name: string): boolean {
  return numbered.test(name) || story.test(name)
}

/** A heading that is none of criteria may open one; it ends with the next one of its level. */
export function openPart(
  reading: Reading,
  heading: { readonly name: string; readonly title: string; readonly level: number },
): void {
  const { name, title, level } = heading
  if (isPart(name) || wish.test(plainText(title))) reading.part = { level, title, isHeading: true }
}

/** A line may open one within the section that it stands in: `**Phase 1: Data**`, `As a captain, I want …`. */
export function openPartByLine(reading: Reading, it: TextLine): void {
  const { bytes, part, sections } = reading
  if (part?.isHeading === true || isBelowHeadingOfCriteria(reading)) return
  const text = decode(bytes, it.content, Math.min(it.end, it.content + longestLine))
  const isBold = bytes[it.content] === byte.star && bytes[it.content + 1] === byte.star
  if (!(isBold && isNumberedName(nameOfText(text))) && !wish.test(plainText(text))) return
  const above = sections.findLast(({ level }) => level <= deepestHeading)
  // Below the title alone any heading is about something else.
  const level = above === undefined || above === sections[0] ? deepestHeading : above.level
  reading.part = { level, title: text.slice(0, longestTitle), isHeading: false }
}

/** A heading ends those of its level and below it, a rule one that no heading has opened. */
export function endPart(reading: Reading, level: number | null): void {
  const { part } = reading
  if (part !== null && (level === null ? !part.isHeading : level <= part.level)) reading.part = null
}

const deepestHeading = 6

/** There all lines are criteria; below a name in bold they may have ended. */
function isBelowHeadingOfCriteria({ sections }: Reading): boolean {
  const last = sections.at(-1)
  return last?.kind === 'criteria' && last.level <= deepestHeading
}

/** A title as it is told to people: without a bullet and emphasis. */
export function plainTitle(title: string): string {
  return title.replace(/^(?:[-*+>]\s+)+/, '').replaceAll('**', '')
}

function plainText(text: string): string {
  return text.replaceAll(/[*_>]/g, '').trim().toLowerCase()
}
