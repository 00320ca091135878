/** What is known of a diagnostic code before any plan is read. */

import type { Code, Severity } from '../diagnostic.ts'

export interface CodeEntry {
  readonly code: Code
  /** A few words, as a heading in the documentation. */
  readonly title: string
  /** Severity of most findings under this code; a finding may carry a milder or stronger one of its own. */
  readonly severity: Severity
  /** Security rule (§): a configuration may raise it and never lower it. */
  readonly security: boolean
  /** How the plan is read where an error of this code is lowered; null where there is no such reading. */
  readonly lowered: string | null
  /** Whether it is found by reading a plan; the others belong to a run, the configuration or the journal. */
  readonly implemented: boolean
  /** Whether `millwright check` reports it: what is found in the plan, and what keeps it from being read at all. */
  readonly byCheck: boolean
  /** One paragraph for people: what it means and what to do. */
  readonly explanation: string
}

type Given = Pick<CodeEntry, 'code' | 'title' | 'severity' | 'explanation'> & Partial<CodeEntry>

/** Fills in what most codes share: no security rule, no lowered reading, found by `check`. */
export function entry(given: Given): CodeEntry {
  return { security: false, lowered: null, implemented: true, byCheck: true, ...given }
}

/** As `entry`, for a code that is not found by reading a plan. */
export function elsewhere(given: Given): CodeEntry {
  return entry({ implemented: false, byCheck: false, ...given })
}

/** As `elsewhere`, for a code of the configuration or of opening the plan, which `check` reports too. */
export function configured(given: Given): CodeEntry {
  return elsewhere({ byCheck: true, ...given })
}
