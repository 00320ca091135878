/** The journal of a plan for a command of the program: what stands in the way is told, and gives the exit code. */

import { exitCodes } from '../calls/exit-codes.ts'
import { useJournal, type OpenedJournal, type Refusal } from '../calls/journal/open-journal.ts'
import { complain, type Io } from './output.ts'
import { tellUnsound } from './tell-unsound.ts'

/** Opens a plan's journal for `use`, which gives an exit code or refuses; a refusal is told and gives one too. */
export async function withJournal(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
  use: (opened: OpenedJournal) => Promise<number | Refusal> | number,
): Promise<number> {
  const dialect = typeof options['dialect'] === 'string' ? options['dialect'] : null
  const done = await useJournal<number | Refusal>(given, { cwd: io.cwd, env: io.env, dialect }, use)
  return typeof done === 'number' ? done : tellRefusal(done, io, options['json'] === true)
}

/** Tells why a call did nothing. @returns the exit code of such a call */
export function tellRefusal(refusal: Refusal, io: Io, json = false): number {
  if (refusal.is === 'unsound') return tellUnsound(refusal.opening, io, json)
  complain(io, refusal.message, refusal.help)
  return refusal.is === 'failed' ? exitCodes.ourFault : exitCodes.wrong
}
