/** Part (g): people edit the plan while marks are written into it. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Part, PartContext, PartFailure, PartResult, Size } from '../part.ts'
import { editSession } from '../rig/edit-session.ts'
import { editedRun } from '../rig/edited-run.ts'
import { editorStyles } from '../rig/edited-plan.ts'
import { eachOf } from '../rig/spread.ts'

/** P8 asks for 10,000 edits, and for 500,000 at night. */
const sizes: Readonly<Record<Size, { readonly sessions: number; readonly runs: number }>> = {
  small: { sessions: 14, runs: 1 },
  usual: { sessions: 28, runs: 4 },
  full: { sessions: 2_000, runs: 100 },
}
const editsInSession = 250
const editsInRun = 60

/**
 * No system call writes only where nothing has changed. Of so many sessions one may lose an edit: where the file is replaced,
 * to an editor that saves between our last look and our own rename (measured, with a save every 2.5 ms: up to 8 of 40); where
 * only single bytes are written, to one that writes the file itself anew between our look at the place and the byte, if the
 * byte falls among words that are new (none of 120; what it falls on else is put back).
 */
const oneLostOf = { replaced: 2, bytes: 40 }

/** The styles of saving that come between the two. */
const mayRace: Readonly<Record<'replaced' | 'bytes', readonly string[]>> = {
  replaced: ['truncate', 'backup', 'rename', 'checkout', 'all'],
  bytes: ['truncate', 'all'],
}

export const editors: Part = {
  name: 'editors',
  letter: 'g',
  title: 'people who edit the plan during a run',
  promises: ['P8', 'P12'],
  run: proveEditors,
}

type Point =
  | { readonly is: 'session'; readonly number: number; readonly style: string; readonly replaces: boolean }
  | { readonly is: 'run'; readonly number: number }

async function proveEditors(context: PartContext): Promise<PartResult> {
  const { size, seed, point, workers, scratch, progress } = context
  const all = pointsOf(sizes[size]).filter((it) => point === null || nameOf(it) === point)
  const failures: PartFailure[] = []
  const raced = { replaced: [] as PartFailure[], bytes: [] as PartFailure[] }
  const sums = { done: 0, edits: 0, inRuns: 0, written: 0, waited: 0 }
  await eachOf(all, workers, async (it) => {
    const own = seed + it.number
    if (it.is === 'run') {
      const { wrong, edits } = await editedRun({
        seed: own,
        edits: editsInRun,
        styles: ['append', 'truncate', 'backup'],
      })
      sums.inRuns += edits
      if (wrong !== null) failures.push({ point: nameOf(it), text: `${nameOf(it)}: ${wrong}` })
    } else {
      const folder = path.join(scratch, nameOf(it).replaceAll(':', '-'))
      const styles = it.style === 'all' ? editorStyles : [it.style]
      const end = await editSession(folder, { seed: own, edits: editsInSession, styles, replaces: it.replaces })
      rmSync(folder, { recursive: true, force: true })
      sums.edits += Object.values(end.edits).reduce((sum, count) => sum + count, 0)
      sums.written += end.written
      sums.waited += end.waited
      if (end.wrong !== null) {
        const failure = { point: nameOf(it), text: `${nameOf(it)}: ${end.wrong}` }
        const way = it.replaces ? 'replaced' : 'bytes'
        // What was put aside and told is not lost, whoever wrote it: on a busy machine it comes too late to be joined.
        if (end.isLost && (mayRace[way].includes(it.style) || end.isKept)) raced[way].push(failure)
        else failures.push(failure)
      }
    }
    sums.done += 1
    progress(sums.done, all.length, 'sessions and runs')
  })
  const sessions = all.filter((it) => it.is === 'session')
  for (const way of ['replaced', 'bytes'] as const) {
    const count = sessions.filter((it) => it.replaces === (way === 'replaced')).length
    if (raced[way].length > Math.max(1, count / oneLostOf[way])) failures.push(...raced[way])
  }
  return {
    is: 'ran',
    points: sums.edits + sums.inRuns,
    failures,
    figures: [
      ['sessions', all.length],
      ['times marks were written', sums.written],
      ['times an edit was waited for', sums.waited],
      ['edits during whole runs', sums.inRuns],
      ['lost between the last look and a rename', raced.replaced.length],
      ['lost between the last look and a byte', raced.bytes.length],
    ],
  }
}

function pointsOf({ sessions, runs }: { readonly sessions: number; readonly runs: number }): readonly Point[] {
  const styles = [...editorStyles, 'held', 'all']
  return [
    ...Array.from({ length: sessions }, (_, number) => ({
      is: 'session' as const,
      number,
      style: styles[number % styles.length] ?? 'all',
      replaces: Math.floor(number / styles.length) % 2 === 1,
    })),
    ...Array.from({ length: runs }, (_, number) => ({ is: 'run' as const, number })),
  ]
}

function nameOf(point: Point): string {
  return point.is === 'run'
    ? `run:${point.number}`
    : `session:${point.number}:${point.style}:${point.replaces ? 'replaced' : 'bytes'}`
}
