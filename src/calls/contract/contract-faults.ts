/** What keeps a contract gate from judging anything, said before a run starts. */

import type { SettledGate } from '../../config/gates.ts'
import { parsersAbsent } from '../../gates/contract/ask-reader.ts'
import { findParsers } from '../../gates/contract/parsers.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Refused } from '../refusal.ts'
import { readStored } from './read-stored.ts'

/**
 * MW601 where the parsers are not installed, MW611 where the stored contract on the disk is damaged.
 * @param gates those of the run
 */
export function contractFaults(gates: readonly SettledGate[], root: string): readonly Refused[] {
  const own = gates.filter(({ kind }) => kind === 'contract')
  if (own.length === 0) return []
  const absent = findParsers() === null ? own.map(absentFor) : []
  const stored = readStored(root)
  const damaged = stored.is === 'damaged' ? [stored.refused] : []
  return [...(absent.length > 0 ? [{ is: 'refused', diagnostics: absent } as const] : []), ...damaged]
}

function absentFor({ name, origin }: SettledGate): Diagnostic {
  return {
    code: 'MW601',
    severity: 'error',
    message: `gate ${name} (${origin}): ${parsersAbsent.reason}`,
    help: `${parsersAbsent.help}; or leave the gate out`,
    span: null,
    related: [],
  }
}
