/** What can be asked of a plan's journal, as typed calls: each gives a value, or why there is none. Prints nothing. */

import { foldJournal, toRunEvent } from '../../engine/fold-journal.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { JournalProblem } from '../../engine/journal/problem.ts'
import type { StoredEvent } from '../../engine/journal/stored-event.ts'
import type { Projector } from '../../engine/projector.ts'
import { projectFiles } from '../../engine/write-back.ts'
import { othersBytes } from '../../engine/others-bytes.ts'
import { planLock } from '../../engine/plan-lock.ts'
import type { EventBody } from '../../run/event.ts'
import { evolve, fold } from '../../run/evolve.ts'
import { newState } from '../../run/new-state.ts'
import type { RunState } from '../../run/state.ts'
import { wait } from '../../system/clock.ts'
import { acquireLock, lookAtLock } from '../../system/lock.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { whyNoMarks } from './marks-here.ts'
import { lookAtKept, type KeptDamage } from './kept-outputs.ts'
import { lostWork, ownBranchOf, unpublishedOf, type LostTask } from './lost-work.ts'
import { useJournal, type OpenedJournal, type Refusal } from './open-journal.ts'
import { newerOf } from './plan-journal.ts'
import { throughLinks } from '../plan/behind-link.ts'
import { besidePaths, type Reading } from '../plan/open-plan.ts'
import { learningsProjectors } from '../plan/learnings-file.ts'
import { now } from '../../system/clock.ts'
import { notepadProjectors } from '../plan/notepad-file.ts'
import { notepadHistory } from '../../reports/spec/notepad/history.ts'
import { placeOfProgress, progressProjector } from '../plan/progress-file.ts'
import { deviationLogProjectors, planProjector } from '../plan/projectors.ts'
import { progressShown, stateShown, type ProgressShown } from './progress-shown.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { programThatCalls } from '../who-calls.ts'

/** Where a call is made, and the format of the plan where it is not to be detected. */
export type Call = Where & { readonly dialect?: string | null }

export interface Events {
  readonly is: 'events'
  readonly events: readonly StoredEvent<EventBody>[]
  /** Damage found while reading: the events are those of the intact beginning. */
  readonly problem: JournalProblem | null
}

/** Everything that happened, as it is in the journal. */
export function events(plan: string, call: Call): Promise<Events | Refusal> {
  return useJournal(plan, call, ({ journal, problem }) => ({
    is: 'events',
    events: journal.read<EventBody>().events,
    problem,
  }))
}

export interface Followed {
  readonly is: 'followed'
  /** State after the last event that was heard. */
  readonly state: RunState
  readonly problem: JournalProblem | null
}

/** @param state after the event; one and the same object for all */
export type HearEvent = (event: StoredEvent<EventBody>, state: RunState) => void

/**
 * Everything that happened, event by event, and what happens from then on, until the run ends or is parked.
 * @param call.signal ends the following
 */
export function follow(
  plan: string,
  hear: HearEvent,
  call: Call & { readonly signal?: AbortSignal },
): Promise<Followed | Refusal> {
  return useJournal(plan, call, (opened) => followOf(opened, hear, () => call.signal?.aborted === true))
}

/** Milliseconds between two looks. */
const lookMs = 200

/** @param isEnough asked before each further look */
export async function followOf(
  { journal, problem }: OpenedJournal,
  hear: HearEvent,
  isEnough: () => boolean,
): Promise<Followed> {
  const state = newState()
  let seen = 0
  const take = (events: readonly StoredEvent<EventBody>[]): void => {
    for (const event of events) {
      evolve(state, toRunEvent(event))
      hear(event, state)
    }
    seen += events.length
  }
  take(journal.read<EventBody>().events)
  const isOver = (): boolean => state.status === 'finished' || state.status === 'parked'
  while (problem === null && !isOver() && !isEnough()) {
    await wait(lookMs)
    take(journal.read<EventBody>({ from: seen }).events)
  }
  return { is: 'followed', state, problem }
}

export interface Replayed {
  readonly is: 'replayed'
  /** Number of the last event that was folded; null where there is none. */
  readonly until: number | null
  readonly state: RunState
  readonly problem: JournalProblem | null
}

/** The state after an event, folded from the journal alone. @param until number of that event; null takes all */
export function replay(plan: string, until: number | null, call: Call): Promise<Replayed | Refusal> {
  return useJournal(plan, call, (opened) => replayOf(opened, until))
}

