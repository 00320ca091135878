/** `millwright status`: how far a plan is, by the journal; where it was never run, by its marks. */

import { safeLine } from '../../plan/safe-text.ts'
import { planStatusText, statusText } from '../../reports/run/status.ts'
import { claimsText } from '../../reports/spec/claims-text.ts'
import { callAgain } from '../../reports/run/call-again.ts'
import { checkJson, claimsIn } from '../../calls/plan/check-json.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven, textOf } from '../given-options.ts'
import { otherLines, planMeant } from '../other-plans.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { problemTold } from '../../calls/journal/plan-journal.ts'
import { status, type Status } from '../../calls/journal/status-call.ts'
import { nothingShown, tellUnsound } from '../tell-unsound.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright status ${it}`)
  if (plan === null) return exitCodes.wrong
  const json = isGiven(options, 'json')
  const found = await status(plan, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  if (found.is === 'unsound') return tellUnsound(found.opening, io, json, nothingShown)
  if (found.is !== 'status') {
    complain(io, found.message, found.help)
    return exitCodes.wrong
  }
  if (json) {
    const isUnsound = found.opening.is === 'unsound'
    printJson(io, {
      ...found.run,
      ...claimsIn(found.opening),
      ...(isUnsound ? { diagnostics: checkJson(found.opening).diagnostics } : {}),
    })
  } else {
    tell(found, plan, io)
    const others = await otherLines(
      plan,
      io,
      () => true,
      (name) => `millwright status ${name}`,
    )
    for (const line of others) io.stdout.write(`${line}\n`)
  }
  if (found.problem !== null) complain(io, problemTold(found.problem).message, found.problem.help)
  return found.exitCode
}

/** A plan that has become unsound is shown as its run left it, with what is wrong in it now. */
function tell({ run: { tasks }, state, opening, interrupted, stopped, problem }: Status, plan: string, io: Io): void {
  if (state !== null) io.stdout.write(statusText(state, { plan, told: tasks, colour: io.colour, width: io.width }))
  else if (opening.is === 'opened') io.stdout.write(planStatusText(opening.plan, { plan, tasks, colour: io.colour }))
  if (stopped !== null)
    io.stdout.write(`The executor is stopped (pid ${stopped}); resume it (kill -CONT ${stopped}) or end it\n`)
  const { claims } = claimsIn(opening)
  if (claims !== undefined)
    io.stdout.write(`${safeLine(`${claims.file} was not written by Millwright; ${claimsText(claims)}`)}\n`)
  // With a damaged journal nothing goes on.
  if (interrupted && problem === null && state !== null)
    io.stdout.write(`The run was cut off; go on with: ${safeLine(callAgain('resume', state, plan))}\n`)
  if (opening.is === 'unsound') tellUnsound(opening, io, false, 'the run is shown as it was left')
}
