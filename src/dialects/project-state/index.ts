/**
 * The project-state dialect: JSON with tasks, layers, gates and what was decided about them (seed 003).
 *
 * `read.ts` reads: `task-lists.ts` knows where tasks stand, `read-task.ts` what one says, `words.ts` what its words mean.
 * `write/` makes the edits: of statuses, and of what the state keeps on record.
 */

import type { Dialect } from '../dialect.ts'
import { phasesBeside } from './beside.ts'
import { readDrafts } from './drafts.ts'
import { readProjectState } from './read.ts'
import { recogniseProjectState } from './recognise.ts'
import { projectProjectState } from './write/project.ts'

/**
 * A failed gate goes back twice, then a person is asked; each task is reviewed, and one that is rejected is decomposed anew
 * (seed 003 §2 and §3).
 */
export const projectState: Dialect = {
  name: 'project-state',
  title: 'project state (JSON)',
  recognise: recogniseProjectState,
  read: readProjectState,
  project: projectProjectState,
  beside: phasesBeside,
  keepsRecords: true,
  copies: true,
  drafts: readDrafts,
  implementation: ({ groups }) => new Set(groups.flatMap(({ key, file }) => (file === undefined ? [key] : []))),
  policy: { retries: 2, gateRounds: 3, exhausted: 'ask', rejected: 'decompose', review: 'always' },
}
