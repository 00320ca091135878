/** Headings of a phase-tasks plan: phases, other sections, and the phase that is implemented. */

import type { DraftGroup, Text } from '../../plan/draft.ts'
import type { Extent } from '../scan/bytes.ts'

/** The group of tasks that stand above every heading but the title. */
export const topGroup = '-'

export interface PhaseHeading {
  readonly number: string
  readonly title: string
  /** The status behind the name; it ends the heading. */
  readonly label: string | null
}

/**
 * Reads the text of a heading as a phase: `Phase 06: Implementation -- PENDING`, `Phase 00-04: Analysis`. Null where it
 * is no phase. The number is kept as written; a colon or a dash sets the name apart (FORMATS section 2, grammar).
 */
export function readPhase(text: string): PhaseHeading | null {
  if (text.slice(0, 6).toLowerCase() !== 'phase ') return null
  let at = 6
  while (text[at] === ' ' || text[at] === '\t') at += 1
  const from = at
  while (isDigitOf(text, at)) at += 1
  if (at === from) return null
  // `06.5` is a phase of its own; `06. Name` sets the name apart.
  if (text[at] === '.' && isDigitOf(text, at + 1)) {
    at += 1
    while (isDigitOf(text, at)) at += 1
  }
  if ((text[at] === '-' || text[at] === '–') && isDigitOf(text, at + 1)) {
    at += 1
    while (isDigitOf(text, at)) at += 1
  }
  const number = text.slice(from, at)
  const sign = text[at]
  if (sign !== undefined && sign !== ':' && sign !== ' ' && sign !== '\t' && sign !== '.') return null
  if (sign === ':' || sign === '.') at += 1
  const { title, label } = readLabel(text, at)
  return { number, title: withoutDash(title), label }
}

/** A section's name and the status label behind it, from `from` on. */
export function readLabel(text: string, from = 0): { readonly title: string; readonly label: string | null } {
  const double = text.lastIndexOf(' --')
  const dash = text.lastIndexOf(' — ')
  const at = Math.max(double, dash)
  if (at >= from) {
    const label = text.slice(at + 3).trim()
    // An em dash stands in many names; only a word in capitals behind it is a label.
    if (label !== '' && (double > dash || isShouted(label))) return { title: text.slice(from, at).trim(), label }
    if (double > dash && label === '') return { title: text.slice(from, at).trim(), label: null }
  }
  return { title: text.slice(from).trim(), label: null }
}

function isShouted(label: string): boolean {
  const word = label.split(' ', 1)[0] ?? ''
  return word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
}

function isDigitOf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}

function withoutDash(title: string): string {
  for (const dash of ['-- ', '- ', '— ', '– ']) if (title.startsWith(dash)) return title.slice(dash.length).trim()
  return title
}

const noTasks = [
  'dependency graph',
  'traceability',
  'assumptions',
  'tdd order',
  'implementation notes',
  'progress summary',
  'critical path',
  'notes',
  'out of scope',
  'definition of',
  'checklist',
  'acceptance',
  'risks',
  'review',
]

/** Sections that tell something about the tasks and hold none (FORMATS section 2, Not tasks). */
export function holdsNoTasks(title: string): boolean {
  const low = title.toLowerCase()
  return noTasks.some((name) => low.startsWith(name))
}

/**
 * Whether a group is run where nobody names phases (REQUIREMENTS B1): phase 06, a range that holds it, or a group named
 * Implementation (FORMATS section 2, Order). Tasks above every heading are too: such a plan has nothing else to run.
 */
export function isImplementation(group: DraftGroup): boolean {
  if (group.key === topGroup) return true
  if (group.number !== null && holdsSix(group.number)) return true
  const name = group.title.toLowerCase()
  return name === 'implementation' || name.startsWith('implementation (')
}

function holdsSix(number: string): boolean {
  const [first = '', last = first] = number.split(/[-–]/)
  return Number(first) <= 6 && Number(last) >= 6
}

/** The label's text with its place: it is the end of the heading's text. */
export function labelText(label: string | null, heading: Extent, path: string): Text | null {
  if (label === null) return null
  const length = Math.min(encoder.encode(label).length, heading.end - heading.start)
  return { text: label, span: { path, offset: heading.end - length, length } }
}

const encoder = new TextEncoder()
