/** An index beside another one, which still knows which of its entries were too fresh to be trusted. */

import { copyFileSync, statSync, utimesSync } from 'node:fs'
import { stuckOn } from './stuck-on.ts'

/**
 * Copies an index. Git takes an entry for clean by size and times, unless the index is not younger than the entry: then it
 * looks at the content. A copy with a time of its own would hide a change that was made in the second of the entry.
 * @throws DiskFailure where a pipe stands in its place, and what the file system says
 */
export function copyIndex(from: string, to: string): void {
  // Taken before: an index that is written meanwhile is only looked at more closely.
  const there = statSync(from)
  if (!there.isFile()) throw stuckOn(from)
  const second = Math.floor(there.mtimeMs / 1000)
  copyFileSync(from, to)
  utimesSync(to, second, second)
}
