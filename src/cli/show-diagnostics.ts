/** Shows findings on stderr, with their lines. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Source } from '../plan/source.ts'
import { diagnosticsText, summarise, summaryText } from '../reports/diagnostics/index.ts'
import type { Io } from './output.ts'

/** Prints findings with their code frames, and how many there are. */
export function showDiagnostics(io: Io, diagnostics: readonly Diagnostic[], texts: readonly Source[]): void {
  io.hear?.({ is: 'findings', diagnostics, texts })
  io.stderr.write(
    `${diagnosticsText(diagnostics, texts, { colour: io.stderr.colour }).trimEnd()}\n\n${summaryText(summarise(diagnostics))}\n`,
  )
}
