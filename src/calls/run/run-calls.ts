/** `run` and `resume` as typed calls: prepared, started and told by events. Prints nothing and asks nobody by itself. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { callAgain } from '../../reports/run/call-again.ts'
import { runJson, type RunJson } from '../../reports/run/json.ts'
import type { Mode } from '../../plan/policy.ts'
import { shellWord } from '../../plan/shell-word.ts'
import type { Command } from '../../run/command.ts'
import type { RunEvent } from '../../run/event.ts'
import { isBetweenRuns, type RunState } from '../../run/state.ts'
import type { Holder } from '../../system/lock.ts'
import { exitCodeOf } from './exit-code-of.ts'
import type { Call } from '../journal/journal-calls.ts'
import { openPlan } from '../plan/open-plan.ts'
import { peek, problemTold, startRefused } from '../journal/plan-journal.ts'
import type { Preparation, PreparedRun } from './assemble-run.ts'
import { prepareRun } from './prepare-run.ts'
import { startRun, type RunOutcome } from './start-run.ts'

/** The options of `millwright run`, by the same names. */
export interface RunOptions {
  /** Name of an agent of the configuration, or of a preset. */
  readonly agent?: string
  /** Any command as the agent, as it stands behind `--exec`. */
  readonly exec?: string
  /** Gates as they stand behind `--gate`: `NAME=CMD ARGS`. */
  readonly gates?: readonly string[]
  readonly jobs?: number
  readonly mode?: Mode
  readonly mechanical?: boolean
  readonly standard?: boolean
  /** Whether the test of each acceptance criterion is seen red before the work, as `--atdd` and `--no-atdd` say. */
  readonly atdd?: boolean
  readonly phases?: readonly string[]
  readonly workspace?: 'worktree' | 'in-place' | 'none'
  readonly sandbox?: 'auto' | 'on' | 'off'
  readonly only?: readonly string[]
  readonly until?: string
  readonly branch?: string
  readonly dryRun?: boolean
  /** File that says what the doubles of a dry run do. */
  readonly doubles?: string
  /** What the repository would execute is known and wanted, as `--yes` says. */
  readonly yes?: boolean
}

/** All of them: a program may give another name, which would be passed over in silence. */
const optionNames: Readonly<Record<keyof RunOptions, true>> = {
  agent: true,
  exec: true,
  gates: true,
  jobs: true,
  mode: true,
  mechanical: true,
  standard: true,
  atdd: true,
  phases: true,
  workspace: true,
  sandbox: true,
  only: true,
  until: true,
  branch: true,
  dryRun: true,
  doubles: true,
  yes: true,
}

/** What a caller hears of a run while it goes on, and what it may answer. */
export interface Listening {
  /** Every event as it is written, with the state that it leads to; the state is a living one: read, and keep no part. */
  readonly onEvent?: (event: RunEvent, state: RunState) => void
  /** One line for people, before the first task or about something in the way. */
  readonly onRemark?: (text: string) => void
  /** Answers a question of the run; null, and without this every question, waits for `answer`. */
  readonly onReview?: (state: RunState, review: string) => Promise<Command | null>
}

export type RunRefusal =
  | Exclude<Preparation, PreparedRun>
  /** Nobody has trusted yet what the repository would execute; `lines` name it. */
  | { readonly is: 'untrusted'; readonly lines: readonly string[] }

export interface Running {
  readonly is: 'running'
  /** For people, before the first task. */
  readonly remarks: readonly string[]
  /** Where a dry run plays; null in the project itself. */
  readonly scratch: string | null
  readonly done: Promise<RunEnd>
  /** Parks the run after the current writes: running attempts are ended and their work is kept. */
  stop(because: string): void
}

export type RunEnd =
  | {
      readonly is: 'ended'
      /** As `run --json` prints it. */
      readonly run: RunJson
      /** That of `millwright run`. */
      readonly exitCode: number
      readonly state: RunState
      /** Where the work is, in words, when it is not in the files of the checkout. */
      readonly elsewhere: string | null
    }
  /** Another executor is at work on this plan. */
  | { readonly is: 'held'; readonly holder: Holder }
  | { readonly is: 'refused'; readonly message: string; readonly help: string }
  | { readonly is: 'failed'; readonly message: string; readonly help: string }

