/** `millwright check`: every finding about a plan, and what it comes to (REQUIREMENTS A7). */

import { diagnosticsGithub, diagnosticsSarif, diagnosticsText, summarise } from '../../reports/diagnostics/index.ts'
import { checkJson, preflightIn } from '../../calls/plan/check-json.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { formatOf, isGiven } from '../given-options.ts'
import { besideRoot } from '../../calls/plan/read-settings.ts'
import { openToLook } from '../open-to-look.ts'
import { complain, type Command } from '../output.ts'
import { streamJson } from '../stream-json.ts'
import { tellNotes } from '../tell-unsound.ts'
import { shownPaths } from '../../calls/plan/shown-paths.ts'
import { preflightText } from '../../reports/spec/preflight-text.ts'
import { checkSummary } from './check-summary.ts'
import { version } from '../../calls/version.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const format = formatOf(options, 'text')
  if (format === null) {
    complain(io, '--json and another --format contradict each other', 'leave one of them out')
    return exitCodes.wrong
  }
  const opening = await openToLook(given, options, io, { checksGates: true })
  switch (format) {
    case 'json':
      streamJson(io, checkJson(opening))
      break
    case 'sarif':
      streamJson(io, diagnosticsSarif(opening.diagnostics, opening.texts, version))
      break
    case 'github':
      io.stdout.write(diagnosticsGithub(opening.diagnostics, opening.texts))
      break
    default: {
      // Which plan was chosen stands in what is told of it.
      if (opening.root !== null && opening.planPath !== null)
        tellNotes(besideRoot({ root: opening.root, planPath: opening.planPath }), io)
      const { diagnostics, texts } = shownPaths(opening, io.cwd)
      const told = diagnosticsText(diagnostics, texts, { colour: io.colour, fold: !isGiven(options, 'all') })
      const preflight = preflightIn(opening)
      const report = preflight === null ? '' : preflightText(preflight, io.colour)
      io.stdout.write(`${told}${told === '' ? '' : '\n'}${checkSummary(opening, io)}${report}`)
    }
  }
  const { errors, warnings } = summarise(opening.diagnostics)
  if (errors > 0) return exitCodes.wrong
  return warnings > 0 && isGiven(options, 'strict') ? exitCodes.notDone : exitCodes.done
}
