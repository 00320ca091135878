/** Locks of references: a git that is killed while it moves one leaves its lock behind, and every later git refuses. */

import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { now } from '../../system/clock.ts'
import type { OwnGitDir } from './own-git-dir.ts'

/** Longer than git holds such a lock while it is alive. */
const oldMs = 2_000

/** The lock that git found in its way, from its words; null where it failed for another reason. */
export function lockIn(said: string): string | null {
  return /Unable to create '(?<lock>[^']+\.lock)': File exists/.exec(said)?.groups?.['lock'] ?? null
}

/**
 * Removes a lock that a git of ours has left: one of our own references, which nobody else moves while the executor's
 * lock is held, or one that holds the very commit we move the reference to. It has to be old enough that no git of an
 * executor that has just died is still at work on it.
 * @param commits those that references are moved to
 * @returns whether it was removed
 */
export function removeLeftLock(own: OwnGitDir, lock: string, commits: readonly string[]): boolean {
  try {
    const age = now() - statSync(lock).mtimeMs
    if (age < oldMs) return false
    const isOfOurs = path.resolve(own.dir, lock).startsWith(path.join(own.common, 'refs', 'millwright') + path.sep)
    if (!isOfOurs && !commits.includes(readFileSync(lock, 'utf8').trim())) return false
    rmSync(lock)
    return true
  } catch {
    // It is gone, or it is nothing of ours to judge.
    return false
  }
}
