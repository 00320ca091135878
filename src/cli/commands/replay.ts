/** `millwright replay`: the state that a run had after an event, folded from the journal alone. */

import { toRunEvent } from '../../engine/executor.ts'
import { runJson } from '../../reports/run/json.ts'
import { statusText } from '../../reports/run/status.ts'
import type { EventBody } from '../../run/event.ts'
import { fold } from '../../run/evolve.ts'
import { exitCodes } from '../exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { withJournal } from '../open-journal.ts'
import { complain, printJson, type Command } from '../output.ts'

export const command: Command = ([plan = '.'], options, io) =>
  withJournal(plan, options, io, ({ journal, problem, opening }) => {
    const until = typeof options['until'] === 'number' ? options['until'] : Infinity
    const events = journal.read<EventBody>().events.filter((event) => event.seq <= until)
    const state = fold(events.map(toRunEvent))
    const dialect = opening.is === 'opened' ? opening.dialect.name : (opening.reading?.dialect.name ?? '')
    if (isGiven(options, 'json'))
      printJson(io, { until: events.at(-1)?.seq ?? null, ...runJson(state, { plan, dialect }) })
    else
      io.stdout.write(
        `After event ${events.at(-1)?.seq ?? 'none'}:\n${statusText(state, { plan, colour: io.colour, width: io.width })}`,
      )
    if (!problem) return exitCodes.done
    complain(io, `${problem.code} ${problem.message}`, problem.help)
    return exitCodes.wrong
  })
