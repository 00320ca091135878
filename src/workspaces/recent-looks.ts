/** What was seen in a slot a moment ago, for the next step that would look again; each look serves once. */

import { stateOfIndex } from './git/index-facts.ts'
import type { Slot } from './slot-folder.ts'

/** Nobody but us works in a slot between two steps; what is older than this is looked at again all the same. */
const longestMs = 1_000

export interface RecentLooks<Look> {
  /** Notes what is seen there now, or what a look that is under way will have seen. */
  note(slot: Slot, look: Look): void
  /** @returns the look, where it is fresh and the index is still the one that it was held against; null where it is not */
  take(slot: Slot): Look | null
}

/** @param now milliseconds since 1970 */
export function recentLooks<Look>(now: () => number): RecentLooks<Look> {
  const looks = new Map<string, { readonly look: Look; readonly index: string; readonly at: number }>()
  return {
    note(slot, look) {
      looks.set(slot.dir, { look, index: stateOfIndex(slot.index), at: now() })
    },
    take(slot) {
      const found = looks.get(slot.dir)
      looks.delete(slot.dir)
      const age = found === undefined ? longestMs : now() - found.at
      // A clock that went back says nothing of how old it is.
      if (found === undefined || age < 0 || age >= longestMs || found.index !== stateOfIndex(slot.index)) return null
      return found.look
    },
  }
}