export function replayOf({ journal, problem }: OpenedJournal, until: number | null): Replayed | Wrong {
  const { events } = journal.read<EventBody>()
  const read = events.filter((event) => until === null || event.seq <= until)
  // Of a damaged journal the events before the damage are what there is.
  if (until !== null && problem === null && !events.some((event) => event.seq === until)) {
    const last = events.at(-1)
    return {
      is: 'wrong',
      message: `there is no event ${until}${last === undefined ? '' : `: the last one is ${last.seq}`}`,
      help: '`millwright log` lists them',
    }
  }
  return { is: 'replayed', until: read.at(-1)?.seq ?? null, state: fold(read.map(toRunEvent)), problem }
}

export interface Verified {
  readonly is: 'verified'
  readonly journal: ReturnType<Journal['verify']>
  /** Whether its last write was cut off: nobody was told that it is safe, and the storage drops it (MW700). */
  readonly isCutOff: boolean
  /** Whether the plan shows all that the journal says; null where that cannot be said: damage, or no readable plan. */
  readonly planShowsJournal: boolean | null
  /** Whether somebody is at work: the marks of what was done last follow. */
  readonly isAtWork: boolean
  /** What the plan does not show and `rebuild` would not write either, in words: a person's mark is theirs. */
  readonly unplaced: readonly string[]
  /** Tasks whose work is in commits that what is checked out does not hold. */
  readonly lost: readonly LostTask[]
  /** What its events name and is not kept as they name it. */
  readonly kept: readonly KeptDamage[]
  /** Of a spec: whether its progress file is what the journal gives; null where there is none to be, or nobody can tell. */
  readonly progress: ProgressShown | null
  /** That a newer version wrote it, which is shown and not continued; what its events name is not looked at then. */
  readonly newer: JournalProblem | null
}

/** Whether the journal is whole and unchanged, and the plan shows what it says. */
export function verify(plan: string, call: Call): Promise<Verified | Refusal> {
  return useJournal(plan, call, (opened) => verifyOf(opened, call.env))
}

export async function verifyOf(opened: OpenedJournal, env: Call['env']): Promise<Verified> {
  // Asked first: whoever ends in between has written its marks by then.
  const isAtWork = (await lookAtLock(planLock(opened.dir))) !== null
  // Before anything else: whoever is the last to close the journal takes the end of it away.
  const isCutOff = opened.journal.isCutOff()
  const journal = verifiedOf(opened)
  const newer = newerOf(opened.journal)
  // Where another version keeps what its events name, nobody knows.
  const kept = journal.is === 'intact' && newer === null ? lookAtKept(opened.journal) : []
  const planned = planOf(opened)
  const projected = planned?.projected
  // A journal with damage is folded up to there only: it is no measure of the plan.
  if (journal.is !== 'intact' || projected?.is !== 'projected' || projected.bytes === null)
    return {
      is: 'verified',
      journal,
      isCutOff,
      planShowsJournal: null,
      isAtWork,
      unplaced: [],
      lost: [],
      kept,
      progress: null,
      newer,
    }
  const { unplaced } = projected
  return {
    is: 'verified',
    journal,
    isCutOff,
    planShowsJournal: planned?.same === true && unplaced.length === 0,
    isAtWork,
    unplaced,
    lost: await lostIn(opened, env),
    kept,
    progress: newer === null ? progressIn(opened) : null,
    newer,
  }
}

/** An older copy of all of it is whole in itself: what tells of it lies elsewhere. */
function verifiedOf({ journal, problem }: OpenedJournal): ReturnType<Journal['verify']> {
  const found = journal.verify()
  return found.is === 'intact' && problem !== null ? { is: 'damaged', intact: found.events, problem } : found
}

function progressIn({ opening, journal }: OpenedJournal): ProgressShown | null {
  const reading = opening.is === 'opened' ? opening : opening.reading
  return reading === null ? null : progressShown(journal, reading)
}

async function lostIn({ opening, state }: OpenedJournal, env: Call['env']): Promise<readonly LostTask[]> {
  if (opening.is !== 'opened') return []
  return lostWork(
    opening,
    { state, git: await lookAtGit(opening.root), also: [...ownBranchOf(state), ...unpublishedOf(state)] },
    env,
  )
}

