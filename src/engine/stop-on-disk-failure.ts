/** A full or broken disk is nobody's failed attempt: the run is parked with the reason, and a resume asks again. */

import { bareEnd } from '../run/attempt-end.ts'
import type { Failure, Outcome } from '../run/outcome.ts'
import type { Requested } from '../run/turn.ts'
import { diskFailureOf, type DiskFailure } from '../system/disk-failure.ts'
import { fileFailure } from '../system/file-failure.ts'
import { HostLost } from './host.ts'

/**
 * Performs, and stops the run where the disk takes nothing more (RELIABILITY P9). What was asked for gets no outcome:
 * the next executor takes it for something that a dead one left, and performs it again. Only an attempt is ended, as
 * any other that is stopped.
 * @param perform rejects with the error
 * @param stop parks the run; called for each effect that fails so
 */
export function stopOnDiskFailure(
  perform: (requested: Requested) => Promise<Outcome>,
  stop: (failure: DiskFailure) => void,
): (requested: Requested) => Promise<Outcome> {
  return (requested) =>
    perform(requested).catch((error: unknown) => {
      const failure = diskFailureOf(error)
      if (failure === null) throw error
      stop(failure)
      if (requested.effect.is === 'start-attempt')
        return bareEnd('stopped', { reason: failure.message, help: failure.help })
      return new Promise<Outcome>(() => undefined)
    })
}

/** Codes of the system that say nothing about a fault of ours. */
const codes: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'ELOOP',
  'EMFILE',
  'ENFILE',
  'EBUSY',
  'EFBIG',
])

/** What of the world ends an executor: its journal is lost, or the disk or a folder refuses. Null is our own fault. */
export function troubleOf(error: unknown): Failure | null {
  const known = error instanceof HostLost ? error : diskFailureOf(error)
  if (known !== null) return { reason: known.message, help: known.help }
  const { code, path = 'a file' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return codes.has(code) ? fileFailure('cannot use', path, error) : null
}
