/** `millwright why`: what stands in a task's way, down to what can be worked on first (REQUIREMENTS A12). */

import { exitCodes } from '../../calls/exit-codes.ts'
import { whyTask } from '../../calls/journal/why-call.ts'
import { overriddenBeforeText } from '../../reports/run/question-text.ts'
import { whyJson, whyText } from '../../reports/run/why.ts'
import { whyPlanText } from '../../reports/why-plan.ts'
import { isGiven, textOf } from '../given-options.ts'
import { complain, printJson, type Command } from '../output.ts'
import { nothingShown, tellNotes, tellUnsound } from '../tell-unsound.ts'

export const command: Command = async ([given = '.', word = ''], options, io) => {
  const json = isGiven(options, 'json')
  const told = await whyTask(given, word, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  if (told.is === 'unsound') return tellUnsound(told.opening, io, json, nothingShown)
  if (told.is === 'wrong') {
    complain(io, told.message, told.help)
    return exitCodes.wrong
  }
  const { plan, isOfRun, name, why, overriddenBefore, run, problem, notes } = told
  const former = overriddenBefore === null ? {} : { overriddenBefore }
  if (json) printJson(io, { dialect: plan.dialect, ...(why ?? { task: name }), ...former, run: run && whyJson(run) })
  else {
    tellNotes(notes, io)
    const byPlan = why === null ? '' : whyPlanText(plan, why, { width: io.width, colour: io.colour, isOfRun })
    const byRun = run === null ? '' : whyText(run, { name, plan: why === null ? null : given })
    const byCommit = overriddenBefore === null ? '' : `${name} overridden ${overriddenBeforeText(overriddenBefore)}\n`
    io.stdout.write([byPlan, byCommit, byRun].filter((it) => it !== '').join('\n'))
  }
  if (problem === null) return exitCodes.done
  complain(io, problem.message, problem.help)
  return exitCodes.wrong
}
