import { defineConfig } from 'vitest/config'

const core = ['run', 'plan', 'reports', 'dialects', 'config', 'agents'].map((it) => `tests/${it}/**/*.test.ts`)
const calls = ['e2e', 'cli'].map((it) => `tests/${it}/**/*.test.ts`)

export default defineConfig({
  test: {
    projects: [
      // What touches nothing outside of itself shares a process with others of its kind: a new one for each file takes longer than most.
      { extends: true, test: { name: 'core', include: core, isolate: false } },
      { extends: true, test: { name: 'edge', include: ['tests/**/*.test.ts'], exclude: [...core, ...calls] } },
      // What calls the program shares a process for the sake of the one that makes the calls (tests/rig/served.ts).
      { extends: true, test: { name: 'calls', include: calls, isolate: false } },
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
