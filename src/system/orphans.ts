/** Finds what a dead executor left running, by a marker that every descendant inherits, and ends it. */

import { readFileSync, statSync } from 'node:fs'
import { endInTwoSteps } from './end-group.ts'
import {
  hasProc,
  isAlive,
  nameProcess,
  processFacts,
  processIds,
  processIdsAfter,
  processesBelow,
  sendSignal,
  type ProcessMoment,
  type ProcessName,
} from './process-table.ts'

export interface Marker {
  readonly name: string
  readonly value: string
  /** Further variables that have to be there with it. */
  readonly with?: Readonly<Record<string, string>>
}

export interface Marked {
  readonly found: readonly ProcessName[]
  /** What could not be looked at, for people; null when everything of this user was seen. */
  readonly unseen: string | null
}

/**
 * Finds living processes whose environment holds the marker, and those that these have started, except ourselves and our
 * ancestors.
 * Source: RELIABILITY 3.3 [M]: a process group misses what called `setsid`, the environment does not.
 * @param recorded processes whose names were written down; looked at where there is no `/proc`, and beside it
 * @param since only processes that were started after this moment are looked at; null looks at all
 */
export function findMarked(
  marker: Marker,
  recorded: readonly ProcessName[] = [],
  since: ProcessMoment | null = null,
): Marked {
  const spared = ourselves()
  const known = recorded.filter((it) => !spared.has(it.pid) && it.started !== null && isAlive(it))
  if (!hasProc)
    return {
      found: known,
      unseen: `this system does not show the environment of processes: only the ${recorded.length} recorded ones were looked at`,
    }
  const found = new Map(known.map((it) => [it.pid, it]))
  let hidden = 0
  for (const pid of since === null ? processIds() : processIdsAfter(since)) {
    if (spared.has(pid) || found.has(pid)) continue
    const carries = carriesMarker(pid, marker)
    if (carries === 'hidden') hidden += 1
    if (carries === true && processFacts(pid)?.state !== 'dead') found.set(pid, nameProcess(pid))
  }
  // Who has emptied its environment still has a parent.
  if (found.size > 0)
    for (const it of processesBelow({ group: null, also: [...found.values()] }))
      if (!spared.has(it.pid)) found.set(it.pid, it)
  const unseen = hidden === 0 ? null : `the environment of ${hidden} of this user's processes could not be read`
  return { found: [...found.values()], unseen }
}

export interface OrphansEnded {
  readonly ended: readonly ProcessName[]
  /** Still alive after the hard signal. */
  readonly left: readonly ProcessName[]
  readonly unseen: string | null
}

/**
 * Ends every process that carries the marker: politely, then hard, and looks again until none is found.
 * @param options.graceMs milliseconds between the two signals; default 2,000
 * @param options.since from `processMoment`: only what was started after it; default all
 */
export async function endMarked(
  marker: Marker,
  options: {
    readonly recorded?: readonly ProcessName[]
    readonly graceMs?: number
    readonly since?: ProcessMoment | null
  } = {},
): Promise<OrphansEnded> {
  const seen = new Map<number, ProcessName>()
  let last: Marked = { found: [], unseen: null }
  const look = (): Marked => {
    // A process that is ending has lost its environment while it still lives: whom we saw once, we follow by its name.
    last = findMarked(marker, [...(options.recorded ?? []), ...seen.values()], options.since)
    for (const it of last.found) seen.set(it.pid, it)
    return last
  }
  await endInTwoSteps({
    alive: () => look().found.length > 0,
    polite: () => {
      for (const it of last.found) signal(it, ['SIGTERM', 'SIGCONT'])
    },
    hard: () => {
      for (const it of last.found) signal(it, ['SIGKILL'])
    },
    graceMs: options.graceMs ?? 2_000,
  })
  const left = new Set(last.found.map((it) => it.pid))
  return { ended: [...seen.values()].filter((it) => !left.has(it.pid)), left: last.found, unseen: last.unseen }
}

function signal(name: ProcessName, signals: readonly NodeJS.Signals[]): void {
  // Its number may belong to somebody else by now.
  if (!isAlive(name)) return
  for (const it of signals) sendSignal(name.pid, it)
}

function carriesMarker(pid: number, { name, value, with: further = {} }: Marker): boolean | 'hidden' {
  const folder = `/proc/${pid}`
  let environment: Buffer
  try {
    environment = readFileSync(`${folder}/environ`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.() ? 'hidden' : false
  }
  // A line begins where the one before has ended.
  const lines = Buffer.concat([Buffer.from([0]), environment])
  return Object.entries({ [name]: value, ...further }).every((it) => lines.includes(`\0${it.join('=')}\0`))
}

let line: ReadonlySet<number> | null = null

/** This process and those above it, which are asked for once: who has lost its parent is none of ours. */
function ourselves(): ReadonlySet<number> {
  if (line !== null) return line
  const found = new Set<number>()
  for (let pid = process.pid; pid > 0 && !found.has(pid); pid = processFacts(pid)?.parent ?? 0) found.add(pid)
  line = found
  return found
}
