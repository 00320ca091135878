/** How many findings there are of each severity. */

import type { Diagnostic } from '../../plan/diagnostic.ts'

export interface Summary {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}

/** Counts findings by severity. */
export function summarise(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): Summary {
  const of = (severity: Diagnostic['severity']): number => diagnostics.filter((it) => it.severity === severity).length
  return { errors: of('error'), warnings: of('warning'), infos: of('info') }
}

/** The counts in words: `2 errors, 1 warning`; `no findings` where there are none. */
export function summaryText({ errors, warnings, infos }: Summary): string {
  const part = (amount: number, word: string): string[] =>
    amount === 0 ? [] : [`${amount} ${word}${amount === 1 ? '' : 's'}`]
  const parts = [...part(errors, 'error'), ...part(warnings, 'warning'), ...part(infos, 'info')]
  return parts.length === 0 ? 'no findings' : parts.join(', ')
}
