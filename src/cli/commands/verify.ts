/** `millwright verify`: whether the journal is whole and unchanged, and the plan shows what it says. */

import { exitCodes } from '../exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { withJournal } from '../open-journal.ts'
import { complain, printJson, type Command } from '../output.ts'
import { planProjector } from '../projectors.ts'

export const command: Command = ([plan = '.'], options, io) =>
  withJournal(plan, options, io, ({ journal, state, opening }) => {
    const verified = journal.verify()
    const reading = opening.is === 'opened' ? opening : opening.reading
    const source = reading?.sources[0]
    const projected =
      reading && source ? planProjector(reading.dialect, source.path).project(source.bytes, state, null) : null
    const shown =
      projected?.is === 'projected' && projected.bytes !== null && source !== undefined
        ? Buffer.compare(projected.bytes, source.bytes) === 0
        : null
    const unplaced = projected?.is === 'projected' ? projected.unplaced : []
    if (isGiven(options, 'json')) printJson(io, { journal: verified, planShowsJournal: shown, unplaced })
    else if (verified.is === 'intact') {
      io.stdout.write(`journal intact: ${verified.events} events, last hash ${verified.hash.slice(0, 16)}\n`)
      if (shown === false)
        io.stdout.write(
          'the plan does not show all that the journal says: `millwright rebuild` writes its marks anew\n',
        )
      for (const text of unplaced) io.stdout.write(`${text}\n`)
    }
    if (verified.is === 'intact') return shown === false ? exitCodes.notDone : exitCodes.done
    complain(io, `${verified.problem.code} ${verified.problem.message}`, verified.problem.help)
    return exitCodes.wrong
  })
