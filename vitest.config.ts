import { readdirSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const core = ['run', 'plan', 'reports', 'dialects', 'config', 'agents'].map((it) => `tests/${it}/**/*.test.ts`)
const calls = ['e2e', 'cli'].map((it) => `tests/${it}/**/*.test.ts`)

/** Of the tests that call the program the second of four parts, where `MILLWRIGHT_TEST_PART` is `2/4`; else all of them. */
function called(): string[] {
  const part = process.env['MILLWRIGHT_TEST_PART'] ?? ''
  if (part === '') return calls
  const [, which, of] = (/^(\d)\/(\d)$/.exec(part) ?? []).map(Number)
  if (which === undefined || of === undefined || which < 1 || which > of)
    throw new Error(`MILLWRIGHT_TEST_PART is ${part}: give it as 2/4`)
  const files = ['e2e', 'cli']
    .map((it) => `tests/${it}`)
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((it) => path.join(folder, it)))
    .filter((it) => it.endsWith('.test.ts'))
    .sort()
  console.log(
    `of ${files.length} files of tests that call the program part ${part}; all of them without MILLWRIGHT_TEST_PART`,
  )
  return files.filter((_, at) => at % of === which - 1)
}

export default defineConfig({
  test: {
    projects: [
      // What touches nothing outside of itself shares a process with others of its kind: a new one for each file takes longer than most.
      { extends: true, test: { name: 'core', include: core, isolate: false } },
      { extends: true, test: { name: 'edge', include: ['tests/**/*.test.ts'], exclude: [...core, ...calls] } },
      // What calls the program shares a process for the sake of the one that makes the calls (tests/rig/served.ts).
      { extends: true, test: { name: 'calls', include: called(), isolate: false } },
    ],
    // Ends what hangs; a busy machine takes a minute for some projects with real compilers [M].
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Of tests that wait beside each other.
    maxConcurrency: 16,
    pool: 'forks',
    // One for each core: by itself vitest keeps one free, and most tests wait for programs that they have started.
    maxWorkers: '100%',
    sequence: { shuffle: true },
  },
})
