/** Runs a gate of the kind `file`: what verifies a step by a file is read from what is kept of its draft, or from the folder. */

import type { RunningGate } from '../gates/command-gate.ts'
import type { FileVerification } from '../plan/verification.ts'
import type { Evidence } from '../run/outcome.ts'
import type { GateSpec } from '../run/effect.ts'
import type { RunState } from '../run/state.ts'
import { filesOnDisk, type TreeFiles } from '../system/tree-files.ts'
import type { EffectOf, Workspaces } from '../workspaces/workspaces.ts'

/** What it needs of what runs gates. */
export interface VerifyingSurroundings {
  readonly state: RunState
  readonly workspaces: Workspaces
  readonly root: string
  readonly markers: Readonly<Record<string, string>>
  /** Gates that are under way, to be ended with the executor. */
  readonly running: Set<RunningGate>
}

/** @param asks what the gate is to look at */
export async function performVerification(
  gate: GateSpec,
  asks: FileVerification,
  effect: EffectOf<'run-gate'>,
  { state, workspaces, root, markers, running }: VerifyingSurroundings,
): Promise<Evidence> {
  const { commit, tree, purpose, since } = effect
  // Most runs have no such gate.
  const { startFileGate } = await import('../gates/verification/file-gate.ts')
  const at = (name: string | null): TreeFiles | null => (name === null ? null : (workspaces.files?.(name) ?? null))
  const started = startFileGate(gate, asks, {
    tree,
    environment: state.environments.get(gate.name) ?? '',
    markers,
    now: at(commit) ?? filesOnDisk(root),
    // What was merged was judged by the rules of its own step, which it may have changed rightly by now.
    before: purpose === 'draft' && asks.is === 'schema' ? at(since ?? null) : null,
    since: since ?? null,
  })
  running.add(started)
  const evidence = await started.done
  running.delete(started)
  return evidence
}
