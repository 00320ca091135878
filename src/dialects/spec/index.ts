/**
 * The spec dialect: `spec_[d].md`, `parameters_[d].toml` and the project's constitution (seed 004).
 *
 * `markdown/` and `parameters/` read what each file tells, `merge.ts` puts both together, `checks/` compares and judges it,
 * `draft-tasks.ts` makes tasks of it. No file of a spec shows what a task is at: that is in the journal and its projections.
 */

import type { Dialect } from '../dialect.ts'
import { readClaims } from './claims/read-claims.ts'
import { besideOf, constitutionName, descriptorOf, mainOf } from './names.ts'
import { readSpec } from './read.ts'
import { recogniseSpec } from './recognise.ts'

/** Retries of a step, then its backups, then a person where it is critical (seed 004 §2.4). */
export const spec: Dialect = {
  name: 'spec',
  title: 'spec (Markdown and TOML)',
  recognise: recogniseSpec,
  read: readSpec,
  project: (_, { marks }) => ({ edits: [], unplaced: [], unsaid: marks.map(({ key }) => key) }),
  main: mainOf,
  beside: besideOf,
  above: [constitutionName],
  isMarkless: true,
  progressFile: (name) => `progress_${descriptorOf(name)}.json`,
  claims: readClaims,
  // All of it is run: it has no phases of which one could be meant.
  implementation: () => new Set(),
  policy: { retries: 2, exhausted: 'ask' },
}
