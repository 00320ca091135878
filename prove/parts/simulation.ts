/**
 * The real loop, journal, fencing and recovery in one thread, on clocks and with outcomes that come from a seed: what ends
 * when, what fails, who says what, when the executor dies and whether the dead one wakes.
 */

import path from 'node:path'
import { createInterface } from 'node:readline'
import { numberedPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { inPool } from '../rig/pool.ts'
import { startSource } from '../rig/source-program.ts'
import type { Played } from './simulation/play.ts'
import type { SchedulesJob, SchedulesLine } from './simulation/schedules-program.ts'

const counts: Readonly<Record<Size, number>> = { small: 400, usual: 4_000, full: 2_000_000 }

const program = path.join(import.meta.dirname, 'simulation', 'schedules-program.ts')
/** Schedules of one process. */
const atOnce = 200
/** A schedule takes some thirty milliseconds; one that needs this long does not come back. */
const longestMs = 60_000

export const simulation: Part = {
  name: 'simulation',
  letter: 'd',
  title: 'deterministic simulation of the engine with faults, people, deaths and clocks that jump',
  promises: ['P1', 'P2', 'P3', 'P6', 'P13', 'P14', 'P15', 'P16', 'P18'],
  async run({ size, seed, point, workers, progress }) {
    const jobs = point === null ? jobsOf(counts[size], seed) : [{ seed, from: numberedPoint(point), count: 1 }]
    const schedules = jobs.reduce((sum, it) => sum + it.count, 0)
    const failures: PartFailure[] = []
    const totals = { steps: 0, deaths: 0, fenced: 0, answers: 0, done: 0 }
    let played = 0
    const fails = (schedule: number, text: string): void =>
      void failures.push({ point: String(schedule), text: `schedule ${schedule}: ${text}` })
    await inPool(jobs, workers, async (job) => {
      const cut = await playSchedules(job, (schedule, { wrong, ...more }) => {
        for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += more[key]
        if (wrong.length > 0) fails(schedule, wrong.join('\n'))
        progress((played += 1), schedules, `schedules, ${failures.length} failed`)
      })
      if (cut !== null) fails(cut.schedule, cut.text)
    })
    failures.sort((a, b) => Number(a.point) - Number(b.point))
    const figures = [
      ['steps', totals.steps],
      ['deaths', totals.deaths],
      ['late writes refused', totals.fenced],
      ['things that people said', totals.answers],
      ['tasks done', totals.done],
    ] as const
    return { is: 'ran', points: schedules, failures, figures }
  },
}

function jobsOf(count: number, seed: number): readonly SchedulesJob[] {
  return Array.from({ length: Math.ceil(count / atOnce) }, (_, at) => ({
    seed,
    from: at * atOnce,
    count: Math.min(atOnce, count - at * atOnce),
  }))
}

/**
 * Has schedules played in a process of their own.
 * @param hear told of each that was played
 * @returns the schedule that it ended in, where it did not play all, and how
 */
function playSchedules(
  job: SchedulesJob,
  hear: (schedule: number, played: Played) => void,
): Promise<{ readonly schedule: number; readonly text: string } | null> {
  const child = startSource([program, JSON.stringify(job)])
  let begun: number | null = null
  let played = 0
  let said = ''
  const alarm = (): NodeJS.Timeout => setTimeout(() => child.kill('SIGKILL'), longestMs)
  let timer = alarm()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2_000)))
  const lines = child.stdout === null ? null : createInterface({ input: child.stdout })
  lines?.on('line', (text) => {
    clearTimeout(timer)
    timer = alarm()
    const line = JSON.parse(text) as SchedulesLine
    begun = line.schedule
    if (line.is === 'begun') return
    played += 1
    hear(line.schedule, line.played)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const how =
        signal === 'SIGKILL' ? 'it does not end' : `its process ended with ${signal ?? `code ${code}`}: ${said}`
      resolve(played === job.count ? null : { schedule: begun ?? job.from, text: how })
    })
  })
}
