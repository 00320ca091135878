/** Names of a Definition of Complete in lines that are no headings: in bold, in a quotation, as a point, as the head of a table. */

import { isPlainHeading } from '../../../plan/values/plain-heading.ts'
import { kindOf, nameOfText, spelledOut } from './section.ts'

export interface CriteriaName {
  /** Where in the text its value begins: behind the name and what sets it apart. */
  readonly valueFrom: number
  /** Whether the line has a sign of a name: emphasis, a tag, a colon. */
  readonly isSetApart: boolean
}

/** What people write before a name. */
const before = /^(?:>\s*|\[!\w{1,20}\][+-]?\s+|<[^<>]{1,100}>\s*|[-*+•]\s+|\d{1,3}[.)]\s+|[*_]{1,3}|\[[ xX]\]\s+)*/
/** What closes a name again, and what sets it apart from its value. */
const behind =
  /^(?:[*_]{1,3}|\s*<\/[^<>]{1,100}>)*\s*(?:(?::|\s[-–—]+\s|–|—)(?:[*_]{1,3})?\s*|$)(?:\s*<\/[^<>]{1,100}>)*/
/** Words that go on with what has to hold. */
const goesOn = /^(?:it is )?(?:done|completed?|finished|achieved) when,?\s+(?=\S)/i
const longest = 60

/** Whether the words of a name are those of a Definition of Complete, and no others. */
export function isCriteriaName(written: string): boolean {
  const name = spelledOut(written)
  return kindOf(name.toLowerCase().trim()) === 'criteria' && (isPlainHeading(name) || !name.trim().includes(' '))
}

const ofFormat = /\b(?:definitions? of (?:complet\w*|done|success)|completion (?:criteria|checklist|definition))\b/i
const ofWhole = /\b(?:whole|overall|final|spec|specification|goal|project|plan)\b/i

/** Whether a name is one of those that the format has for it. */
export function isOfFormat(name: string): boolean {
  return ofFormat.test(spelledOut(name))
}

/** Whether a name of criteria can only be that of the whole plan: a task has acceptance criteria of its own. */
export function isOfPlan(name: string): boolean {
  return isOfFormat(name) || ofWhole.test(name)
}

/** `Phase 9: …`, `User Story 1 – …`. */
const ofPart =
  /^[^\p{L}]{0,16}(?:(?:phase|milestone|sprint|iteration|stage|epic)[\s#-]*[\w.]{1,8}|[\p{L} -]{1,40} phase|((?:user )?story[\s#-]*[\d.]*|us[- ]?\d+))\s*[:.–—-]\s*/iu
/** Words that no phase has for its name. */
const ofCriteria = /\b(?:criteri\w+|definition|conditions?|checklist|metrics?|measures?|do[cd])\b/i

/**
 * The name of criteria that stands behind that of a phase or a story, in small letters; null where none does. Whether they are the plan's is
 * in doubt only behind a phase, and where it is no name for a phase itself (`Phase 4: Acceptance`).
 */
export function criteriaBehindPart(text: string): { readonly name: string; readonly isPlans: boolean } | null {
  const [part = '', story] = ofPart.exec(text.slice(0, longestHeading)) ?? []
  if (part === '') return null
  const name = nameOfText(text.slice(part.length))
  return isCriteriaName(name) ? { name, isPlans: story === undefined && ofCriteria.test(name) } : null
}

const longestHeading = 120

/** Reads a line without blanks at its ends; null where it neither is nor begins with such a name. */
export function readCriteriaName(text: string): CriteriaName | null {
  const from = before.exec(text)?.[0].length ?? 0
  const rest = text.slice(from)
  const words = goesOn.exec(rest)?.[0]
  if (words !== undefined) return { valueFrom: from + words.length, isSetApart: true }
  const name = /^[^:*_<|–—]+?(?=\s+[-–—]+\s|\s*[:*_<|–—]|\s*$)/.exec(rest.slice(0, longest + 1))?.[0] ?? ''
  if (name.length > longest || !isCriteriaName(name)) return null
  const apart = behind.exec(rest.slice(name.length))?.[0]
  if (apart === undefined) return null
  const isDressed = /[*_<>]/.test(text.slice(0, from)) || apart.trim() !== ''
  const hasValue = from + name.length + apart.length < text.length
  // `Done: 3` and `- **Success:** …` are about anything.
  const isOneWord = /^(?:completion|acceptance|criteria|dod|done|success)$/i.test(name.trim())
  if (isOneWord && (hasValue || !/[*_<>]/.test(text.slice(0, from)) || /^\s*(?:[-+•]|\*\s|\d)/.test(text))) return null
  return { valueFrom: from + name.length + apart.length, isSetApart: isDressed }
}

/** Whether such a name stands above the first column of a table, or behind the one of its numbers: of others it is about each row. */
export function hasCriteriaName(row: string): boolean {
  const cells = row.split('|').map((it) => it.trim())
  const [first = '', second = ''] = cells.slice(cells[0] === '' ? 1 : 0)
  const cell = /^(?:#|no\.?|nr\.?|id|\d*)$/i.test(first) ? second : first
  const name = readCriteriaName(cell)
  return name !== null && name.valueFrom >= cell.length && cell.includes(' ')
}
