/** When a verdict of a gate may be used again: on the same content, by the same command, in the same environment. */

import type { EvidenceTree } from './effect.ts'
import type { Evidence } from './outcome.ts'
import type { RunState } from './state.ts'

/** Key of the evidence for a gate on a tree: by what it runs, and in which environment (DESIGN, Evidence). */
export function evidenceKey(state: RunState, gate: string, tree: EvidenceTree): string {
  const { argv = [], cwd = '.' } = state.gates.get(gate) ?? {}
  return JSON.stringify([gate, argv, cwd, tree, state.environments.get(gate) ?? ''])
}

/** Whether a verdict is about the gate as it is defined now, in the environment that it gets now. */
export function isOfPresentGate(state: RunState, evidence: Evidence): boolean {
  const spec = state.gates.get(evidence.gate)
  if (spec === undefined || evidence.argv.length === 0) return true
  const now = state.environments.get(evidence.gate)
  const isSame = now === undefined || evidence.environment === '' || now === evidence.environment
  return isSame && JSON.stringify(spec.argv) === JSON.stringify(evidence.argv)
}
