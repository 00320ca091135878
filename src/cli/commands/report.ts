/** `millwright report`: what came out of the last run of a plan, as a document for people (REQUIREMENTS I9). */

import path from 'node:path'
import { exitCodes } from '../../calls/exit-codes.ts'
import { report } from '../../calls/journal/report-call.ts'
import { reportFormats } from '../../calls/journal/report-format.ts'
import { problemTold } from '../../calls/journal/plan-journal.ts'
import { writeReport } from '../../calls/journal/write-report.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { formatOf, isGiven, textOf } from '../given-options.ts'
import { planMeant } from '../other-plans.ts'
import { complain, type Command } from '../output.ts'
import { tellRefusal } from '../with-journal.ts'

export const command: Command = async ([named], options, io) => {
  const wanted = formatOf(options, 'md')
  const format = reportFormats.find((it) => it === wanted)
  if (format === undefined) {
    complain(io, '--json and another --format contradict each other', 'leave one of them out')
    return exitCodes.wrong
  }
  const plan = await planMeant(named, io, (it) => `millwright report ${it}`)
  if (plan === null) return exitCodes.wrong
  const made = await report(plan, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect'), format })
  if (made.is !== 'report') return tellRefusal(made, io, format === 'json')
  const output = textOf(options, 'output')
  if (output === null) io.stdout.write(made.text)
  else {
    const file = path.resolve(io.cwd, output)
    const { opening } = made
    const reading = opening.is === 'opened' ? opening : opening.reading
    const refused = writeReport(file, made.text, { force: isGiven(options, 'force'), reading })
    if (refused !== null) {
      complain(io, refused.message, refused.help)
      return exitCodes.wrong
    }
    // On stderr, as the documents are on stdout.
    io.stderr.write(`wrote ${safeLine(output)}\n`)
  }
  if (made.opening.is === 'unsound')
    io.stderr.write('the plan has errors by now (`millwright check` shows them): the report is of its last run\n')
  if (made.problem === null) return exitCodes.done
  complain(io, problemTold(made.problem).message, made.problem.help)
  return exitCodes.wrong
}
