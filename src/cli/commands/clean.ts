/** `millwright clean`: removes what ended runs left in the state folder, in temporary files and among git's references. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { safeLine } from '../../reports/safe-text.ts'
import { acquireLock } from '../../system/lock.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { sizeOf } from '../../workspaces/leftovers.ts'
import { removeFolder } from '../../workspaces/slots.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { findLeftovers, type Kept, type Leftover, type Leftovers } from '../../calls/run/find-leftovers.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { poolsIn, type Pool } from '../../calls/run/pool-owner.ts'
import { programOfAnyRun } from '../../calls/who-calls.ts'

export const command: Command = async (_words, options, io) => {
  const state = stateFolder(io.env)
  if ((await programOfAnyRun(io.env, state)) !== null) {
    complain(io, 'an agent or a gate may not clean', 'ask the person whose run this is')
    return exitCodes.wrong
  }
  const dry = isGiven(options, 'dryRun')
  const removed: Leftover[] = []
  const kept: Kept[] = []
  let busy = false
  for (const pool of poolsIn(state)) {
    const at = await underLock(pool, () => cleanPool(pool, dry))
    busy ||= at === null
    removed.push(...(at?.leftovers ?? []))
    kept.push(...(at?.kept ?? [atWork(pool)]))
  }
  const looks = path.join(state, 'looks')
  const looksBytes = busy ? 0 : sizeOf(looks)
  if (!busy && !dry) removeFolder(looks)
  const bytes = removed.reduce((sum, it) => sum + it.bytes, looksBytes)
  if (isGiven(options, 'json'))
    printJson(io, {
      dryRun: dry,
      removed: removed.map(({ what, where, count, plan, bytes: size }) => ({ what, where, count, plan, bytes: size })),
      kept,
      bytes,
    })
  else tell(io, { dry, removed, kept, bytes })
  return exitCodes.done
}

async function cleanPool(pool: Pool, dry: boolean): Promise<Leftovers> {
  const found = await findLeftovers(pool)
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
  const taken = await acquireLock({ name: owner.journalDir })
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

function tell(
  io: Io,
  of: { readonly dry: boolean; readonly removed: readonly Leftover[]; readonly kept: readonly Kept[]; bytes: number },
): void {
  const lines = [
    ...of.removed.map(
      ({ what, where, count, plan, bytes }) =>
        `${of.dry ? 'would remove' : 'removed'} ${what === 'references' ? amountOf(count) : what} ${safeLine(where)}${bytes === 0 ? '' : `, ${sizeText(bytes)}`}\n    of ${safeLine(plan)}`,
    ),
    ...of.kept.map(
      ({ where, count, plan, because, help }) =>
        `kept ${where.startsWith('refs/') ? `${amountOf(count)} ` : ''}${safeLine(where)}: ${safeLine(because)}${plan === null ? '' : `\n    of ${safeLine(plan)}`}\n    ${safeLine(help)}`,
    ),
  ]
  const end =
    of.bytes === 0 && of.removed.length === 0
      ? 'nothing to remove'
      : of.dry
        ? `${sizeText(of.bytes)} would be freed; nothing was removed`
        : `${sizeText(of.bytes)} freed`
  io.stdout.write(`${[...lines, end].join('\n')}\n`)
}

/** `3 references below`: the common beginning of their names follows. */
function amountOf(count: number): string {
  return `${count} ${count === 1 ? 'reference' : 'references'} below`
}

/** Bytes for people: `12 kB`, `3.4 MB`. */
function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
