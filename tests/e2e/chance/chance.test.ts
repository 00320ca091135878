/**
 * The real program, played by chance: projects, agents, gates and people at random, with kills. Nothing of a person is lost,
 * what is told as done is so, and each run comes to an end once a person answers.
 *
 * More of it: `CHANCE_SEED=5 CHANCE_RUNS=200 npx vitest run tests/e2e/chance`. One of them: `CHANCE_FROM=17 CHANCE_RUNS=1`.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playScenario } from './play.ts'
import { scenario } from './scenario.ts'

const seed = Number(process.env['CHANCE_SEED'] ?? 1)
const from = Number(process.env['CHANCE_FROM'] ?? 0)
const runs = Number(process.env['CHANCE_RUNS'] ?? 3)

fc.sample(scenario, { seed, numRuns: from + runs }).forEach((it, index) => {
  test.skipIf(index < from)(`scenario ${index} of seed ${seed}`, { timeout: 600_000 }, async () => {
    const played = await playScenario(it)
    try {
      expect(played.faults, [JSON.stringify(it, null, 1), ...played.transcript].join('\n')).toEqual([])
    } finally {
      played.remove()
    }
  })
})
