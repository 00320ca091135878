/** When a verdict of a gate may be used again: on the same content, by the same command, in the same environment. */

import type { Commit, EvidenceTree } from './effect.ts'
import type { Evidence } from './outcome.ts'
import type { RunState } from './state.ts'

/**
 * Key of the evidence for a gate on a tree: by what it runs, and in which environment (DESIGN, Evidence).
 * Where it runs behind other gates than before, what it said is forgotten (`setGates`).
 * @param since what the change begins at, where the gate judges a change: of another one it says something else
 */
export function evidenceKey(state: RunState, gate: string, tree: EvidenceTree, since: Commit | null = null): string {
  const { argv = [], cwd = '.' } = state.gates.get(gate) ?? {}
  const change = judgesChange(state, gate) ? [since ?? ''] : []
  return JSON.stringify([gate, argv, cwd, tree, state.environments.get(gate) ?? '', ...change])
}

/** The gate that such a key is of. */
export function gateOfKey(key: string): string {
  const [gate] = JSON.parse(key) as readonly [string, ...unknown[]]
  return gate
}

/** Whether a gate judges what is changed, and not what is there; a schema is taken as it was before the change. */
export function judgesChange(state: RunState, gate: string): boolean {
  const { kind, verification } = state.gates.get(gate) ?? {}
  return kind === 'contract' || verification?.is === 'schema'
}

/** The part of a request that says to such a gate what the change begins at. */
export function sinceFor(state: RunState, gate: string, since: Commit | null): { readonly since?: Commit } {
  return since !== null && judgesChange(state, gate) ? { since } : {}
}

/** Whether a verdict is about the gate as it is defined now, in the environment that it gets now. */
export function isOfPresentGate(state: RunState, evidence: Evidence): boolean {
  const spec = state.gates.get(evidence.gate)
  const isBuiltIn = spec?.kind === 'contract' || spec?.kind === 'file'
  if (spec === undefined || (evidence.argv.length === 0 && !isBuiltIn)) return true
  const now = state.environments.get(evidence.gate)
  const isSame = now === undefined || evidence.environment === '' || now === evidence.environment
  if (isBuiltIn) return isSame
  return isSame && JSON.stringify(spec.argv) === JSON.stringify(evidence.argv)
}
