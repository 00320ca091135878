/** Starts a git that lasts and is asked again and again. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { DiskFailure } from '../../system/disk-failure.ts'
import { fileFailure } from '../../system/file-failure.ts'

/**
 * @param args fixed ones: never words of a plan or a repository
 * @returns the process, in a group of its own: a Ctrl-C in the terminal is for us alone
 * @throws DiskFailure where no more files can be opened: then it has no streams, and tells why later
 */
export function startGit(
  args: readonly string[],
  at: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): ChildProcessWithoutNullStreams {
  const child = spawn('git', args, { ...at, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  // Not as its type says.
  if ((child.stdin as unknown) !== undefined) return child
  child.on('error', () => undefined)
  const { reason, help } = fileFailure('cannot start', 'git', Object.assign(new Error(), { code: 'EMFILE' }))
  throw new DiskFailure(reason, help)
}
