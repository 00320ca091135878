/** Real specs, each with its parameters and its constitution: what is read of them, and what is found. */

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { spec } from '../../../src/dialects/spec/index.ts'
import { check } from '../../../src/plan/check.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import type { Severity } from '../../../src/plan/diagnostic.ts'
import type { Source } from '../../../src/plan/source.ts'
import { corpus, corpusFiles } from '../../rig/corpus.ts'
import { spansOf } from './told.ts'

const files = corpusFiles('spec', () => true)
const source = ({ name, bytes }: (typeof files)[number]): Source => ({ path: name, bytes })
const inFolder = (folder: string): readonly string[] =>
  files.flatMap(({ name }) => (path.posix.dirname(name) === folder ? [path.posix.basename(name)] : []))

/** What is read when a file is named: the plan, what lies beside it, and what holds above it. */
function sourcesOf(name: string): readonly Source[] {
  const folder = path.posix.dirname(name)
  const names = inFolder(folder)
  const main = spec.main?.(path.posix.basename(name), names) ?? ''
  const above = (at: string): readonly string[] => {
    const found = spec.above?.find((it) => inFolder(at).includes(it))
    if (found !== undefined) return [`${at}/${found}`]
    return at === '.' ? [] : above(path.posix.dirname(at))
  }
  const wanted = [main, ...(spec.beside?.(main, names) ?? [])].map((it) => `${folder}/${it}`)
  return [...wanted, ...above(folder)].flatMap((it) => files.filter((file) => file.name === it).map(source))
}

interface Counts {
  readonly tasks: number
  readonly steps: number
  readonly backups: number
  readonly errors: Readonly<Record<string, number>>
  readonly warnings: Readonly<Record<string, number>>
}

/**
 * By the name that both files share. Tasks, steps and backups are what the parameters alone hold, counted with another reader of
 * TOML: each has found its partner in the Markdown. The errors are the seed's own rules, and a constitution that is no TOML.
 */
const counted: Readonly<Record<string, Counts>> = {
  Better_SPEC: { tasks: 11, steps: 53, backups: 9, errors: {}, warnings: { MW505: 13, MW509: 28, MW517: 4, MW522: 3 } },
  Dashboard_SPEC_Engine: {
    tasks: 24,
    steps: 90,
    backups: 6,
    errors: { MW514: 1 },
    warnings: { MW505: 2, MW509: 70, MW517: 10, MW522: 1, MW523: 1 },
  },
  WTF: { tasks: 4, steps: 13, backups: 13, errors: {}, warnings: { MW504: 1, MW505: 1, MW517: 2 } },
  ecommerce_site: {
    tasks: 6,
    steps: 32,
    backups: 16,
    errors: { MW500: 1, MW514: 1 },
    warnings: { MW509: 9, MW517: 1, MW522: 3, MW524: 1 },
  },
  encryption: { tasks: 3, steps: 8, backups: 8, errors: {}, warnings: { MW509: 2, MW517: 3 } },
  fart_test: { tasks: 0, steps: 0, backups: 0, errors: { MW013: 1, MW514: 1 }, warnings: { MW516: 1 } },
  podcast: { tasks: 5, steps: 20, backups: 15, errors: {}, warnings: { MW509: 3, MW517: 1 } },
  template: {
    tasks: 3,
    steps: 12,
    backups: 10,
    errors: { MW504: 1 },
    warnings: { MW121: 1, MW505: 1, MW509: 1, MW516: 4, MW517: 1, MW524: 1 },
  },
}

function countsOf(name: string): Counts {
  const draft = spec.read(sourcesOf(name))
  const found = check(draft, noFacts)
  for (const { offset, length, path: at } of spansOf([draft.tasks, draft.diagnostics, found])) {
    const bytes = draft.sources.find((it) => it.path === at)?.bytes
    expect(bytes, at).toBeDefined()
    expect(offset + length).toBeLessThanOrEqual(bytes?.length ?? -1)
  }
  const steps = draft.tasks.flatMap((task) => task.steps)
  const by = (severity: Severity): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const it of found) if (it.severity === severity) counts[it.code] = (counts[it.code] ?? 0) + 1
    return counts
  }
  return {
    tasks: draft.tasks.length,
    steps: steps.length,
    backups: steps.flatMap(({ methods }) => methods.slice(1)).length,
    errors: by('error'),
    warnings: by('warning'),
  }
}

const parameters = files.filter(({ name }) => /parameters_.*\.toml$/.test(name))

describe.skipIf(corpus === null)('real specs with their parameters', () => {
  test('all of them are here', () => {
    const names = parameters.map(({ name }) => /parameters_(.*)\.toml$/.exec(name)?.[1])
    expect(names.sort()).toEqual(Object.keys(counted).sort())
  })

  test.each(parameters)('$name', ({ name }) => {
    const descriptor = /parameters_(.*)\.toml$/.exec(name)?.[1] ?? ''
    expect(countsOf(name)).toEqual(counted[descriptor])
  })

  test('the Markdown, its parameters and its folder name the same files', () => {
    for (const { name } of parameters) {
      const [main] = sourcesOf(name)
      expect(sourcesOf(main?.path ?? '').map((it) => it.path)).toEqual(sourcesOf(name).map((it) => it.path))
    }
  })

  test('any file of the collection is read as each of the three without a crash, with places inside', () => {
    for (const { name, bytes } of corpusFiles('.', (it) => /\.(?:toml|md|json)$/.test(it))) {
      for (const as of ['spec_x.md', 'parameters_x.toml', 'project_constitution.toml']) {
        const draft = spec.read([{ path: as, bytes }])
        for (const { offset, length } of spansOf([draft.tasks, draft.groups, draft.diagnostics]))
          expect(offset + length, name).toBeLessThanOrEqual(bytes.length)
      }
    }
  }, 120_000)
})
