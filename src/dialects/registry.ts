/** All plan formats this program knows. */

import type { Dialect, KnownDialect } from './dialect.ts'
import { phaseTasks } from './phase-tasks/index.ts'
import { projectState } from './project-state/index.ts'
import { recogniseSpec } from './spec/recognise.ts'

/** In the order in which they are asked and shown. A format that needs more than a few milliseconds to load does so when it is read. */
export const dialects: readonly KnownDialect[] = [
  loaded(phaseTasks),
  loaded(projectState),
  {
    name: 'spec',
    title: 'spec (Markdown and TOML)',
    recognise: recogniseSpec,
    load: async () => (await import('./spec/index.ts')).spec,
  },
]

function loaded(dialect: Dialect): KnownDialect {
  return { ...dialect, load: () => Promise.resolve(dialect) }
}
