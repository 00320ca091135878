import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Ends what hangs; a busy machine takes a minute for some projects with real compilers [M].
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // One for each core: by itself vitest keeps one free, and most tests wait for programs that they have started.
    maxWorkers: '100%',
    sequence: { shuffle: true },
  },
})
