/**
 * Tells processes that work for a run to go on. Whoever the run has started can find and stop them: then nobody hears of an
 * end or a limit any more, and nobody is asked for anything (`kill -STOP` by an agent, RELIABILITY P14).
 */

import { sendSignal } from './process-table.ts'

const everyMs = 500

const watched = new Set<number>()
let timer: NodeJS.Timeout | null = null

/**
 * From now on a process is told to go on, twice a second.
 * @param pid its number; undefined where it could not be started
 * @returns ends that; to be called as soon as the process has ended
 */
export function keepGoing(pid: number | undefined): () => void {
  // Windows stops no process by a signal.
  if (pid === undefined || process.platform === 'win32') return () => undefined
  watched.add(pid)
  timer ??= setInterval(() => {
    for (const it of watched) sendSignal(it, 'SIGCONT')
  }, everyMs).unref()
  return () => {
    watched.delete(pid)
    if (watched.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}
