/** From a call of `run` to an executor that may start: everything that can be wrong is found before anything begins. */

import { shellWord } from '../../plan/shell-word.ts'
import type { Invocation } from '../../run/event.ts'
import { isBetweenRuns, type RunState } from '../../run/state.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { assembleRun, type Preparation } from './assemble-run.ts'
import { continuedRemarks, refuseForUnfinished } from './continued-run.ts'
import { demoOf } from './demo.ts'
import { lostWork, lostWorkText, reopenedTasks, reopenedText } from '../journal/lost-work.ts'
import { gatherFaults } from './faults.ts'
import { refuseForMarks } from './marked-meanwhile.ts'
import { openRun } from './open-run.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { peek } from '../journal/plan-journal.ts'
import type { Wrong } from '../refusal.ts'
import { continueWith, saysWork, textOption } from './run-flags.ts'
import { ScratchError } from './scratch.ts'
import { removeFolder } from '../../workspaces/slots.ts'
import { withState } from '../state-trouble.ts'
import type { Where } from '../plan/where.ts'

/** Prepares a call of `run` or `resume`. Writes nothing but a scratch copy and, for a real run, the journal's folder. */
export async function prepareRun(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Where,
): Promise<Preparation> {
  const copies: string[] = []
  let isPrepared = false
  try {
    const prepared = await withState(io.env, () => prepare(given, options, io, copies))
    isPrepared = prepared.is === 'prepared'
    return prepared
  } catch (error) {
    if (error instanceof ScratchError) return { is: 'wrong', message: error.message, help: error.help }
    throw error
  } finally {
    if (!isPrepared) copies.forEach(removeFolder)
  }
}

/** @param copies gets every scratch copy that is made */
async function prepare(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Where,
  copies: string[],
): Promise<Preparation> {
  const dry = options['dryRun'] === true
  const demo = dry ? null : await demoOf(given, io, copies)
  const first = await openRun(demo?.plan ?? given, options, io)
  if (!('opened' in first)) {
    // Of a demo it is said where the person can mend it: the copy goes.
    const own = demo === null ? first : await openRun(given, options, io)
    return 'opened' in own ? first : own
  }
  const found = await peek(first.opened)
  const faults = gatherFaults()
  faults.add({ is: 'refused', diagnostics: first.wrong })
  if (found.is === 'refused') {
    const wrong: Wrong = { is: 'wrong', message: found.message, help: found.help }
    faults.add(wrong)
    return faults.refusal() ?? wrong
  }
  const { state } = found
  const unfinished = state !== null && !isBetweenRuns(state)
  if (!dry && textOption(options, 'doubles') !== null) faults.add(doublesAlone)
  if (state !== null && !dry) {
    const refused = unfinished ? refuseForUnfinished(state, options) : null
    if (refused !== null) faults.add(refused)
    const disagrees = await askAboutDone(first.opened, { state, unfinished, given }, io)
    if (disagrees !== null) faults.add(disagrees)
    const marked = unfinished ? await refuseForMarks(first.opened, { state, given }) : null
    if (marked !== null) faults.add(marked)
  }
  if (dry || state === null || state.run === null || (!unfinished && first.opened.settings.agent !== null))
    return assembleRun(given, options, io, {
      ...first,
      faults,
      state: null,
      last: dry ? null : state,
      saysWork: true,
      demo,
      copies,
    })
  // A run that has not ended goes on with its own flags; a new one without an agent takes that of the last.
  const merged = continueWith(unfinished ? state.invocation : lastAgent(state.invocation, options), options)
  const again = await openRun(given, merged, io)
  if (!('opened' in again)) return again
  const told = first.wrong.map((it) => it.message)
  faults.add({ is: 'refused', diagnostics: again.wrong.filter((it) => !told.includes(it.message)) })
  const prepared = await assembleRun(given, merged, io, {
    ...again,
    faults,
    state: unfinished ? state : null,
    last: state,
    saysWork: saysWork(options),
    demo: null,
    copies,
  })
  return unfinished && prepared.is === 'prepared'
    ? { ...prepared, remarks: [...continuedRemarks(state, options), ...prepared.remarks] }
    : prepared
}

/** What only a person can say of done tasks before anything begins: their work is elsewhere, or their box is open again. */
async function askAboutDone(
  opened: OpenedPlan,
  { state, unfinished, given }: { readonly state: RunState; readonly unfinished: boolean; readonly given: string },
  io: Where,
): Promise<Wrong | null> {
  const around = { state, git: await lookAtGit(opened.root), also: [] }
  // A run that goes on asks about its branch itself.
  const lost = unfinished ? [] : await lostWork(opened, around, io.env)
  if (lost.length > 0) return { is: 'wrong', ...lostWorkText(lost, shellWord(given)) }
  const reopened = await reopenedTasks(opened, around, io.env)
  return reopened.length > 0 ? { is: 'wrong', ...reopenedText(reopened, shellWord(given)) } : null
}

const doublesAlone: Wrong = {
  is: 'wrong',
  message: '--doubles says what the doubles of a dry run do, and this is no dry run',
  help: 'add --dry-run, or leave --doubles out',
}

/** The agent of the last run, and its gates where the call names none. */
function lastAgent(recorded: Invocation, options: Readonly<Record<string, unknown>>): Invocation {
  const keys = options['gate'] === undefined ? ['agent', 'exec', 'gate'] : ['agent', 'exec']
  return Object.fromEntries(Object.entries(recorded).filter(([key]) => keys.includes(key)))
}
