/** A run of the small spec in the core, whose progress file is made and judged after every append. */

import type { Plan } from '../../src/plan/model.ts'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import type { Input } from '../../src/run/decide.ts'
import { fold } from '../../src/run/evolve.ts'
import { progressText } from '../../src/reports/spec/progress/seal.ts'
import type { ProgressDocument } from '../../src/reports/spec/progress/schema.ts'
import { sha256 } from '../../src/system/digest.ts'
import { faultsOf } from '../reports/spec/progress-schema.ts'
import { harbourDraft, harbourPlan } from '../rig/harbour-spec.ts'
import { World, type AttemptScript, type Script } from './world.ts'

/** Attempts of a step of a spec, by its name `2.1`: `fail`, `missing` where there is nobody to do it, else a good one; the last one is repeated. */
export function attempts(by: Readonly<Record<string, string>>): Script {
  const script = (word: string): AttemptScript =>
    word === 'fail' ? { how: 'failed' } : word === 'missing' ? { how: 'missing' } : {}
  return {
    attempts: Object.fromEntries(
      Object.entries(by).map(([step, words]) => [step.replace('.', '/'), words.split(' ').map(script)]),
    ),
  }
}

export class ProgressWorld extends World {
  /** Texts of the file after each append, without repetitions. */
  readonly texts: string[] = []
  /** What the schema has against any of them. */
  readonly faults: string[] = []

  override feed(input: Input): void {
    super.feed(input)
    const text = progressText(this.state, sha256)
    if (text === null || text === this.texts.at(-1)) return
    this.texts.push(text)
    this.faults.push(...faultsOf(text))
  }

  /** Begins the run of the small spec. @param more what stands above the tasks in its parameters */
  begin(more = '', policy: Partial<Policy> = {}): this {
    const plan: Plan = harbourPlan(more)
    const { escalation, ...told } = harbourDraft(more).policy ?? {}
    this.start(plan, {
      policy: {
        ...builtInPolicy,
        retries: 2,
        exhausted: 'ask',
        ...told,
        escalation: { ...escalationDefaults, ...escalation },
        workspace: 'none',
        ...policy,
      },
    })
    return this
  }

  get document(): ProgressDocument {
    return JSON.parse(this.texts.at(-1) ?? 'null') as ProgressDocument
  }

  /** The file as a new executor would make it of the journal. */
  refolded(): string | null {
    return progressText(fold(this.log), sha256)
  }
}
