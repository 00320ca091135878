/** The public signatures of a project's files, as a person asks for them by path. */

import { askReader } from '../../gates/contract/ask-reader.ts'
import type { FileToRead } from '../../gates/contract/read-files.ts'
import type { FileSignatures } from '../../gates/contract/signature.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { findAsked, findMissing } from './asked-files.ts'
import { openProjectFiles, type ProjectFiles } from './project-files.ts'

/** What a person asks about. */
export interface PublicWanted {
  /** Files and folders, relative to where the call was made; none asks for the whole project. */
  readonly paths: readonly string[]
  /** A commit, or another name of git for a state of the files; null is the disk. */
  readonly at: string | null
}

export interface PublicRead {
  readonly is: 'read'
  readonly root: string
  /** In order of their paths, relative to the root. */
  readonly files: readonly FileSignatures[]
}

/** Longest time that reading may take, in milliseconds. */
const limitMs = 10 * 60_000

/** Reads what is public in the named files, folders or the whole project; tests only where they are named themselves. */
export async function readPublic({ paths, at }: PublicWanted, call: Where): Promise<PublicRead | Wrong> {
  const asked = await findAsked(paths, call)
  if (asked.is === 'wrong') return asked
  const opened = await openProjectFiles(asked.root, { env: call.env, at })
  if (opened.is === 'wrong') return opened
  try {
    const missing = findMissing(asked, opened.paths, { at })
    if (missing !== null) return missing
    const read = await publicIn(opened, opened.paths.filter(asked.isChosen))
    return read.is === 'read' ? { ...read, root: asked.root } : read
  } finally {
    opened.close()
  }
}

/** Reads what is public in files of one state of a project; what is no file there is passed over. */
export async function publicIn(
  { files }: ProjectFiles,
  paths: readonly string[],
): Promise<Omit<PublicRead, 'root'> | Wrong> {
  const found: FileToRead[] = []
  for (const path of paths) {
    const there = await files.look(path)
    if (there?.is === 'file') found.push({ path, bytes: there.bytes })
  }
  const reading = await askReader(found, { limitMs }).done
  return reading.is === 'read' ? reading : { is: 'wrong', message: reading.reason, help: reading.help }
}
