/** Which plan a folder of worktrees in the state folder belongs to: noted when a run begins, read by `clean`. */

import { sha256 } from '../../system/digest.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WorkspaceKind } from '../../run/effect.ts'
import { makeFolder, writeFileAtomic } from '../../system/files.ts'
import { inState } from '../../system/state-folder.ts'

export interface PoolOwner {
  /** Absolute path of the plan's journal. */
  readonly journalDir: string
  readonly planId: string
  /** Absolute path of the plan. */
  readonly plan: string
  /** Absolute path of the folder that its paths are relative to. */
  readonly root: string
  /** Whether `root` is a copy that a dry run or a demo made to play in. */
  readonly scratch: boolean
  /** Where its run works: noted before that takes the lock of the plan. */
  readonly workspace?: WorkspaceKind
}

/** One folder of worktrees; `owner` is null where nobody noted whose it is. */
export interface Pool {
  readonly folder: string
  readonly owner: PoolOwner | null
}

/** Name of the note in a pool. */
export const noteName = 'owner.json'

/** Folder of the pools of all plans, below the state folder. */
function poolsFolder(state: string): string {
  return inState(state, 'workspaces')
}

/** Folder of the pool of one plan, named after its journal. */
export function poolOf(state: string, journalDir: string): string {
  return path.join(poolsFolder(state), sha256(journalDir).slice(0, 16))
}

/** Notes whose a pool is. Failing to costs only that `clean` will leave it. */
export function noteOwner(pool: string, owner: PoolOwner): void {
  if (makeFolder(pool).is !== 'failed') writeFileAtomic(path.join(pool, noteName), `${JSON.stringify(owner)}\n`)
}

/** All pools of the state folder, by name. */
export function poolsIn(state: string): readonly Pool[] {
  const base = poolsFolder(state)
  let names: readonly string[]
  try {
    names = readdirSync(base).sort()
  } catch {
    return []
  }
  return names.map((name) => ({ folder: path.join(base, name), owner: ownerOf(path.join(base, name)) }))
}

function ownerOf(pool: string): PoolOwner | null {
  try {
    const value = Object(JSON.parse(readFileSync(path.join(pool, noteName), 'utf8'))) as Partial<PoolOwner>
    const { journalDir, planId, plan, root, scratch } = value
    const isWhole = [journalDir, planId, plan, root].every((it) => typeof it === 'string' && it !== '')
    return isWhole && typeof scratch === 'boolean' ? (value as PoolOwner) : null
  } catch {
    return null
  }
}
