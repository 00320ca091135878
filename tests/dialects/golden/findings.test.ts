import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codes } from '../../../src/plan/codes.ts'
import { positionAt } from '../../../src/reports/position.ts'
import { fixtures } from './findings.ts'

const all = fixtures()

// `MILLWRIGHT_GOLDEN=write npx vitest run tests/dialects/golden` writes what is printed now; read the change before it is kept.
if (process.env['MILLWRIGHT_GOLDEN'] === 'write')
  for (const { expectedFile, printed } of all) writeFileSync(expectedFile, printed)

describe('the whole check of a plan', () => {
  test.each(all.map((it) => [`${it.dialect.name}/${it.name}`, it] as const))('%s', (_, { printed, expectedFile }) => {
    expect(printed).toBe(existsSync(expectedFile) ? readFileSync(expectedFile, 'utf8') : 'a file expected.txt')
  })
})

/** First line for each example of RELIABILITY 7, rows A and E, and of rows D what only a plan shows; by a fixture's name. */
const examples: readonly (readonly [string, string])[] = [
  ['unusual-id', 'tasks.md:2:7: warning MW103 unusual task id T1 (T + 3 or 4 digits expected); read as written'],
  ['duplicate-id', 'tasks.md:4:7: error MW110 duplicate task id T001 (first at 1:7); blocked_by at 3:16 is ambiguous'],
  ['unknown-blocker', 'tasks.md:2:23: error MW111 unknown task T0009 in blocked_by; did you mean T0002?'],
  [
    'cycle',
    'tasks.md:2:16: warning MW113 dependency cycle T0001 -> T0002 -> T0001; these 2 tasks will end blocked, the rest runs',
  ],
  ['no-id-in-list', "tasks.md:3:21: error MW109 'T0x' is not a task id or range"],
  ['space-behind-box', "tasks.md:1:6: warning MW100 a space is missing after ']'; read as task T003"],
  ['unknown-state', "tasks.md:1:4: warning MW102 unknown state '✓'; not counted as done, never rewritten"],
  ['path-leaves', 'tasks.md:2:29: error MW130 path leaves the repository'],
  ['protected-path', 'tasks.md:2:10: error MW131 protected path'],
  ['no-break-space', 'tasks.md:1:4: error MW007 no-break space U+00A0 in checkbox; use a normal space'],
  ['look-alike-id', "tasks.md:1:7: error MW006 'Т' is U+0422 (Cyrillic), not 'T'; did you mean T0007?"],
  ['misspelt-key', "tasks.md:2:3: error MW107 unknown key 'blockedby'; did you mean blocked_by?"],
  [
    'fence-not-closed',
    'tasks.md:2:1: warning MW121 code fence is never closed; the 1 task line after it (T0011) is read as a task',
  ],
  ['done-before-blocker', 'tasks.md:2:16: warning MW115 T0012 is marked done before its blocker T0013; left as it is'],
  ['action-not-closed', "tasks.md:2:15: warning MW133 '(' is not closed; action read as MODIFY"],
  ['stale-table', 'tasks.md:6:12: info MW118 table says 0 done, the marks say 1'],
  ['spec/key-twice', "parameters_x.toml:3:1: error MW501 key 'description' defined twice (first at 2:1)"],
  [
    'spec/null-in-constitution',
    'project_constitution.toml:2:12: error MW500 TOML has no null; remove the key or write ""',
  ],
  ['spec/wrong-retries', 'parameters_x.toml:3:15: error MW508 max_retries must be an integer 0..100'],
  ['spec/speclet-cycle', 'parameters_x.toml:3:15: error MW510 SPECLet cycle a -> b -> a; nothing was started'],
  ['spec/task-on-one-side', 'spec_x.md:2:10: error MW505 task 3 is in spec_x.md but not in parameters_x.toml'],
  [
    'unknown-status',
    'project_state.json:2:29: warning MW407 tasks[0].status "wip_uncommitted" is not a known state; not counted as done',
  ],
]

describe('the examples of the catalogue', () => {
  test.each(examples)('%s comes first', (name, line) => {
    const found = all.find(({ dialect, name: own }) => own === name || `${dialect.name}/${own}` === name)
    expect(found?.printed.split('\n')[0]).toBe(line)
  })
})

describe('the fixtures together', () => {
  test('every code that check finds has a fixture', () => {
    const met = new Set(all.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))
    expect(codes.filter(({ code, implemented }) => implemented && !met.has(code)).map(({ code }) => code)).toEqual([])
    const unknown = [...met].filter((code) => !codes.some((it) => it.code === code && it.implemented))
    expect(unknown).toEqual([])
  })

  test('every fixture has a finding, but the sound plans', () => {
    expect(all.filter(({ diagnostics }) => diagnostics.length === 0).map(({ name }) => name)).toEqual([
      'sound',
      'sound',
      'sound',
    ])
  })

  test('every finding has a help, one line of message, and a place inside the file', () => {
    for (const { name, draft, diagnostics } of all) {
      for (const { code, message, help, span, related } of diagnostics) {
        const what = `${name} ${code}`
        expect(help, what).not.toBe('')
        expect(message, what).not.toMatch(/[\n.]$/)
        for (const it of [span, ...related.map((one) => one.span)]) {
          expect(it, what).not.toBeNull()
          const source = draft.sources.find(({ path }) => path === it!.path)
          expect(source, what).toBeDefined()
          expect(it!.offset + it!.length, what).toBeLessThanOrEqual(source!.bytes.length)
          expect(positionAt(source!, it!.offset).line, what).toBeGreaterThan(0)
        }
      }
    }
  })

  test('nothing printed can steer a terminal', () => {
    for (const { printed } of all) expect(printed).toMatch(/^[\P{C}\n]*$/u)
  })
})
