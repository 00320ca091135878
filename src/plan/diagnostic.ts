/** What is wrong or odd in a plan, as values with a place. */

import type { Span } from './source.ts'

export type Severity = 'error' | 'warning' | 'info'

/** Stable code of a rule, `MW` and three digits (RELIABILITY section 7). */
export type Code = `MW${number}`

export interface Related {
  readonly message: string
  readonly span: Span
}

export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  /** One line, plain words, no trailing full stop. */
  readonly message: string
  /** What to do next, one line. Every diagnostic has one. */
  readonly help: string
  /** Absent only where there is no text to point at (a missing file, a binary journal). */
  readonly span: Span | null
  readonly related: readonly Related[]
  /** So many of the same code were found behind this one and only counted; they go into the number of MW009. */
  readonly more?: number
}
