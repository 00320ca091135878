/** Keeps the process small where thousands of tasks are read. */

import { statSync } from 'node:fs'

/** Major versions of V8 that are known to have the flags (Node 20, 22, 24); another one would complain aloud. */
const known = new Set(['11', '12', '13'])

/** In bytes: what is smaller is read before the heap has grown. */
const largePlan = 128 * 1024

/** Does the same where only a plan is read; a small one is not worth the loading of Node's module. */
export function keepSmallFor(plan: string): void {
  if (!isSmall(plan)) keepSmall()
}

/** Of a folder nothing is known yet, nor of what cannot be looked at. */
function isSmall(plan: string): boolean {
  try {
    const found = statSync(plan)
    return found.isFile() && found.size <= largePlan
  } catch {
    return false
  }
}

/**
 * Keeps the space for new objects from growing, and what is no longer used from piling up to more than what is used.
 * Measured on plans of 10,000 tasks (`bench/check-10k.mjs`): the first flag alone leaves `check` at 121 MB at the most
 * instead of 161 and `graph` at 134 MB, both leave 109 and 119 MB, for a twentieth more CPU time.
 */
export function keepSmall(): void {
  if (!known.has(process.versions.v8.split('.')[0] ?? '')) return
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=100')
}
