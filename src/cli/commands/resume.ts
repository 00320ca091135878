/** `millwright resume`: `run` without flags; those of the call that began the run are taken from the journal. */

import { exitCodes } from '../../calls/exit-codes.ts'
import { planMeant } from '../other-plans.ts'
import { complain, type Command } from '../output.ts'
import { nothingToResume } from '../../calls/run/run-calls.ts'
import { runPlan } from '../run-plan.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright resume ${it}`)
  if (plan === null) return exitCodes.wrong
  const refused = await nothingToResume(plan, io)
  if (refused === null) return runPlan(plan, options, io)
  complain(io, refused.message, refused.help)
  return exitCodes.wrong
}
