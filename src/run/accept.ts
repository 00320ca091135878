/** A step that is accepted: what it proposes enters the plan, its task is merged or done, and what proves it is written. */

import { addTasks } from './added-tasks.ts'
import { draftToMerge } from './attempt.ts'
import { markCovered } from './covered.ts'
import type { Evidence } from './effect.ts'
import { filesGate } from './files-gate.ts'
import { applyProposal } from './proposal.ts'
import { failAttempt } from './retry.ts'
import { redoReworded } from './reworded.ts'
import { evidenceKey } from './evidence-key.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { proofOf } from './verdict.ts'

/** A step's draft is accepted: its gates hold, its review says yes or was not asked for. */
export function acceptStep(turn: Turn, task: TaskRun, step: StepRun): void {
  if (redoReworded(turn, task, step)) return
  if (step.spec.yields === 'revision') {
    const trouble = applyProposal(turn, task, step)
    if (trouble !== null) {
      failAttempt(turn, task, step, { from: 'attempt', source: 'proposal', text: trouble, output: null })
      return
    }
  }
  if (step.spec.yields === 'draft' && turn.state.policy.addedTasks === 'accept') addTasks(turn, task, step)
  if (step === task.steps.at(-1) && isFinished(task) && draftToMerge(task) !== null) {
    move(turn, task, step, { to: 'merging', because: 'accepted' })
    return
  }
  if (step === task.steps.at(-1) && isFinished(task)) {
    prove(turn, task, step)
    markCovered(turn, task)
  }
  move(turn, task, step, { to: 'done', because: 'accepted' })
}

function isFinished(task: TaskRun): boolean {
  return !task.spec.open || task.finished
}

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
  emit(
    turn,
    { type: 'task-proved', proof: proofOf(task, evidence), commit: task.commit, evidence },
    subjectOf(task, step),
  )
}
