/** Ends a process group: politely, then hard, and looks whether it is gone. */

import { monotonic, wait } from './clock.ts'
import { isGroupAlive, sendSignal } from './process-table.ts'

/** Time that a killed process may take to disappear; longer only happens in a hanging system call. */
const afterKillMs = 2_000
const lookEveryMs = 10

/**
 * @param group number of the process group (its leader's process id)
 * @param graceMs time between the polite and the hard signal, in milliseconds
 * @returns whether the group is gone; at once when it was already
 */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  // A stopped process does not act on the polite signal until it is continued.
  return endInTwoSteps({
    alive: () => isGroupAlive(group),
    polite: () => {
      sendSignal(-group, 'SIGTERM')
      sendSignal(-group, 'SIGCONT')
    },
    hard: () => sendSignal(-group, 'SIGKILL'),
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
