/** git's own lock on the human's index, held while files, index and branch are brought forward. */

import { existsSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { monotonic, now, wait } from '../../system/clock.ts'
import { textOfFile } from '../../system/files.ts'

export type LockTry = 'taken' | 'held by another'

/**
 * Takes `<index>.lock` the way git does. Our mark inside tells a lock that a killed publish left from a foreign one: the
 * executor's own lock makes sure that there is no other publish of this run alive.
 * @param lock path of the lock file
 * @param run whose lock it is
 */
export function takeIndexLock(lock: string, run: string): LockTry {
  // The lock must hold its mark from the moment it is there: a kill between making and writing it would leave an empty
  // one that nobody knows as ours. So it is written beside and linked into its place; flushed before, because a power cut
  // keeps the name without the bytes, too.
  const beside = `${lock}.${run}`
  try {
    writeFileSync(beside, markOf(run), { flush: true })
    link(beside, lock, run)
    return 'taken'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return isOurs(lock, run) ? 'taken' : 'held by another'
  } finally {
    rmSync(beside, { force: true })
  }
}

/** How long another run is waited for that is being published, and how often it is looked. */
const longestMs = 5_000
const lookMs = 20
/** A lock that has lain there for so long is one that a run left which was killed. */
const leftMs = 30_000

/**
 * As `takeIndexLock`; another run that is being published is waited for.
 * @returns who else holds the index: a run, or null for another program
 */
export async function waitForIndexLock(
  lock: string,
  run: string,
): Promise<'taken' | { readonly holder: string | null }> {
  const end = monotonic() + longestMs
  for (;;) {
    if (takeIndexLock(lock, run) === 'taken') return 'taken'
    const holder = publishedUnder(lock)
    const isLeft = holder === null ? existsSync(lock) : ageOf(lock) > leftMs
    if (isLeft || monotonic() > end) return { holder }
    await wait(lookMs)
  }
}

/** Waits while a run is being published under this lock. @returns whether it has given the lock back, as far as anybody knows */
export async function untilPublished(lock: string): Promise<boolean> {
  const end = monotonic() + leftMs
  while (publishedUnder(lock) !== null) {
    if (ageOf(lock) > leftMs || monotonic() > end) return false
    await wait(lookMs)
  }
  return true
}

/** In milliseconds; 0 where it is gone. */
function ageOf(lock: string): number {
  const made = statSync(lock, { throwIfNoEntry: false })
  return made === undefined ? 0 : now() - made.mtimeMs
}

/** Which run holds the index, to be published; null where none does. */
export function publishedUnder(lock: string): string | null {
  const text = textOfFile(lock) ?? ''
  return text.startsWith(beforeRun) && text.endsWith(behindRun) ? text.slice(beforeRun.length, -behindRun.length) : null
}

/** Where the file system knows no links, the mark is written after the fact. */
function link(from: string, lock: string, run: string): void {
  try {
    linkSync(from, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    writeFileSync(lock, markOf(run), { flag: 'wx', flush: true })
  }
}

/** Gives the lock back, if it is ours. */
export function releaseIndexLock(lock: string, run: string): void {
  if (isOurs(lock, run)) rmSync(lock, { force: true })
}

/** Since when the run holds the index, in milliseconds since 1970; null where it does not. */
export function heldSince(lock: string, run: string): number | null {
  const made = statSync(lock, { throwIfNoEntry: false })
  return made !== undefined && isOurs(lock, run) ? made.mtimeMs : null
}

/** Whether another program, such as a `git switch`, holds the index now. */
export function isForeignLock(lock: string, run: string): boolean {
  return existsSync(lock) && !isOurs(lock, run)
}

function isOurs(lock: string, run: string): boolean {
  return textOfFile(lock) === markOf(run)
}

const beforeRun = 'held while millwright run '
const behindRun = ' is published; `millwright resume` clears it\n'

function markOf(run: string): string {
  return `${beforeRun}${run}${behindRun}`
}
