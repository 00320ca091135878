/** What was looked up before a task, in a line for people. */

import { quoted } from '../../plan/one-line.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { ResearchRecord, Researched } from '../../run/steps/research-record.ts'

/** `2 findings from 3 sources, confidence medium`, or why there is none. */
export function researchText(outcome: Researched): string {
  if (outcome.is === 'failed') return safeLine(`nothing was looked up: ${outcome.failure.reason}`)
  const count = (them: readonly string[], what: string): string =>
    `${them.length} ${what}${them.length === 1 ? '' : 's'}`
  return `${count(outcome.findings, 'finding')} from ${count(outcome.sources, 'source')}, confidence ${outcome.confidence}`
}

/** The queries as they are cited. */
export function queriesText(queries: readonly string[]): string {
  return queries.map(quoted).join(', ')
}

/** What is known of the research before a task, a line each; none where there was none. */
export function researchLines(record: ResearchRecord | null): readonly string[] {
  if (record === null) return []
  const { outcome } = record
  if (outcome === null) return ['what it needs to know is being looked up']
  const findings = outcome.is === 'found' ? outcome.findings.map((it) => `  - ${it}`) : []
  return [
    `looked up before it began: ${researchText(outcome)}`,
    ...findings,
    ...outcome.troubles.map((it) => `  ! ${it}`),
  ]
}
