/** The demo: a plan whose own folder asks to be played in a scratch copy. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { noFlags } from '../../config/settings.ts'
import { readSettings, repositoryFile } from '../plan/read-settings.ts'
import { readSources } from '../plan/read-sources.ts'
import { makeScratch } from './scratch.ts'
import type { Where } from '../plan/where.ts'

/** A demo's scratch copy, and the folder it was made from: what it would run is judged there. */
export interface Demo {
  readonly root: string
  readonly from: string
  readonly plan: string
}

/** Makes the scratch copy that a plan's own folder asks for (`[workspace] scratch = true`); null where it does not. */
export async function demoOf(given: string, io: Where, copies: string[]): Promise<Demo | null> {
  const read = readSources(given, io.cwd)
  if (read.is === 'unreadable') return null
  const from = path.dirname(read.planPath)
  if (!existsSync(path.join(from, repositoryFile))) return null
  const { settings } = await readSettings({ root: from, env: io.env, dialect: {}, flags: noFlags })
  if (!settings.workspace.scratch) return null
  const root = await makeScratch(from, null, copies)
  return { root, from, plan: path.join(root, path.basename(read.planPath)) }
}
