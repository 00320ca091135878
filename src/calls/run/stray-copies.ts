/** Scratch copies that no run was begun in: of a call that was killed while it made itself ready. */

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { databaseFile } from '../../engine/journal/schema.ts'
import { realPathOf } from '../../system/look-at-path.ts'
import { isAlive, type ProcessName } from '../../system/process-table.ts'
import { scratchMark, scratchPrefix } from './scratch.ts'

/** A copy with our mark, in the folder of temporary files. */
export interface StrayCopy {
  readonly folder: string
  /** The folder that it was made from. */
  readonly from: string
}

/**
 * Those that nobody uses any more.
 *
 * @param known copies that a run was begun in, as the state folder has them
 */
export function strayCopies(known: readonly string[]): readonly StrayCopy[] {
  const place = realPathOf(os.tmpdir())
  if (place === null) return []
  const names = readdirSync(place).filter((it) => it.startsWith(scratchPrefix))
  return names.flatMap((name) => strayAt(path.join(place, name), known) ?? [])
}

function strayAt(folder: string, known: readonly string[]): StrayCopy | null {
  if (known.includes(folder)) return null
  try {
    // Others write there too, and what they made is theirs.
    const looked = lstatSync(folder)
    if (!looked.isDirectory() || looked.uid !== (process.getuid?.() ?? looked.uid)) return null
    const git = path.join(folder, '.git')
    const mark = JSON.parse(readFileSync(path.join(git, scratchMark), 'utf8')) as ProcessName & {
      readonly from: string
    }
    // A run was begun in it: it belongs to another state folder.
    if (hasJournal(path.join(git, 'millwright'))) return null
    return isAlive(mark) ? null : { folder, from: mark.from }
  } catch {
    return null
  }
}

function hasJournal(journals: string): boolean {
  return existsSync(journals) && readdirSync(journals).some((it) => existsSync(databaseFile(path.join(journals, it))))
}
