/** Where a reader puts what it finds wrong: single findings, and those that are said once for a whole file. */

import type { Code, Diagnostic, Related, Severity } from '../plan/diagnostic.ts'
import type { Source, Span } from '../plan/source.ts'
import type { Extent } from './scan/bytes.ts'

export interface Findings {
  readonly found: Diagnostic[]
  /** One finding at a place. Of one code and severity the first 1,000 are kept, the others are counted. */
  add(code: Code, severity: Severity, place: Extent, message: string, help: string, related?: readonly Related[]): void
  /**
   * The first place of something that may be in every line, and how many more there are. `message` gets nothing added
   * while there is only one. Findings of one code and `kind` are one.
   */
  once(code: Code, severity: Severity, kind: string, place: Extent, message: string, help: string): void
  readonly span: (place: Extent) => Span
  /** Writes the collected ones behind the single ones. */
  finish(): void
}

interface Collected {
  readonly diagnostic: Diagnostic
  more: number
  readonly related: Related[]
}

const mostRelated = 5
const mostOfCode = 1_000

/** Findings of one source. */
export function findingsOf(source: Source): Findings {
  const found: Diagnostic[] = []
  const collected = new Map<string, Collected>()
  const counted = new Map<string, { count: number; last: number }>()
  const span = (place: Extent): Span => ({
    path: source.path,
    offset: place.start,
    length: Math.max(0, place.end - place.start),
  })
  return {
    found,
    span,
    add(code, severity, place, message, help, related = []) {
      const before = counted.get(code + severity) ?? { count: 0, last: 0 }
      if (before.count === 0) counted.set(code + severity, before)
      before.count += 1
      if (before.count > mostOfCode) return
      before.last = found.length
      found.push({ code, severity, message, help, span: span(place), related })
    },
    once(code, severity, kind, place, message, help) {
      const before = collected.get(code + kind)
      if (before === undefined) {
        const diagnostic = { code, severity, message, help, span: span(place), related: [] }
        collected.set(code + kind, { diagnostic, more: 0, related: [] })
        return
      }
      before.more += 1
      if (before.related.length < mostRelated) before.related.push({ message: 'also here', span: span(place) })
    },
    finish() {
      for (const { diagnostic, more, related } of collected.values()) {
        const message = more === 0 ? diagnostic.message : `${diagnostic.message} (and ${more} more)`
        found.push({ ...diagnostic, message, related })
      }
      collected.clear()
      for (const { count, last } of counted.values()) {
        const kept = found[last]
        if (count > mostOfCode && kept !== undefined) found[last] = { ...kept, more: count - mostOfCode }
      }
      counted.clear()
    },
  }
}
