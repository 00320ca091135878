import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readJson } from '../../../src/dialects/json/read-json.ts'
import { projectState } from '../../../src/dialects/project-state/index.ts'
import type { Diagnostic } from '../../../src/plan/diagnostic.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { graphOf } from '../../../src/plan/graph.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import type { PlanRecords } from '../../../src/plan/projection.ts'
import {
  diagnosticsGithub,
  diagnosticsJson,
  diagnosticsSarif,
  diagnosticsText,
} from '../../../src/reports/diagnostics/index.ts'
import { graphJson } from '../../../src/reports/graph/json.ts'
import { safeJson } from '../../../src/plan/safe-text.ts'
import { corpus } from '../../rig/corpus.ts'
import { fixtures, readAndCheck } from './findings.ts'

const all = fixtures()
const plans = all.flatMap(({ dialect, draft }) => (dialect.name === 'phase-tasks' ? [draft.sources[0]!.bytes] : []))

/** What real plans and attackers put where it does not belong. */
const pieces = [
  '\0',
  '\u001b[',
  '\u202e',
  '\n',
  '\r\n',
  '\t',
  '[',
  ']',
  '```',
  '-->',
  '<!--',
  ': ',
  '| ',
  ', ',
  'T001',
  '\ufeff',
  '\u00a0',
  '..',
  '/',
  '~',
  '✓',
  '\u{1f600}',
  '__proto__',
  'blocked_by T001',
  '\u043e',
  '\uff1a',
  'T001-',
]
  .map((it) => new TextEncoder().encode(it))
  .concat([Uint8Array.of(0xff), Uint8Array.of(0xe2, 0x80), Uint8Array.of(0xed, 0xa0, 0x80)])

interface Change {
  readonly at: number
  readonly drop: number
  readonly piece: number
}

function changed(bytes: Uint8Array, changes: readonly Change[], from: readonly Uint8Array[] = pieces): Uint8Array {
  return changes.reduce((now, { at, drop, piece }) => {
    const offset = now.length === 0 ? 0 : at % (now.length + 1)
    const inserted = from[piece % from.length]!
    return Uint8Array.from([
      ...now.subarray(0, offset),
      ...inserted,
      ...now.subarray(Math.min(now.length, offset + drop)),
    ])
  }, bytes)
}

function expectInside({ draft, diagnostics }: { draft: Draft; diagnostics: readonly Diagnostic[] }): void {
  const size = draft.sources[0]!.bytes.length
  for (const { code, span, related, help } of diagnostics) {
    expect(help).not.toBe('')
    for (const it of [span, ...related.map((one) => one.span)]) {
      expect(it, code).not.toBeNull()
      expect(it!.offset, code).toBeGreaterThanOrEqual(0)
      expect(it!.length, code).toBeGreaterThanOrEqual(0)
      expect(it!.offset + it!.length, code).toBeLessThanOrEqual(size)
    }
  }
}

describe('whatever the bytes are', () => {
  test('every finding lies inside the file and every form of it is printable', () => {
    const changes = fc.array(fc.record({ at: fc.nat(), drop: fc.nat(6), piece: fc.nat() }), {
      minLength: 1,
      maxLength: 6,
    })
    const small = plans.filter((bytes) => bytes.length < 4_000)
    fc.assert(
      fc.property(fc.constantFrom(...small), changes, (bytes, list) => {
        const found = readAndCheck(changed(bytes, list))
        expectInside(found)
        const { draft, diagnostics } = found
        expect(diagnosticsText(diagnostics, draft.sources, { colour: false })).toMatch(/^[\P{C}\n]*$/u)
        expect(diagnosticsGithub(diagnostics, draft.sources)).toMatch(/^[\P{C}\n\t]*$/u)
        expect(safeJson(diagnosticsSarif(diagnostics, draft.sources, '0'))).toMatch(/^[\P{C}\n]*$/u)
        for (const { line, column } of diagnosticsJson(diagnostics, draft.sources).diagnostics)
          expect(Math.min(line ?? 0, column ?? 0)).toBeGreaterThan(0)
        // What was read is shown to programs beside the errors.
        const plan = makePlan(draft, { hash: (text) => text, implementation: () => true })
        const { tasks, order, cycles } = graphJson(plan, graphOf(plan), () => null)
        expect(tasks).toHaveLength(draft.tasks.length)
        expect(order.length + cycles.flat().length).toBeLessThanOrEqual(tasks.length)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('whatever the bytes of a project state are', () => {
  const states = all.flatMap(({ dialect, draft }) => (dialect === projectState ? [draft.sources[0]!.bytes] : []))
  const signs = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\',
    '\\u',
    'null',
    '-',
    '1e9',
    '"id": "A-1", ',
    '"status": "done", ',
    '//',
  ]
  const inserted = [...signs.map((it) => new TextEncoder().encode(it)), ...pieces]
  const change = fc.record({ at: fc.nat(), drop: fc.nat(6), piece: fc.nat() })

  test('every finding lies inside the file, and what a run writes into it leaves JSON that is as whole as before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(change, { maxLength: 4 }),
        fc.option(fc.nat()),
        (bytes, list, cut) => {
          const now = changed(bytes, list, inserted)
          const text = cut === null ? now : now.subarray(0, cut % (now.length + 1))
          const found = readAndCheck(text, noFacts, { dialect: projectState, name: 'state.json' })
          expectInside(found)
          const { draft, diagnostics } = found
          expect(diagnosticsText(diagnostics, draft.sources, { colour: false })).toMatch(/^[\P{C}\n]*$/u)
          makePlan(draft, { hash: (it) => it, implementation: () => true })
          const [source] = draft.sources
          const marks = draft.tasks.map(({ key, id, title }) => ({
            ...{ key, id: id?.text ?? null, title: title.text },
            ...({ state: 'done', overrides: true, reason: null, writtenReason: null } as const),
          }))
          const { edits } = projectState.project([source!], { marks, summary: true, records })
          const { whole } = readJson(source!)
          if (!whole) expect(edits).toEqual([])
          const after = { ...source!, bytes: applyEdits(source!, edits) }
          expect(readJson(after).whole).toBe(whole)
        },
      ),
      { numRuns: 1_500 },
    )
  })
})

const records: PlanRecords = {
  phase: 'verify',
  current: 'A-1',
  blockedReason: 'waits',
  said: { current: true, blockedReason: true },
  drafts: [{ key: 'A-1', id: 'A-1', files: [], explanation: '', attempt: 1, commit: null }],
  gates: [],
  decisions: [],
  integrations: [],
}

/** Public plans that name tasks they do not hold: one is an excerpt, the other a fixture for just that. */
const dangling = /EXCERPT|fixtures/

describe.skipIf(corpus === null)('real plans', () => {
  const folder = path.join(corpus ?? '.', 'phase-tasks')
  const files =
    corpus === null
      ? []
      : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => path.basename(it) === 'tasks.md')

  test.each(files)('%s reads without an error', (file) => {
    const found = readAndCheck(new Uint8Array(readFileSync(path.join(folder, file))))
    expectInside(found)
    if (dangling.test(file)) return
    expect(found.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
