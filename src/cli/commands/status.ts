/** `millwright status`: how far a plan is, by the journal; where it was never run, by its marks. */

import { openPlan, type OpenedPlan, type Opening, type Reading } from '../open-plan.ts'
import { isGiven, textOf } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { look, problemTold, type Look } from '../plan-journal.ts'
import { checkJson } from '../check-json.ts'
import { exitCodeOf } from '../exit-code-of.ts'
import { nothingShown, tellUnsound } from '../tell-unsound.ts'
import { exitCodes } from '../exit-codes.ts'
import { select } from '../../plan/selection.ts'
import { viewRun } from '../../run/views.ts'
import { stateBeforeRun } from '../../reports/run/before-run.ts'
import { runJson } from '../../reports/run/json.ts'
import { shellWord } from '../../reports/shell-word.ts'
import { planStatusText, statusText } from '../../reports/run/status.ts'

export const command: Command = async ([plan = '.'], options, io) => {
  const json = isGiven(options, 'json')
  const opening = await openPlan(plan, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  const reading = opening.is === 'opened' ? opening : opening.reading
  const found = reading === null ? null : await look(reading)
  if (found?.is === 'refused') {
    complain(io, found.message, found.help)
    return exitCodes.wrong
  }
  if (found?.is === 'found' && found.state.run === null && found.problem !== null) {
    complain(io, problemTold(found.problem).message, found.problem.help)
    return exitCodes.wrong
  }
  if (reading !== null && found?.is === 'found' && found.state.run !== null)
    return tellRun({ plan, opening, reading, found, json, io })
  if (opening.is === 'unsound') return tellUnsound(opening, io, json, nothingShown)
  if (json) printJson(io, beforeRunJson(opening, plan))
  else io.stdout.write(planStatusText(opening.plan, { plan, colour: io.colour }))
  return exitCodes.done
}

/** A plan that has become unsound is shown as its run left it, with what is wrong in it now. */
function tellRun(of: {
  readonly plan: string
  readonly opening: Opening
  readonly reading: Reading
  readonly found: Extract<Look, { is: 'found' }>
  readonly json: boolean
  readonly io: Io
}): number {
  const { plan, opening, reading, json, io } = of
  const { state, executor, problem } = of.found
  // The journal alone cannot know that its executor died; the lock does.
  const interrupted = viewRun(state).status === 'running' && executor === null
  if (json) {
    const told = runJson(state, { plan, dialect: reading.dialect.name })
    printJson(io, {
      ...told,
      ...(interrupted ? { status: 'interrupted' } : {}),
      ...(opening.is === 'unsound' ? { diagnostics: checkJson(opening).diagnostics } : {}),
    })
  } else {
    io.stdout.write(statusText(state, { plan, colour: io.colour, width: io.width }))
    if (interrupted) io.stdout.write(`The run was cut off; go on with: millwright resume ${shellWord(plan)}\n`)
    if (opening.is === 'unsound') tellUnsound(opening, io, false, 'the run is shown as it was left')
  }
  if (problem !== null) complain(io, problemTold(problem).message, problem.help)
  if (problem !== null || opening.is === 'unsound') return exitCodes.wrong
  return interrupted ? exitCodes.waiting : exitCodeOf(state)
}

/** The same document as of a run: nothing has happened yet, and the marks of the plan count. */
function beforeRunJson(opened: OpenedPlan, plan: string): ReturnType<typeof runJson> {
  const { selected } = select(opened.plan, { phases: null, only: null, until: null })
  const state = stateBeforeRun(opened.plan, { policy: opened.settings.policy, selected })
  return runJson(state, { plan, dialect: opened.dialect.name })
}
