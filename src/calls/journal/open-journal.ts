/** The journal of a plan for commands that look at it or post into it; the plan itself need not be sound. */

import { foldJournal } from '../../engine/fold-journal.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { JournalProblem } from '../../engine/journal/problem.ts'
import { shellWord } from '../../plan/shell-word.ts'
import type { RunState } from '../../run/state.ts'
import { openPlan, type Opening } from '../plan/open-plan.ts'
import { openPlanJournal, problemBeside, problemTold } from './plan-journal.ts'
import type { Failed, Unsound, Wrong } from '../refusal.ts'
import type { Where } from '../plan/where.ts'
import { withState } from '../state-trouble.ts'

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

/** Why there is no journal to use. */
export type Refusal = Unsound | Wrong | Failed

/**
 * What goes by all that has happened: of a journal that cannot be read in full nobody can say which tasks there are, nor
 * what is asked. Such a one is refused; one that this user may only read is enough to look at.
 */
export function wholly<T>(
  use: (opened: OpenedJournal) => Promise<T> | T,
): (opened: OpenedJournal) => Promise<T | Wrong> {
  return async (opened) => {
    const { readOnly } = opened.journal
    const problem = readOnly?.code === 'MW705' ? opened.problem : (readOnly ?? opened.problem)
    return problem === null ? use(opened) : { is: 'wrong', ...problemTold(problem) }
  }
}

/** As `wholly`, for what is written into the journal: it has to be one that can be written. */
export function writably<T>(
  use: (opened: OpenedJournal) => Promise<T> | T,
): (opened: OpenedJournal) => Promise<T | Wrong> {
  return async (opened) => {
    const problem = opened.journal.readOnly
    return problem === null ? wholly(use)(opened) : { is: 'wrong', ...problemTold(problem) }
  }
}

/**
 * Opens a plan's journal and hands it to `use`; closes it afterwards. Prints nothing.
 *
 * @returns what `use` gives, or why there is no journal to use: no plan, no run yet, a journal that is refused
 */
export async function useJournal<T>(
  given: string,
  where: Where & {
    readonly dialect?: string | null
    /** What a person can do where there was no run yet; absent says how one is started. */
    readonly beforeRun?: string | null
  },
  use: (opened: OpenedJournal) => Promise<T> | T,
): Promise<T | Refusal> {
  const opening = await openPlan(given, {
    cwd: where.cwd,
    env: where.env,
    dialect: where.dialect ?? null,
    checksGates: false,
  })
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (opening.is === 'unsound' && reading === null) return { is: 'unsound', opening }
  const opened = reading === null ? ({ is: 'never-run' } as const) : await openPlanJournal(reading)
  if (opened.is === 'refused') return { is: 'wrong', message: opened.message, help: opened.help }
  if (opened.is === 'never-run')
    return {
      is: 'wrong',
      message: `${given} was never run`,
      help: where.beforeRun ?? `start it with: millwright run ${shellWord(given)} --agent NAME`,
    }
  const { journal, dir, planId } = opened
  try {
    const { state, problem: damage, count } = foldJournal(journal)
    const problem = damage ?? (reading && (await problemBeside({ journal, dir }, { state, count }, reading)))
    return await withState(where.env, () => use({ journal, dir, planId, state, problem, opening, given }))
  } finally {
    journal.close()
  }
}
