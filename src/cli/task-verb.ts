/** The verbs of a person about tasks: unblock, skip, defer, accept. */

import { exitCodes } from '../calls/exit-codes.ts'
import { complain, type Command } from './output.ts'
import { allNamed, onTaskNamed, type TaskVerb } from '../calls/journal/person-calls.ts'
import { safeLine } from '../plan/safe-text.ts'
import { postCommand } from './post-command.ts'
import { tellRefusal } from './with-journal.ts'

/** Makes the command of a verb; several tasks are dealt with one after the other, each with an answer of its own. */
export function taskVerb(verb: TaskVerb): Command {
  return async ([plan = '.', ...ids], options, io) => {
    if (ids.length > 1 && options['json'] === true) {
      complain(io, `${verb} --json takes one task at a time`, 'call it once for each')
      return exitCodes.wrong
    }
    if (ids.length > 1) {
      const dialect = typeof options['dialect'] === 'string' ? options['dialect'] : null
      const wrong = await allNamed(plan, ids, { cwd: io.cwd, env: io.env, dialect })
      if (wrong !== null) return tellRefusal(wrong, io)
    }
    const text = typeof options['message'] === 'string' ? options['message'] : ''
    let code: number = exitCodes.done
    const refused: string[] = []
    for (const id of ids) {
      const source = onTaskNamed(verb, { plan, task: id, env: io.env, text })
      const ended = await postCommand(plan, options, io, source, ids.length > 1 ? id : null)
      if (ended !== exitCodes.done) refused.push(id)
      code = Math.max(code, ended)
    }
    // Code 2 says elsewhere that nothing was done.
    if (refused.length > 0 && refused.length < ids.length)
      io.stderr.write(`${safeLine(`done for ${ids.filter((it) => !refused.includes(it)).join(', ')} all the same`)}\n`)
    return code
  }
}
