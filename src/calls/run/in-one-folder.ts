/** Who works in a folder beside a run of another plan: in place nobody can tell whose a change is. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { foldWithExecutor } from '../../engine/fold-journal.ts'
import { openJournal } from '../../engine/journal/journal.ts'
import { planLock } from '../../engine/plan-lock.ts'
import type { WorkspaceKind } from '../../run/effect.ts'
import { shellWord } from '../../plan/shell-word.ts'
import type { Failure } from '../../run/outcome.ts'
import { isBetweenRuns, type RunState, type TaskRun } from '../../run/state.ts'
import { holdsFolder } from '../../run/task-status.ts'
import { nameOf } from '../../run/views.ts'
import { lookAtLock } from '../../system/lock.ts'
import { isInside } from '../../system/look-at-path.ts'
import { poolsIn } from './pool-owner.ts'

/**
 * Looks for a run of another plan whose files are those of the same folder, where this one or that one works in place. The caller
 * holds the lock of its own plan: of two that begin at once at least one sees the other.
 * @param of.state the state folder, where it is noted which plan is run in which folder
 * @returns null where there is none
 */
export async function otherInFolder(of: {
  readonly state: string
  readonly journalDir: string
  readonly root: string
  readonly workspace: WorkspaceKind
  readonly hasGit: boolean
}): Promise<Failure | null> {
  for (const { owner } of poolsIn(of.state)) {
    if (owner === null || owner.journalDir === of.journalDir || !shareFiles(owner.root, of.root)) continue
    const { journalDir: dir, planId, plan } = owner
    const holder = (): ReturnType<typeof lookAtLock> => lookAtLock(planLock(dir))
    if (owner.workspace !== 'in-place' && (await holder()) === null) continue
    const opened = openJournal({ dir, planId, create: false })
    try {
      const folded = opened.is === 'open' ? await foldWithExecutor(opened.journal, holder) : null
      // One that is just beginning has said in its note alone where it works.
      const said = folded !== null && isInPlace(folded.state) ? folded.state : null
      // Its journal may not be made yet: the lock comes first.
      if ((folded === null ? await holder() : folded.executor) === null) {
        const left = said !== null && existsSync(plan) ? leftInFolder(said) : null
        if (said === null || left === null) continue
        return {
          reason: `${nameOf(left)} of ${plan} was begun in place in this folder and has not ended: what comes here would be taken for its work`,
          help: isAsked(said, left)
            ? `answer what it asks, and go on with it: millwright review list --plan ${shellWord(plan)}`
            : `go on with that first: millwright resume ${shellWord(plan)}; ` +
              `or let go of it: millwright defer ${shellWord(plan)} ${shellWord(nameOf(left))}`,
        }
      }
      const alone = said !== null || owner.workspace === 'in-place'
      if (!alone && of.workspace !== 'in-place') continue
      const help = `wait until that has ended: millwright status ${shellWord(plan)}`
      return alone
        ? { reason: `${plan} is being run in place in this folder: what comes here would be taken for its work`, help }
        : {
            reason: `${plan} is being run in this folder: what comes from there would be taken for work in place`,
            help: of.hasGit ? `${help}; or run this one in worktrees (--workspace worktree)` : help,
          }
    } finally {
      if (opened.is === 'open') opened.journal.close()
    }
  }
  return null
}

function isInPlace(state: RunState): boolean {
  return !isBetweenRuns(state) && state.policy.workspace === 'in-place'
}

function leftInFolder(state: RunState): TaskRun | null {
  return [...state.tasks.values()].find((it) => holdsFolder(it, state.policy)) ?? null
}

function isAsked({ reviews }: RunState, { uid }: TaskRun): boolean {
  return [...reviews.values()].some((it) => it.task === uid && it.answer === null)
}

/** Whether what is done in one of two folders lies in the other one: a repository knows nothing of what another one in it holds. */
function shareFiles(one: string, other: string): boolean {
  if (one === other) return true
  const outer = isInside(one, other) ? one : other
  return isInside(outer, outer === one ? other : one) && !existsSync(path.join(outer, '.git'))
}
