/** Lines and columns for what is shown to people: the plan's own positions, found by path. */

import type { Position } from '../plan/position.ts'
import { positionAt } from '../plan/position.ts'
import type { Source, Span } from '../plan/source.ts'

export { characterStart, lineAt, positionAt } from '../plan/position.ts'
export type { Position } from '../plan/position.ts'

/** A span as people and programs name it: both ends 1-based, the end just behind the last character. */
export interface Range {
  readonly file: string
  readonly start: Position
  readonly end: Position
}

/** Finds `span` in `sources`; null where its file is not among them (a missing file, a binary journal). */
export function rangeOf(span: Span, sources: readonly Source[]): Range | null {
  const source = sources.find((it) => it.path === span.path)
  if (source === undefined) return null
  return {
    file: span.path,
    start: positionAt(source, span.offset),
    end: positionAt(source, span.offset + span.length),
  }
}
