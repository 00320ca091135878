/** What the journal of a plan says, looked at without taking the lock. */

import path from 'node:path'
import { foldJournal } from '../engine/executor.ts'
import { openJournal } from '../engine/journal/journal.ts'
import { locateJournal } from '../engine/journal/plan-registry.ts'
import type { RunState } from '../run/state.ts'
import { lookAtLock, type Holder } from '../system/lock.ts'
import type { OpenedPlan } from './open-plan.ts'

/** The state that a plan's journal holds, without taking the lock; null where nothing was ever run. */
export async function peek(opened: OpenedPlan): Promise<RunState | null> {
  return (await look(opened))?.state ?? null
}

/** The same, with whether an executor is at work now; a run whose executor died is shown as it is. */
export async function look(
  opened: OpenedPlan,
): Promise<{ readonly state: RunState; readonly executor: Holder | null } | null> {
  const located = await locateJournal({ ...placeOf(opened), create: false })
  if (located.is !== 'located') return null
  const journal = openJournal({ dir: located.dir, planId: located.planId, create: false })
  if (journal.is !== 'open') return null
  try {
    const { state } = foldJournal(journal.journal)
    return { state, executor: await lookAtLock({ name: located.dir, note: path.join(located.dir, 'holder.json') }) }
  } finally {
    journal.journal.close()
  }
}

/** How the registry knows a plan. */
export function placeOf(opened: Pick<OpenedPlan, 'planPath' | 'gitCommonDir' | 'root' | 'sources' | 'draft'>): {
  readonly planPath: string
  readonly gitCommonDir: string | null
  readonly root: string
  readonly contentHash: string
  readonly taskIds: readonly string[]
} {
  return {
    planPath: opened.planPath,
    gitCommonDir: opened.gitCommonDir,
    root: opened.root,
    contentHash: opened.sources[0]?.hash ?? '',
    taskIds: opened.draft.tasks.map((task) => task.id?.text ?? task.key),
  }
}
