/** Where a call was made: the part of its surroundings that plans and settings depend on. */

import type { Environment } from '../../system/environment.ts'

/** What a call needs to know of where it was made. */
export interface Where {
  readonly env: Environment
  /** Absolute path of the folder the call was made in. */
  readonly cwd: string
}
