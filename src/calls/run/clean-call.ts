/** Removes what ended runs left in the state folder, in temporary files and among git's references. Prints nothing. */

import { existsSync, rmdirSync } from 'node:fs'
import { planLock } from '../../engine/plan-lock.ts'
import { acquireLock } from '../../system/lock.ts'
import { inState, stateFolder } from '../../system/state-folder.ts'
import { sizeOf } from '../../workspaces/leftovers.ts'
import { removeFolder } from '../../workspaces/slots.ts'
import { lookFolders } from '../look-folder.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { programOfAnyRun } from '../who-calls.ts'
import { findLeftovers, findStrays, type Kept, type Leftover, type Leftovers } from './find-leftovers.ts'
import { poolsIn, type Pool } from './pool-owner.ts'

export interface Cleaned {
  readonly is: 'cleaned'
  readonly removed: readonly Omit<Leftover, 'remove'>[]
  readonly kept: readonly Kept[]
  /** What is free now; of a dry call, what would be. */
  readonly bytes: number
}

/**
 * Cleans what belongs to the person whose environment it is, never work that is not merged.
 * @param options.dryRun removes nothing
 */
export async function clean(options: { readonly dryRun?: boolean }, { env }: Where): Promise<Cleaned | Wrong> {
  const state = stateFolder(env)
  if ((await programOfAnyRun(env, state)) !== null)
    return { is: 'wrong', message: 'an agent or a gate may not clean', help: 'ask the person whose run this is' }
  const dry = options.dryRun === true
  const removed: Leftover[] = []
  const kept: Kept[] = []
  let busy = false
  const pools = poolsIn(state)
  const strays = findStrays(pools)
  for (const pool of pools) {
    const at = await underLock(pool, async () => take(await findLeftovers(pool), dry))
    busy ||= at === null
    removed.push(...(at?.leftovers ?? []))
    kept.push(...(at?.kept ?? [atWork(pool)]))
  }
  const taken = await take(strays, dry)
  removed.push(...taken.leftovers)
  kept.push(...taken.kept)
  const looks = busy ? [] : lookFolders(state)
  const looksBytes = looks.reduce((sum, it) => sum + sizeOf(it), 0)
  if (!dry) {
    looks.forEach(removeFolder)
    removeEmptyFolder(inState(state, 'looks'))
  }
  const bytes = removed.reduce((sum, it) => sum + it.bytes, looksBytes)
  return {
    is: 'cleaned',
    removed: removed.map(({ what, where, count, plan, bytes: size }) => ({ what, where, count, plan, bytes: size })),
    kept,
    bytes,
  }
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It holds something, or it is not there.
  }
}

/** Removes what was found, unless this is a dry call. @returns what is gone, or would be, and what stays */
async function take(found: Leftovers, dry: boolean): Promise<Leftovers> {
  if (dry) return found
  const leftovers: Leftover[] = []
  const kept = [...found.kept]
  for (const it of found.leftovers)
    if (await it.remove()) leftovers.push(it)
    else
      kept.push({
        where: it.where,
        count: it.count,
        plan: it.plan,
        because: 'it could not be removed',
        help: 'look at its rights',
      })
  return { leftovers, kept }
}

/** Runs while no executor can begin on the plan; null where one is at work. */
async function underLock<T>({ owner }: Pool, use: () => Promise<T>): Promise<T | null> {
  if (owner === null || !existsSync(owner.journalDir)) return use()
  const taken = await acquireLock(planLock(owner.journalDir))
  if (taken.held !== true) return null
  try {
    return await use()
  } finally {
    await taken.lock.release()
  }
}

function atWork({ folder, owner }: Pool): Kept {
  return {
    where: folder,
    count: 1,
    plan: owner?.plan ?? null,
    because: 'a run is at work',
    help: 'clean again when it has ended',
  }
}
