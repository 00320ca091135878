/** Ids of backups, each another one (seed 004 §1.7). */

import type { ToldBackup, ToldStep } from './told.ts'

/**
 * An id for each backup of a step that no other one of it has, since what comes of each is on record by that: its own, and
 * where a file has one twice the least number that is free. The second of an id is the same one in both files.
 * @param told the step as each file has it
 */
export function backupIds(told: readonly (ToldStep | null)[]): ReadonlyMap<ToldBackup, string> {
  const taken = new Set(told.flatMap((step) => step?.backups ?? []).map(({ id }) => id))
  const given = new Map<string, string>()
  let free = 1
  const idOf = (key: string): string => {
    const known = given.get(key)
    if (known !== undefined) return known
    while (taken.has(String(free))) free += 1
    const id = String(free)
    taken.add(id)
    given.set(key, id)
    return id
  }
  const ids = new Map<ToldBackup, string>()
  for (const step of told) {
    const seen = new Map<string, number>()
    for (const backup of step?.backups ?? []) {
      const before = seen.get(backup.id) ?? 0
      seen.set(backup.id, before + 1)
      ids.set(backup, before === 0 ? backup.id : idOf(`${before} ${backup.id}`))
    }
  }
  return ids
}
