/** What the tasks that a task waited for have left behind, for its brief (REQUIREMENTS B4, seed 003 §1). */

import type { BlockerOutput } from '../../agents/brief-background.ts'
import { classifyPath, protectedBy } from '../../plan/path-safety.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from '../../run/state.ts'
import { lastKept } from '../../run/step-base.ts'
import { taskStatus } from '../../run/task-status.ts'
import { wholeLook } from '../../run/whole-look.ts'
import { nameOf } from '../../run/views.ts'
import type { KeptDrafts } from './kept-drafts.ts'

/**
 * Of each that is done what this journal's runs know of its draft; of one that they have not made, what a file of the plan
 * keeps.
 * @param of.hide takes secrets out of a text that is read from a file
 */
export function blockerOutputs(
  state: RunState,
  task: TaskRun,
  { kept, hide }: { readonly kept: KeptDrafts; readonly hide: (text: string) => string },
): readonly BlockerOutput[] {
  return (state.blockers.get(task.uid) ?? []).flatMap(({ uid }): readonly BlockerOutput[] => {
    const blocker = taskOf(state, uid)
    const isThere = taskStatus(blocker) === 'done' || (blocker.commit !== null && blocker.steps.some(isMerged))
    if (blocker.spec.origin === 'engine' || !isThere) return []
    const last = lastKept(blocker) ?? blocker.steps.at(-1)
    const elsewhere = last?.draft == null ? kept(state, blocker) : null
    return [
      {
        id: nameOf(blocker),
        title: blocker.spec.title,
        commit: blocker.commit,
        changes: last?.draft == null ? [] : wholeLook(blocker, last, last.draft).changes,
        said: last?.said?.text ?? '',
        ...(elsewhere === null
          ? {}
          : { kept: { ...elsewhere, explanation: hide(elsewhere.explanation), code: hide(elsewhere.code) } }),
      },
    ]
  })
}

/** Also of a task that is not done without another step. */
function isMerged({ status, mergedAt }: StepRun): boolean {
  return status === 'done' && mergedAt !== null
}

/** Paths inside the project that kept drafts name; what leads anywhere else is not looked at. */
export function placesOfKept(blockers: readonly BlockerOutput[]): readonly string[] {
  return blockers.flatMap(({ kept }) =>
    (kept?.files ?? []).flatMap(({ path: written }) => {
      const place = classifyPath(written)
      return place.kind === 'safe' && place.path !== '.' && protectedBy(place.path, []) === null ? [place.path] : []
    }),
  )
}
