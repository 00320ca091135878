/** `millwright rebuild`: the plan's marks, the log of deviations and the progress of a spec, written anew from the journal. */

import { askPerson } from '../ask.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { rebuildOf } from '../../calls/journal/journal-calls.ts'
import { tellRefusal, withJournal } from '../with-journal.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { printJson, type Command } from '../output.ts'

export const command: Command = ([plan = '.'], options, io) =>
  withJournal(plan, options, io, async (opened) => {
    const rebuilt = await rebuildOf(opened, io.env, async () => {
      if (isGiven(options, 'yes')) return true
      io.stderr.write(`${safeLine(plan)} does not show what the journal says\n`)
      return io.stdin.isTTY && (await askPerson('Write its marks anew? [y/N] ')) === 'yes'
    })
    if (rebuilt.is !== 'rebuilt') return tellRefusal(rebuilt, io)
    const { changed, unplaced, kept } = rebuilt
    if (isGiven(options, 'json')) printJson(io, { changed, unplaced, kept })
    else {
      const said = changed ? 'the marks are written anew' : 'the plan shows what the journal says'
      io.stdout.write(
        unplaced.length === 0
          ? `${said}\n`
          : `${said}, but for this:\n${unplaced.map((it) => `  ${safeLine(it)}\n`).join('')}`,
      )
      for (const it of kept)
        io.stdout.write(`what somebody else had written into the progress file is kept in ${safeLine(it)}\n`)
    }
    return unplaced.length > 0 ? exitCodes.notDone : exitCodes.done
  })
