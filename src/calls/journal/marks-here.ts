/** Whether the plan that lies there now may show what the journal says: marks say that the work is there, too. */

import { existsSync } from 'node:fs'
import { shellWord } from '../../plan/shell-word.ts'
import type { RunState } from '../../run/state.ts'
import { diskFailureOf } from '../../system/disk-failure.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { placeOfRun } from '../../workspaces/publish/place.ts'
import type { Place } from '../../workspaces/workspaces.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import { poolOf } from '../run/pool-owner.ts'
import { lostWork, lostWorkText } from './lost-work.ts'
import type { OpenedJournal } from './open-journal.ts'

/**
 * Looks, while no executor is at work, whether marks may be written into the plan's file.
 *
 * @param state of the run, with what was decided just now
 * @returns null where they may; else why not: the run's branch is not checked out, or done work is not there
 */
export async function whyNoMarks(
  { opening, dir, given }: Pick<OpenedJournal, 'opening' | 'dir' | 'given'>,
  state: RunState,
  env: Where['env'],
): Promise<{ readonly message: string; readonly help: string } | null> {
  if (opening.is !== 'opened') return null
  const git = await lookAtGit(opening.root)
  if (git === null) return null
  const at = await placeNow(opening, { git, state, pool: poolOf(stateFolder(env), dir) }).catch(lostNote)
  if ('message' in at) return at
  if (at.is === 'away')
    return {
      message: `${at.now} is checked out, and the run belongs to ${at.home}`,
      help: `switch back (${at.back}): the plan that lies here is another one`,
    }
  if (at.is === 'moving')
    return { message: 'git is at work in the checkout', help: 'the next run writes them, or `millwright rebuild`' }
  const lost = await lostWork(opening, { state, git, also: [] }, env)
  if (lost.length === 0) return null
  // Nothing is lost that has not come here yet.
  const { publishTrouble } = state
  return publishTrouble !== null
    ? { message: `what is done waits to come here: ${publishTrouble.reason}`, help: publishTrouble.help }
    : lostWorkText(lost, shellWord(given))
}

/** Without what the run has noted about itself nobody knows where it belongs. */
function lostNote(error: unknown): { readonly message: string; readonly help: string } {
  const lost = diskFailureOf(error)
  if (lost === null) throw error
  return { message: lost.message, help: lost.help }
}

/** The next run begins wherever the checkout is, so that only one that has not ended has a place. */
function placeNow(
  { planRelative }: OpenedPlan,
  of: { readonly git: GitFacts; readonly state: RunState; readonly pool: string },
): Promise<Place> {
  const { run, status } = of.state
  if (run === null || status === 'finished' || !existsSync(of.pool)) return Promise.resolve({ is: 'home' })
  const settings = { share: [], copy: [] }
  return placeOfRun(of.git, { run, planPath: planRelative, stateFolder: of.pool, settings })
}
