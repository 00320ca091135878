/**
 * Git's own lock of garbage collections, held while a run writes objects.
 *
 * Between an object and the reference that keeps it lie milliseconds in which `git gc --prune=now` takes it away; git's
 * manual warns of this and knows no other way than that nobody else writes. So no `git gc` begins beside an executor: it
 * says that one is running, and names our process; `git gc --auto`, which git starts by itself, goes away silently.
 * `git gc --force` and `git prune` do not look at the lock. One of a process that is gone counts for nothing, to git and
 * to us.
 */

import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { monotonic, now, wait } from '../../system/clock.ts'
import { textOfFile } from '../../system/files.ts'
import { isAlive, nameProcess } from '../../system/process-table.ts'

/** Git takes no notice of an older lock. */
const validMs = 12 * 60 * 60 * 1000
const renewMs = 60 * 60 * 1000
/** A usual collection may take long, and leaves alone what is younger than two weeks. */
const patienceMs = 60_000
const silentMs = 1_000
const lookMs = 3
/** Stands after process and host, which is all that git reads: one run does not wait for another. */
const sign = ' millwright'

export interface GcHold {
  /** Takes the lock, keeps it young, and takes it again where it was lost. A collection that is under way is waited for, a minute at most. */
  keep(): Promise<void>
  release(): void
}

/**
 * Holds garbage collections of a repository off, from the first `keep` on.
 * @param commonDir git directory that all its worktrees have in common
 * @param remark is told what is waited for
 * @param patience for one collection, in milliseconds
 */
export function openGcHold(
  commonDir: string,
  remark: (text: string) => void = () => undefined,
  patience = patienceMs,
): GcHold {
  const file = path.join(commonDir, 'gc.pid')
  const ours = `${process.pid} ${os.hostname()}${sign}`
  /** A collection that was waited for as long as it is worth. */
  let passed = ''
  /** @returns who collects now; null where a run holds the lock, or nobody can */
  const take = (): string | null => {
    try {
      const there = lockAt(file)
      if (there?.by === ours) {
        if (now() - there.mtimeMs > renewMs) utimesSync(file, new Date(now()), new Date(now()))
        return null
      }
      if (there !== null && isHeld(there)) return there.by.endsWith(sign) ? null : there.by
      if (there !== null) rmSync(file, { force: true })
      writeFileSync(file, ours, { flag: 'wx' })
    } catch {
      // Whoever came first has it. Where nothing can be written, what is written next says so.
    }
    return null
  }
  return {
    async keep() {
      const began = monotonic()
      let isTold = false
      for (let by = take(); by !== null && by !== passed; by = take()) {
        const waited = monotonic() - began
        if (waited > patience) passed = by
        if (waited > silentMs && !isTold) remark(`waiting for a garbage collection of git (process ${by}) to end`)
        isTold ||= waited > silentMs
        await wait(lookMs)
      }
    },
    release() {
      try {
        if (lockAt(file)?.by === ours) rmSync(file, { force: true })
      } catch {
        // It counts for nothing once we are gone.
      }
    },
  }
}

interface GcLock {
  /** Process and host, as git writes them. */
  readonly by: string
  readonly mtimeMs: number
}

function lockAt(file: string): GcLock | null {
  const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return mtimeMs === undefined ? null : { by: textOfFile(file) ?? '', mtimeMs }
}

/** As git judges it. */
function isHeld({ by, mtimeMs }: GcLock): boolean {
  const [, pid, host] = /^(\d+) (\S+)/.exec(by) ?? []
  if (pid === undefined || now() - mtimeMs > validMs) return false
  return host !== os.hostname() || isAlive(nameProcess(Number(pid)))
}
