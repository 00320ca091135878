/** Runs a plan: takes the lock, folds the journal, ends what a dead executor left, and hands over to the loop. */

import { tasksLeftAtWork } from '../run/at-work.ts'
import { isBetweenRuns } from '../run/state.ts'
import { standingOf } from '../run/reread-phases.ts'
import { now } from '../system/clock.ts'
import { newRunId } from '../system/identifiers.ts'
import { acquireLock } from '../system/lock.ts'
import { endMarked } from '../system/orphans.ts'
import { supervise } from '../system/supervision.ts'
import { drive } from './drive.ts'
import type { Executor, ExecutorEnd, ExecutorOptions } from './executor-options.ts'
import { foldJournal } from './fold-journal.ts'
import { openJournal } from './journal/journal.ts'
import { cutOffText, type JournalProblem } from './journal/problem.ts'
import { planLock } from './plan-lock.ts'
import { planMarker } from './plan-marker.ts'
import { troubleOf } from './stop-on-disk-failure.ts'

/** Starts an executor on a plan. At most one runs per plan: the operating system holds the lock. */
export function startExecutor(options: ExecutorOptions): Executor {
  const stops: ((because: string) => void)[] = []
  let stopped: string | null = null
  return {
    done: execute(options, (stop) => {
      stops.push(stop)
      if (stopped !== null) stop(stopped)
    }),
    stop(because) {
      stopped = because
      for (const stop of stops) stop(because)
    },
  }
}

async function execute(
  options: ExecutorOptions,
  offerStop: (stop: (because: string) => void) => void,
): Promise<ExecutorEnd> {
  let wake: () => void = () => undefined
  const taken = await acquireLock({
    ...planLock(options.journalDir),
    onWake: () => wake(),
  })
  if (taken.held === false) return { is: 'held', holder: taken.holder }
  if (taken.held === 'failed')
    return { is: 'failed', reason: taken.reason, help: 'the lock of the plan cannot be taken here', began: false }
  const endSupervisor = supervise(() => options.remark(unguardedText))
  try {
    const used = (await options.inUse?.()) ?? null
    if (used !== null) return { is: 'failed', ...used, began: false }
    return await executeLocked(options, offerStop, (it) => {
      wake = it
    })
  } finally {
    endSupervisor()
    await taken.lock.release()
  }
}

const unguardedText =
  'nothing guards agents and gates any more: the process that starts them was lost again and again before it had begun one. ' +
  'If this run is killed they go on by themselves, until `millwright resume` ends them'

async function executeLocked(
  options: ExecutorOptions,
  offerStop: (stop: (because: string) => void) => void,
  offerWake: (wake: () => void) => void,
): Promise<ExecutorEnd> {
  const opened = openJournal({ dir: options.journalDir, planId: options.planId, create: true })
  if (opened.is === 'missing') throw new Error('internal: a journal that was to be made is missing')
  if (opened.is === 'refused') return { is: 'refused', problem: opened.problem }
  const { journal } = opened
  let began = false
  try {
    const { state, problem, count } = foldJournal(journal)
    if (problem ?? journal.readOnly) return { is: 'refused', problem: problem ?? (journal.readOnly as JournalProblem) }
    if (journal.isCutOff()) options.remark(cutOffText(count))
    // What cannot be written to or read later is met before anything is begun, and not while agents are at work.
    const damage = journal.findDamageBeside(count)
    if (damage !== null) return { is: 'refused', problem: damage }
    const isOver = state.status === 'finished' || state.run !== options.continues
    if (options.continues !== null && isOver)
      return {
        is: 'failed',
        reason: 'the run that was to be continued has ended meanwhile',
        help: 'look with `millwright status`; a new one begins with `millwright run`',
        began: false,
      }
    await endOrphans(options)
    const begun = journal.beginEpoch()
    if (begun.is === 'failed') return { is: 'refused', problem: begun.problem }
    const fresh = isBetweenRuns(state)
    const run = fresh || state.run === null ? newRunId(now()) : state.run
    if (fresh) journal.newRun(run, now())
    const begins = (): void => {
      began = true
    }
    const from = { journal, state, count, epoch: begun.epoch, run, fresh, begins }
    // What was read before the lock was taken may be older than the marks of a run that has ended since.
    const again = await options.reread(
      options.read.hash,
      (plan) => standingOf(state, tasksLeftAtWork(state), plan),
      false,
    )
    const read = again?.is === 'sound' ? again.read : options.read
    return await drive({ ...options, read }, from, offerStop, offerWake)
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === null) throw error
    return { is: 'failed', ...trouble, began }
  } finally {
    journal.close()
  }
}

/** What a dead executor of this journal left is ended before anything begins. */
async function endOrphans(options: ExecutorOptions): Promise<void> {
  const { ended, left } = await endMarked(planMarker(options))
  if (ended.length > 0)
    options.remark(`ended ${ended.length} process${ended.length === 1 ? '' : 'es'} that an earlier executor left`)
  if (left.length > 0)
    options.remark(
      `${left.length} processes of an earlier executor could not be ended: ${left.map((it) => it.pid).join(', ')}`,
    )
}
