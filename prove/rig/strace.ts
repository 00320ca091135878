/** Faults at system calls, put in by strace. */

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { legs, wordsOf, type Ground, type Leg } from './twelve.ts'

/** Why strace cannot be used here; null where it can. */
export function straceMissing(): string | null {
  const tried = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  if (tried.error) return 'strace is not installed (Debian: apt-get install strace)'
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim()}`
}

/**
 * Calls that change a file, a name, a process or a socket. A kill is put in where such a call begins, so that what is left
 * is what all calls before it have made: the state after each of them, except the last, which is an undisturbed run. Calls
 * that only read change nothing between two of these; an opening that makes a file is seen at the write into it.
 */
export const actingCalls = [
  'write',
  'pwrite64',
  'writev',
  'fsync',
  'fdatasync',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'ftruncate',
  'symlink',
  'copy_file_range',
  'fchmod',
  'utimensat',
  'clone',
  'clone3',
  'bind',
  'kill',
] as const

/** Ordinals of calls by their name. */
export type Calls = ReadonlyMap<string, readonly number[]>

/** One system call of one of the calls of a run. */
export interface SystemCall {
  readonly leg: Leg
  readonly name: string
  readonly at: number
}

/**
 * Looks which calls the main thread makes in an undisturbed run; that is where all of its files are written.
 * @param names of calls; one that the machine's strace does not know is left out
 * @param trace file for strace
 * @param counts whether a line of it is a call to be listed
 */
export async function callsOfRun(
  ground: Ground,
  names: readonly string[],
  trace: string,
  counts: (line: string) => boolean,
): Promise<readonly SystemCall[]> {
  const known = names.filter((it) => spawnSync('strace', ['-qq', '-e', `trace=${it}`, 'true']).status === 0)
  const found: SystemCall[] = []
  for (const leg of legs) {
    const by = ['strace', '-qq', '-y', '-o', trace, '-e', `trace=${known.join(',')}`]
    await ground.repository.startUnder(by, wordsOf(ground, leg)).ended
    for (const [name, ordinals] of callsIn(readFileSync(trace, 'latin1'), counts))
      found.push(...ordinals.map((at): SystemCall => ({ leg, name, at })))
  }
  rmSync(trace, { force: true })
  if (found.length === 0) throw new Error('no system call of the run was seen')
  return found
}

/** Ordinals of the calls in a trace that count, by name. */
export function callsIn(trace: string, counts: (line: string) => boolean): Calls {
  const seen = new Map<string, number>()
  const found = new Map<string, number[]>()
  for (const line of trace.split('\n')) {
    const name = /^(\w+)\(/.exec(line)?.[1]
    if (name === undefined) continue
    const ordinal = (seen.get(name) ?? 0) + 1
    seen.set(name, ordinal)
    if (counts(line)) found.set(name, [...(found.get(name) ?? []), ordinal])
  }
  return found
}

/** A call of the disk, or one that speaks with another process; a pipe of its own only wakes a thread. */
export function isSeenOutside(line: string): boolean {
  return isOfDisk(line) || /^\w+\(\d+<socket/.test(line)
}

/** A call that names no descriptor names a path, or a process. What a full disk does not hinder, such as /dev/null, is none. */
export function isOfDisk(line: string): boolean {
  // An opening acts where it may make or empty a file.
  if (line.startsWith('openat(')) return /O_(?:CREAT|TRUNC)/.test(line) && !line.includes('"/dev/')
  const of = /^\w+\(\d+<([^>]*)>/.exec(line)?.[1]
  return of === undefined || (of.startsWith('/') && !of.startsWith('/dev/'))
}

/** Words that put one fault into the main thread of what follows them. @param fault as strace names it after the call */
export function injecting(call: string, fault: string, trace: string): readonly string[] {
  return ['strace', '-qq', '-y', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${call}:${fault}`]
}

/** Whether a fault that was put in once met a call that acts on the disk; which call is the n-th differs a little. */
export function hasMetDisk(trace: string): boolean {
  const lines = readFileSync(trace, 'latin1').split('\n')
  const met = lines.filter((line) => line.includes('(INJECTED)') || line.endsWith('= ?'))
  return met.length > 0 && met.every(isOfDisk)
}
