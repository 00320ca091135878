/** Deviations of one draft that are so no longer in the next one. */

import { isOfKept, type Deviation, type DeviationKind } from './deviation.ts'

/** What makes two deviations of a task the same. */
export function keyOfDeviation({ kind, path, what }: Deviation): string {
  // One file may hold the tests of several criteria, and one that git ignores may be left out at first and kept later.
  const isByWords = kind === 'test-changed' || kind === 'ignored'
  return `${kind}\n${isByWords ? what : (path ?? what)}`
}

/** What is about the files that a draft holds; the others are about what somebody did, and stay true. */
const aboutFiles = new Set<DeviationKind>([
  'outside',
  'existed',
  'absent',
  'untouched',
  'ignored',
  'link-out',
  'test-changed',
])

/** What can be said of a task only when all of it is done. */
export function isAtEndOnly({ kind }: Deviation): boolean {
  return kind === 'existed' || kind === 'absent' || kind === 'untouched'
}

/**
 * Deviations of an earlier draft that a later one of the same step does not have.
 * @param held paths that the later draft changes: what git ignores and a draft has taken in is in it, until it changes it no more
 */
export function withdrawn(
  before: readonly Deviation[],
  now: readonly Deviation[],
  held: ReadonlySet<string>,
): readonly Deviation[] {
  const found = new Set(now.map(keyOfDeviation))
  const isHeld = (it: Deviation): boolean => isOfKept(it) && it.path !== null && held.has(it.path)
  return before.filter(
    (it) => aboutFiles.has(it.kind) && it.claimedBy === 'found' && !found.has(keyOfDeviation(it)) && !isHeld(it),
  )
}
