/** What proves a task is written down when it is done. */

import type { Evidence } from './effect.ts'
import { evidenceKey } from './evidence-key.ts'
import { filesGate } from './files-gate.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'
import { proofOf } from './verdict.ts'

/** Writes down what proves a task, by the steps that were not given up; `done` follows. */
export function prove(turn: Turn, task: TaskRun, step: StepRun): void {
  const tree = task.merge?.evidenceTree ?? null
  const evidence = task.steps
    .filter((it) => it.cause === null)
    .flatMap((it) =>
      it.spec.gates.map((gate): Evidence | undefined => {
        const own = it.verdicts.find((verdict) => verdict.gate === gate)
        // What a gate said of the draft proves nothing about another tree that it was merged into.
        if (tree === null || gate === filesGate || it.spec.expect === 'red') return own
        return (
          turn.state.evidence.get(evidenceKey(turn.state, gate, tree)) ??
          it.verdicts.findLast((verdict) => verdict.gate === gate && verdict.tree === tree)
        )
      }),
    )
    .filter((it) => it !== undefined)
  // Whoever let a red gate pass has let it pass for those that stand on this work.
  if (task.overridden)
    for (const red of step.verdicts.filter((it) => it.result !== 'passed' && it.gate !== filesGate))
      emit(
        turn,
        { type: 'known-red', gate: red.gate, fingerprint: red.fingerprint, by: 'override' },
        subjectOf(task, step),
      )
  emit(
    turn,
    { type: 'task-proved', proof: proofOf(task, evidence), commit: task.commit, evidence },
    subjectOf(task, step),
  )
}