/**
 * Starts a run of a plan, or goes on with an unfinished one.
 *
 * @param plan a file, or a folder that holds one
 * @returns the run under way, or why nothing was started
 */
export async function run(plan: string, options: RunOptions, call: Call & Listening): Promise<Running | RunRefusal> {
  const unknown = unknownOptions(options)
  if (unknown !== null) return unknown
  const prepared = await prepareRun(plan, flagsOf(options, call), call)
  if (prepared.is !== 'prepared') return prepared
  if (prepared.trust !== null && options.yes !== true) {
    prepared.discard()
    return { is: 'untrusted', lines: prepared.trust.lines }
  }
  const patterns = await prepared.judgePatterns?.()
  let written = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    written = resolve
  })
  const started = startRun(
    prepared,
    {
      observe: (events, state) => {
        written()
        for (const event of events) call.onEvent?.(event, state)
      },
      output: () => undefined,
      remark: (text) => call.onRemark?.(text),
      askHuman: null,
      askReview: call.onReview ?? null,
    },
    patterns === undefined ? {} : { patterns: patterns.record },
  )
  // From here on there is a run for whoever asks for it, in this program or another.
  const over = (): void => undefined
  await Promise.race([begun, started.done.then(over, over)])
  return {
    is: 'running',
    remarks: [...prepared.remarks, ...(patterns?.remarks ?? [])],
    scratch: prepared.scratch,
    done: started.done.then((outcome) => endOf(outcome, { plan, dialect: prepared.opened.dialect.name })),
    stop: (because) => started.stop(because),
  }
}

/** Goes on with the unfinished run of a plan, with the options of the call that began it. */
export async function resume(plan: string, call: Call & Listening): Promise<Running | RunRefusal> {
  return (await nothingToResume(plan, call)) ?? run(plan, {}, call)
}

/** Why there is nothing to resume; null where there is, or where the plan itself is wrong and `run` will say so. */
export async function nothingToResume(
  plan: string,
  call: Call,
): Promise<{ readonly is: 'wrong'; readonly message: string; readonly help: string } | null> {
  const opening = await openPlan(plan, {
    cwd: call.cwd,
    env: call.env,
    dialect: call.dialect ?? null,
    checksGates: false,
  })
  if (opening.is !== 'opened') return null
  const found = await peek(opening)
  if (found.is === 'refused') return { is: 'wrong', message: found.message, help: found.help }
  const { state } = found
  if (state !== null && !isBetweenRuns(state)) return null
  const isNew = state?.status !== 'finished'
  const why = isNew ? 'this plan was never run' : 'the last run of this plan has ended'
  const agent = opening.settings.agent === null ? ' --agent NAME' : ''
  const words = isNew ? `millwright run ${shellWord(plan)}${agent}` : callAgain('run', state, plan)
  return { is: 'wrong', message: `${why}: there is nothing to go on with`, help: `start one with: ${words}` }
}

/** Names that are no option of a run, as the command line refuses them; null where there is none. */
function unknownOptions(options: object): RunRefusal | null {
  const names = Object.keys(optionNames)
  const diagnostics = Object.keys(options).flatMap((name): readonly Diagnostic[] => {
    if (names.includes(name)) return []
    const near = nearest(name, names)
    const message = `${JSON.stringify(name)} is no option of run${near === null ? '' : `; did you mean ${near}?`}`
    const help = `the options of run are ${names.join(', ')}`
    return [{ code: 'MW602', severity: 'error', message, help, span: null, related: [] }]
  })
  return diagnostics.length === 0 ? null : { is: 'refused', diagnostics }
}

/** The options as the command line hands them on. */
function flagsOf({ gates, phases, ...same }: RunOptions, { dialect }: Call): Readonly<Record<string, unknown>> {
  const flags = { ...same, gate: gates, phase: phases, dialect: dialect ?? undefined }
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}

function endOf({ end, elsewhere }: RunOutcome, about: { readonly plan: string; readonly dialect: string }): RunEnd {
  switch (end.is) {
    case 'ended':
      return {
        is: 'ended',
        run: runJson(end.state, about),
        exitCode: exitCodeOf(end.state),
        state: end.state,
        elsewhere,
      }
    case 'held':
      return end
    case 'refused':
      return { is: 'refused', ...startRefused(problemTold(end.problem)) }
    case 'failed':
      return { is: 'failed', message: end.reason, help: end.help }
    default:
      return end satisfies never
  }
}
