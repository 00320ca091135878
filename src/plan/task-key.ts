/** Keys of tasks that share their id, or their text where they have none (FORMATS R14). */

/** A key without the number of its occurrence: `T002` of `T002#2`. */
export function withoutOccurrence(key: string): string {
  const at = key.lastIndexOf('#')
  return at > 0 && /^\d+$/.test(key.slice(at + 1)) ? key.slice(0, at) : key
}

/** How many of the keys are the same but for the number of their occurrence. */
export function countTwins(keys: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) {
    const shared = withoutOccurrence(key)
    counts.set(shared, (counts.get(shared) ?? 0) + 1)
  }
  return counts
}
