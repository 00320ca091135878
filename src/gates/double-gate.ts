/** A double of a gate: gives the verdict it is told, for dry runs and tests (REQUIREMENTS F3). */

import type { Evidence, EvidenceTree, GateResult, GateSpec } from '../run/effect.ts'

export type DoubleVerdict = 'pass' | 'fail' | 'missing' | 'time-out'

const results: Record<DoubleVerdict, GateResult> = {
  pass: 'passed',
  fail: 'failed',
  missing: 'could-not-run',
  'time-out': 'timed-out',
}

/**
 * Evidence as a gate would give it; its environment is `double`, so that it never stands in for a real run.
 *
 * @param gate the gate
 * @param verdict what it is to say; null passes
 * @param tree what it would have run on
 */
export function doubleEvidence(gate: GateSpec, verdict: DoubleVerdict | null, tree: EvidenceTree | null): Evidence {
  const result = results[verdict ?? 'pass']
  return {
    gate: gate.name,
    argv: gate.argv,
    result,
    exitCode: result === 'passed' ? 0 : result === 'failed' ? 1 : null,
    tree,
    environment: 'double',
    output: null,
    excerpt: `(double) ${gate.name}: ${result}`,
    fingerprint: result === 'passed' ? '' : `double-${result}`,
    durationMs: 0,
    reused: false,
  }
}
