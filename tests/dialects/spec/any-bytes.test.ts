/** Any bytes in any of the three files: nothing is thrown, every place is inside its file, and no program leaves the repository. */

import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { classifyPath } from '../../../src/plan/path-safety.ts'
import { readToml } from '../../../src/plan/values/toml.ts'
import { preflightOf } from '../../../src/reports/spec/preflight.ts'
import { preflightText } from '../../../src/reports/spec/preflight-text.ts'
import { readFiles, type Files } from './reading.ts'
import { spansOf } from './told.ts'

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures', 'spec')
const inFixtures = (name: string): readonly Uint8Array[] =>
  readdirSync(fixtures).flatMap((it) => {
    const at = path.join(fixtures, it)
    return readdirSync(at).includes(name) ? [new Uint8Array(readFileSync(path.join(at, name)))] : []
  })
const texts = inFixtures('spec_x.md')
const tables = inFixtures('parameters_x.toml')
const constitutions = inFixtures('project_constitution.toml')

const pieces = [
  '\0',
  '\u001b[',
  '\u202e',
  '\n',
  '\r\n',
  '\ufeff',
  '\u00a0',
  '[',
  ']',
  '[[',
  '"',
  '"""',
  "'",
  '=',
  '.',
  ',',
  '{',
  '}',
  'null',
  'tasks',
  'steps',
  'speclets',
  'id = 1',
  'id = "1"',
  '[[tasks]]\n',
  '[[tasks.steps]]\n',
  '[goal]\n',
  '[[goal]]\n',
  '[[speclets]]\nid = "x"\n',
  'depends_on = ["x"]\n',
  'tool_path = "../x"\n',
  'tool_path = "x.sh"\n',
  'inf',
  '-0',
  '1e999',
  '1979-05-27',
  '__proto__ = 1\n',
  '### Task [1]: a\n',
  '## Goal\n',
  '## SPECLet [x]: a\n',
  '- **Step [1]:** a\n',
  '**SPEClet ID:** 1\n',
  '  - **Backup [1]:** a\n',
  '(critical)',
  '```\n',
  '<!--',
  '{{',
  'TODO',
  '\u{1f600}',
  '\u0422ask',
]
  .map((it) => new TextEncoder().encode(it))
  .concat([Uint8Array.of(0xff), Uint8Array.of(0xe2, 0x80), Uint8Array.of(0xfe, 0xff)])

const changes = fc.array(fc.record({ at: fc.nat(), drop: fc.nat({ max: 40 }), piece: fc.nat() }), { maxLength: 6 })

/** One of these files with pieces put in and others cut out, or bytes without any sense. */
const fileFrom = (files: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fc.constantFrom(...files), changes).map(([bytes, all]) =>
        all.reduce((now, { at, drop, piece }) => {
          const offset = at % (now.length + 1)
          return Uint8Array.from([
            ...now.subarray(0, offset),
            ...(pieces[piece % pieces.length] ?? []),
            ...now.subarray(Math.min(now.length, offset + drop)),
          ])
        }, bytes),
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  )

function expectSound(files: Files): void {
  const { draft, spec, tasks, found } = readFiles(files)
  for (const { path: at, offset, length } of spansOf([draft.tasks, draft.groups, draft.diagnostics, found])) {
    const size = draft.sources.find((it) => it.path === at)?.bytes.length ?? -1
    expect(offset).toBeGreaterThanOrEqual(0)
    expect(length).toBeGreaterThanOrEqual(0)
    expect(offset + length, at).toBeLessThanOrEqual(size)
  }
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length)
  const groups = new Set(draft.groups.map(({ key }) => key))
  const keys = new Set(tasks.map(({ key }) => key))
  for (const { group, after = [], steps } of tasks) {
    expect(groups).toContain(group)
    for (const { key } of after) expect(keys).toContain(key)
    for (const { argv } of steps.flatMap(({ methods }) => methods))
      // The program, or what an interpreter runs.
      for (const word of argv.slice(0, 2)) if (word.startsWith('./')) expect(classifyPath(word).kind).toBe('safe')
  }
  expect(preflightText(preflightOf({ spec, tasks, diagnostics: found }), false)).toMatch(/^[\P{C}\n]*$/u)
}

test('specs whose three files hold anything', () => {
  const any = fc.record({ md: fileFrom(texts), toml: fileFrom(tables), constitution: fileFrom(constitutions) })
  fc.assert(fc.property(any, expectSound), { numRuns: 400 })
})

test('either file alone', () => {
  fc.assert(
    fc.property(fileFrom(texts), fileFrom(tables), (md, toml) => {
      expectSound({ md })
      expectSound({ toml })
    }),
    { numRuns: 200 },
  )
})

test('TOML cut at any byte is read or told, with places inside', () => {
  for (const bytes of tables.slice(0, 12))
    for (let end = 0; end < bytes.length; end += 7) {
      const text = new TextDecoder().decode(bytes.subarray(0, end))
      const { toml, diagnostics } = readToml(text, 'x')
      const size = new TextEncoder().encode(text).length
      expect(toml !== null || diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
      for (const { offset, length } of spansOf([diagnostics, toml === null ? [] : [...toml.places.values()]]))
        expect(offset + length).toBeLessThanOrEqual(size)
    }
})
