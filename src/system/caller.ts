/** Who calls: a person, or something that an agent or a gate has started. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Environment } from './environment.ts'
import type { Marker } from './orphans.ts'
import { ownVariables } from './own-variables.ts'
import { hasProc, processFacts } from './process-table.ts'

/**
 * The attempt that this process works for: by its own environment, or by that of any process it descends from, so that
 * dropping the variable on the way does not help.
 *
 * Where the system does not show the environment of a process, that one is passed over; and a process that has lost its
 * parents (a double fork) has nobody above it to ask.
 *
 * @param env the caller's own environment
 * @returns the attempt's id, empty where the variable is; null for everybody else
 */
export function attemptOfCaller(env: Environment): string | null {
  const own = Object.entries(env).find(([name]) => name.toUpperCase() === ownVariables.attempt)
  if (own !== undefined) return own[1] ?? ''
  for (const pid of ancestors()) {
    const attempt = attemptOf(pid)
    if (attempt !== null) return attempt
  }
  return null
}

/**
 * Whether this process carries a mark of ours, or descends from one that does.
 * @param env the caller's own environment
 */
export function callerCarries(env: Environment, { name, value }: Marker): boolean {
  return env[name] === value || ancestors().some((pid) => environmentOf(pid).includes(`${name}=${value}`))
}

/** Whether this process was started by another one, however many processes stand between. */
export function descendsFrom(pid: number): boolean {
  return ancestors().includes(pid)
}

/** The processes above this one, the nearest first. */
function ancestors(): readonly number[] {
  const line: number[] = []
  for (let pid = process.ppid; pid > 0 && !line.includes(pid); pid = processFacts(pid)?.parent ?? 0) line.push(pid)
  return line
}

function attemptOf(pid: number): string | null {
  const wanted = `${ownVariables.attempt}=`
  const found = environmentOf(pid).find((it) => it.startsWith(wanted))
  return found === undefined ? null : found.slice(wanted.length)
}

/** What a process was started with, as `NAME=value`; empty where the system does not tell. */
function environmentOf(pid: number): readonly string[] {
  if (hasProc) {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    } catch {
      return []
    }
  }
  // The words of the command come first; one that looks like our variable makes an agent of a person, never the reverse.
  const told = spawnSync('ps', ['eww', '-o', 'command=', '-p', String(pid)], { encoding: 'latin1' })
  return told.status === 0 ? told.stdout.trim().split(' ') : []
}
