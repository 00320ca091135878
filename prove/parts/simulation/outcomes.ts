/** How effects end: well, or by chance in any other way that the world has. */

import type { Effect } from '../../../src/run/effect.ts'
import type { Outcome } from '../../../src/run/outcome.ts'
import type { Random } from '../../../tests/rig/random.ts'
import { World } from '../../../tests/run/world.ts'

const failure = { reason: 'chance', help: 'try again' }

export class ChanceWorld extends World {
  /** From now on everything goes well. */
  isKind = false
  private readonly random: Random

  constructor(random: Random) {
    super()
    this.random = random
  }

  override perform(effect: Effect): Outcome {
    const well = super.perform(effect)
    return this.isKind || this.random.below(6) > 0 ? well : this.otherwise(well)
  }

  private otherwise(well: Outcome): Outcome {
    const { random } = this
    switch (well.of) {
      case 'prepare-workspace':
        return { of: well.of, is: 'failed', failure, retry: random.chance(0.5) }
      case 'start-attempt': {
        const how = random.pick(['failed', 'timed-out', 'idle', 'missing', 'interrupted'] as const)
        return { ...well, how, exitCode: how === 'failed' ? 1 : null, failure }
      }
      case 'snapshot':
        if (well.is !== 'taken') return well
        return random.chance(0.5) ? { of: well.of, is: 'failed', failure } : { ...well, changes: [], present: [] }
      case 'run-gate': {
        const result = random.pick(['failed', 'failed', 'timed-out', 'could-not-run'] as const)
        return { ...well, evidence: { ...well.evidence, result, exitCode: 1, fingerprint: `f${random.below(3)}` } }
      }
      case 'integrate': {
        if (well.is === 'merged')
          return random.chance(0.5)
            ? { of: well.of, is: 'conflict', paths: ['a.txt'], tip: well.tip }
            : { of: well.of, is: 'failed', failure }
        return random.chance(0.5) ? well : { of: well.of, is: 'failed', failure }
      }
      case 'publish':
        return { of: well.of, is: 'waiting', failure, paths: [] }
      case 'project':
        return { of: well.of, is: 'waiting', failure }
      default:
        return well
    }
  }
}
