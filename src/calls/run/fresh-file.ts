/** Whether a file was changed just now, and whether it is still what it was: both by what the file system says of it. */

import { statSync } from 'node:fs'
import { monotonic, now } from '../../system/clock.ts'

/**
 * Whether a file was changed within so many milliseconds: somebody may be writing it just now. One from a later time than now is
 * so after the clock was set back, however old it is: there only watching it tells.
 */
export function freshness(file: string): (ms: number) => boolean {
  let seen: { readonly ctimeMs: number; readonly at: number } | null = null
  return (ms) => {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined) return true
    const { ctimeMs } = facts
    if (now() >= ctimeMs) return now() - ctimeMs < ms
    if (seen?.ctimeMs !== ctimeMs) seen = { ctimeMs, at: monotonic() }
    return monotonic() - seen.at < ms
  }
}

/** Size, time and place of a file in one word; null while they cannot be relied on: gone, or only just written. */
export function fileFacts(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (!facts || BigInt(now()) - facts.ctimeMs < 20n) return null
  return `${facts.dev} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`
}
