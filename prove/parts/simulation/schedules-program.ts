/**
 * Plays some schedules, in a process of its own: `schedules-program.ts JOB`. One line of JSON on standard output before each
 * schedule and one after it, so that one that never ends is named.
 */

import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomFrom } from '../../../tests/rig/random.ts'
import { playSchedule, type Played } from './play.ts'

export interface SchedulesJob {
  readonly seed: number
  readonly from: number
  readonly count: number
}

export type SchedulesLine =
  | { readonly is: 'begun'; readonly schedule: number }
  | { readonly is: 'played'; readonly schedule: number; readonly played: Played }

const { seed, from, count } = JSON.parse(process.argv[2] ?? '{}') as SchedulesJob
const say = (line: SchedulesLine): void => void writeSync(1, `${JSON.stringify(line)}\n`)
const folder = folderInMemory()
try {
  for (let schedule = from; schedule < from + count; schedule += 1) {
    say({ is: 'begun', schedule })
    say({ is: 'played', schedule, played: await playSchedule(randomFrom(seed * 1_000_003 + schedule), folder) })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** On a file system in memory flushing costs nothing: what a crash does to a disk is not asked here. */
function folderInMemory(): string {
  for (const place of ['/dev/shm', os.tmpdir()])
    try {
      return mkdtempSync(path.join(place, 'millwright-simulation-'))
    } catch {
      continue
    }
  throw new Error('there is no folder for passing files')
}
