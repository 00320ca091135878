/** All plan formats this program knows. */

import type { Dialect } from './dialect.ts'
import { phaseTasks } from './phase-tasks/index.ts'
import { projectState } from './project-state/index.ts'

/** In the order in which they are asked and shown. */
export const dialects: readonly Dialect[] = [phaseTasks, projectState]
