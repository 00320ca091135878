/** What a person asks to be accepted, and what tasks begin with of the files that offer nothing in it. */

import { languageOf } from '../../gates/contract/languages.ts'
import type { FileSignatures, Signature } from '../../gates/contract/signature.ts'
import type { StoredContract } from '../../gates/contract/stored-contract.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { findMissing, type AskedFiles } from './asked-files.ts'
import { openOrigins, openProjectFiles, type ProjectFiles } from './project-files.ts'
import { publicIn } from './read-public.ts'

export interface PublicChange {
  readonly is: 'read'
  /** Files that are there, in the state that is to be accepted. */
  readonly files: readonly FileSignatures[]
  /**
   * What is public where tasks begin in files that offer nothing any more; null where no git tells what tasks begin with.
   */
  readonly before: ReadonlyMap<string, readonly Signature[]> | null
  /** Whether a file came in elsewhere, so that the state which is to be accepted says nothing of it. */
  readonly isForeign: (path: string) => boolean
}

/**
 * Reads what is to be accepted. What was named is there, or is known: stored, or in the commit that tasks begin on.
 * @param of.at a commit or another name of git for the state to be accepted; null is the disk
 */
export async function readChange(
  asked: AskedFiles,
  { contract, at }: { readonly contract: StoredContract; readonly at: string | null },
  { env }: Where,
): Promise<PublicChange | Wrong> {
  const { root, named, isWanted } = asked
  const opened = await openProjectFiles(root, { env, at })
  if (opened.is === 'wrong') return opened
  const origins = await openOrigins(root, { env, at })
  try {
    const seen = new Set([opened, ...(origins?.bases ?? [])].flatMap(({ paths }) => paths))
    const isForeign = (it: string): boolean => !seen.has(it) && origins?.head.has(it) === true
    const stored = [...contract.keys()].filter((it) => !isForeign(it))
    const readable = origins === null ? named.filter((it) => languageOf(it) !== null) : []
    const missing = findMissing(asked, [...seen, ...stored, ...readable], { at })
    if (missing !== null) return missing
    const isChosen = (it: string): boolean => asked.isChosen(it) || (isWanted(it) && contract.has(it))
    const now = await publicIn(opened, opened.paths.filter(isChosen))
    if (now.is === 'wrong' || origins === null) return now.is === 'wrong' ? now : { ...now, before: null, isForeign }
    const offering = new Set(now.files.filter(offersAnything).map((it) => it.path))
    const before = await readBefore(origins.bases, (it) => isChosen(it) && !offering.has(it))
    return before.is === 'wrong' ? before : { ...now, before: before.files, isForeign }
  } finally {
    opened.close()
    origins?.close()
  }
}

function offersAnything(file: FileSignatures): file is Extract<FileSignatures, { is: 'read' }> {
  return file.is === 'read' && file.signatures.length > 0
}

async function readBefore(
  bases: readonly ProjectFiles[],
  isAsked: (path: string) => boolean,
): Promise<{ readonly is: 'read'; readonly files: ReadonlyMap<string, readonly Signature[]> } | Wrong> {
  const files = new Map<string, readonly Signature[]>()
  for (const base of bases) {
    const read = await publicIn(
      base,
      base.paths.filter((it) => isAsked(it) && !files.has(it)),
    )
    if (read.is === 'wrong') return read
    for (const it of read.files.filter(offersAnything)) files.set(it.path, it.signatures)
  }
  return { is: 'read', files }
}
