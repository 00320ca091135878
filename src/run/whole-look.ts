/** What the drafts of a task make together: that of each step is compared only with what the step before it left. */

import type { Look } from './files-gate.ts'
import type { FileChange } from './outcome.ts'
import type { StepRun, TaskRun } from './state.ts'
import { draftsBefore, earlierDrafts, type Drafted } from './step-base.ts'
import { isEnd } from './step-status.ts'

/** Whether a step is the last one of its task that anybody works on, as later ones have come to their end: its draft is what the task leaves. */
export function isLastWorked({ steps }: TaskRun, step: StepRun): boolean {
  const worked = ({ spec }: StepRun): boolean => spec.methods.length > 0
  return worked(step) && steps.slice(steps.indexOf(step) + 1).every((it) => !worked(it) || isEnd(it.status))
}

/**
 * A draft of a step as a draft of the whole task up to it: compared with what the task began on first.
 * @param look at the step's own draft
 */
export function wholeLook<T extends Look>(task: TaskRun, step: StepRun, look: T): T {
  return joinedLook(step, look, earlierDrafts(task, step))
}

/** The same as a draft of what of the task is not in the tip: compared with what it begins on now. */
export function unmergedLook<T extends Look>(task: TaskRun, step: StepRun, look: T): T {
  return joinedLook(step, look, draftsBefore(task, step))
}

function joinedLook<T extends Look>(step: StepRun, look: T, drafts: readonly Drafted[]): T {
  // Since it was merged its draft is that of the whole task already.
  if (step.wasMerged) return look
  const before = drafts.map((it) => it.draft)
  const [first] = before
  if (first === undefined) return look
  const all: readonly Look[] = [...before, look]
  const links = all.flatMap((it) => it.links ?? [])
  return {
    ...look,
    changes: joinChanges(all.map((it) => it.changes)),
    committed: [...new Set(all.flatMap((it) => it.committed ?? []))],
    before: first.before,
    ...(links.length > 0 ? { links } : {}),
  }
}

/** Changes made one after the other, as one change of each path. */
export function joinChanges(parts: readonly (readonly FileChange[])[]): readonly FileChange[] {
  const joined = new Map<string, FileChange>()
  for (const next of parts.flat()) {
    const { path, from } = next
    if (from !== null) {
      const source = joined.get(from)
      joined.delete(from)
      // A file that was made before and has another name now was never there under the old one.
      joined.set(path, source?.change === 'added' ? { ...source, path } : { ...next, from: source?.from ?? from })
      continue
    }
    const earlier = joined.get(path)
    if (earlier === undefined) joined.set(path, next)
    else if (next.change === 'deleted') {
      joined.delete(path)
      if (earlier.change === 'renamed') joined.set(earlier.from ?? path, { ...next, path: earlier.from ?? path })
      else if (earlier.change !== 'added') joined.set(path, next)
    } else if (earlier.change === 'deleted') joined.set(path, { ...next, change: 'modified' })
  }
  return [...joined.values()]
}
