/** Faults in git itself: a program called `git` in front of the real one, which runs one call of it under strace. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { putInFrontOfGit } from '../../tests/rig/git-in-front.ts'
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

/** Every call in an undisturbed run by which a git acts on the disk. */
export async function gitPointsOf(ground: Ground): Promise<readonly GitPoint[]> {
  const front = putInFrontOfGit(
    ground.repository.top,
    ({ git, folder }) => `exec strace -qq -y -o '${folder}/trace-'$n -e trace=${gitCalls.join(',')} '${git}' "$@"`,
  )
  const env = { PATH: front.path }
  for (const leg of legs) await ground.repository.startUnder([], wordsOf(ground, leg), env).ended
  return front.calls().flatMap((_, before) => {
    const git = before + 1
    const trace = path.join(front.folder, `trace-${git}`)
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
  const { folder, path: searched } = putInFrontOfGit(ground.repository.top, ({ git, folder: at }) => {
    const strace = `strace -qq -y -o '${at}/trace' -e trace=${point.call} -e inject=${point.call}:${fault} '${git}' "$@"`
    const words = isWithExecutor ? `{ ${strace}; kill -9 $(cat '${at}/executor'); exit 1; }` : `exec ${strace}`
    return `[ $n = ${point.git} ] && ${words}`
  })
  const trace = path.join(folder, 'trace')
  return {
    env: { PATH: searched },
    setExecutor: (pid) => writeFileSync(path.join(folder, 'executor'), String(pid)),
    wasMet: () => existsSync(trace) && hasMetDisk(trace),
  }
}
