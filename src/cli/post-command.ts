/** Hands a person's command to the one executor, or applies just that command where none is at work. */

import { applyCommand } from '../engine/apply-command.ts'
import { locateJournal } from '../engine/journal/plan-registry.ts'
import type { CommandBody } from '../run/command.ts'
import { attemptOfCaller, descendsFrom } from '../system/caller.ts'
import { newId } from '../system/identifiers.ts'
import { now } from '../system/clock.ts'
import { lookAtLock, wakeHolder } from '../system/lock.ts'
import { shellWord } from '../reports/shell-word.ts'
import { exitCodes } from './exit-codes.ts'
import { holderNote, withJournal, type OpenedJournal } from './open-journal.ts'
import { complain, printJson, type Io } from './output.ts'
import { placeOf } from './plan-journal.ts'
import { planProjector } from './projectors.ts'

/** A command, or what is wrong with the words that were to be one. */
export type CommandOrWrong = CommandBody | { readonly wrong: string; readonly help: string }

/**
 * Posts a command durably and says what became of it. A caller that carries an attempt's marker, or descends from one
 * that does or from the plan's executor, is no person, and is refused what only a human may say.
 */
export async function postCommand(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
  bodyOf: (opened: OpenedJournal) => CommandOrWrong | Promise<CommandOrWrong>,
): Promise<number> {
  return withJournal(given, options, io, async (opened) => {
    const body = await bodyOf(opened)
    if ('wrong' in body) {
      complain(io, body.wrong, body.help)
      return exitCodes.wrong
    }
    const agent = await agentOf(opened, io)
    const by =
      agent === null
        ? { who: io.env['USER'] ?? 'a person', as: 'human' as const }
        : { who: agent, as: 'agent' as const }
    const id = newId()
    const posted = opened.journal.post({ id, at: now(), by: by.who, body: { by, body } })
    if (posted.is === 'failed') {
      complain(io, posted.problem.message, posted.problem.help)
      return exitCodes.ourFault
    }
    const answer = await settle(opened, id, io)
    if (options['json'] === true) printJson(io, { command: id, verb: body.verb, ...answer })
    else if (answer.is === 'refused')
      complain(io, `${body.verb} refused: ${answer.because}`, refusedHelp(body, answer.because, given))
    else
      io.stdout.write(
        answer.is === 'handled'
          ? `${body.verb === 'unblock' ? unblocked(opened, answer.byExecutor) : said[body.verb]}\n`
          : 'handed to the executor, which is at work\n',
      )
    return answer.is === 'refused' ? exitCodes.wrong : exitCodes.done
  })
}

/**
 * Who of a run calls: an attempt, or whatever else the executor of this plan has started, a gate for instance. Null for a
 * person.
 */
async function agentOf(opened: OpenedJournal, io: Io): Promise<string | null> {
  const attempt = attemptOfCaller(io.env)
  if (attempt !== null) return attempt
  const holder = await lookAtLock({ name: opened.dir, note: holderNote(opened.dir) })
  return holder?.pid != null && descendsFrom(holder.pid) ? 'a program of this run' : null
}

/** What to do about a refusal; null where its reason says it. */
function refusedHelp(body: CommandBody, because: string, given: string): string | null {
  if (body.verb === 'pause' || body.verb === 'stop') return '`millwright status` shows how far the plan is'
  if ('task' in body && because.includes('may not become'))
    return `open it again first: millwright unblock ${shellWord(given)} ${shellWord(body.task)}`
  return null
}

/** What goes on with the task: the executor at work, the same run, or a new one where the last has ended. */
function unblocked({ state, given }: OpenedJournal, byExecutor: boolean): string {
  if (byExecutor) return 'it may run again, and the run that is at work takes it up'
  return state.status === 'finished' || state.status === 'new'
    ? `it may run again; start a new run with: millwright run ${shellWord(given)}`
    : `it may run again; go on with: millwright resume ${shellWord(given)}`
}

const said: Readonly<Record<Exclude<CommandBody['verb'], 'unblock'>, string>> = {
  skip: 'skipped',
  defer: 'deferred',
  accept: 'accepted as done by a person',
  answer: 'answered; go on with `millwright resume`',
  pause: 'the run starts nothing new and parks',
  stop: 'the run is parked',
  'set-policy': 'the policy is set',
  claim: 'claimed',
  lose: 'given back',
  report: 'reported',
}

type Settled =
  | { readonly is: 'handled'; readonly byExecutor: boolean }
  | { readonly is: 'posted' }
  | { readonly is: 'refused'; readonly because: string }

/** An executor that is at work takes the command from the inbox; without one this process applies it under the lock. */
async function settle(opened: OpenedJournal, id: string, io: Io): Promise<Settled> {
  const holder = await lookAtLock({ name: opened.dir, note: holderNote(opened.dir) })
  if (holder !== null) {
    await wakeHolder({ name: opened.dir })
    return waitForAnswer(opened, id)
  }
  const reading = opened.opening.is === 'opened' ? opened.opening : opened.opening.reading
  if (reading) {
    // A plan that was moved is entered under its new name before its marks change, or nothing would tell that it is the same.
    const located = await locateJournal({ ...placeOf(reading), create: true })
    if (located.is === 'located' && located.movedFrom !== undefined)
      io.stderr.write(`the plan was moved from ${located.movedFrom}; its journal goes with it\n`)
  }
  const applied = await applyCommand({
    journal: opened.journal,
    dir: opened.dir,
    note: holderNote(opened.dir),
    files: {
      root: reading?.root ?? '',
      projectors: reading ? [planProjector(reading.dialect, reading.planRelative)] : [],
      wrote: () => undefined,
    },
  })
  if (applied.is === 'held') return waitForAnswer(opened, id)
  if (applied.is === 'failed') return { is: 'refused', because: applied.reason }
  return answerOf(opened, id, false) ?? { is: 'posted' }
}

/** Looks a few times whether the executor has dealt with the command; it may be busy, and then that is all there is to say. */
async function waitForAnswer(opened: OpenedJournal, id: string): Promise<Settled> {
  for (let turn = 0; turn < 40; turn += 1) {
    const answer = answerOf(opened, id, true)
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { is: 'posted' }
}

function answerOf(opened: OpenedJournal, id: string, byExecutor: boolean): Settled | null {
  const read = opened.journal.read<{ readonly type: string; readonly command?: string; readonly because?: string }>()
  const event = read.events.findLast((it) => it.body.command === id)
  if (!event) return null
  return event.body.type === 'command-refused'
    ? { is: 'refused', because: event.body.because ?? '' }
    : { is: 'handled', byExecutor }
}
