/**
 * The real loop, journal, fencing and recovery in one thread, on clocks and with outcomes that come from a seed: what ends
 * when, what fails, who says what, when the executor dies and whether the dead one wakes.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { randomFrom } from '../../tests/rig/random.ts'
import type { Part, PartFailure, Size } from '../part.ts'
import { playSchedule } from './simulation/play.ts'

const counts: Readonly<Record<Size, number>> = { small: 400, usual: 6_000, full: 2_000_000 }

export const simulation: Part = {
  name: 'simulation',
  letter: 'd',
  title: 'deterministic simulation of the engine with faults, people, deaths and clocks that jump',
  promises: ['P1', 'P2', 'P3', 'P6', 'P13', 'P14', 'P16', 'P18'],
  async run({ size, seed, point, scratch, progress }) {
    const folder = inMemory() ?? scratch

    const schedules = point === null ? Array.from({ length: counts[size] }, (_, at) => at) : [Number(point)]
    const failures: PartFailure[] = []
    const totals = { steps: 0, deaths: 0, fenced: 0, answers: 0, done: 0 }
    for (const [at, schedule] of schedules.entries()) {
      const played = await playSchedule(randomFrom(seed * 1_000_003 + schedule), folder)
      for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += played[key]
      if (played.wrong.length > 0)
        failures.push({ point: String(schedule), text: `schedule ${schedule}: ${played.wrong.join('\n')}` })
      progress(at + 1, schedules.length, `schedules, ${failures.length} failed`)
    }
    if (folder !== scratch) rmSync(folder, { recursive: true, force: true })
    const figures = [
      ['steps', totals.steps],
      ['deaths', totals.deaths],
      ['late writes refused', totals.fenced],
      ['things that people said', totals.answers],
      ['tasks done', totals.done],
    ] as const
    return { is: 'ran', points: schedules.length, failures, figures }
  },
}

/** A folder on a file system in memory, where flushing costs nothing: what a crash does to a disk is not asked here. */
function inMemory(): string | null {
  try {
    return mkdtempSync('/dev/shm/millwright-simulation-')
  } catch {
    return null
  }
}
