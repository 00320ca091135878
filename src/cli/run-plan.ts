/** Runs a prepared plan and shows what happens; gives the exit code. Shared by `run` and `resume`. */

import path from 'node:path'
import type { ExecutorEnd } from '../engine/executor-options.ts'
import type { Holder } from '../system/lock.ts'
import { callAgain } from '../reports/run/call-again.ts'
import { runJson } from '../reports/run/json.ts'
import { runLines, type Told } from '../reports/run/lines.ts'
import { judgedLines } from '../reports/run/pattern-lines.ts'
import { summaryText } from '../reports/run/summary.ts'
import { specletView } from '../reports/spec/speclet-view.ts'
import { withStages } from '../reports/spec/stage-lines.ts'
import { safeLine, safeText } from '../plan/safe-text.ts'
import { shellWord } from '../plan/shell-word.ts'
import { monotonic } from '../system/clock.ts'
import { trust } from '../config/trust.ts'
import { draftDiff } from '../calls/journal/draft-diff.ts'
import { askPerson, terminalQuestions } from './ask.ts'
import { chooseMode } from './choose-mode.ts'
import { exitCodeOf } from '../calls/run/exit-code-of.ts'
import { exitCodes } from '../calls/exit-codes.ts'
import { problemTold, startRefused } from '../calls/journal/plan-journal.ts'
import { complain, printJson, printJsonLine, type Io } from './output.ts'
import type { Preparation, PreparedRun } from '../calls/run/assemble-run.ts'
import { prepareRun } from '../calls/run/prepare-run.ts'
import { countWishes } from './count-wishes.ts'
import { keepSmall } from './memory.ts'
import { showDiagnostics } from './show-diagnostics.ts'
import { startRun, type FoundBefore, type RunOutcome, type StartedRun, type Watching } from '../calls/run/start-run.ts'
import type { ModeAnswer } from '../run/steps/mode-switch.ts'
import { asksPeople } from '../run/patterns/judged.ts'
import { programOfAnyRun } from '../calls/who-calls.ts'
import { tellUnsound } from './tell-unsound.ts'

/** Prepares and runs; `given` is the plan as the person named it. */
export async function runPlan(given: string, options: Readonly<Record<string, unknown>>, io: Io): Promise<number> {
  keepSmall()
  const prepared = await prepareRun(given, options, io)
  if (prepared.is !== 'prepared') return refuse(prepared, io, options['json'] === true)
  const refused = await untrusted(prepared, given, options, io)
  if (refused !== null) {
    prepared.discard()
    return refused
  }
  const mode = await chooseMode(prepared, options, io)
  if (mode === null || mode === 'accepted')
    return begin(prepared, given, mode === null ? options : { ...options, modeAnswer: mode }, io)
  prepared.discard()
  // With the mode everything else is settled anew, as if the call had named it.
  return mode === 'interrupted'
    ? exitCodes.interrupted
    : runPlan(given, { ...options, mode, modeAnswer: 'changed' }, io)
}

