/** The plan of a call of `run`, opened with its flags; or everything that is wrong with the plan and with the call. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import { beginningsOf } from './defined-by.ts'
import { openPlan, type OpenedPlan } from '../plan/open-plan.ts'
import type { Unsound } from '../refusal.ts'
import { agentFaults } from './run-agents.ts'
import { readFlags, textOption } from './run-flags.ts'
import type { Where } from '../plan/where.ts'

export interface Opened {
  readonly opened: OpenedPlan
  /** What is wrong with the options themselves. */
  readonly wrong: readonly Diagnostic[]
}

/** @param configured folder whose `millwright.toml` holds, where that is not the plan's root */
export async function openRun(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Where,
  configured?: string,
): Promise<Opened | Unsound> {
  const { flags, diagnostics: wrong } = readFlags(options)
  const opening = await openPlan(given, {
    cwd: io.cwd,
    env: io.env,
    dialect: textOption(options, 'dialect'),
    flags,
    checksGates: false,
    ...(configured === undefined ? {} : { configured }),
  })
  if (opening.is === 'opened') return { opened: opening, wrong }
  const { reading } = opening
  // What is wrong with the call is not held back until the plan is mended.
  const named =
    reading === null || options['dryRun'] === true
      ? []
      : await agentFaults({ ...reading, commits: beginningsOf(reading, null) }, [], io)
  return { is: 'unsound', opening: { ...opening, diagnostics: [...wrong, ...named, ...opening.diagnostics] } }
}
