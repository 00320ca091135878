/** What the journal of a plan says, looked at without taking the lock. */

import { foldWithExecutor } from '../../engine/fold-journal.ts'
import { planLock } from '../../engine/plan-lock.ts'
import { openJournal, type Journal } from '../../engine/journal/journal.ts'
import { olderThanWork, type JournalProblem } from '../../engine/journal/problem.ts'
import { locateJournal } from '../../engine/journal/plan-registry.ts'
import type { FileFailure } from '../../system/file-failure.ts'
import type { RunState } from '../../run/state.ts'
import { lookAtLock, type Holder } from '../../system/lock.ts'
import { lastEventOf } from '../../workspaces/git/last-event.ts'
import { contentHash, type Reading } from '../plan/open-plan.ts'

type Place = Pick<Reading, 'planPath' | 'gitCommonDir' | 'root' | 'sources' | 'draft'>

/** What is in the way of a journal; `message` begins with its code where it has one. */
export interface Refused {
  readonly is: 'refused'
  readonly message: string
  readonly help: string
}

/** Opens the journal of a plan, where there is one; whoever opens it closes it. Makes nothing. */
export async function openPlanJournal(
  place: Place,
): Promise<
  | { readonly is: 'open'; readonly journal: Journal; readonly dir: string; readonly planId: string }
  | { readonly is: 'never-run' }
  | Refused
> {
  const located = await locateJournal({ ...placeOf(place), create: false })
  if (located.is === 'failed') return { is: 'refused', message: located.failure.reason, help: located.failure.help }
  if (located.is !== 'located') return { is: 'never-run' }
  const { dir, planId } = located
  const opened = openJournal({ dir, planId, create: false })
  if (opened.is === 'missing') return { is: 'never-run' }
  if (opened.is === 'refused') return { is: 'refused', ...problemTold(opened.problem) }
  return { is: 'open', journal: opened.journal, dir, planId }
}

/** A journal's problem as a command complains of it. */
export function problemTold({ code, message, help }: JournalProblem): {
  readonly message: string
  readonly help: string
} {
  return { message: `${code} ${message}`, help }
}

/** The place of a journal cannot be noted: as of one that cannot be written, but where the note itself is damaged. */
export function placeRefused({ code, reason, help }: FileFailure): { readonly message: string; readonly help: string } {
  return startRefused({ message: code === 'DAMAGED' ? reason : `MW705 ${reason}`, help })
}

/** The same as a call complains that would have started something. */
export function startRefused<Told extends { readonly message: string }>(told: Told): Told {
  return { ...told, message: `${told.message}; nothing was started` }
}

/**
 * What the journal says, for a call that is to act on it: a damaged one is refused here.
 * @returns the state, null where nothing was ever run, or what is in the way
 */
export async function peek(
  opened: Place,
): Promise<{ readonly is: 'state'; readonly state: RunState | null } | Refused> {
  const found = await look(opened)
  if (found.is === 'refused') return startRefused(found)
  if (found.is === 'never-run') return { is: 'state', state: null }
  const problem = found.newer ?? found.problem
  return problem === null
    ? { is: 'state', state: found.state }
    : { is: 'refused', ...startRefused(problemTold(problem)) }
}

export type Look =
  | {
      readonly is: 'found'
      readonly state: RunState
      /** Who is at work on it now; a run whose executor died is shown as it is. */
      readonly executor: Holder | null
      /** Damage in the journal; `state` is then that of its intact beginning. */
      readonly problem: JournalProblem | null
      /** Set where a newer version wrote it: it is shown and not continued. */
      readonly newer: JournalProblem | null
    }
  | { readonly is: 'never-run' }
  | Refused

/** The same with all that is to be said of it: who is at work, and what is wrong with the journal. */
export async function look(opened: Place): Promise<Look> {
  const opening = await openPlanJournal(opened)
  if (opening.is !== 'open') return opening
  const { journal, dir } = opening
  try {
    const found = await foldWithExecutor(journal, () => lookAtLock(planLock(dir)))
    return {
      is: 'found',
      ...found,
      problem: found.problem ?? (await problemBeside({ journal, dir }, found, opened)),
      newer: newerOf(journal),
    }
  } finally {
    journal.close()
  }
}

/** That a newer version wrote a journal; null where it did not. */
export function newerOf({ readOnly }: Pick<Journal, 'readOnly'>): JournalProblem | null {
  return readOnly?.code === 'MW703' ? readOnly : null
}

/**
 * What is wrong with a journal though its events are intact. Its pages beside them may be damaged: what is written next, by a
 * command or a run, would meet them. Or it is an older copy: whole in itself, it ends before the run's last commit was asked
 * for, and to go on from it would do again what is done.
 */
export async function problemBeside(
  { journal, dir }: { readonly journal: Journal; readonly dir: string },
  { state, count }: { readonly state: RunState; readonly count: number },
  { root, gitCommonDir }: Pick<Place, 'root' | 'gitCommonDir'>,
): Promise<JournalProblem | null> {
  if (journal.readOnly !== null) return null
  const damage = journal.findDamageBeside(count)
  // Of what is committed after a copy was made, the copy knows nothing.
  if (damage !== null || state.run === null || gitCommonDir === null) return damage
  const event = await lastEventOf(root, state.run)
  return event === null || journal.has(event) ? null : olderThanWork(dir, count)
}

/** How the registry knows a plan. */
export function placeOf(opened: Place): {
  readonly planPath: string
  readonly gitCommonDir: string | null
  readonly root: string
  readonly contentHash: string
  readonly taskIds: readonly string[]
  readonly titles: readonly string[]
  readonly ticked: readonly string[]
} {
  const { draft } = opened
  const beside = new Set(draft.groups.flatMap(({ key, file }) => (file === undefined ? [] : [key])))
  const tasks = draft.tasks.filter(({ group }) => !beside.has(group))
  return {
    planPath: opened.planPath,
    gitCommonDir: opened.gitCommonDir,
    root: opened.root,
    contentHash: contentHash(opened),
    taskIds: tasks.map((task) => task.id?.text ?? task.key),
    titles: tasks.map((task) => task.title.text),
    ticked: tasks.flatMap(({ mark, title }) => (mark.state === 'done' ? [title.text] : [])),
  }
}
