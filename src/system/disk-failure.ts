/** A disk that takes nothing more: nobody's fault, and nothing that another attempt could mend (RELIABILITY P9). */

import { fileFailure, systemCode } from './file-failure.ts'

const ofThisName = 'DiskFailure'

/** The disk is full, read-only or broken, or what a run stands on is not there any more. Whoever performs something stops, and goes on when a person has made room. */
export class DiskFailure extends Error {
  override readonly name = ofThisName
  readonly help: string
  constructor(reason: string, help: string) {
    super(reason)
    this.help = help
  }
}

/** By its name: each command is bundled by itself, and another bundle's class of that name is another class. */
function isDiskFailure(error: unknown): error is DiskFailure {
  return error instanceof Error && error.name === ofThisName && 'help' in error
}

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'No space left on device',
  EDQUOT: 'Disk quota exceeded',
  EROFS: 'Read-only file system',
  EIO: 'Input/output error',
}

/** What git says where a write failed, without the reason that the system gave. */
const ofGit = [
  'error: unable to write file ',
  'unable to write new index file',
  'unable to write new_index file',
  'write error. Out of diskspace',
  "couldn't write '",
]

/**
 * Looks whether an error is one of the disk.
 * @param error of the file system, or one with the words of a program such as git at the end of a line
 * @returns null for any other
 */
export function diskFailureOf(error: unknown): DiskFailure | null {
  if (isDiskFailure(error)) return error
  if (!(error instanceof Error)) return null
  const { path = '' } = error as NodeJS.ErrnoException
  const own = systemCode(error)
  const lines = error.message.split('\n')
  const isOfGit = ofGit.some((it) => error.message.includes(it))
  const said = Object.keys(words).find((it) => lines.some((line) => line.endsWith(`: ${words[it] ?? ''}`)))
  const code = own !== null && own in words ? own : (said ?? (isOfGit ? 'ENOSPC' : undefined))
  if (code === undefined) return null
  const { reason, help } = fileFailure(
    'cannot write',
    path === '' ? 'a file' : path,
    Object.assign(new Error(), { code }),
  )
  return new DiskFailure(path === '' ? `${reason} (${lines[0] ?? ''})` : reason, help)
}
