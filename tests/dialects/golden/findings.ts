/** The fixtures of whole checks: a plan's bytes beside the text that `check` has to print for them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import { compareProgress } from '../../../src/dialects/phase-tasks/write/progress.ts'
import { check } from '../../../src/plan/check.ts'
import type { Diagnostic } from '../../../src/plan/diagnostic.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import { noFacts, type Facts, type PathFact } from '../../../src/plan/facts.ts'
import { diagnosticsText } from '../../../src/reports/diagnostics/index.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'fixtures', 'phase-tasks')

export interface Fixture {
  readonly name: string
  /** What `check` prints for it now. */
  readonly printed: string
  /** File that holds what it should print. */
  readonly expectedFile: string
  readonly draft: Draft
  readonly diagnostics: readonly Diagnostic[]
}

/** Facts of the disk lie beside the plan where it needs any; the plan protects itself. */
function factsOf(file: string): Facts {
  const given = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, PathFact>; ignored?: readonly string[] })
    : null
  return {
    paths: new Map(Object.entries(given?.paths ?? {})),
    ignored: new Set(given?.ignored),
    protectedPaths: ['tasks.md'],
  }
}

/** A plan's bytes read and checked as the command does it. */
export function readAndCheck(
  bytes: Uint8Array,
  facts: Facts = noFacts,
): { readonly draft: Draft; readonly diagnostics: readonly Diagnostic[] } {
  const draft = readPhaseTasks([{ path: 'tasks.md', bytes }])
  return { draft, diagnostics: check(draft, facts, {}, compareProgress(draft)) }
}

function fixture(name: string): Fixture {
  const at = path.join(folder, name)
  const bytes = new Uint8Array(readFileSync(path.join(at, 'tasks.md')))
  const { draft, diagnostics } = readAndCheck(bytes, factsOf(path.join(at, 'facts.json')))
  const printed = diagnosticsText(diagnostics, draft.sources, { colour: false })
  return { name, printed, expectedFile: path.join(at, 'expected.txt'), draft, diagnostics }
}

/** All fixtures, read and checked. */
export function fixtures(): Fixture[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'tasks.md')))
    .map((entry) => fixture(entry.name))
}
