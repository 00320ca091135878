/** Hands a person's command in and says what became of it. */

import type { CommandBody } from '../run/command.ts'
import { mostOfPerson } from '../run/feedback.ts'
import { callAgain } from '../reports/run/call-again.ts'
import { safeLine } from '../plan/safe-text.ts'
import { shellWord } from '../plan/shell-word.ts'
import { exitCodes } from '../calls/exit-codes.ts'
import { tellRefusal } from './with-journal.ts'
import { otherLines } from './other-plans.ts'
import { complain, printJson, type Io } from './output.ts'
import { post, type CommandSource, type Posted } from '../calls/journal/post.ts'

/**
 * Posts a command and says what became of it.
 * @param about what it is about, where several are dealt with one after the other
 * @returns the exit code
 */
export async function postCommand(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
  source: CommandSource,
  about: string | null = null,
): Promise<number> {
  const named = about === null ? '' : `${about}: `
  const dialect = typeof options['dialect'] === 'string' ? options['dialect'] : null
  const posted = await post(given, { cwd: io.cwd, env: io.env, dialect }, source)
  if (posted.is !== 'posted') {
    const others = await otherLines(
      given,
      io,
      ({ isAtWork }) => isAtWork,
      (plan) => `name it (${plan})`,
    )
    return tellRefusal(
      posted.is === 'wrong' && others.length > 0 ? { ...posted, help: others.join('; ') } : posted,
      io,
      options['json'] === true,
    )
  }
  const { answer, body, movedFrom, unmarked, outcomes } = posted
  if (movedFrom !== null) io.stderr.write(`the plan was moved from ${safeLine(movedFrom)}; its journal goes with it\n`)
  if (unmarked !== null) io.stderr.write(`it is recorded, and the plan gets no marks here: ${safeLine(unmarked)}\n`)
  if (options['json'] === true) printJson(io, { command: posted.command, verb: body.verb, ...answer })
  else if (answer.is === 'refused' && posted.cutOff && asksForAnExecutor(body, answer.because))
    complain(
      io,
      `${named}${body.verb} refused: the run was cut off, and nobody is at work on it`,
      `go on with: ${callAgain('resume', posted, given)}`,
    )
  else if (answer.is === 'refused')
    complain(
      io,
      `${named}${body.verb} refused: ${answer.because}`,
      (await othersHelp(body, given, io)) ?? refusedHelp(body, answer.because, given),
    )
  else if (posted.cutOff && body.verb === 'pause')
    io.stdout.write(
      `nobody is at work: the run was cut off; go on with: ${safeLine(callAgain('resume', posted, given))}\n`,
    )
  else
    io.stdout.write(
      answer.is === 'handled'
        ? `${safeLine(`${named}${settledText(body, posted, given, answer.byExecutor)}`)}\n`
        : `${safeLine(`${named}${handedText(answer.stopped)}`)}\n`,
    )
  if (options['json'] !== true) io.stdout.write(outcomes.map((line) => `${line}\n`).join(''))
  if (answer.is !== 'refused' && isCut(body))
    io.stderr.write(
      `the agent gets the first ${mostOfPerson / 1024} KiB of your words: put the rest into a file that they name\n`,
    )
  return answer.is === 'refused' ? exitCodes.wrong : exitCodes.done
}

/** Whether a person says more to an agent than it is told. */
function isCut(body: CommandBody): boolean {
  const isForAgent = body.verb === 'unblock' || (body.verb === 'answer' && body.answer === 'revise')
  return isForAgent && Buffer.byteLength(body.text) > mostOfPerson
}

/** @param stopped the executor's process, where a signal has stopped it */
function handedText(stopped: number | undefined): string {
  return stopped === undefined
    ? 'handed to the executor, which is at work'
    : `handed to the executor, which is stopped (pid ${stopped}) and takes it when it goes on: kill -CONT ${stopped}`
}

/** Whether a refusal speaks of an executor at work: after a crash there is none, and it would lead nowhere. */
function asksForAnExecutor({ verb }: CommandBody, because: string): boolean {
  return verb === 'pause' || verb === 'stop' || because.includes('stop the run')
}

/** Where nobody is at work on the plan of this folder, another one may be meant. */
async function othersHelp({ verb }: CommandBody, given: string, io: Io): Promise<string | null> {
  if (verb !== 'pause' && verb !== 'stop') return null
  const others = await otherLines(
    given,
    io,
    ({ isAtWork }) => isAtWork,
    (plan) => `millwright ${verb} ${plan}`,
  )
  return others.length === 0 ? null : others.join('; ')
}

/** What to do about a refusal; null where its reason says it. */
function refusedHelp(body: CommandBody, because: string, given: string): string | null {
  if (body.verb === 'pause' || body.verb === 'stop') return '`millwright status` shows how far the plan is'
  if ('task' in body && because.includes('may not become'))
    return `open it again first: millwright unblock ${shellWord(given)} ${shellWord(body.task)}`
  if (because.includes('is asked about')) return `millwright review list --plan ${shellWord(given)}`
  if (body.verb === 'answer' && body.answer === 'revise' && body.text.trim() === '')
    return `millwright review revise ${shellWord(body.review)} -m "WHAT"${given === '.' ? '' : ` --plan ${shellWord(given)}`}`
  return null
}

type About = Pick<Posted, 'run' | 'saidYes' | 'invocation'>

function settledText(body: CommandBody, about: About, given: string, byExecutor: boolean): string {
  if (body.verb === 'unblock') return unblocked(about, given, byExecutor)
  if (body.verb === 'mode' && (about.run === 'finished' || about.run === 'new'))
    return 'it is put on record, and changes nothing: the run has ended, and the next one begins in its own mode'
  if (body.verb !== 'answer') return said[body.verb]
  if (byExecutor) return 'answered, and the run that is at work takes it up'
  // The plan of this folder needs no name.
  const resume = callAgain('resume', about, given === '.' ? null : given)
  // Nobody is at work who would write it, and perhaps nobody will be.
  const rebuild = given === '.' ? 'millwright rebuild' : `millwright rebuild ${shellWord(given)}`
  return body.answer === 'halt'
    ? `halted: nothing begins before you say \`${resume}\`; the progress file tells of it after \`${rebuild}\``
    : `answered; go on with \`${resume}\``
}

/** What goes on with the task: the executor at work, the same run, or a new one where the last has ended. */
function unblocked(about: About, given: string, byExecutor: boolean): string {
  if (byExecutor) return 'it may run again, and the run that is at work takes it up'
  return about.run === 'finished' || about.run === 'new'
    ? `it may run again; start a new run with: ${callAgain('run', about, given)}`
    : `it may run again; go on with: ${callAgain('resume', about, given)}`
}

const said: Readonly<Record<Exclude<CommandBody['verb'], 'unblock' | 'answer'>, string>> = {
  skip: 'skipped',
  defer: 'deferred',
  accept: 'accepted as done by a person',
  pause: 'the run starts nothing new and parks',
  stop: 'the run is parked',
  'set-policy': 'the policy is set',
  mode: 'the run is dynamic again',
  claim: 'claimed',
  lose: 'given back',
  report: 'reported',
  unknown: 'not understood',
}
