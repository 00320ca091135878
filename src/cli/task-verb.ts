/** The verbs of a person about one task: unblock, skip, defer, accept. */

import type { CommandBody } from '../run/command.ts'
import { nearest } from '../plan/nearest-name.ts'
import type { OpenedJournal } from './open-journal.ts'
import type { Command } from './output.ts'
import { postCommand } from './post-command.ts'

type Verb = Extract<CommandBody, { task: string; text: string; verb: 'unblock' | 'skip' | 'defer' | 'accept' }>['verb']

/** Makes the command of a verb. */
export function taskVerb(verb: Verb): Command {
  return ([plan = '.', id = ''], options, io) =>
    postCommand(plan, options, io, (opened) => {
      const task = keyOf(opened, id)
      if ('wrong' in task) return task
      return { verb, task: task.key, text: typeof options['message'] === 'string' ? options['message'] : '' }
    })
}

/** The key of a task that a person names by its id or key. */
function keyOf(
  { state }: OpenedJournal,
  id: string,
): { readonly key: string } | { readonly wrong: string; readonly help: string } {
  const tasks = [...state.tasks.values()].filter((task) => task.spec.origin !== 'engine' || task.spec.key === id)
  const found = tasks.filter((task) => task.spec.key === id || task.spec.id === id)
  if (found.length === 1 && found[0]) return { key: found[0].spec.key }
  if (found.length > 1)
    return {
      wrong: `${id} names ${found.length} tasks: ${found.map((it) => it.spec.key).join(', ')}`,
      help: 'name one of these',
    }
  const near = nearest(
    id,
    tasks.map((task) => task.spec.id ?? task.spec.key),
  )
  return {
    wrong: `there is no task ${id}`,
    help: near === null ? '`millwright status` lists them' : `did you mean ${near}?`,
  }
}
