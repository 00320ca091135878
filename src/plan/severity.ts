/** How severe a finding is after the configuration has spoken. */

import { codeEntry } from './codes.ts'
import type { Code, Diagnostic, Severity } from './diagnostic.ts'

/** What a configuration may ask for; `off` hides the finding. */
export type SeveritySetting = Severity | 'off'

/** By code; a code that is absent keeps its own severity. */
export type Severities = Readonly<Partial<Record<Code, SeveritySetting>>>

const rank: Readonly<Record<SeveritySetting, number>> = { off: 0, info: 1, warning: 2, error: 3 }

export type SettingVerdict = { readonly is: 'accepted' } | { readonly is: 'refused'; readonly why: string }

/**
 * Judges one line of a configuration before it is used: takes the code and the severity asked for. Refused are unknown
 * codes, a milder severity for a security rule (RELIABILITY S2), and a milder severity for an error that has no
 * reading of its own (DESIGN, Runs and policy). `why` is one line for people.
 */
export function judgeSetting(code: string, asked: SeveritySetting): SettingVerdict {
  const known = codeEntry(code)
  if (known === null) return { is: 'refused', why: `there is no diagnostic ${code}` }
  if (rank[asked] >= rank[known.severity]) return { is: 'accepted' }
  if (known.security) return { is: 'refused', why: `${code} is a security rule, it can only be raised` }
  if (known.severity === 'error' && known.lowered === null)
    return { is: 'refused', why: `${code} cannot be lowered, such a plan has no reading` }
  return { is: 'accepted' }
}

/**
 * The severity of one finding under `severities`. Starts from the finding's own severity, because one code can be an
 * error in one place and a warning in another; a setting that is not allowed is as good as absent.
 */
export function severityOf(diagnostic: Diagnostic, severities: Severities): SeveritySetting {
  const own = diagnostic.severity
  const asked = Object.hasOwn(severities, diagnostic.code) ? severities[diagnostic.code] : undefined
  if (asked === undefined || rank[asked] >= rank[own]) return asked ?? own
  const known = codeEntry(diagnostic.code)
  if (known?.security === true) return own
  if (own === 'error' && (known === null || known.lowered === null)) return own
  return asked
}

/** Applies `severities` to all findings and drops those that are off; the order is kept. */
export function applySeverities(diagnostics: readonly Diagnostic[], severities: Severities): Diagnostic[] {
  const settled: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    const severity = severityOf(diagnostic, severities)
    if (severity !== 'off') settled.push(severity === diagnostic.severity ? diagnostic : { ...diagnostic, severity })
  }
  return settled
}
