import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // One for each core: by itself vitest keeps one free, and most tests wait for programs that they have started.
    maxWorkers: '100%',
    sequence: { shuffle: true },
  },
})
