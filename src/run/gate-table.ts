/** Which gates the tasks of a project state get where it names none: the seed's table, extended (seed 003 §3, REQUIREMENTS D6). */

import type { TaskSpec } from '../plan/model.ts'
import type { GateWord } from './gate-words.ts'
import { stacksOf, type Stack } from './stacks.ts'

interface Row {
  /** What kind of work it is; left out: any. */
  readonly kinds?: readonly string[]
  readonly layers?: readonly string[]
  /** In what any of its files is written. */
  readonly stacks?: readonly Stack[]
  readonly words: readonly GateWord[]
  /** Taken where the project has them, and not missed where not: nobody knows whether there is something to build. */
  readonly ifThere?: readonly GateWord[]
}

const built: readonly Stack[] = ['c++', 'rust', 'go', 'java', 'typescript']
const asItIs: readonly Stack[] = ['python', 'javascript']
const central = ['core', 'algorithm'] as const

/** The first row that fits counts. */
const rows: readonly Row[] = [
  // The seed's: integration tasks.
  { kinds: ['integration', 'validation'], words: ['unit', 'numeric'] },
  { layers: ['validation'], words: ['unit', 'numeric'] },
  { kinds: ['test', 'tests', 'testing'], words: ['unit', 'lint'], ifThere: ['build'] },
  // A document may be built, linted, or read by a test.
  { kinds: ['docs', 'doc', 'documentation'], words: ['lint'], ifThere: ['build', 'unit'] },
  // The seed's: core tasks in C++.
  { layers: central, stacks: built, words: ['build', 'unit', 'lint', 'contract'] },
  { layers: central, stacks: asItIs, words: ['unit', 'lint', 'contract'], ifThere: ['build'] },
  { layers: central, words: ['unit', 'lint', 'contract'], ifThere: ['build'] },
  { stacks: built, words: ['build', 'unit', 'lint'] },
  // The seed's: workflow tasks in Python.
  { stacks: asItIs, words: ['unit', 'lint'] },
  { words: ['unit', 'lint'], ifThere: ['build'] },
]

/** What the table asks for a task: what it is to have, and what it gets if it is there. */
export interface AskedGates {
  readonly words: readonly GateWord[]
  readonly ifThere: readonly GateWord[]
}

/** @returns null for a task of a plan that knows neither layers nor kinds of work: the table is not about it */
export function askedByTable({ layer, kind, files }: TaskSpec): AskedGates | null {
  if (layer === undefined && kind === undefined) return null
  const stacks = stacksOf(files)
  const fits = (row: Row): boolean =>
    (row.kinds === undefined || row.kinds.includes(kind ?? '')) &&
    (row.layers === undefined || row.layers.includes(layer ?? '')) &&
    (row.stacks === undefined || row.stacks.some((it) => stacks.has(it)))
  const { words, ifThere = [] } = rows.find(fits) ?? { words: [] }
  return { words, ifThere }
}
