/** `millwright rebuild`: the plan's marks and the log of deviations, written anew from the journal. */

import { projectFiles } from '../../engine/write-back.ts'
import { acquireLock } from '../../system/lock.ts'
import { askPerson } from '../ask.ts'
import { exitCodes } from '../exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { holderNote, withJournal } from '../open-journal.ts'
import { complain, printJson, type Command } from '../output.ts'
import { planProjector, refinementLogProjector } from '../projectors.ts'

export const command: Command = ([plan = '.'], options, io) =>
  withJournal(plan, options, io, async ({ state, opening, dir, problem }) => {
    const reading = opening.is === 'opened' ? opening : opening.reading
    const source = reading?.sources[0]
    if (!reading || !source) return exitCodes.wrong
    if (problem) {
      complain(io, `${problem.code} ${problem.message}`, problem.help)
      return exitCodes.wrong
    }
    const projectors = [
      planProjector(reading.dialect, reading.planRelative),
      refinementLogProjector(reading.planRelative),
    ]
    const planned = projectors[0]?.project(source.bytes, state, null)
    if (planned?.is === 'waiting') {
      complain(io, planned.failure.reason, planned.failure.help)
      return exitCodes.wrong
    }
    const same = planned?.bytes != null && Buffer.compare(planned.bytes, source.bytes) === 0
    if (!same && !isGiven(options, 'yes')) {
      io.stderr.write(`${plan} does not show what the journal says\n`)
      if (!io.stdin.isTTY || !(await askPerson('Write its marks anew? [y/N] '))) {
        complain(io, 'nothing was written', 'give --yes to do it')
        return exitCodes.wrong
      }
    }
    const taken = await acquireLock({ name: dir, note: holderNote(dir) })
    if (taken.held !== true) {
      complain(io, 'an executor is at work on this plan; it keeps the marks true itself')
      return exitCodes.wrong
    }
    try {
      const outcome = projectFiles({ root: reading.root, projectors, wrote: () => undefined }, state)
      if (outcome.is === 'waiting') {
        complain(io, outcome.failure.reason, outcome.failure.help)
        return exitCodes.wrong
      }
      const unplaced = planned?.unplaced ?? []
      if (isGiven(options, 'json')) printJson(io, { changed: !same, unplaced })
      else
        io.stdout.write(
          `${same ? 'the plan shows what the journal says' : 'the marks are written anew'}\n${unplaced.map((it) => `${it}\n`).join('')}`,
        )
      return unplaced.length > 0 ? exitCodes.notDone : exitCodes.done
    } finally {
      await taken.lock.release()
    }
  })
