/** Ends a process group and what its members have started: politely, then hard, and looks whether it is gone. */

import { monotonic, wait } from './clock.ts'
import { isAlive, isGroupAlive, processesBelow, sendSignal, type ProcessName } from './process-table.ts'

/** Time that a killed process may take to disappear; longer only happens in a hanging system call. */
const afterKillMs = 2_000
const lookEveryMs = 10

/**
 * What has left the group and taken the marks of its environment away has a parent as long as that one lives, so that it is
 * looked for before anything is ended; later it is nobody's.
 *
 * @param group number of the process group (its leader's process id)
 * @param graceMs time between the polite and the hard signal, in milliseconds
 * @returns whether all of it is gone; at once when the group was already
 */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  if (!isGroupAlive(group)) return true
  const below = new Map<number, ProcessName>()
  const living = (): readonly ProcessName[] => [...below.values()].filter(isAlive)
  const signal = (signals: readonly NodeJS.Signals[]): void => {
    for (const it of processesBelow({ group, also: living() })) below.set(it.pid, it)
    for (const it of signals) {
      sendSignal(-group, it)
      for (const { pid } of living()) sendSignal(pid, it)
    }
  }
  return endInTwoSteps({
    alive: () => isGroupAlive(group) || living().length > 0,
    // A stopped process does not act on the polite signal until it is continued.
    polite: () => signal(['SIGTERM', 'SIGCONT']),
    hard: () => signal(['SIGKILL']),
    graceMs,
  })
}

export interface Ending {
  readonly alive: () => boolean
  readonly polite: () => void
  readonly hard: () => void
  readonly graceMs: number
}

/** The same for anything that can be asked and signalled. @returns whether it is gone */
export async function endInTwoSteps({ alive, polite, hard, graceMs }: Ending): Promise<boolean> {
  if (!alive()) return true
  polite()
  if (await becomesTrue(() => !alive(), graceMs)) return true
  // Again and again: what was just being started when the signal came is not to get away.
  return becomesTrue(() => {
    hard()
    return !alive()
  }, afterKillMs)
}

async function becomesTrue(condition: () => boolean, withinMs: number): Promise<boolean> {
  const until = monotonic() + withinMs
  while (!condition()) {
    if (monotonic() >= until) return false
    await wait(lookEveryMs)
  }
  return true
}
