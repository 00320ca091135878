/** Without git: a draft that was changed in the folder of all after it was taken, and what is said of that. */

import { listed } from '../plan/names.ts'
import { safeLine } from '../plan/safe-text.ts'
import { covers } from './path-pattern.ts'
import { coveredOf, type Changed, type RunState, type StepRun, type TaskRun } from './state.ts'
import { writtenFiles } from './task-status.ts'
import { unmergedLook } from './whole-look.ts'

/** What of a draft that was to be merged lies in the folder otherwise by now; null where all of it lies as it was taken. */
export function changedOf(state: RunState, task: TaskRun, step: StepRun): Changed | null {
  const paths = ownOf(state, task, step)
  if (paths.length === 0) return null
  const review = answeredYes(state, task, step)
  return { paths, review, times: review === null ? (step.changed?.times ?? 0) + 1 : 0 }
}

/** What a person was shown of a task, or what it declares to write; none for a step that has no draft of its own. */
function ownOf(state: RunState, task: TaskRun, step: StepRun): readonly string[] {
  const otherwise = task.merge?.otherwise ?? []
  if (step.draft === null || otherwise.length === 0) return []
  const shown = new Set(unmergedLook(task, step, step.draft).changes.flatMap((it) => [it.path, it.from]))
  const declared = [task, ...coveredOf(state, task)].flatMap(writtenFiles)
  return otherwise.filter((path) => shown.has(path) || declared.some((file) => covers(file, path)))
}

/** The question in which a person has said yes to the present draft of a step; null where nobody has. */
function answeredYes({ reviews }: RunState, { uid }: TaskRun, { spec, draft }: StepRun): string | null {
  const said = [...reviews.values()].findLast(
    (it) =>
      it.task === uid &&
      it.step === spec.id &&
      it.shown === draft?.commit &&
      (it.answer === 'approve' || it.answer === 'override'),
  )
  return said?.id ?? null
}

/** Why a person who had said yes is asked again, as part of a sentence; null where nobody was asked. */
export function voidText({ changed }: Pick<StepRun, 'changed'>): string | null {
  if (changed === null || changed.review === null) return null
  return `${pathsText(changed.paths)} changed in the folder since ${changed.review} was asked, so that the answer to it counts no more`
}

/** The first of some paths, for people. */
export function pathsText(paths: readonly string[]): string {
  return listed(paths.map(safeLine), 3)
}
