/** The evidence of a gate that did not look. */

import type { GateSpec } from './effect.ts'
import type { Evidence } from './outcome.ts'

/**
 * @param gate its name and what it would have run; nothing where it runs no program
 * @param tree the files that it was asked about
 * @param why in words, which also tell one failure from another
 */
export function couldNotRun(gate: Pick<GateSpec, 'name' | 'argv'>, tree: string | null, why: string): Evidence {
  return {
    gate: gate.name,
    argv: gate.argv,
    result: 'could-not-run',
    exitCode: null,
    tree,
    environment: '',
    output: null,
    excerpt: why,
    fingerprint: why,
    durationMs: 0,
    reused: false,
  }
}
