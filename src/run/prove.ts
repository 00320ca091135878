/** What proves a task is written down when it is done. */

import type { EvidenceTree } from './effect.ts'
import type { Evidence } from './outcome.ts'
import { evidenceKey } from './evidence-key.ts'
import { filesGate } from './files-gate.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'
import { proofOf } from './verdict.ts'
import { nameOf } from './views.ts'

/**
 * Writes down what proves a task, by the steps that were not given up; `done` follows.
 * @param merged what the gates said of the tree that it was merged into, with others or alone; absent where nothing was merged
 */
export function prove(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  merged: { readonly tree: EvidenceTree | null; readonly verdicts: readonly Evidence[] } = { tree: null, verdicts: [] },
): void {
  const { tree, verdicts } = merged
  const kept = task.steps.filter((it) => it.cause === null)
  /** What a later step has asked again is its word. */
  const isAskedAgain = (of: StepRun, gate: string): boolean =>
    kept.slice(kept.indexOf(of) + 1).some((it) => it.spec.expect === 'green' && it.spec.gates.includes(gate))
  const evidenceOf = (of: StepRun): readonly Evidence[] =>
    of.spec.gates.flatMap((gate) => {
      const own = of.verdicts.find((verdict) => verdict.gate === gate)
      if (of.spec.expect === 'red') return own ? { ...own, expected: 'red' as const } : []
      if (isAskedAgain(of, gate)) return []
      // What a gate said of the draft proves nothing about another tree that it was merged into; on that one the last step
      // has the verdicts of all.
      if (tree === null || gate === filesGate) return own ?? []
      return (
        turn.state.evidence.get(evidenceKey(turn.state, gate, tree)) ??
        verdicts.findLast((verdict) => verdict.gate === gate && verdict.tree === tree) ??
        []
      )
    })
  // Whoever let a red gate pass has let it pass for those that stand on this work: as it is merged, not as it was drafted.
  if (task.overridden !== null)
    for (const red of kept.filter((it) => it.spec.expect === 'green').flatMap(evidenceOf))
      if (red.result !== 'passed' && red.gate !== filesGate)
        emit(
          turn,
          { type: 'known-red', gate: red.gate, fingerprint: red.fingerprint, by: 'override' },
          subjectOf(task, step),
        )
  tellProved(turn, task, step, {
    evidence: kept.flatMap(evidenceOf),
    drafts: task.steps.map((it) => it.draft),
    commit: task.commit,
  })
}

/**
 * Writes down a proof; that nothing was changed is said where gates would else have proved something.
 * @param of.drafts of the steps that worked on the task
 */
export function tellProved(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  of: {
    readonly evidence: readonly Evidence[]
    readonly drafts: readonly StepRun['draft'][]
    readonly commit: string | null
  },
): void {
  const { evidence, drafts, commit } = of
  const proof = proofOf(task, evidence, drafts)
  if (proof !== proofOf(task, evidence, []))
    emit(turn, {
      type: 'finding',
      kind: 'nothing-changed',
      text: `${nameOf(task)} changed nothing: its gates say of the project what they said before, and it is unverified`,
    })
  emit(turn, { type: 'task-proved', proof, commit, evidence }, subjectOf(task, step))
}
