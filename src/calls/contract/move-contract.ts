/** The stored contract as it is once a person accepts what is public. Pure. */

import { differencesOf, entriesOf, type Difference } from '../../gates/contract/compare.ts'
import { languageOf } from '../../gates/contract/languages.ts'
import type { FileSignatures, Signature } from '../../gates/contract/signature.ts'
import type { StoredContract, StoredFile } from '../../gates/contract/stored-contract.ts'

/** What a person is asked about. */
export interface ContractChange {
  readonly differences: readonly Difference[]
  /** Files that offer nothing any more: their entry stays, without a name, as long as tasks begin with what they offered. */
  readonly emptied: readonly string[]
  /** Files that offer nothing, and where tasks begin neither: their entry goes. */
  readonly dropped: readonly string[]
}

export interface MovingOptions {
  readonly files: readonly FileSignatures[]
  /** What is public where tasks begin in files that offer nothing now; null where nobody knows. */
  readonly before: ReadonlyMap<string, readonly Signature[]> | null
  /** Files and folders as a person named them. */
  readonly named: readonly string[]
  readonly isWanted: (path: string) => boolean
  /** Whether what was read says nothing of a file. */
  readonly isForeign: (path: string) => boolean
  /** Why, written beside each file that changes. */
  readonly message: string
}

/** The contract with what was read in the place of what it has of the same files. */
export function moveContract(
  contract: StoredContract,
  { files, before, named, isWanted, isForeign, message }: MovingOptions,
): ContractChange & { readonly next: StoredContract } {
  const next = new Map(contract)
  const differences: Difference[] = []
  const emptied: string[] = []
  const dropped: string[] = []
  const signatures = new Map(files.map((it) => [it.path, it.is === 'read' ? it.signatures : []]))
  const notes = message.trim() === '' ? [] : [message.trim().replaceAll(/\s+/g, ' ')]
  const stored = [...contract.keys()].filter((it) => isWanted(it) && !isForeign(it))
  const gone = before === null ? named.filter((it) => languageOf(it) !== null) : before.keys()
  for (const file of new Set([...signatures.keys(), ...stored, ...gone])) {
    const entry = contract.get(file)
    const now = signatures.get(file) ?? []
    const was = before?.get(file) ?? []
    const changes = differencesOf(file, heldTo(file, entry, now.length === 0 ? was : []), now)
    differences.push(...changes)
    if (now.length > 0) {
      if (changes.length > 0) next.set(file, { entries: entriesOf(file, now), notes })
    } else if (before === null ? entry !== undefined || named.includes(file) : was.length > 0) {
      if (entry?.entries.size === 0) continue
      next.set(file, { entries: new Map(), notes })
      emptied.push(file)
    } else if (entry !== undefined) {
      next.delete(file)
      dropped.push(file)
    }
  }
  return { next, differences, emptied, dropped }
}

/** What tasks are held to now: what is stored of a file, else what they find in it. */
function heldTo(path: string, entry: StoredFile | undefined, was: readonly Signature[]): StoredFile['entries'] {
  return entry?.entries ?? entriesOf(path, was)
}
