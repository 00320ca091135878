/** The processes of this machine: who they are, whether they live, sleep or are stopped. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { monotonic } from './clock.ts'

/** Names one process for ever: a process id is given again, together with the time of its start it is not. */
export interface ProcessName {
  readonly pid: number
  /** As the system counts it (Linux: clock ticks since boot; elsewhere the words of `ps`); null where unknown. */
  readonly started: string | null
}

export interface ProcessFacts extends ProcessName {
  readonly state: 'running' | 'stopped' | 'dead'
  readonly group: number
  readonly parent: number
}

/** Whether the system has a `/proc` that can be read as Linux writes it. */
export const hasProc: boolean = process.platform === 'linux'

/**
 * Looks one process up.
 * @returns its facts, or null when there is no such process (a dead one that nobody has collected is `dead`)
 */
export function processFacts(pid: number): ProcessFacts | null {
  return hasProc ? factsFromProc(pid) : factsFromPs(pid)
}

/** Every process id of the machine, where there is a `/proc`; else an empty list. */
export function processIds(): number[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((it) => Number.isInteger(it))
}

/** A moment by which the processes that were started later are found cheaply. */
export interface ProcessMoment {
  /** The process number given last. */
  readonly last: number
  /** By the clock that never goes back, in milliseconds. */
  readonly at: number
}

/** @returns the present moment; null where the system does not say */
export function processMoment(): ProcessMoment | null {
  const last = lastProcessId()
  return last === null ? null : { last, at: monotonic() }
}

function lastProcessId(): number | null {
  if (!hasProc) return null
  try {
    const last = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1))
    return Number.isInteger(last) ? last : null
  } catch {
    return null
  }
}

/** In so many milliseconds the numbers do not go round once: there are at least 32,768, and each costs a process. */
const roundMs = 500

/** Every process id that was given after a moment; all of them where the numbers may have begun anew since. */
export function processIdsAfter({ last, at }: ProcessMoment): number[] {
  const now = lastProcessId()
  if (monotonic() - at > roundMs) return processIds()
  // Mostly all of the few are gone; threads have numbers as well, and only the whole list tells them apart.
  if (now !== null && now >= last && now - last <= fewIds && !isAnyThere(last + 1, now)) return []
  const all = processIds()
  return now === null || now < last ? all : all.filter((it) => it > last && it <= now)
}

const fewIds = 32

function isAnyThere(from: number, to: number): boolean {
  for (let pid = from; pid <= to; pid += 1) if (existsSync(`/proc/${pid}`)) return true
  return false
}

/** Whether exactly this process (and not a later one of the same number) is still alive. */
export function isAlive(name: ProcessName): boolean {
  const facts = processFacts(name.pid)
  if (facts === null || facts.state === 'dead') return false
  return name.started === null || facts.started === null || facts.started === name.started
}

/** Names a process for a later `isAlive`. */
export function nameProcess(pid: number): ProcessName {
  return { pid, started: processFacts(pid)?.started ?? null }
}

/**
 * Whether a process group still has a living member.
 * A member that is dead and not collected answers to signals for ever where nobody collects it, so it does not count.
 * @param group its number; 0 is none
 */
export function isGroupAlive(group: number): boolean {
  if (!isOneOfMany(group)) return false
  try {
    process.kill(-group, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (!hasProc) return true
  return processIds().some((pid) => {
    const facts = factsFromProc(pid)
    return facts !== null && facts.group === group && facts.state !== 'dead'
  })
}

/**
 * The processes that others have started, and those that these have, in whatever group they are now.
 * @param of.group whose members' descendants are looked for; null for none
 * @param of.also more processes whose descendants are looked for
 * @returns nothing where there is no `/proc`
 */
export function processesBelow({
  group,
  also,
}: {
  readonly group: number | null
  readonly also: readonly ProcessName[]
}): readonly ProcessName[] {
  const all = processIds().flatMap((pid) => factsFromProc(pid) ?? [])
  const above = new Set([...all.filter((it) => it.group === group), ...also].map((it) => it.pid))
  const found = new Map<number, ProcessFacts>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const it of all)
      if (it.group !== group && it.state !== 'dead' && (above.has(it.parent) || found.has(it.parent)))
        found.set(it.pid, it)
  }
  return [...found.values()].map(({ pid, started }) => ({ pid, started }))
}

/** To the system 0 is whoever asks, with all of its group, and -1 is everybody. */
function isOneOfMany(number: number): boolean {
  return number !== 0 && number !== -1
}

/**
 * Sends a signal to a process, or to a group by its negative number; one that is gone is no error.
 * @param pid what means our own group, or every process, is sent nothing
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (!isOneOfMany(pid)) return
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already, or not ours: whoever calls looks at what is left afterwards.
  }
}

function factsFromProc(pid: number): ProcessFacts | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  // The second field is the program's name in brackets and may hold brackets and spaces itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [letter = '', parent = '', group = ''] = fields
  return {
    pid,
    started: fields[19] ?? null,
    state: stateOf(letter),
    group: Number(group),
    parent: Number(parent),
  }
}

function stateOf(letter: string): ProcessFacts['state'] {
  if (letter === 'T' || letter === 't') return 'stopped'
  return letter === 'Z' || letter === 'X' || letter === 'x' ? 'dead' : 'running'
}

function factsFromPs(pid: number): ProcessFacts | null {
  const found = spawnSync('ps', ['-o', 'stat=,ppid=,pgid=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const [letters = '', parent, group, ...started] = found.status === 0 ? found.stdout.trim().split(/\s+/) : []
  if (letters === '') return null
  return {
    pid,
    started: started.join(' ') || null,
    state: stateOf(letters.slice(0, 1)),
    group: Number(group),
    parent: Number(parent),
  }
}
