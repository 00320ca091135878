/** Faults at system calls, put in by strace. */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
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

/**
 * How often the executor's main thread, which is where all of its files are written, makes each call in an undisturbed run.
 * @param trace file for strace
 * @returns counts by name; a name that the machine's strace does not know is left out
 */
export async function countCalls(
  { repository, words }: Ground,
  names: readonly string[],
  trace: string,
): Promise<ReadonlyMap<string, number>> {
  const known = names.filter((it) => spawnSync('strace', ['-qq', '-e', `trace=${it}`, 'true']).status === 0)
  await repository.startUnder(['strace', '-qq', '-o', trace, '-e', `trace=${known.join(',')}`], words).ended
  const counts = new Map<string, number>()
  for (const line of existsSync(trace) ? readFileSync(trace, 'latin1').split('\n') : []) {
    const name = /^(\w+)\(/.exec(line)?.[1]
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  rmSync(trace, { force: true })
  return counts
}

/** Words that put one fault into the main thread of what follows them. @param fault as strace names it after the call */
export function injecting(call: string, fault: string): readonly string[] {
  return ['strace', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:${fault}`]
}
