/** Faults at system calls, put in by strace. */

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { Ground } from './twelve.ts'

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

/** Which calls of one name in an undisturbed run act on a file: those to pipes and sockets are no matter of the disk. */
export type Calls = ReadonlyMap<string, readonly number[]>

/**
 * Looks which calls the executor's main thread makes in an undisturbed run; that is where all of its files are written.
 * @param trace file for strace
 * @returns ordinals by name; a name that the machine's strace does not know is left out
 */
export async function callsOfRun(
  { repository, words }: Ground,
  names: readonly string[],
  trace: string,
): Promise<Calls> {
  const known = names.filter((it) => spawnSync('strace', ['-qq', '-e', `trace=${it}`, 'true']).status === 0)
  await repository.startUnder(['strace', '-qq', '-y', '-o', trace, '-e', `trace=${known.join(',')}`], words).ended
  const counts = new Map<string, number>()
  const found = new Map<string, number[]>()
  for (const line of readFileSync(trace, 'latin1').split('\n')) {
    const name = /^(\w+)\(/.exec(line)?.[1]
    if (name === undefined) continue
    const ordinal = (counts.get(name) ?? 0) + 1
    counts.set(name, ordinal)
    if (isOfDisk(line)) found.set(name, [...(found.get(name) ?? []), ordinal])
  }
  rmSync(trace, { force: true })
  return found
}

/** A call that names no descriptor names a path, or a process. */
function isOfDisk(line: string): boolean {
  const of = /^\w+\(\d+<([^>]*)>/.exec(line)?.[1]
  return of === undefined || of.startsWith('/')
}

/** Words that put one fault into the main thread of what follows them. @param fault as strace names it after the call */
export function injecting(call: string, fault: string, trace: string): readonly string[] {
  return ['strace', '-qq', '-y', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${call}:${fault}`]
}

/** Whether a fault that was put in once met a call that acts on the disk; which call is the n-th differs a little. */
export function hasMetDisk(trace: string): boolean {
  const lines = readFileSync(trace, 'latin1').split('\n')
  const met = lines.filter((line) => line.includes('(INJECTED)'))
  return met.length > 0 && met.every(isOfDisk)
}
