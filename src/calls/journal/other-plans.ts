/** The other plans of a project on which somebody is at work, or that wait for a person. Prints nothing. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { foldJournal } from '../../engine/fold-journal.ts'
import { openJournal } from '../../engine/journal/journal.ts'
import { listPlans } from '../../engine/journal/plan-registry.ts'
import { openReviews, viewRun } from '../../run/views.ts'
import { lookAtLock } from '../../system/lock.ts'
import { openPlan } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import { holderNote } from './plan-journal.ts'

export interface OtherPlan {
  /** As it is named from the folder of the call. */
  readonly plan: string
  readonly isAtWork: boolean
  /** Whether a question is open, or something else waits for a person. */
  readonly waits: boolean
}

/** Looks without taking a lock. @param given the plan that they are others of */
export async function otherPlans(given: string, { cwd, env }: Where): Promise<readonly OtherPlan[]> {
  const opening = await openPlan(given, { cwd, env, dialect: null })
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading === null) return []
  const found: OtherPlan[] = []
  for (const { id: planId, path: relative, dir } of listPlans(reading)) {
    const file = path.join(reading.root, relative)
    if (relative === reading.planRelative || !existsSync(file)) continue
    const opened = openJournal({ dir, planId, create: false })
    if (opened.is !== 'open') continue
    try {
      const { state } = foldJournal(opened.journal)
      const isAtWork = (await lookAtLock({ name: dir, note: holderNote(dir) })) !== null
      const waits = openReviews(state).length > 0 || viewRun(state).held.length > 0
      if (isAtWork || waits) found.push({ plan: path.relative(cwd, file), isAtWork, waits })
    } finally {
      opened.journal.close()
    }
  }
  return found
}
