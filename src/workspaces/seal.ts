/** Whether something protected outside the tree changed while an agent worked; reported, never put back by itself. */

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type { Ground } from './ground.ts'

export type Seal = Readonly<Record<string, string>>

/**
 * Digests of the repository's configuration, hooks and `info`, and of our configuration in the human's checkout
 * (RELIABILITY S4, S7). A human may change these at any time, so a difference is shown and not undone.
 * @returns digest by shown path
 */
export function takeSeal(ground: Ground): Seal {
  const { commonDir, gitDir, root } = ground.facts
  const seal: Record<string, string> = {}
  const add = (shown: string, file: string): void => {
    const digest = digestOf(file)
    if (digest !== null) seal[shown] = digest
  }
  add('.git/config', path.join(commonDir, 'config'))
  add('.git/config.worktree', path.join(gitDir, 'config.worktree'))
  for (const folder of ['hooks', 'info'])
    for (const name of namesIn(path.join(commonDir, folder)))
      add(`.git/${folder}/${name}`, path.join(commonDir, folder, name))
  if (root !== null) add('millwright.toml', path.join(root, 'millwright.toml'))
  return seal
}

/** Paths whose digest differs between two seals, sorted. */
export function brokenSeals(before: Seal, after: Seal): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter((it) => before[it] !== after[it]).sort()
}

function digestOf(file: string): string | null {
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (!there) return null
  if (there.isSymbolicLink()) return `link ${readlinkSync(file)}`
  if (there.isDirectory()) return `folder ${namesIn(file).join('/')}`
  if (!there.isFile()) return 'special'
  return `${there.mode.toString(8)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
