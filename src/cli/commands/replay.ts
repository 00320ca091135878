/** `millwright replay`: the state that a run had after an event, folded from the journal alone. */

import { runJson } from '../../reports/run/json.ts'
import { statusText } from '../../reports/run/status.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { replayOf } from '../../calls/journal/journal-calls.ts'
import { tellRefusal, withJournal } from '../with-journal.ts'
import { complain, printJson, type Command } from '../output.ts'

export const command: Command = ([plan = '.'], options, io) =>
  withJournal(plan, options, io, (opened) => {
    const { opening } = opened
    const asked = typeof options['until'] === 'number' ? options['until'] : null
    const replayed = replayOf(opened, asked)
    if (replayed.is === 'wrong') return tellRefusal(replayed, io)
    const { until, state, problem } = replayed
    const dialect = opening.is === 'opened' ? opening.dialect.name : (opening.reading?.dialect.name ?? '')
    if (isGiven(options, 'json')) printJson(io, { until, ...runJson(state, { plan, dialect }) })
    else
      io.stdout.write(
        `After event ${until ?? 'none'}:\n${statusText(state, { plan, colour: io.colour, width: io.width })}`,
      )
    if (!problem) return exitCodes.done
    complain(io, `${problem.code} ${problem.message}`, problem.help)
    return exitCodes.wrong
  })
