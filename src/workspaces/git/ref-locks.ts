/** Locks of references: a git that is killed while it moves one leaves its lock behind, and every later git refuses. */

import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { now, wait } from '../../system/clock.ts'
import { textOfFile } from '../../system/files.ts'
import type { OwnGitDir } from './own-git-dir.ts'

/** Longer than git holds such a lock while it is alive. */
const oldMs = 2_000

/** The lock that git found in its way, from its words; null where it failed for another reason. */
export function lockIn(said: string): string | null {
  return /Unable to create '(?<lock>[^']+\.lock)': File exists/.exec(said)?.groups?.['lock'] ?? null
}

/**
 * Removes a lock that a git of ours has left: one of our own references, which nobody else moves while the executor's
 * lock is held, one that holds a commit which we have moved references to, or an empty one that was made while we held the
 * person's index: git makes the lock of HEAD without writing into it. It has to be old enough that no git of an executor
 * that has just died is still at work on it; one from a later time than now, as after the clock was set back, has to have
 * been looked at for as long.
 * @param commits those that references were moved to, or were to be
 * @param heldSince since when, in milliseconds since 1970, the person's index has been held by the run; null where it is not
 * @param watchedMs for how long it has been in the way
 * @returns whether it was removed
 */
export function removeLeftLock(
  own: OwnGitDir,
  lock: string,
  of: { readonly commits: ReadonlySet<string>; readonly heldSince?: number | null; readonly watchedMs: number },
): boolean {
  const { commits, heldSince = null, watchedMs } = of
  try {
    const { mtimeMs, size } = statSync(lock)
    const age = now() - mtimeMs
    if ((age < 0 ? watchedMs : age) < oldMs) return false
    const isOfOurs = path.resolve(own.dir, lock).startsWith(path.join(own.common, 'refs', 'millwright') + path.sep)
    const isUnderOurs = size === 0 && heldSince !== null && mtimeMs >= heldSince
    if (!isOfOurs && !isUnderOurs && !commits.has(textOfFile(lock)?.trim() ?? '')) return false
    rmSync(lock)
    return true
  } catch {
    // It is gone, or it is nothing of ours to judge.
    return false
  }
}

/**
 * The locks that git makes to move the branch that is checked out.
 * @param branch its full name; null for a detached HEAD
 */
export function locksOfMove(
  { gitDir, commonDir }: { readonly gitDir: string; readonly commonDir: string },
  branch: string | null,
): readonly string[] {
  return [path.join(gitDir, 'HEAD.lock'), ...(branch === null ? [] : [path.join(commonDir, `${branch}.lock`)])]
}

/**
 * Removes the empty locks that a git of ours has left while the run held the person's index; waits until they are old enough.
 * @param locks paths that may be there
 * @param heldSince as for `removeLeftLock`
 */
export async function removeEmptyLocks(own: OwnGitDir, locks: readonly string[], heldSince: number): Promise<void> {
  for (const lock of locks) {
    const made = statSync(lock, { throwIfNoEntry: false })
    if (made === undefined || made.size > 0 || made.mtimeMs < heldSince) continue
    // A timer counts whole milliseconds and may end one early: a lock that is not yet old would stay for good.
    const watchedMs = Math.min(oldMs, Math.max(0, Math.ceil(made.mtimeMs + oldMs - now())))
    await wait(watchedMs + 2)
    removeLeftLock(own, lock, { commits: new Set(), heldSince, watchedMs })
  }
}
