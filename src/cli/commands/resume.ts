/** `millwright resume`: `run` without flags; those of the call that began the run are taken from the journal. */

import { shellWord } from '../../reports/shell-word.ts'
import { exitCodes } from '../exit-codes.ts'
import { openPlan } from '../open-plan.ts'
import { complain, type Command } from '../output.ts'
import { peek } from '../plan-journal.ts'
import { runPlan } from '../run-plan.ts'

export const command: Command = async ([plan = '.'], options, io) => {
  const opening = await openPlan(plan, { cwd: io.cwd, env: io.env })
  const state = opening.is === 'opened' ? await peek(opening) : null
  if (opening.is === 'opened' && (state === null || state.status === 'new' || state.status === 'finished')) {
    const why = state?.status === 'finished' ? 'the last run of this plan has ended' : 'this plan was never run'
    complain(
      io,
      `${why}: there is nothing to go on with`,
      `start one with: millwright run ${shellWord(plan)} --agent NAME`,
    )
    return exitCodes.wrong
  }
  return runPlan(plan, options, io)
}
