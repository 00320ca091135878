/** The stored contract of a project, as typed calls: show what is public now, and move the contract on purpose. Prints nothing. */

import path from 'node:path'
import { differencesOf, entriesOf, type Difference } from '../../gates/contract/compare.ts'
import type { FileSignatures } from '../../gates/contract/signature.ts'
import { contractText, type StoredFile } from '../../gates/contract/stored-contract.ts'
import { contractPath } from '../../plan/path-safety.ts'
import { writeFileAtomic } from '../../system/files.ts'
import { stateFolder } from '../../system/state-folder.ts'
import type { Where } from '../plan/where.ts'
import type { Refused, Wrong } from '../refusal.ts'
import { withState } from '../state-trouble.ts'
import { programOfAnyRun } from '../who-calls.ts'
import { readPublic, type PublicRead, type PublicWanted } from './read-public.ts'
import { readStored } from './read-stored.ts'

export type { PublicRead, PublicWanted } from './read-public.ts'

/** Reads the public signatures of files as they are now, or as they are in a commit. */
export function contractShow(wanted: PublicWanted, call: Where): Promise<PublicRead | Wrong> {
  return withState(call.env, () => readPublic(wanted, call))
}

export interface Accepting {
  /** `accepted`: it is written. `same`: there was nothing to write. `open`: nobody has agreed. */
  readonly is: 'accepted' | 'same' | 'open'
  readonly root: string
  readonly differences: readonly Difference[]
}

/**
 * Makes what is public now, or in a commit, the stored contract of the named files; files that are gone leave it.
 *
 * @param wanted.message why, written beside each file that changes
 * @param agree asked with what would change; false writes nothing
 */
export function contractAccept(
  wanted: PublicWanted & { readonly message: string },
  agree: (differences: readonly Difference[]) => boolean | Promise<boolean>,
  call: Where,
): Promise<Accepting | (Refused & { readonly root: string }) | Wrong> {
  return withState(call.env, () => acceptOnce(wanted, agree, call))
}

async function acceptOnce(
  wanted: PublicWanted & { readonly message: string },
  agree: (differences: readonly Difference[]) => boolean | Promise<boolean>,
  call: Where,
): Promise<Accepting | (Refused & { readonly root: string }) | Wrong> {
  if ((await programOfAnyRun(call.env, stateFolder(call.env))) !== null)
    return {
      is: 'wrong',
      message: 'an agent or a gate may not accept a contract for a person',
      help: 'call it from your own terminal',
    }
  const read = await readPublic(wanted, call)
  if (read.is === 'wrong') return read
  const { root, files } = read
  const unread = files.find((it) => it.is !== 'read')
  if (unread !== undefined) return { is: 'wrong', ...unreadable(unread) }
  const stored = readStored(root)
  if (stored.is === 'damaged') return { root, ...stored.refused }
  const { next, differences } = moved(stored.contract, read, wanted.message)
  if (differences.length === 0) return { is: 'same', root, differences }
  if (!(await agree(differences))) return { is: 'open', root, differences }
  const again = readStored(root)
  const isSame = again.is === 'read' && Buffer.compare(again.bytes ?? nothing, stored.bytes ?? nothing) === 0
  if (!isSame)
    return {
      is: 'wrong',
      message: `${contractPath} changed while you were asked, and nothing is written`,
      help: 'call it again',
    }
  const written = writeFileAtomic(path.join(root, contractPath), contractText(next))
  if (written.is === 'failed') return { is: 'wrong', message: written.failure.reason, help: written.failure.help }
  return { is: 'accepted', root, differences }
}

const nothing = new Uint8Array()

function unreadable(file: FileSignatures): { readonly message: string; readonly help: string } {
  if (file.is === 'broken')
    return {
      message: `${file.path}:${file.line}:${file.column}: it does not parse (${file.what}), and nothing is accepted`,
      help: 'mend it, or name the files that are meant',
    }
  return {
    message: `${file.path}: it was not looked into${file.is === 'refused' ? `: ${file.why}` : ''}, and nothing is accepted`,
    help: 'name the files that are meant, or leave it out by ignore',
  }
}

/** The contract with what was read in the place of what it has of the same files. */
function moved(
  contract: ReadonlyMap<string, StoredFile>,
  { files, isWanted }: PublicRead,
  message: string,
): { readonly next: ReadonlyMap<string, StoredFile>; readonly differences: readonly Difference[] } {
  const next = new Map(contract)
  const differences: Difference[] = []
  const signatures = new Map(files.map((it) => [it.path, it.is === 'read' ? it.signatures : []]))
  const notes = message.trim() === '' ? [] : [message.trim().replaceAll(/\s+/g, ' ')]
  for (const file of new Set([...signatures.keys(), ...[...contract.keys()].filter(isWanted)])) {
    const now = signatures.get(file) ?? []
    const changes = differencesOf(file, contract.get(file)?.entries ?? new Map(), now)
    differences.push(...changes)
    if (now.length === 0) next.delete(file)
    else if (changes.length > 0) next.set(file, { entries: entriesOf(file, now), notes })
  }
  return { next, differences }
}
