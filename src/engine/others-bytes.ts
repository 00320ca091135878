/**
 * What somebody else writes into a file that is made of the journal alone: before it is written over it is kept. Which texts are
 * ours is known by their digests, those of commits among them: a checkout brings back what was written long ago.
 */

import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Failure, WrittenOver } from '../run/outcome.ts'
import type { RunState } from '../run/state.ts'
import { sha256 } from '../system/digest.ts'
import { fileFailure } from '../system/file-failure.ts'
import { readFile, textOfFile, writeFileAtomic } from '../system/files.ts'
import { makeFolders } from '../system/own-folder.ts'
import type { Projector } from './projector.ts'

/** Digests and names that are read of what was noted. */
const mostNoted = 64 * 1024 * 1024

export interface OthersBytes {
  /** The same projectors; whatever those give that say what is theirs is noted as ours before anybody can write it. */
  noting(projectors: readonly Projector[]): readonly Projector[]
  /** Takes what lies there for ours where it says so and no text of this journal is known yet: an earlier version noted none. */
  adopt(projectors: readonly Projector[], root: string, state: RunState): void
  /** Keeps what lies in the place of a file, where that is not ours. @returns why it could not be kept; then it has to stay */
  keep(projector: Projector, present: Uint8Array, state: RunState): Failure | null
  /** Absolute paths of the copies that were made by now. */
  copies(): readonly string[]
  /** What was kept during the run of a state and is not on its record. */
  untold(state: RunState): readonly WrittenOver[]
}

/** @param journalDir what is noted and kept lies in a folder of it */
export function othersBytes(journalDir: string): OthersBytes {
  const folder = path.join(journalDir, 'written-over')
  const [oursFile, keptFile] = [path.join(folder, 'ours.txt'), path.join(folder, 'kept.jsonl')]
  let ours: { readonly digests: Set<string>; readonly wasNoted: boolean } | null = null
  let kept: (WrittenOver & { readonly run: string })[] | null = null
  const copies: string[] = []

  const known = (): NonNullable<typeof ours> => {
    if (ours !== null) return ours
    const noted = textOfFile(oursFile, mostNoted) ?? ''
    ours = { digests: new Set(noted.split('\n')), wasNoted: noted !== '' }
    return ours
  }
  const keptSoFar = (): (WrittenOver & { readonly run: string })[] =>
    (kept ??= (textOfFile(keptFile, mostNoted) ?? '').split('\n').flatMap(keptIn))

  const note = (bytes: Uint8Array): void => {
    const digest = sha256(bytes)
    if (known().digests.has(digest)) return
    try {
      makeFolders(folder)
      appendFileSync(oursFile, `${digest}\n`)
    } catch {
      // Of a text that is not noted a copy is kept, which is no loss.
    }
    known().digests.add(digest)
  }

  return {
    noting: (projectors) =>
      projectors.map((projector) => {
        if (projector.isOurs === undefined) return projector
        return {
          ...projector,
          project(bytes, state, merging) {
            const projected = projector.project(bytes, state, merging)
            if (projected.is === 'projected' && projected.bytes !== null && projected.bytes !== bytes)
              note(projected.bytes)
            return projected
          },
        }
      }),
    adopt(projectors, root, state) {
      if (known().wasNoted) return
      for (const { path: file, isOurs } of projectors) {
        const read = isOurs === undefined ? null : readFile(path.join(root, file), mostNoted)
        if (read?.is === 'read' && isOurs?.(read.bytes, state) === true) note(read.bytes)
      }
    },
    keep({ path: file, isOurs }, present, state) {
      if (isOurs === undefined || present.length === 0) return null
      const digest = sha256(present)
      if (known().digests.has(digest)) return null
      const copy = path.join(folder, `${digest.slice(0, 16)}-${path.posix.basename(file).slice(-100)}`)
      try {
        makeFolders(folder)
        const written = writeFileAtomic(copy, present)
        if (written.is === 'failed') return written.failure
        copies.push(copy)
        const entry = { run: state.run ?? '', file, kept: copy }
        if (!keptSoFar().some((it) => it.kept === copy && it.run === entry.run)) {
          appendFileSync(keptFile, `${JSON.stringify(entry)}\n`)
          keptSoFar().push(entry)
        }
        return null
      } catch (error) {
        return fileFailure('cannot write', folder, error)
      }
    },
    copies: () => copies,
    untold({ run, outside }) {
      const told = new Set(outside.map((it) => it.path))
      return keptSoFar().flatMap((it) =>
        it.run === run && !told.has(it.file) ? [{ file: it.file, kept: it.kept }] : [],
      )
    },
  }
}

function keptIn(line: string): readonly (WrittenOver & { readonly run: string })[] {
  try {
    const read = JSON.parse(line) as Partial<Record<'run' | 'file' | 'kept', unknown>>
    const { run, file, kept } = read
    return typeof run === 'string' && typeof file === 'string' && typeof kept === 'string' ? [{ run, file, kept }] : []
  } catch {
    // The last line of a machine that lost its power.
    return []
  }
}
