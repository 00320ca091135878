/** The stored contract of a project, as typed calls: show what is public now, and move the contract on purpose. Prints nothing. */

import path from 'node:path'
import type { FileSignatures } from '../../gates/contract/signature.ts'
import { contractText } from '../../gates/contract/stored-contract.ts'
import { contractPath } from '../../plan/path-safety.ts'
import { writeFileAtomic } from '../../system/files.ts'
import { stateFolder } from '../../system/state-folder.ts'
import type { Where } from '../plan/where.ts'
import type { Refused, Wrong } from '../refusal.ts'
import { withState } from '../state-trouble.ts'
import { programOfAnyRun } from '../who-calls.ts'
import { findAsked } from './asked-files.ts'
import { moveContract, type ContractChange } from './move-contract.ts'
import { readChange } from './read-change.ts'
import { readPublic, type PublicRead, type PublicWanted } from './read-public.ts'
import { readStored } from './read-stored.ts'

export type { ContractChange } from './move-contract.ts'
export type { PublicRead, PublicWanted } from './read-public.ts'

/** Reads the public signatures of files as they are now, or as they are in a commit. */
export function contractShow(wanted: PublicWanted, call: Where): Promise<PublicRead | Wrong> {
  return withState(call.env, () => readPublic(wanted, call))
}

export interface Accepting extends ContractChange {
  /** `accepted`: it is written. `same`: there was nothing to write. `open`: nobody has agreed. */
  readonly is: 'accepted' | 'same' | 'open'
  readonly root: string
}

/**
 * Makes what is public now, or in a commit, the stored contract of the named files. One that is gone, or offers nothing any
 * more, is held to nothing from then on, which the contract says as long as tasks begin with what it offered.
 *
 * @param wanted.message why, written beside each file that changes
 * @param agree asked with what would change; false writes nothing
 */
export function contractAccept(
  wanted: PublicWanted & { readonly message: string },
  agree: (change: ContractChange) => boolean | Promise<boolean>,
  call: Where,
): Promise<Accepting | (Refused & { readonly root: string }) | Wrong> {
  return withState(call.env, () => acceptOnce(wanted, agree, call))
}

async function acceptOnce(
  wanted: PublicWanted & { readonly message: string },
  agree: (change: ContractChange) => boolean | Promise<boolean>,
  call: Where,
): Promise<Accepting | (Refused & { readonly root: string }) | Wrong> {
  if ((await programOfAnyRun(call.env, stateFolder(call.env))) !== null)
    return {
      is: 'wrong',
      message: 'an agent or a gate may not accept a contract for a person',
      help: 'call it from your own terminal',
    }
  const asked = await findAsked(wanted.paths, call)
  if (asked.is === 'wrong') return asked
  const { root } = asked
  const stored = readStored(root)
  if (stored.is === 'damaged') return { root, ...stored.refused }
  const read = await readChange(asked, { contract: stored.contract, at: wanted.at }, call)
  if (read.is === 'wrong') return read
  const unread = read.files.find((it) => it.is !== 'read')
  if (unread !== undefined) return { is: 'wrong', ...unreadable(unread) }
  const { next, ...change } = moveContract(stored.contract, { ...asked, ...read, message: wanted.message })
  if (Object.values(change).every((it) => it.length === 0)) return { is: 'same', root, ...change }
  if (!(await agree(change))) return { is: 'open', root, ...change }
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
  return { is: 'accepted', root, ...change }
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
