/** The supervisor of a run: the process that starts its programs, and ends them when the executor dies. */

import { readFileSync } from 'node:fs'
import { processFacts, processIds } from '../../../src/system/process-table.ts'
import type { Started } from '../../rig/program.ts'

/** @returns its process id, or null while there is none */
export function supervisorOf(running: Started): number | null {
  const found = processIds().find(
    (pid) => processFacts(pid)?.parent === running.child.pid && commandOf(pid).includes('supervisor.js'),
  )
  return found ?? null
}

/** @returns the process id of the supervisor that was killed */
export function killSupervisor(running: Started): number {
  const supervisor = foundSupervisor(running)
  process.kill(supervisor, 'SIGKILL')
  return supervisor
}

/** Kills an executor together with its supervisor, as a power cut would: nobody is left who ends what they have started. */
export async function killWithSupervisor(running: Started): Promise<void> {
  const supervisor = foundSupervisor(running)
  // Stopped, it does not see that the executor dies, who would tell it to go on.
  running.child.kill('SIGSTOP')
  process.kill(supervisor, 'SIGSTOP')
  running.child.kill('SIGKILL')
  await running.ended
  process.kill(supervisor, 'SIGKILL')
}

/** The same at any moment: where there is no supervisor yet, or none any more, the executor alone. */
export async function killBoth(running: Started): Promise<void> {
  running.child.kill('SIGSTOP')
  const supervisor = supervisorOf(running)
  if (supervisor !== null) process.kill(supervisor, 'SIGSTOP')
  running.child.kill('SIGKILL')
  await running.ended
  if (supervisor !== null) process.kill(supervisor, 'SIGKILL')
}

function foundSupervisor(running: Started): number {
  const supervisor = supervisorOf(running)
  if (supervisor === null) throw new Error('the run has no supervisor')
  return supervisor
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
