/** `[policy.escalation]` of the configuration: when the run of a spec turns to people by itself (seed 004 §3). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { EscalationSettings } from '../plan/escalation.ts'
import { spanOf, type Config } from './config.ts'
import { escalationNumbers, settingsOf, type EscalationNumbers } from './escalation-numbers.ts'
import { named } from './reading.ts'
import type { ConfigFile } from './schema.ts'
import { refused } from './security.ts'

/** What a file sets. */
export function escalationOf(written: ConfigFile['policy']): Partial<EscalationNumbers> {
  return named(written?.escalation ?? {})
}

/**
 * Merges what the user and the repository say, and what the spec itself says, which counts before both. A repository may only have
 * people asked earlier than without its word.
 *
 * @param said the spec's own numbers; undefined where a plan has no such triggers
 * @returns null where they are none, and MW607 for each number that a repository tried to loosen (it is then not used)
 */
export function mergeEscalation(
  said: Partial<EscalationSettings> | undefined,
  user: Config | null,
  repository: Config | null,
): { readonly escalation: EscalationSettings | null; readonly diagnostics: readonly Diagnostic[] } {
  const below: EscalationNumbers = { ...escalationNumbers, ...user?.escalation }
  const kept: Record<keyof EscalationNumbers, number> = { ...below }
  const diagnostics: Diagnostic[] = []
  for (const [key, number] of Object.entries(repository?.escalation ?? {}) as [keyof EscalationNumbers, number][]) {
    if (!isLooser(key, number, below[key])) kept[key] = number
    else {
      const span = repository === null ? null : spanOf(repository, ['policy', 'escalation', key])
      diagnostics.push(refused(`loosen escalation.${key} from ${below[key]} to ${number}`, span))
    }
  }
  return { escalation: said === undefined ? null : { ...settingsOf(kept), ...said }, diagnostics }
}

/** The more steps or percent, the later people are asked; so many times are reached earlier within a longer window. */
function isLooser(key: keyof EscalationNumbers, asked: number, inForce: number): boolean {
  return key === 'same_backup_window' ? asked < inForce : asked > inForce
}
