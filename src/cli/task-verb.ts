/** The verbs of a person about tasks: unblock, skip, defer, accept. */

import { exitCodes } from '../calls/exit-codes.ts'
import { complain, type Command } from './output.ts'
import { onTaskNamed, type TaskVerb } from '../calls/journal/person-calls.ts'
import { postCommand } from './post-command.ts'

/** Makes the command of a verb; several tasks are dealt with one after the other, each with an answer of its own. */
export function taskVerb(verb: TaskVerb): Command {
  return async ([plan = '.', ...ids], options, io) => {
    if (ids.length > 1 && options['json'] === true) {
      complain(io, `${verb} --json takes one task at a time`, 'call it once for each')
      return exitCodes.wrong
    }
    const text = typeof options['message'] === 'string' ? options['message'] : ''
    let code: number = exitCodes.done
    for (const id of ids)
      code = Math.max(
        code,
        await postCommand(plan, options, io, onTaskNamed(verb, { plan, task: id, env: io.env, text })),
      )
    return code
  }
}
