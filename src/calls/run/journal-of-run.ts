/** Where the journal of a run lies: found again where the plan was moved, made where there is none. */

import { locateJournal } from '../../engine/journal/plan-registry.ts'
import { noteOwnJournal } from '../journal/own-journals.ts'
import { placeOf, placeRefused } from '../journal/plan-journal.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { Wrong } from '../refusal.ts'
import { otherDiskRemark } from './other-disk.ts'

export interface JournalOfRun {
  readonly is: 'located'
  /** Absolute path of its folder. */
  readonly dir: string
  readonly planId: string
  /** For people, before the first task. */
  readonly remarks: readonly string[]
  /** Keeps what the plan holds now: by that a file that is renamed afterwards is known again. */
  readonly remember: (now: Partial<ReturnType<typeof placeOf>>) => Promise<void>
}

/**
 * @param of.gitCommonDir of the repository that the run works in; null where the plan's own counts
 * @param of.stateFolder in which it is noted that the journal is the user's
 */
export async function journalOfRun(
  opened: OpenedPlan,
  of: { readonly gitCommonDir: string | null; readonly stateFolder: string },
): Promise<JournalOfRun | Wrong> {
  const gitCommonDir = of.gitCommonDir ?? opened.gitCommonDir
  const place = { ...placeOf(opened), gitCommonDir, create: true }
  const located = await locateJournal(place)
  if (located.is === 'failed') return { is: 'wrong', ...placeRefused(located.failure) }
  if (located.is !== 'located')
    return { is: 'wrong', message: 'the journal has no place', help: 'check the folder of the plan' }
  const { dir, planId, isNew, movedFrom, ambiguous } = located
  if (isNew) noteOwnJournal(of.stateFolder, dir)
  const remarks = [
    ...(movedFrom === undefined ? [] : [`the plan was moved from ${movedFrom}; its journal goes with it`]),
    ...otherDiskRemark(opened.planPath, dir),
    ...(ambiguous === undefined
      ? []
      : [
          `this plan may have been ${ambiguous.join(' or ')}; it begins with a journal of its own. To go on with what was done there, give the file its old name back`,
        ]),
  ]
  const remember = async (now: Partial<ReturnType<typeof placeOf>>): Promise<void> => {
    await locateJournal({ ...place, ...now, gitCommonDir })
  }
  return { is: 'located', dir, planId, remarks, remember }
}
