/** The journal of a plan for commands that look at it or post into it; the plan itself need not be sound. */

import path from 'node:path'
import { foldJournal } from '../engine/executor.ts'
import { openJournal, type Journal } from '../engine/journal/journal.ts'
import type { JournalProblem } from '../engine/journal/problem.ts'
import { locateJournal } from '../engine/journal/plan-registry.ts'
import { shellWord } from '../reports/shell-word.ts'
import type { RunState } from '../run/state.ts'
import { exitCodes } from './exit-codes.ts'
import { openPlan, type Opening } from './open-plan.ts'
import { complain, type Io } from './output.ts'
import { placeOf } from './plan-journal.ts'
import { tellUnsound } from './tell-unsound.ts'

export interface OpenedJournal {
  readonly journal: Journal
  readonly dir: string
  readonly planId: string
  readonly state: RunState
  /** Damage found while reading; `state` is then that of the intact beginning. */
  readonly problem: JournalProblem | null
  readonly opening: Opening
  /** The plan as the person named it. */
  readonly given: string
}

/**
 * Opens a plan's journal and hands it to `use`; closes it afterwards.
 *
 * @returns what `use` gives, or an exit code after saying what is wrong: no plan, no run yet, a journal that is refused
 */
export async function withJournal(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
  use: (opened: OpenedJournal) => Promise<number> | number,
): Promise<number> {
  const opening = await openPlan(given, {
    cwd: io.cwd,
    env: io.env,
    dialect: typeof options['dialect'] === 'string' ? options['dialect'] : null,
  })
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading === null) return opening.is === 'unsound' ? tellUnsound(opening, io, false) : exitCodes.wrong
  const located = await locateJournal({ ...placeOf(reading), create: false })
  if (located.is === 'failed') {
    complain(io, located.failure.reason, located.failure.help)
    return exitCodes.wrong
  }
  const opened =
    located.is === 'located' ? openJournal({ dir: located.dir, planId: located.planId, create: false }) : null
  if (opened === null || opened.is === 'missing' || located.is !== 'located') {
    complain(io, `${given} was never run`, `start it with: millwright run ${shellWord(given)} --agent NAME`)
    return exitCodes.wrong
  }
  if (opened.is === 'refused') {
    complain(io, `${opened.problem.code} ${opened.problem.message}`, opened.problem.help)
    return exitCodes.wrong
  }
  const { journal } = opened
  try {
    const { state, problem } = foldJournal(journal)
    return await use({ journal, dir: located.dir, planId: located.planId, state, problem, opening, given })
  } finally {
    journal.close()
  }
}

/** Path of the file beside a journal that says who holds its lock. */
export function holderNote(dir: string): string {
  return path.join(dir, 'holder.json')
}
