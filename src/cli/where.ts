/** Where a call was made: the part of its surroundings that plans and settings depend on. */

import type { Io } from './output.ts'

/** What a call needs to know of where it was made. */
export type Where = Pick<Io, 'cwd' | 'env'>