/** What the plan wants to be there is verified before anything is started (seed 004 §1.11). */
async function begin(
  prepared: PreparedRun,
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<number> {
  const tools = await prepared.verifyTools?.()
  const quiet = options['json'] === true || options['jsonl'] === true
  const tell = (lines: readonly string[], out: Io['stdout' | 'stderr']): void => {
    for (const line of lines) out.write(`${safeLine(line)}\n`)
  }
  tell(tools?.shown ?? [], quiet || tools?.halts === true ? io.stderr : io.stdout)
  if (tools?.halts === true) {
    prepared.discard()
    return exitCodes.wrong
  }
  const patterns = await prepared.judgePatterns?.()
  if (patterns !== undefined) {
    const asks = asksPeople(prepared.options.policy.mode)
    tell([...judgedLines(patterns.record, asks), ...patterns.remarks], quiet ? io.stderr : io.stdout)
  }
  return execute(prepared, given, options, io, {
    ...(tools === undefined ? {} : { toolsVerified: tools.record }),
    ...modeAnswerOf(options),
    ...(patterns === undefined ? {} : { patterns: patterns.record }),
  })
}

function refuse(prepared: Exclude<Preparation, PreparedRun>, io: Io, json: boolean): number {
  switch (prepared.is) {
    case 'unsound':
      return tellUnsound(prepared.opening, io, json)
    case 'refused':
      if (prepared.diagnostics.length > 0) showDiagnostics(io, prepared.diagnostics, prepared.texts ?? [])
      for (const { message, help } of prepared.complaints ?? []) complain(io, message, help)
      return exitCodes.wrong
    case 'wrong':
      complain(io, prepared.message, prepared.help)
      return exitCodes.wrong
    default:
      return prepared satisfies never
  }
}

/** Nothing that a repository names is executed before a human trusts it (RELIABILITY S1). @returns the exit code where it may not, or null */
async function untrusted(
  prepared: PreparedRun,
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<number | null> {
  const { trust: asked } = prepared
  if (asked === null || options['yes'] === true) return null
  io.stderr.write(`This repository would execute:\n${asked.lines.map((line) => `  ${safeLine(line)}\n`).join('')}`)
  if (!io.stdin.isTTY) {
    complain(
      io,
      'nobody has trusted that yet, and nothing was started',
      `run \`millwright trust ${shellWord(given)}\`, or give --yes where you know what it is`,
    )
    return exitCodes.wrong
  }
  if ((await programOfAnyRun(io.env, asked.stateFolder)) !== null) {
    complain(io, 'an agent or a gate may not trust for a person', 'call it from your own terminal')
    return exitCodes.wrong
  }
  const answer = await askPerson('Trust it, until it changes? [y/N] ')
  if (answer !== 'yes') {
    complain(io, 'it is not trusted, and nothing was started', 'look at it again with `millwright trust`')
    return answer === 'interrupted' ? exitCodes.interrupted : exitCodes.wrong
  }
  if (await asked.hasChanged()) {
    complain(io, 'it changed while you were asked, and nothing was started', 'call it again, and look at it again')
    return exitCodes.wrong
  }
  await trust(asked.subject, asked)
  return null
}

/** The plan of the copy that a dry run or a demo plays in, which is named in commands; null where there is none. */
function played({ scratch, opened }: PreparedRun): string | null {
  return scratch === null ? null : path.join(scratch, opened.planRelative)
}

async function execute(
  prepared: PreparedRun,
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Io,
  before: FoundBefore,
): Promise<number> {
  const json = options['json'] === true
  const lines = options['jsonl'] === true
  const quiet = json || lines
  const out = quiet ? io.stderr : io.stdout
  let isTold = false
  // Where another executor holds the plan, nothing of this is so.
  const tellBeginning = (): void => {
    if (isTold) return
    isTold = true
    if (prepared.warnings.length > 0) showDiagnostics(io, prepared.warnings, prepared.texts)
    for (const remark of prepared.remarks) out.write(`${safeLine(remark)}\n`)
    if (prepared.scratch !== null) out.write(`working in a scratch copy: ${safeLine(prepared.scratch)}\n`)
  }
  const interactive = io.stdin.isTTY && io.stderr.isTTY && !quiet
  const questions = interactive
    ? terminalQuestions(io, played(prepared) ?? given, {
        interrupted: () => process.kill(process.pid, 'SIGINT'),
        diffOf: (of) => {
          const { root, workspace } = prepared.options
          return draftDiff({ root, pool: workspace.stateFolder, cwd: io.cwd }, of)
        },
      })
    : null
  const show = (write: () => void): void => {
    if (questions === null) write()
    else questions.beside(write)
  }
  const told: Told = { headed: new Set(), deviations: new Map(), last: null }
  let since: number | undefined
  const watching: Watching = {
    observe(events, state) {
      tellBeginning()
      since ??= events[0]?.at
      if (questions !== null) for (const event of events) questions.seen(event)
      if (lines) for (const event of events) printJsonLine(io, event)
      if (quiet) return
      const began = since === undefined ? {} : { since }
      const text = events.flatMap((event) =>
        withStages(event, state, runLines(event, state, { colour: io.colour, told, ...began }), {
          told: told.headed,
          isWatched: out.isTTY,
        }),
      )
      if (text.length > 0) show(() => out.write(text.map((line) => `${line}\n`).join('')))
    },
    output: () => undefined,
    remark: (text) => {
      tellBeginning()
      show(() => io.stderr.write(`${safeText(text)}\n`))
    },
    askHuman: questions?.work ?? null,
    askReview: questions?.review ?? null,
  }
  const started = startRun(prepared, watching, before)
  const { outcome, interrupted } = await withSignals(
    started,
    io,
    prepared.scratch === null ? goesOn(given, options) : null,
  )
  if (outcome.end.is !== 'held') tellBeginning()
  const meanwhile = outcome.changedMeanwhile
  // There is no sandbox: what cannot be prevented is at least said.
  if (meanwhile.length > 0)
    io.stderr.write(
      `${safeLine(`note: changed in your checkout during the run, and left as it is: ${meanwhile.slice(0, 5).join(', ')}${meanwhile.length > 5 ? ', …' : ''} (by you, or by an agent outside its workspace)`)}\n`,
    )
  return finish(outcome.end, { prepared, given, options, io, interrupted, elsewhere: outcome.elsewhere })
}

/** The call that goes on with a run, as this one was called. */
function goesOn(given: string, options: Readonly<Record<string, unknown>>): string {
  return callAgain('resume', { saidYes: options['yes'] === true, invocation: {} }, given)
}

/**
 * The first Ctrl-C parks the run after the current writes, the second ends it at once; a closed terminal parks it.
 * @param again the call that goes on with it; null where nobody does
 */
async function withSignals(
  run: StartedRun,
  io: Io,
  again: string | null,
): Promise<{ readonly outcome: RunOutcome; readonly interrupted: boolean }> {
  let count = 0
  const nthWish = countWishes()
  const onSignal = (): void => {
    const nth = nthWish(monotonic())
    if (nth === null) return
    count = nth
    if (count > 1) {
      io.stderr.write(again === null ? '\nended\n' : `\nended; go on with: ${again}\n`)
      process.exit(exitCodes.interrupted)
    }
    io.stderr.write('\nparking the run; once more to end at once\n')
    run.stop('interrupted at the terminal')
  }
  let hungUp = false
  // The system and the shell may both tell: a second one is no second wish. And nobody is there to be told anything.
  const onHangUp = (): void => {
    if (!hungUp && count === 0) run.stop('the terminal was closed')
    hungUp = true
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onHangUp)
  try {
    return { outcome: await run.done, interrupted: count > 0 || hungUp }
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('SIGHUP', onHangUp)
  }
}

/** Who holds the plan, as far as it is known. */
function holderText({ pid, state, since, host }: Holder): string {
  const when = since === null ? '' : ` since ${new Date(since).toISOString()}`
  return `held by pid ${pid ?? 'unknown'}${state === 'stopped' ? ' (stopped)' : ''}${when} on host ${host}`
}

function finish(
  end: ExecutorEnd,
  of: {
    readonly prepared: PreparedRun
    readonly given: string
    readonly options: Readonly<Record<string, unknown>>
    readonly io: Io
    readonly interrupted: boolean
    /** Where the work is, when it is not in the files of the checkout. */
    readonly elsewhere: string | null
  },
): number {
  const { io, options, given, prepared } = of
  switch (end.is) {
    case 'held': {
      const { state, pid } = end.holder
      complain(
        io,
        `MW706 ${holderText(end.holder)}`,
        state === 'stopped'
          ? `resume it (kill -CONT ${pid}) or end it`
          : 'look with `millwright status`, or `millwright stop` it',
      )
      return exitCodes.wrong
    }
    case 'refused': {
      const { message, help } = startRefused(problemTold(end.problem))
      complain(io, message, help)
      return exitCodes.wrong
    }
    case 'failed':
      complain(io, end.reason, end.help)
      return end.began ? exitCodes.waiting : exitCodes.wrong
    case 'ended': {
      const copy = played(prepared)
      if (options['json'] === true)
        printJson(io, runJson(end.state, { plan: given, dialect: prepared.opened.dialect.name }))
      else if (options['jsonl'] !== true) {
        const isDry = options['dryRun'] === true
        const view = io.stdout.isTTY ? specletView(end.state) : []
        if (view.length > 0) io.stdout.write(`\n${view.join('\n')}\n`)
        io.stdout.write(`\n${summaryText(end.state, { plan: copy ?? given, colour: io.colour, isDry })}`)
        if (of.elsewhere !== null) io.stdout.write(`${safeLine(of.elsewhere)}\n`)
        if (copy !== null) io.stdout.write(`The result lies in ${safeLine(copy)}\n`)
      }
      return of.interrupted ? exitCodes.interrupted : exitCodeOf(end.state)
    }
    default:
      return end satisfies never
  }
}

/** What was said to the question for the mode, which the call goes on with. */
function modeAnswerOf({ modeAnswer: said }: Readonly<Record<string, unknown>>): { readonly modeAnswer?: ModeAnswer } {
  return said === 'accepted' || said === 'changed' ? { modeAnswer: said } : {}
}
