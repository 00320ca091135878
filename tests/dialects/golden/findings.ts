/** The fixtures of whole checks: a plan's bytes beside the text that `check` has to print for them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../../src/dialects/dialect.ts'
import { phaseTasks } from '../../../src/dialects/phase-tasks/index.ts'
import { projectState } from '../../../src/dialects/project-state/index.ts'
import { spec } from '../../../src/dialects/spec/index.ts'
import { check } from '../../../src/plan/check.ts'
import type { Diagnostic } from '../../../src/plan/diagnostic.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import { noFacts, type Facts, type PathFact } from '../../../src/plan/facts.ts'
import type { Source } from '../../../src/plan/source.ts'
import { diagnosticsText } from '../../../src/reports/diagnostics/index.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'fixtures')

/** How the plan of a fixture is called, in each format; the first name that a folder has counts. */
const plans: readonly (readonly [dialect: Dialect, names: readonly string[]])[] = [
  [phaseTasks, ['tasks.md']],
  [projectState, ['state.json', 'project_state.json', 'tasks_phase1.json']],
  [spec, ['spec_x.md', 'speclet_x.md', 'parameters_x.toml']],
]

export interface Fixture {
  readonly dialect: Dialect
  readonly name: string
  /** What `check` prints for it now. */
  readonly printed: string
  /** File that holds what it should print. */
  readonly expectedFile: string
  readonly draft: Draft
  readonly diagnostics: readonly Diagnostic[]
}

/** Facts of the disk lie beside the plan where it needs any; the files of the plan protect themselves. */
function factsOf(file: string, own: readonly string[]): Facts {
  const given = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, PathFact>; ignored?: readonly string[] })
    : null
  return {
    paths: new Map(Object.entries(given?.paths ?? {})),
    ignored: new Set(given?.ignored),
    protectedPaths: own,
  }
}

/** A plan's bytes read and checked as the command does it. @param beside files that are read with it */
export function readAndCheck(
  bytes: Uint8Array,
  facts: Facts = noFacts,
  {
    dialect,
    name,
    beside = [],
  }: { readonly dialect: Dialect; readonly name: string; readonly beside?: readonly Source[] } = {
    dialect: phaseTasks,
    name: 'tasks.md',
  },
): { readonly draft: Draft; readonly diagnostics: readonly Diagnostic[] } {
  const draft = dialect.read([{ path: name, bytes }, ...beside])
  return { draft, diagnostics: check(draft, facts, {}, dialect.findings?.(draft) ?? []) }
}

function fixture(dialect: Dialect, at: string, name: string): Fixture {
  const read = (file: string): Source => ({ path: file, bytes: new Uint8Array(readFileSync(path.join(at, file))) })
  const files = readdirSync(at).sort()
  const above = (dialect.above ?? []).filter((it) => files.includes(it))
  const beside = [...(dialect.beside?.(name, files) ?? []), ...above]
  const facts = factsOf(path.join(at, 'facts.json'), [name, ...beside])
  const { draft, diagnostics } = readAndCheck(read(name).bytes, facts, { dialect, name, beside: beside.map(read) })
  const printed = diagnosticsText(diagnostics, draft.sources, { colour: false })
  const expectedFile = path.join(at, 'expected.txt')
  return { dialect, name: path.basename(at), printed, expectedFile, draft, diagnostics }
}

/** All fixtures, read and checked. */
export function fixtures(): Fixture[] {
  return plans.flatMap(([dialect, names]) => {
    const all = path.join(folder, dialect.name)
    return readdirSync(all, { withFileTypes: true }).flatMap((entry) => {
      const at = path.join(all, entry.name)
      const name = entry.isDirectory() ? names.find((it) => existsSync(path.join(at, it))) : undefined
      return name === undefined ? [] : [fixture(dialect, at, name)]
    })
  })
}
