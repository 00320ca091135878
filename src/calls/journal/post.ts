/** Hands a person's command to the one executor, or applies just that command where none is at work. Prints nothing. */

import { applyCommand } from '../../engine/apply-command.ts'
import { locateJournal } from '../../engine/journal/plan-registry.ts'
import { heldByStopped, type JournalProblem } from '../../engine/journal/problem.ts'
import { planLock } from '../../engine/plan-lock.ts'
import type { Plan } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import { namesIn } from '../../plan/reasons.ts'
import type { CommandBody } from '../../run/command.ts'
import type { Invocation } from '../../run/event.ts'
import { recognise } from '../../run/recognise.ts'
import type { RunState, RunStatus, TaskRun } from '../../run/state.ts'
import { accountName } from '../../system/account-name.ts'
import { now } from '../../system/clock.ts'
import { newId } from '../../system/identifiers.ts'
import { lookAtLock, wakeHolder } from '../../system/lock.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { whyNoMarks } from './marks-here.ts'
import { useJournal, writably, type OpenedJournal, type Refusal } from './open-journal.ts'
import { outcomesOfAnswer } from './outcomes-of-answer.ts'
import { noteOwnJournal } from './own-journals.ts'
import { placeOf, problemTold } from './plan-journal.ts'
import { planProjector, type Name } from '../plan/projectors.ts'
import type { Where } from '../plan/where.ts'
import { textOption, textsOption, withoutChoices } from '../run/run-flags.ts'
import { programThatCalls } from '../who-calls.ts'

/** A command, or what is wrong with the words that were to be one. */
export type CommandOrWrong = CommandBody | { readonly wrong: string; readonly help: string }

/** What makes a command once the journal is open. */
export type CommandMaker = (opened: OpenedJournal) => CommandOrWrong | Promise<CommandOrWrong>

/** A command, and where there was no run yet what a person can do instead. */
export type CommandSource = CommandMaker | { readonly make: CommandMaker; readonly beforeRun: string }

/** A command that stands in the journal's inbox, and what became of it. */
export interface Posted {
  readonly is: 'posted'
  readonly command: string
  readonly body: CommandBody
  readonly answer: Settled
  /** Status of the run as it was before. */
  readonly run: RunStatus
  /** Whether its last executor began on `--yes` alone. */
  readonly saidYes: boolean
  /** The words that its run was called with; where that was not about the task of the command, with this one chosen. */
  readonly invocation: Invocation
  /** Whether the run is cut off: not at its end, and no executor is at work on it. */
  readonly cutOff: boolean
  /** Where the plan lay when it was run last, if it was moved. */
  readonly movedFrom: string | null
  /** Why the plan's file did not get the marks of what was decided, where it is not that of the run now. */
  readonly unmarked: string | null
  /** What came of the steps of education mode that it has ended, as lines; none where an executor is at work, which shows them. */
  readonly outcomes: readonly string[]
}

/**
 * Posts a command durably and says what became of it. A caller that carries an attempt's marker, or descends from one
 * that does or from the plan's executor, is no person, and is refused what only a human may say.
 */
export function post(
  given: string,
  where: Where & { readonly dialect?: string | null },
  source: CommandSource,
): Promise<Posted | Refusal> {
  const { make, beforeRun = null } = typeof source === 'function' ? { make: source } : source
  const say = async (opened: OpenedJournal): Promise<Posted | Refusal> => {
    const body = await make(opened)
    if ('wrong' in body) return { is: 'wrong', message: body.wrong, help: body.help }
    const agent = await programThatCalls(where.env, [{ journalDir: opened.dir, planId: opened.planId }])
    const by =
      agent === null ? { who: accountName(where.env), as: 'human' as const } : { who: agent, as: 'agent' as const }
    const id = newId()
    const posted = opened.journal.post({ id, at: now(), by: by.who, body: { by, body } })
    if (posted.is === 'failed') return { is: 'wrong', ...problemTold(await whoIsInTheWay(opened.dir, posted.problem)) }
    const { alone, ...settled } = await settle(opened, id, where.env)
    return {
      is: 'posted',
      command: id,
      body,
      run: opened.state.status,
      saidYes: opened.state.saidYes,
      invocation: invocationFor(opened, body),
      ...settled,
      // Who opens one task of lost work after the other knows of the rest.
      unmarked: 'lost' in body ? null : settled.unmarked,
      cutOff: alone && isUnderWay(opened.state.status),
      outcomes: settled.answer.is === 'handled' && !settled.answer.byExecutor ? outcomesOfAnswer(opened) : [],
    }
  }
  return useJournal(given, { ...where, beforeRun }, writably(say))
}

/** Whoever was stopped in the middle of a write keeps everybody waiting, and nothing passes before a person lets it go on. */
async function whoIsInTheWay(dir: string, problem: JournalProblem): Promise<JournalProblem> {
  const holder = problem.passing === true ? await lookAtLock(planLock(dir)) : null
  return holder?.state === 'stopped' && holder.pid !== null ? heldByStopped(dir, holder.pid) : problem
}

