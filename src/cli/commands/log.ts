/** `millwright log`: what happened, event by event. */

import type { EventBody } from '../../run/event.ts'
import type { StoredEvent } from '../../engine/journal/stored-event.ts'
import { toRunEvent } from '../../engine/fold-journal.ts'
import { eventText } from '../../reports/run/event-text.ts'
import { newState, type RunState } from '../../run/state.ts'
import { evolve } from '../../run/evolve.ts'
import { wait } from '../../system/clock.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { planMeant } from '../other-plans.ts'
import { withJournal } from '../with-journal.ts'
import { complain, printJson, printJsonLine, type Command, type Io } from '../output.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright log ${it}`)
  if (plan === null) return exitCodes.wrong
  return withJournal(plan, options, io, async ({ journal, problem }) => {
    const state = newState()
    let seen = 0
    const show = (events: readonly StoredEvent<EventBody>[]): void => {
      for (const event of events) showEvent(event, state, isGiven(options, 'jsonl'), io)
      seen += events.length
    }
    const read = journal.read<EventBody>()
    if (isGiven(options, 'json')) printJson(io, read.events)
    else show(read.events)
    if (problem) {
      complain(io, `${problem.code} ${problem.message}`, problem.help)
      return exitCodes.wrong
    }
    const isOver = (): boolean => state.status === 'finished' || state.status === 'parked'
    // Nobody is there to follow any more, as in `| head`.
    while (isGiven(options, 'follow') && !isOver() && !io.stdout.isClosed) {
      await wait(200)
      show(journal.read<EventBody>({ from: seen }).events)
    }
    return exitCodes.done
  })
}

function showEvent(event: StoredEvent<EventBody>, state: RunState, jsonLines: boolean, io: Io): void {
  evolve(state, toRunEvent(event))
  if (jsonLines) printJsonLine(io, event)
  else io.stdout.write(`${eventText(event, state)}\n`)
}
