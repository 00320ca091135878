/** `millwright status`: how far a plan is, by the journal; where it was never run, by its marks. */

import { openPlan } from '../open-plan.ts'
import { isGiven, textOf } from '../given-options.ts'
import { printJson, type Command } from '../output.ts'
import { look } from '../plan-journal.ts'
import { exitCodeOf } from '../exit-code-of.ts'
import { tellUnsound } from '../tell-unsound.ts'
import { exitCodes } from '../exit-codes.ts'
import { viewRun } from '../../run/views.ts'
import { runJson } from '../../reports/run/json.ts'
import { shellWord } from '../../reports/shell-word.ts'
import { planStatusText, statusText } from '../../reports/run/status.ts'

export const command: Command = async ([plan = '.'], options, io) => {
  const json = isGiven(options, 'json')
  const opening = await openPlan(plan, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  if (opening.is === 'unsound') return tellUnsound(opening, io, json)
  const found = await look(opening)
  const state = found?.state ?? null
  if (state === null || state.run === null) {
    if (json)
      printJson(io, {
        run: null,
        plan,
        dialect: opening.dialect.name,
        status: 'new',
        mode: opening.settings.policy.mode,
        tasks: opening.plan.tasks.map(({ key, id, title, mark }) => ({ key, id, title, state: mark })),
        counts: null,
        deviations: [],
        waiting: [],
      })
    else io.stdout.write(planStatusText(opening.plan, { plan, colour: io.colour }))
    return exitCodes.done
  }
  // The journal alone cannot know that its executor died; the lock does.
  const interrupted = viewRun(state).status === 'running' && found?.executor === null
  const told = runJson(state, { plan, dialect: opening.dialect.name })
  if (json) printJson(io, interrupted ? { ...told, status: 'interrupted' } : told)
  else {
    io.stdout.write(statusText(state, { plan, colour: io.colour, width: io.width }))
    if (interrupted) io.stdout.write(`Its executor is gone. Go on with: millwright resume ${shellWord(plan)}\n`)
  }
  return interrupted ? exitCodes.waiting : exitCodeOf(state)
}
