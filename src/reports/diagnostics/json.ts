/** Findings for programs: the part of `check --format json` about diagnostics (DESIGN, The command line). */

import type { Code, Diagnostic, Severity } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { rangeOf } from '../position.ts'
import { summarise, type Summary } from './summary.ts'

/** Lines and columns are 1-based, columns in UTF-16 units, `offset` in bytes; all null where there is no such place. */
export interface JsonPlace {
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly endLine: number | null
  readonly endColumn: number | null
  readonly offset: number | null
}

export interface JsonRelated extends JsonPlace {
  readonly message: string
}

export interface JsonDiagnostic extends JsonPlace {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  readonly help: string
  readonly related: readonly JsonRelated[]
}

function placeOf(span: Span | null, sources: readonly Source[]): JsonPlace {
  const range = span === null ? null : rangeOf(span, sources)
  return {
    file: span?.path ?? null,
    line: range?.start.line ?? null,
    column: range?.start.column ?? null,
    endLine: range?.end.line ?? null,
    endColumn: range?.end.column ?? null,
    offset: range === null ? null : (span?.offset ?? null),
  }
}

/** Findings as plain data in the documented shape; show it with `safeJson`. */
export function diagnosticsJson(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
): { readonly diagnostics: readonly JsonDiagnostic[]; readonly summary: Summary } {
  return {
    diagnostics: diagnostics.map(({ code, severity, message, help, span, related }) => ({
      code,
      severity,
      message,
      help,
      ...placeOf(span, sources),
      related: related.map((it) => ({ message: it.message, ...placeOf(it.span, sources) })),
    })),
    summary: summarise(diagnostics),
  }
}
