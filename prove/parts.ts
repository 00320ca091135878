/** All parts of the proof, in the order in which they run. */

import type { Part } from './part.ts'

export const parts: readonly Part[] = []