/** The plan's file as the journal would write it. */
function planOf({ opening, state }: OpenedJournal): {
  readonly projected: ReturnType<ReturnType<typeof planProjector>['project']>
  readonly same: boolean
} | null {
  const reading = opening.is === 'opened' ? opening : opening.reading
  const source = reading?.sources[0]
  if (!reading || !source) return null
  const projected = planProjector(reading.dialect, source.path, 'anew').project(source.bytes, state, [])
  const same =
    projected.is === 'projected' && projected.bytes !== null && Buffer.compare(projected.bytes, source.bytes) === 0
  return { projected, same }
}

export interface Rebuilt {
  readonly is: 'rebuilt'
  /** Whether the plan's file, or that of its progress, was another one before. */
  readonly changed: boolean
  readonly unplaced: readonly string[]
  /** Copies of what somebody else had written into the progress file; absolute paths. */
  readonly kept: readonly string[]
}

/** The plan's marks and the log of deviations, written anew from the journal. */
export function rebuild(plan: string, call: Call): Promise<Rebuilt | Refusal> {
  return useJournal(plan, call, (opened) => rebuildOf(opened, call.env, () => Promise.resolve(true)))
}

/** The progress file as the journal gives it; where somebody else's is in its place, beside that. */
function progressProjectors({ journal }: OpenedJournal, reading: Reading): readonly Projector[] {
  const place = placeOfProgress(reading.dialect, reading)
  return place === null ? [] : [progressProjector(place.path, stateShown(journal))]
}

/** @param agree asked before a plan that differs is written; false writes nothing */
export async function rebuildOf(
  opened: OpenedJournal,
  env: Call['env'],
  agree: () => Promise<boolean>,
): Promise<Rebuilt | Refusal> {
  const { opening, problem, dir } = opened
  const reading = opening.is === 'opened' ? opening : opening.reading
  const planned = planOf(opened)
  if (!reading || planned === null)
    return opening.is === 'unsound'
      ? { is: 'unsound', opening }
      : { is: 'wrong', message: 'the plan has no file', help: 'name its file' }
  if (problem) return { is: 'wrong', message: `${problem.code} ${problem.message}`, help: problem.help }
  if ((await programThatCalls(env, [{ journalDir: dir, planId: opened.planId }])) !== null)
    return { is: 'wrong', message: 'an agent or a gate may not write marks', help: 'call it from your own terminal' }
  // A mark says that the work is here.
  const unmarked = await whyNoMarks(opened, opened.state, env)
  if (unmarked !== null) return { is: 'wrong', ...unmarked }
  const { projected, same } = planned
  const progress = progressIn(opened)
  const hasProgressToWrite = progress !== null && progress.is !== 'as-journal'
  if (projected.is === 'waiting')
    return { is: 'wrong', message: projected.failure.reason, help: projected.failure.help }
  if ((!same || hasProgressToWrite) && !(await agree()))
    return { is: 'wrong', message: 'nothing was written', help: 'give --yes to do it' }
  const taken = await acquireLock(planLock(dir))
  if (taken.held !== true)
    return {
      is: 'wrong',
      message: 'a run is at work on this plan, and keeps the marks true itself',
      help: 'wait for its end, or `millwright pause` it',
    }
  try {
    const others = othersBytes(dir)
    const written = [
      planProjector(reading.dialect, reading.planRelative, 'anew'),
      ...deviationLogProjectors(reading.dialect, reading.planRelative),
      ...progressProjectors(opened, reading),
      ...notepadProjectors(reading, () => notepadHistory(opened.journal.read<EventBody>().events.map(toRunEvent))),
      ...learningsProjectors({ ...reading, startedAt: opened.state.course.startedAt ?? now() }),
    ]
    const projectors = others.noting(throughLinks(reading.root, written, besidePaths(reading)))
    // Somebody may have said something to the run since it was looked at.
    const { state: present } = foldJournal(opened.journal)
    const isHere = async (): Promise<boolean> => (await whyNoMarks(opened, present, env)) === null
    others.adopt(projectors, reading.root, present)
    const outcome = await projectFiles(
      {
        others,
        root: reading.root,
        projectors,
        isHere,
        wrote: () => undefined,
      },
      present,
    )
    if (outcome.is === 'elsewhere')
      return { is: 'wrong', message: 'another branch was checked out meanwhile', help: 'switch back and say it again' }
    if (outcome.is === 'waiting') return { is: 'wrong', message: outcome.failure.reason, help: outcome.failure.help }
    return { is: 'rebuilt', changed: !same || hasProgressToWrite, unplaced: projected.unplaced, kept: others.copies() }
  } finally {
    await taken.lock.release()
  }
}
