/** `millwright why`: what stands in a task's way, down to what can be worked on first (REQUIREMENTS A12). */

import type { Plan } from '../../plan/model.ts'
import { whyInPlan, whyPlanText } from '../../reports/why-plan.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { findTask } from '../../calls/plan/find-task.ts'
import { isGiven, textOf } from '../given-options.ts'
import { openPlan } from '../../calls/plan/open-plan.ts'
import { complain, printJson, type Command } from '../output.ts'
import { nothingShown, tellNotes, tellUnsound } from '../tell-unsound.ts'

export const command: Command = async ([given = '.', word = ''], options, io) => {
  const json = isGiven(options, 'json')
  const opening = await openPlan(given, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  if (opening.is === 'unsound') return tellUnsound(opening, io, json, nothingShown)
  const found = findTask(opening.plan, word)
  if (found.is === 'unknown') {
    complain(io, found.message, found.help)
    return exitCodes.wrong
  }
  const { key } = found.task
  const { whyInRun } = await import('./why-run.ts')
  const { run, held, problem } = await whyInRun(opening, key)
  const plan = withoutMarks(opening.plan, held)
  const why = whyInPlan(plan, key)
  if (why === null) throw new Error(`internal: no task ${key} in the plan it was found in`)
  if (json) printJson(io, { dialect: opening.plan.dialect, ...why, run: run?.json ?? null })
  else {
    tellNotes(opening.notes, io)
    io.stdout.write(whyPlanText(plan, why, { width: io.width, colour: io.colour }))
    if (run !== null) io.stdout.write(`\n${run.text}`)
  }
  if (problem === null) return exitCodes.done
  complain(io, problem.message, problem.help)
  return exitCodes.wrong
}

/** The plan as if nobody had marked these tasks blocked. */
function withoutMarks(plan: Plan, held: ReadonlySet<string> = new Set()): Plan {
  const tasks = plan.tasks.map((task) =>
    task.mark === 'blocked' && held.has(task.key) ? { ...task, mark: 'todo' as const, reason: null } : task,
  )
  return { ...plan, tasks }
}
