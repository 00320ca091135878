/** `millwright log`: what happened, event by event. */

import type { EventBody } from '../../run/event.ts'
import type { StoredEvent } from '../../engine/journal/stored-event.ts'
import { eventText } from '../../reports/run/event-text.ts'
import type { RunState } from '../../run/state.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { followOf } from '../../calls/journal/journal-calls.ts'
import { isGiven } from '../given-options.ts'
import { planMeant } from '../other-plans.ts'
import { withJournal } from '../with-journal.ts'
import { complain, printJson, printJsonLine, type Command, type Io } from '../output.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright log ${it}`)
  if (plan === null) return exitCodes.wrong
  return withJournal(plan, options, io, async (opened) => {
    if (isGiven(options, 'json')) printJson(io, opened.journal.read<EventBody>().events)
    else {
      const jsonLines = isGiven(options, 'jsonl')
      // Nobody is there to follow any more, as in `| head`.
      const isEnough = (): boolean => !isGiven(options, 'follow') || io.stdout.isClosed
      await followOf(opened, (event, state) => showEvent(event, state, jsonLines, io), isEnough)
    }
    const { problem } = opened
    if (problem === null) return exitCodes.done
    complain(io, `${problem.code} ${problem.message}`, problem.help)
    return exitCodes.wrong
  })
}

function showEvent(event: StoredEvent<EventBody>, state: RunState, jsonLines: boolean, io: Io): void {
  if (jsonLines) printJsonLine(io, event)
  else io.stdout.write(`${eventText(event, state)}\n`)
}
