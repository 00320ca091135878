/** What tests ask of a spec's Markdown: what is told, at which places, and what is found. */

import { findingsOf } from '../../../src/dialects/findings.ts'
import { readSpecText } from '../../../src/dialects/spec/markdown/read.ts'
import type { ToldSpecText } from '../../../src/dialects/spec/markdown/told-text.ts'
import type { ToldStep, ToldTask } from '../../../src/dialects/spec/told.ts'
import type { Diagnostic } from '../../../src/plan/diagnostic.ts'
import { positionAt } from '../../../src/plan/position.ts'
import type { Source, Span } from '../../../src/plan/source.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface Told {
  readonly source: Source
  readonly told: ToldSpecText
  readonly found: readonly Diagnostic[]
  /** `line:column severity code` of each finding. */
  readonly printed: readonly string[]
  /** What stands at a span. */
  readonly at: (span: Span | undefined | null) => string
}

export function tell(given: string | Uint8Array, path = 'spec_a.md'): Told {
  const source = { path, bytes: typeof given === 'string' ? encoder.encode(given) : given }
  const findings = findingsOf(source)
  const told = readSpecText(source, findings)
  findings.finish()
  return {
    source,
    told,
    found: findings.found,
    printed: findings.found.map(({ span, severity, code }) => {
      const { line, column } = positionAt(source, span?.offset ?? 0)
      return `${line}:${column} ${severity} ${code}`
    }),
    at: (span) => (span == null ? '' : decoder.decode(source.bytes.subarray(span.offset, span.offset + span.length))),
  }
}

/** The only task of a text. */
export function taskIn(text: string): ToldTask {
  const { told } = tell(text)
  if (told.tasks.length !== 1 || told.tasks[0] === undefined) throw new Error(`${told.tasks.length} tasks`)
  return told.tasks[0]
}

/** The only step of a text that has one task. */
export function stepIn(text: string): ToldStep {
  const { steps } = taskIn(text)
  if (steps.length !== 1 || steps[0] === undefined) throw new Error(`${steps.length} steps`)
  return steps[0]
}

/** Every span in a value. */
export function spansOf(value: unknown, found: Span[] = []): Span[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return found
  if ('offset' in value && 'length' in value && 'path' in value) found.push(value as Span)
  else for (const part of value instanceof Map ? value.values() : Object.values(value)) spansOf(part, found)
  return found
}
