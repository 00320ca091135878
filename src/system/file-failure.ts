/** Why the file system refused something, and what a person can do about it. */

import { constants } from 'node:os'

export interface FileFailure {
  /** The system's own code, such as `ENOSPC`; `TOO-LARGE` is ours. */
  readonly code: string
  readonly reason: string
  readonly help: string
}

type Words = readonly [reason: string, help: string]

/** The codes people meet, with what happened and what to do next (RELIABILITY P9). */
const known: Readonly<Record<string, Words>> = {
  ENOSPC: ['the disk is full', 'free some space on it'],
  EDQUOT: ['your disk quota is used up', 'free some space or ask for more'],
  EROFS: ['the disk is mounted read-only', 'mount it so that it can be written'],
  EACCES: ['permission is denied', 'check who owns it and what its permissions are'],
  EPERM: ['the system does not permit it', 'check its owner, permissions and flags'],
  EISDIR: ['it is a folder, not a file', 'name a file'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  ENOENT: ['it does not exist', 'check the path, or whether it was moved or deleted'],
  ELOOP: ['the symbolic links of the path lead in a circle', 'repair the links'],
  ENAMETOOLONG: ['the path is too long', 'use shorter names'],
  EMFILE: ['too many files are open', 'raise the limit of open files (ulimit -n)'],
  ENFILE: ['the system has too many files open', 'end other programs'],
  EIO: ['the disk reported an error', 'check the disk'],
  EFBIG: ['it is larger than 2 GiB', 'move it, or name it in .gitignore, so that nobody keeps copies of it'],
  EBUSY: ['it is in use', 'close the program that uses it'],
}

/** The system's own code of an error, also where Node has no name for it (`Unknown system error -122`); null without one. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, errno } = error as NodeJS.ErrnoException
  if (code?.startsWith('Unknown system error') !== true) return code ?? null
  const found = Object.entries(constants.errno).find(([, number]) => number === Math.abs(errno ?? 0))
  return found?.[0] ?? code
}

/**
 * Turns an error of the file system into words.
 * @param doing what was tried, as in `cannot write`
 * @param error what was thrown; anything that is no error of the system is thrown on, as it is our fault
 */
export function fileFailure(doing: string, path: string, error: unknown): FileFailure {
  const code = systemCode(error)
  if (!(error instanceof Error) || code === null || code.startsWith('ERR_')) throw error
  const [reason, help] = known[code] ?? [error.message, 'try again; if it stays so, check the disk']
  return { code, reason: `${doing} ${path}: ${reason}`, help }
}
