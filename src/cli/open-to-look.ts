/** Opens a plan for commands that only look at it: small and quick, and its tasks are compared with none. */

import { openPlan, type Opening } from '../calls/plan/open-plan.ts'
import { textOf } from './given-options.ts'
import { keepSmallFor } from './memory.ts'
import type { Command, Io } from './output.ts'

/**
 * Opens the plan that a command was given.
 * @param given a file, or a folder that holds exactly one plan
 * @param options of the command; `--dialect` names the format
 * @param of.checksGates whether gates that nobody defines are told
 */
export function openToLook(
  given: string,
  options: Parameters<Command>[1],
  io: Io,
  { checksGates }: { readonly checksGates: boolean },
): Promise<Opening> {
  keepSmallFor(given)
  const dialect = textOf(options, 'dialect')
  return openPlan(given, { cwd: io.cwd, env: io.env, dialect, compared: false, checksGates })
}
