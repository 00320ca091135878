/** A step that is accepted: what it proposes enters the plan, its task is merged or done. */

import { addTasks } from './added-tasks.ts'
import { draftToMerge } from './step-base.ts'
import { markCovered } from './covered.ts'
import { applyProposal } from './proposal.ts'
import { prove } from './prove.ts'
import { replaceRejected } from './replace-task.ts'
import { failAttempt } from './retry.ts'
import { isDoneByOtherSteps, redoEarlier } from './redo-earlier.ts'
import { redoOutdated, redoReworded } from './reworded.ts'
import type { StepRun, TaskRun } from './state.ts'
import { comesLast, isWithoutSome } from './task-status.ts'
import { move, type Turn } from './turn.ts'

/** A step's draft is accepted: its gates hold, its review says yes or was not asked for. */
export function acceptStep(turn: Turn, task: TaskRun, step: StepRun): void {
  if (redoReworded(turn, task, step) || redoOutdated(turn, task, step)) return
  if (step.spec.yields === 'revision') {
    const isReplacing = task.spec.replaces !== undefined
    const trouble = isReplacing ? replaceRejected(turn, task, step) : applyProposal(turn, task, step)
    if (trouble !== null) {
      failAttempt(turn, task, step, { from: 'attempt', source: 'proposal', text: trouble, output: null })
      return
    }
  }
  if (step.spec.yields === 'draft' && turn.state.policy.addedTasks === 'accept') addTasks(turn, task, step)
  if (isDoneByOtherSteps(turn.state, task)) {
    move(turn, task, step, { to: 'done', because: 'accepted' })
    redoEarlier(turn, task)
    return
  }
  // Of who proposes tasks nothing but these is taken.
  const mayMerge = task.spec.replaces === undefined
  const isOver = comesLast(task, step) && isFinished(task)
  if (mayMerge && isOver && draftToMerge(task) !== null) {
    move(turn, task, step, { to: 'merging', because: 'accepted' })
    return
  }
  if (isOver && !isWithoutSome(task)) {
    prove(turn, task, step)
    markCovered(turn, task)
  }
  move(turn, task, step, { to: 'done', because: 'accepted' })
}

function isFinished(task: TaskRun): boolean {
  return !task.spec.open || task.finished
}
