/** Phases and user stories: what has to hold at their end is theirs, and nothing of the goal. */

import { quoted } from '../../../plan/one-line.ts'
import { byte, decode } from '../../scan/bytes.ts'
import { isOfPlan } from './criteria-name.ts'
import type { Reading, TextLine } from './reading.ts'
import { nameOfText } from './section.ts'

/** `phase 2`, `sprint iv`. */
const numbered =
  /^(?:phase|milestone|sprint|iteration|stage|epic)[\s#-]*(?:\d|(?:[ivx]+|[a-z]|one|two|three|four|five|six)(?![\p{L}\d]))/u
/** At the end of the last phase the goal is reached. */
const phase = /^phase$|^(?!(?:the )?(?:final|last|closing) )[\p{L} -]{1,40} phase$/u
/** `user story`, `user story 1 - tides`, `us-1`. */
const story = /^(?:user )?story(?:[\s#-]*\d[\d.]*(?![\p{L}\d])|\s*$|\s*[–—-])|^us[- ]?\d/u
/** `As a captain, I want …`, also behind its number. */
const wish =
  /^((?:user )?(?:story|us)?[\s#-]*[\d.]*[^\p{L}\d]{0,5})?as (?:an?|the) .{1,200}?\bi (?:want|need|can|could|would|wish|should|must|expect)\b/u
/** Below such a heading a wish is a story without saying so. */
const stories = /\bstor(?:y|ies)\b/i
/** `**Phase 1: Tables**`, and no words behind it. */
const aloneInBold = /^\*\*[^*]+\*\*:?$/
const longestLine = 400
const longestTitle = 100

/** Whether a heading of this name, in small letters, opens one. */
function isPart(name: string): boolean {
  return numbered.test(name) || phase.test(name) || story.test(name)
}

/**
 * Whether criteria of this name are those of the phase or the story that they stand in or name, unless they say that they are the plan's.
 * `width` is how far they are indented: those of a point stand below it.
 */
export function isOfPart({ part }: Reading, name: string, width = 0): boolean {
  if (isOfPlan(name)) return false
  return (part !== null && !part.isSpent && width > (part.width ?? -1)) || isNumberedName(nameOfText(name))
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
  if (isPart(name) || wish.test(plainText(title)))
    reading.part = { level, title, isHeading: true, isSpent: false, width: null }
}

/**
 * A line may open one: `**Phase 1: Data**` alone, `As a captain, I want …` among stories. A point opens one for what stands below it:
 * a list that names the phases is about the plan.
 */
export function openPartByLine(reading: Reading, it: TextLine): void {
  const { bytes, part } = reading
  if (part?.isHeading === true || isBelowHeadingOfCriteria(reading)) return
  if (part?.width != null && it.width <= part.width && (it.isBullet || reading.isAfterBlank)) reading.part = null
  const text = decode(bytes, it.content, Math.min(it.end, it.content + longestLine))
  const isBold = bytes[it.content] === byte.star && bytes[it.content + 1] === byte.star
  const isName = isBold && isNumberedName(nameOfText(text)) && (it.isBullet || aloneInBold.test(text))
  if (!isName && !isStory(reading, it, text)) return
  const width = it.isBullet ? it.width : null
  reading.part = { level: deepestHeading, title: text.slice(0, longestTitle), isHeading: false, isSpent: false, width }
}

/** Of what a line has opened only the first criteria that a name in bold opens are its own. */
export function spendPart({ part }: Reading): void {
  if (part !== null && !part.isHeading) part.isSpent = true
}

/** Whether a line is the wish of a story: elsewhere such words only say what the plan is for. */
function isStory({ sections }: Reading, it: TextLine, text: string): boolean {
  const said = wish.exec(plainText(text))
  if (said === null) return false
  return (
    it.isBullet || /\w/.test(said[1] ?? '') || sections.some(({ level, title }) => level > 1 && stories.test(title))
  )
}

/** A heading ends those of its level and below it, and like a rule any that a line has opened. */
export function endPart(reading: Reading, level: number | null): void {
  const { part } = reading
  if (part !== null && (!part.isHeading || (level !== null && level <= part.level))) reading.part = null
}

/** MW528 for what stands among the criteria of a phase or a story: once for each name of them. */
export function sayOfPart(reading: Reading, it: TextLine, name: string): void {
  const { findings, bytes, part } = reading
  const start = it.content
  if (!/[\p{L}\p{N}]/u.test(decode(bytes, start, it.end))) return
  reading.ofParts ??= { start, end: it.end }
  const own = plainTitle(name)
  const whose = part === null ? '' : ` of ${quoted(plainTitle(part.title))}`
  const message = `what stands below ${quoted(own)}${whose} is taken for criteria of a phase or a story, and for none of the goal: nothing looks at it`
  const help = 'write what has to hold at the end below "## Definition of Complete"'
  findings.once('MW528', 'warning', `part ${own} ${whose}`, { start, end: it.end }, message, help)
}

const deepestHeading = 6

/** There all lines are criteria; below a name in bold they may have ended. */
function isBelowHeadingOfCriteria({ sections }: Reading): boolean {
  const last = sections.at(-1)
  return last?.kind === 'criteria' && last.level <= deepestHeading
}

/** A title as it is told to people: without a bullet and emphasis. */
function plainTitle(title: string): string {
  return title.replace(/^(?:[-*+>]\s+)+/, '').replaceAll('**', '')
}

function plainText(text: string): string {
  return text.replaceAll(/[*_>]/g, '').trim().toLowerCase()
}
