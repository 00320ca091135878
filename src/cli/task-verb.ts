/** The verbs of a person about tasks: unblock, skip, defer, accept. */

import { nearest } from '../plan/nearest-name.ts'
import type { CommandBody } from '../run/command.ts'
import { lookAtGit } from '../workspaces/git/git-facts.ts'
import { exitCodes } from './exit-codes.ts'
import { lostWork } from './lost-work.ts'
import type { OpenedJournal } from './open-journal.ts'
import { complain, type Command, type Io } from './output.ts'
import type { CommandOrWrong } from './post.ts'
import { postCommand } from './post-command.ts'

type Verb = Extract<CommandBody, { task: string; text: string; verb: 'unblock' | 'skip' | 'defer' | 'accept' }>['verb']

/** Makes the command of a verb; several tasks are dealt with one after the other, each with an answer of its own. */
export function taskVerb(verb: Verb): Command {
  return async ([plan = '.', ...ids], options, io) => {
    if (ids.length > 1 && options['json'] === true) {
      complain(io, `${verb} --json takes one task at a time`, 'call it once for each')
      return exitCodes.wrong
    }
    let code: number = exitCodes.done
    for (const id of ids)
      code = Math.max(code, await postCommand(plan, options, io, (opened) => bodyFor(verb, id, opened, options, io)))
    return code
  }
}

async function bodyFor(
  verb: Verb,
  id: string,
  opened: OpenedJournal,
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<CommandOrWrong> {
  const task = keyOf(opened, id)
  if ('wrong' in task) return task
  const text = typeof options['message'] === 'string' ? options['message'] : ''
  if (verb !== 'unblock' || opened.opening.is !== 'opened') return { verb, task: task.key, text }
  const { opening, state } = opened
  const lost = await lostWork(opening, { state, git: await lookAtGit(opening.root) }, io)
  const commit = lost.find((it) => it.key === task.key)?.commit
  return { verb, task: task.key, text, ...(commit === undefined ? {} : { lost: commit }) }
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
