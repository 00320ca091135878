/** What the machine has. */

import os from 'node:os'

export interface Machine {
  /** Processors that this process may use. */
  readonly cores: number
  /** Bytes of memory that programs may still take, with the limit of a container looked at. */
  readonly freeBytes: number
}

/** Looks at the machine as it is now. */
export function lookAtMachine(): Machine {
  return { cores: os.availableParallelism(), freeBytes: process.availableMemory() }
}
