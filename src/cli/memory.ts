/** Keeps the process small where thousands of tasks are read. */

import { setFlagsFromString } from 'node:v8'

/** Major versions of V8 that are known to have the flag (Node 20, 22, 24); another one would complain aloud. */
const known = new Set(['11', '12', '13'])

/**
 * Keeps the space for new objects from growing. Measured on a plan of 10,000 tasks: 121 MB at the most instead of 161, in
 * the same time.
 */
export function keepSmall(): void {
  if (known.has(process.versions.v8.split('.')[0] ?? '')) setFlagsFromString('--semi-space-growth-factor=1')
}
