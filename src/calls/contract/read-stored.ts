/** The stored contract of a project as it lies on the disk. */

import path from 'node:path'
import { longestContract, readContract, type StoredContract } from '../../gates/contract/stored-contract.ts'
import { contractPath } from '../../plan/path-safety.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import { readFile } from '../../system/files.ts'

/** Why it cannot be read, as a call is refused for it (`calls/refusal.ts`). */
export interface DamagedContract {
  readonly is: 'refused'
  readonly diagnostics: readonly Diagnostic[]
  readonly texts?: readonly Source[]
}

/** The stored contract of a project as it lies on the disk, and its bytes; `bytes` null where there is none. */
export type StoredRead =
  | { readonly is: 'read'; readonly contract: StoredContract; readonly bytes: Uint8Array | null }
  | { readonly is: 'damaged'; readonly refused: DamagedContract }

/** Reads the stored contract of a project; one that is damaged is MW611, with its place. */
export function readStored(root: string): StoredRead {
  const there = readFile(path.join(root, contractPath), longestContract)
  if (there.is === 'failed') {
    if (there.failure.code === 'ENOENT') return { is: 'read', contract: new Map(), bytes: null }
    return { is: 'damaged', refused: { is: 'refused', diagnostics: [damagedContract(there.failure.reason, null)] } }
  }
  const { bytes } = there
  const read = readContract(bytes)
  if (read.is === 'read') return { ...read, bytes }
  const { what, offset, length } = read
  const texts: readonly Source[] = [{ path: contractPath, bytes }]
  const diagnostics = [damagedContract(what, { path: contractPath, offset, length })]
  return { is: 'damaged', refused: { is: 'refused', diagnostics, texts } }
}

function damagedContract(what: string, span: Diagnostic['span']): Diagnostic {
  return {
    code: 'MW611',
    severity: 'error',
    message: `the stored contract cannot be read: ${what}`,
    help: 'correct it, or take it away and write it anew with `millwright contract accept`; it is not changed',
    span,
    related: [],
  }
}
