/** Faults in git itself: a program called `git` in front of the real one, which runs one call of it under strace. */

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { callsIn, hasMetDisk, isOfDisk } from './strace.ts'
import { legs, wordsOf, type Ground } from './twelve.ts'

/** One call of git in a run, and one system call in it. */
export interface GitPoint {
  /** The n-th git that is started, from 1. */
  readonly git: number
  readonly call: string
  readonly at: number
}

/** Calls by which git changes files and names. */
const gitCalls = ['write', 'fsync', 'rename', 'link', 'unlink', 'mkdir', 'openat'] as const

export interface GitShim {
  /** Variables that put it in front. */
  readonly env: NodeJS.ProcessEnv
  /** Says which process is the executor, for a fault that takes it along. */
  setExecutor(pid: number | undefined): void
  /** Whether the fault met a call that acts on the disk. */
  wasMet(): boolean
}

/** Counts calls, however many begin at once, and hands on; `traced` says what is done with a call whose number is `$n`. */
function makeShim(
  ground: Ground,
  traced: (git: string, folder: string) => string,
): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = path.join(ground.repository.top, 'shim')
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  mkdirSync(path.join(folder, 'calls'))
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const file = path.join(folder, 'bin', 'git')
  const lines = [
    '#!/bin/sh',
    'set -C',
    'n=1',
    `while ! { true > '${folder}/calls/'$n; } 2>/dev/null; do n=$((n + 1)); done`,
    traced(real, folder),
    `exec '${real}' "$@"`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(file, 0o755)
  return { folder, env: { PATH: `${path.dirname(file)}:${process.env['PATH'] ?? ''}` } }
}

/** Every call in an undisturbed run by which a git acts on the disk. */
export async function gitPointsOf(ground: Ground): Promise<readonly GitPoint[]> {
  const { folder, env } = makeShim(
    ground,
    (git, at) => `exec strace -qq -y -o '${at}/trace-'$n -e trace=${gitCalls.join(',')} '${git}' "$@"`,
  )
  for (const leg of legs) await ground.repository.startUnder([], wordsOf(ground, leg), env).ended
  return readdirSync(path.join(folder, 'calls'))
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((git) => {
      const trace = path.join(folder, `trace-${git}`)
      const calls = existsSync(trace) ? callsIn(readFileSync(trace, 'latin1'), isOfDisk) : []
      return [...calls].flatMap(([call, ordinals]) => ordinals.map((at): GitPoint => ({ git, call, at })))
    })
}

/**
 * Puts one fault into one git.
 * @param fault as strace names it, such as `error=ENOSPC` or `signal=KILL`
 * @param isWithExecutor whether the executor is killed before it can see how that git ended
 */
export function gitFault(ground: Ground, point: GitPoint, fault: string, isWithExecutor: boolean): GitShim {
  const { folder, env } = makeShim(ground, (git, at) => {
    const strace = `strace -qq -y -o '${at}/trace' -e trace=${point.call} -e inject=${point.call}:${fault} '${git}' "$@"`
    const words = isWithExecutor ? `{ ${strace}; kill -9 $(cat '${at}/executor'); exit 1; }` : `exec ${strace}`
    return `[ $n = ${point.git} ] && ${words}`
  })
  const trace = path.join(folder, 'trace')
  return {
    env,
    setExecutor: (pid) => writeFileSync(path.join(folder, 'executor'), String(pid)),
    wasMet: () => existsSync(trace) && hasMetDisk(trace),
  }
}
