/** What an archive of a plan holds: copies of its files, and what is made of its journal (seed 004 §6). */

import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { EventBody } from '../../run/event.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import { safeJson } from '../../plan/safe-text.ts'
import { readFile } from '../../system/files.ts'
import { isInside, kindOfPath } from '../../system/look-at-path.ts'
import { besidePaths, namedPaths, type Reading } from '../plan/open-plan.ts'
import { learningsFolders } from '../plan/learnings-file.ts'
import type { Wrong } from '../refusal.ts'
import { nameAsRead, type AsRead } from './as-read.ts'
import { manifestName } from './archive-manifest.ts'

/** Most bytes of a file that is copied. */
const largest = 256 * 1024 * 1024

export interface ToArchive {
  readonly name: string
  readonly from: string | null
  readonly bytes: Uint8Array
}

/**
 * Reads all of them.
 * @param of.made documents that are made for the archive, by their names
 * @param of.asRead files that are no longer as the run read them
 * @returns why nothing can be archived, where one cannot be read or leads out of the repository
 */
export function filesToArchive(
  reading: Reading,
  journal: Journal,
  { made, asRead }: { readonly made: Readonly<Record<string, string>>; readonly asRead: readonly AsRead[] },
): readonly ToArchive[] | Wrong {
  const names = new Set([manifestName])
  const files: ToArchive[] = []
  const add = (name: string, from: string | null, bytes: Uint8Array): void => {
    let own = name
    // The constitution of the folder above may be called as another file is.
    for (let nth = 2; names.has(own.toLowerCase()); nth += 1) own = `${nth}-${name}`
    names.add(own.toLowerCase())
    files.push({ name: own, from, bytes })
  }
  for (const file of new Set([...namedPaths(reading), ...besidePaths(reading), ...learningsOf(reading)])) {
    const place = path.join(reading.root, ...file.split('/'))
    const there = kindOfPath(place)
    if (there === null) continue
    const outside = there === 'file' ? leadsTo(reading.root, place) : null
    if (outside !== null)
      return wrong(
        `${file} leads out of the repository by a link, to ${outside}`,
        'put a file in the place of the link',
      )
    const read = readFile(place, largest)
    if (read.is === 'failed') return wrong(read.failure.reason, read.failure.help)
    add(path.posix.basename(file), file, read.bytes)
  }
  for (const { path: file, bytes } of asRead) if (bytes !== null) add(nameAsRead(file), null, bytes)
  for (const [name, text] of Object.entries(made)) add(name, null, Buffer.from(text))
  const log = journal.read<EventBody>().events.map((it) => Buffer.from(`${safeJson(it, 0)}\n`))
  add('log.jsonl', null, Buffer.concat(log))
  return files
}

/** Files of lessons beside a spec, whichever run has added to them. */
function learningsOf({ draft, planRelative, root }: Reading): readonly string[] {
  if (draft.spec === undefined) return []
  const [folder = ''] = learningsFolders({ root, planRelative })
  try {
    return readdirSync(path.join(root, folder))
      .filter((it) => /^execution_learnings_.*\.md$/.test(it))
      .sort()
      .map((it) => path.posix.join(folder, it))
  } catch {
    return []
  }
}

/** Where a file really lies, when that is outside of the project. */
function leadsTo(root: string, file: string): string | null {
  try {
    const lies = realpathSync(file)
    return isInside(realpathSync(root), lies) ? null : lies
  } catch {
    // A link to nothing: reading it says so.
    return null
  }
}

function wrong(message: string, help: string): Wrong {
  return { is: 'wrong', message: `${message}; nothing was archived`, help }
}
