/** Findings as workflow commands, which GitHub shows beside the lines of a change. */

import type { Diagnostic, Severity } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import { rangeOf } from '../position.ts'
import { safeAnnotation, safeAnnotationProperty } from '../../plan/safe-text.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

function annotation({ code, severity, message, help, span }: Diagnostic, sources: readonly Source[]): string {
  const properties: string[] = []
  if (span !== null) {
    properties.push(`file=${safeAnnotationProperty(span.path)}`)
    const range = rangeOf(span, sources)
    if (range !== null) {
      const { start, end } = range
      properties.push(`line=${start.line}`, `col=${start.column}`, `endLine=${end.line}`)
      // Columns of two different lines are not compared: the format takes an end column on the same line only.
      if (start.line === end.line) properties.push(`endColumn=${end.column}`)
    }
  }
  properties.push(`title=${code}`)
  return `::${commands[severity]} ${properties.join(',')}::${safeAnnotation(`${message}\nhelp: ${help}`)}`
}

/** One command a finding and line; empty text where there are none. */
export function diagnosticsGithub(diagnostics: readonly Diagnostic[], sources: readonly Source[]): string {
  return diagnostics.map((it) => `${annotation(it, sources)}\n`).join('')
}
