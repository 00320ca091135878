/** One lasting `git update-ref` for a run: a process for each reference that moves would cost more than the move. */

import { keepGoing } from '../../system/keep-going.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { always, gitEnvironment } from './run-git.ts'
import { startGit } from './start-git.ts'
import { watchForPipes, type PipeWatch } from './stuck-on.ts'

/** Arguments of each call that moves references. */
export const moveRefs = ['-c', 'core.fsync=reference', 'update-ref', '--no-deref', '-m', 'millwright']

export interface RefWriter {
  /**
   * Carries out one transaction.
   * @param commands as `update-ref --stdin -z` reads them
   * @returns true once it is on the disk; false where it was refused, or the process was lost and nobody knows
   */
  commit(commands: string): Promise<boolean>
  /** Ends the process; the next transaction would begin another one. */
  close(): void
}

/** Opens a writer of references of the human's repository; it starts with the first transaction, and ends with us. */
export function openRefWriter(own: OwnGitDir): RefWriter {
  let process: Session | null = null
  let turn: Promise<unknown> = Promise.resolve()
  return {
    commit(commands) {
      const next = turn.then(() => {
        if (process === null || process.isOver) process = startSession(own)
        return process.commit(commands)
      })
      turn = next
      return next
    },
    close() {
      process?.end()
      process = null
    },
  }
}

interface Session {
  readonly isOver: boolean
  commit(commands: string): Promise<boolean>
  end(): void
}

function startSession(own: OwnGitDir): Session {
  const at = { cwd: own.dir, env: { ...gitEnvironment(), ...own.human } }
  // What it has begun it ends; after that its input is at an end, and so is it.
  const child = startGit([...always, ...moveRefs, '--stdin', '-z'], at)
  const letStop = keepGoing(child.pid)
  let isOver = false
  let said = ''
  let answer: ((isDone: boolean) => void) | null = null
  let pipes: PipeWatch | null = null
  /** Nobody waits for it but who has asked. */
  const hold = (isAsked: boolean): void => {
    for (const it of [child, child.stdin, child.stdout, child.stderr] as unknown as NodeJS.Timeout[])
      if (isAsked) it.ref()
      else it.unref()
  }
  const tell = (isDone: boolean): void => {
    pipes?.end()
    answer?.(isDone)
    answer = null
    said = ''
    hold(false)
  }
  const lose = (): void => {
    isOver = true
    letStop()
    tell(false)
  }
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1')
    if (said.includes('commit: ok\n')) tell(true)
  })
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  child.on('error', lose)
  child.on('close', lose)
  hold(false)
  return {
    get isOver() {
      return isOver
    },
    commit: (commands) =>
      new Promise((resolve) => {
        answer = resolve
        // Another git is called then, and says what it waits at.
        pipes = watchForPipes(at, (signal) => child.kill(signal))
        hold(true)
        child.stdin.write(`start\0${commands}commit\0`)
      }),
    end: () => child.stdin.end(),
  }
}
