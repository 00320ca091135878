/**
 * The phase-tasks dialect: `tasks.md` with phases, boxes and sub-lines (seed 000).
 *
 * `read.ts` reads: `lines/` knows which task a line belongs to, `values/` what is written in it, and the files beside it
 * what spans many lines: headings, references. `write/` makes the edits of marks, reasons and the progress table.
 */

import type { Dialect } from '../dialect.ts'
import { implementationOf } from './implementation.ts'
import { compareProgress } from './write/progress.ts'
import { appendDeviations } from './write/refinement-log.ts'
import { projectPhaseTasks } from './write/project.ts'
import { readPhaseTasks } from './read.ts'
import { recognisePhaseTasks } from './recognise.ts'

/** Three retries, then blocked, and no review unless something triggers it: what the seed's text asks for (seed 000 §2.5). */
export const phaseTasks: Dialect = {
  name: 'phase-tasks',
  title: 'phase plan (tasks.md)',
  recognise: recognisePhaseTasks,
  read: readPhaseTasks,
  project: projectPhaseTasks,
  implementation: implementationOf,
  findings: compareProgress,
  deviationLog: { name: 'task-refinement-log.md', append: appendDeviations },
  fallsBackWithoutFiles: true,
  policy: { retries: 3, exhausted: 'block' },
}
