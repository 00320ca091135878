/** Groups of a phase-tasks plan: which sections hold tasks, and where their labels stand. */

import type { Text } from '../../plan/draft.ts'
import type { Extent } from '../scan/bytes.ts'
import type { Named } from '../phase-heading.ts'

/** The group of tasks that stand above every heading but the title. */
export const topGroup = '-'

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

/** Whole names of parts of a phase that tell something about its tasks. */
const asides = new Set([
  ...noTasks,
  'acceptance criteria',
  'definition of done',
  'definition of ready',
  'traceability matrix',
  'review at the end',
])

/** The same for a heading within a phase, where `Review page` may as well be work: only the whole name counts. */
export function isAside(title: string): boolean {
  const name = /^[^\p{L}]*(.*?)[^\p{L}]*(?:\(.*)?$/u.exec(title.slice(0, 200).toLowerCase())?.[1] ?? ''
  return asides.has(name)
}

/** A label with its place, counted from the end of the heading: bytes that are no UTF-8 may stand before it. */
export function labelText({ label }: Named, text: string, heading: Extent, path: string): Text | null {
  if (label === null) return null
  const tail = text.slice(label.at)
  if (tail.includes('\ufffd')) return null
  const offset = heading.end - encoder.encode(tail).length
  return { text: label.text, span: { path, offset, length: encoder.encode(label.text).length } }
}

const encoder = new TextEncoder()
