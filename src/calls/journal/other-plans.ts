/** The plans of a project on which somebody is at work, or that wait for a person. Prints nothing. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { foldWithExecutor } from '../../engine/fold-journal.ts'
import { openJournal } from '../../engine/journal/journal.ts'
import { listPlans } from '../../engine/journal/plan-registry.ts'
import { planLock } from '../../engine/plan-lock.ts'
import { openReviews, viewRun } from '../../run/views.ts'
import { isBetweenRuns } from '../../run/state.ts'
import { lookAtLock } from '../../system/lock.ts'
import { findProject } from '../plan/find-project.ts'
import type { Root } from '../plan/find-root.ts'
import { openPlan } from '../plan/open-plan.ts'
import { plansIn } from '../plan/read-sources.ts'
import type { Where } from '../plan/where.ts'

export interface OtherPlan {
  /** As it is named from the folder of the call. */
  readonly plan: string
  readonly isAtWork: boolean
  /** Whether a question is open, or something else waits for a person. */
  readonly waits: boolean
}

/** Looks without taking a lock. @param given the plan that they are others of */
export async function otherPlans(given: string, { cwd, env }: Where): Promise<readonly OtherPlan[]> {
  const opening = await openPlan(given, { cwd, env, dialect: null, checksGates: false })
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading === null) return []
  const found = await unfinishedPlans(reading, reading.planPath, cwd)
  return found.filter((it) => it.relative !== reading.planRelative && (it.isAtWork || it.waits))
}

/**
 * Which plans a call may mean that names none, made in a folder that does not hold just one: those of the project with a
 * run that has not ended. Empty also where the folder holds one.
 */
export async function plansMeant({ cwd }: Where): Promise<readonly OtherPlan[]> {
  const project = plansIn(cwd).length === 1 ? null : findProject('.', cwd)
  return project === null ? [] : unfinishedPlans(project, path.join(cwd, 'tasks.md'), cwd)
}

/** @param planPath absolute path of a plan of the project: outside of git, journals lie beside it */
async function unfinishedPlans(
  { root, gitCommonDir }: Root,
  planPath: string,
  cwd: string,
): Promise<readonly (OtherPlan & { readonly relative: string })[]> {
  const found: (OtherPlan & { readonly relative: string })[] = []
  for (const { id: planId, path: relative, dir } of listPlans({ planPath, gitCommonDir, root })) {
    const file = path.join(root, relative)
    if (!existsSync(file)) continue
    const opened = openJournal({ dir, planId, create: false })
    if (opened.is !== 'open') continue
    try {
      const { state, executor } = await foldWithExecutor(opened.journal, () => lookAtLock(planLock(dir)))
      const isAtWork = executor !== null
      const waits = openReviews(state).length > 0 || viewRun(state).held.length > 0
      const isUnfinished = !isBetweenRuns(state)
      if (isAtWork || waits || isUnfinished) found.push({ plan: path.relative(cwd, file), relative, isAtWork, waits })
    } finally {
      opened.journal.close()
    }
  }
  return found
}