/** The call that goes on with a run, in the words by which the plan has its tasks now. */
function invocationFor({ state, opening }: OpenedJournal, body: CommandBody): Invocation {
  const { tasks, invocation } = state
  const now = opening.is === 'opened' ? namesNow(state, opening.plan) : new Map<string, Name>()
  const nameNow = ({ spec }: TaskRun): string => taskName(now.get(spec.key) ?? spec)
  const found = 'task' in body ? [...tasks.values()].find(({ spec }) => spec.key === body.task) : undefined
  if (found !== undefined && !found.selected) return { ...withoutChoices(invocation), only: [nameNow(found)] }
  const named = new Map([...tasks.values()].map((task) => [taskName(task.spec), nameNow(task)]))
  const renamed = (text: string): string => named.get(text) ?? text
  const present = opening.is === 'opened' ? namesIn(opening.plan.tasks) : null
  const only = textsOption(invocation, 'only')
    .map(renamed)
    .filter((it) => present?.has(it) ?? true)
  const until = textOption(invocation, 'until')
  return {
    ...invocation,
    ...(only.length === 0 ? {} : { only }),
    ...(until === null ? {} : { until: renamed(until) }),
  }
}

/** Whether a run is neither parked nor ended, by its journal. */
function isUnderWay(status: RunStatus): boolean {
  return status === 'running' || status === 'pausing' || status === 'stopping' || status === 'closing'
}

/** What became of a command: dealt with (by the executor at work, or here), handed to a busy one, or refused. */
export type Settled =
  | { readonly is: 'handled'; readonly byExecutor: boolean }
  /** `stopped`: the executor's process, where a signal has stopped it: it takes the command when it goes on. */
  | { readonly is: 'posted'; readonly stopped?: number }
  | { readonly is: 'refused'; readonly because: string }

type Settlement = Pick<Posted, 'answer' | 'movedFrom' | 'unmarked'>

/** Of an executor that is busy for longer nobody waits for the answer. */
const turns = 40
const turnMs = 50

/**
 * An executor that is at work takes the command from the inbox; without one this process applies it under the lock. Who holds that
 * for a command of another person lets it go at once, and may have taken this one as well.
 */
async function settle(
  opened: OpenedJournal,
  id: string,
  env: Where['env'],
): Promise<Settlement & { readonly alone: boolean }> {
  const said = (answer: Settled) => ({ answer, movedFrom: null, unmarked: null, alone: false })
  for (let turn = 0; turn < turns; turn += 1) {
    const holder = await lookAtLock(planLock(opened.dir))
    if (holder?.state === 'stopped' && holder.pid !== null) return said({ is: 'posted', stopped: holder.pid })
    const applied = holder === null ? await applyHere(opened, id, env) : null
    if (applied !== null) return { ...applied, alone: turn === 0 }
    if (holder !== null && turn === 0) await wakeHolder({ name: opened.dir })
    const answer = answerOf(opened, id, holder?.pid ?? null)
    if (answer !== null) return said(answer)
    await new Promise((resolve) => setTimeout(resolve, turnMs))
  }
  return said({ is: 'posted' })
}

/** @returns null where somebody has taken the lock meanwhile */
async function applyHere(opened: OpenedJournal, id: string, env: Where['env']): Promise<Settlement | null> {
  let movedFrom: string | null = null
  let unmarked: string | null = null
  const reading = opened.opening.is === 'opened' ? opened.opening : opened.opening.reading
  if (reading) {
    // A plan that was moved is entered under its new name before its marks change, or nothing would tell that it is the same.
    const located = await locateJournal({ ...placeOf(reading), create: true })
    if (located.is === 'located') {
      movedFrom = located.movedFrom ?? null
      if (located.isNew) noteOwnJournal(stateFolder(env), located.dir)
    }
  }
  const applied = await applyCommand({
    journal: opened.journal,
    dir: opened.dir,
    planId: opened.planId,
    files: async (state) => {
      unmarked = (await whyNoMarks(opened, state, env))?.message ?? null
      // A plan that is being edited gets no marks, nor does that of another branch; the next run shows them.
      const { opening } = opened
      const isShown = opening.is === 'opened' && unmarked === null
      const projectors = isShown
        ? [planProjector(opening.dialect, opening.planRelative, 'news', namesNow(opened.state, opening.plan))]
        : []
      const isHere = async (): Promise<boolean> => (await whyNoMarks(opened, state, env)) === null
      return {
        root: reading?.root ?? '',
        projectors,
        isHere,
        wrote: () => undefined,
      }
    },
  })
  if (applied.is === 'held') return null
  if (applied.is === 'applied') unmarked ??= applied.withheld
  const failed = applied.is === 'failed' ? ({ is: 'refused', because: applied.reason } as const) : null
  return { answer: failed ?? answerOf(opened, id, null) ?? { is: 'posted' }, movedFrom, unmarked }
}

/** What the plan calls the tasks that a run knows by something else: a person may have renumbered it since it was read. */
function namesNow(state: RunState, plan: Plan): ReadonlyMap<string, Name> {
  const { known } = recognise(state, plan)
  return new Map(
    plan.tasks.flatMap(({ key, id, title }) => {
      const was = state.tasks.get(known.get(key) ?? '')?.spec
      if (was === undefined || (was.key === key && was.title === title)) return []
      return [[was.key, { key, id, title }] as const]
    }),
  )
}

/** @param holder process that holds the lock: whether that is an executor is told by the journal */
function answerOf(opened: OpenedJournal, id: string, holder: number | null): Settled | null {
  const read = opened.journal.read<{
    readonly type: string
    readonly command?: string
    readonly because?: string
    readonly pid?: number
  }>()
  const event = read.events.findLast((it) => it.body.command === id)
  if (!event) return null
  if (event.body.type === 'command-refused') return { is: 'refused', because: event.body.because ?? '' }
  const executor = read.events.findLast((it) => it.body.type === 'executor-started')
  return { is: 'handled', byExecutor: holder !== null && executor?.body.pid === holder }
}
