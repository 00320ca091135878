/** An agent that is a command line: one process per attempt, the brief on stdin, in a file or as one argument. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Claim } from '../run/outcome.ts'
import { stricter, type TimeLimit } from '../run/time-limit.ts'
import { excerptOf } from '../run/excerpt.ts'
import { diskFailureOf } from '../system/disk-failure.ts'
import { handedOn, scrubbedEnvironment, withFoldersFirst } from '../system/environment.ts'
import { finderOf, hideIn } from '../system/hide.ts'
import { toldFrom } from '../system/look-at-path.ts'
import { ownVariables } from '../system/own-variables.ts'
import { keepOutput } from '../system/kept-output.ts'
import { runProcess, type ProcessResult, type RunningProcess } from '../system/process.ts'
import {
  silence,
  type Agent,
  type AgentSetup,
  type AttemptContext,
  type AttemptEnd,
  type EndedAttempt,
} from './agent.ts'
import { placedWords } from './placed-words.ts'
import { writeBrief } from './write-brief.ts'
import { readDeclared } from './declared-deviations.ts'
import { readOutput } from './output-reading.ts'
import { readResultFile } from './result-file.ts'

/** Linux gives a single argument 128 KiB; a longer brief is handed over by its file. */
const longestArgument = 120 * 1024

/**
 * Fills the slots `{brief}`, `{briefFile}` and `{workspace}` inside single arguments; nothing is ever split again.
 * A value can never become an option: where it would begin an argument with `-`, a line feed stands before it (S6).
 *
 * @param argv the template
 * @param values what the slots stand for
 */
export function fillArgv(
  argv: readonly string[],
  values: { readonly brief: string; readonly briefFile: string; readonly workspace: string },
): readonly string[] {
  const brief =
    Buffer.byteLength(values.brief) > longestArgument
      ? `Read the brief in ${values.briefFile} and do what it says.`
      : values.brief
  const slots = { '{brief}': brief, '{briefFile}': values.briefFile, '{workspace}': values.workspace } as const
  return argv.map((template, index) => {
    let filled = ''
    let rest = template
    for (;;) {
      const next = Object.entries(slots)
        .map(([slot, value]) => ({ slot, value, at: rest.indexOf(slot) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      filled += rest.slice(0, next.at) + next.value
      rest = rest.slice(next.at + next.slot.length)
    }
    filled += rest
    return index > 0 && filled.startsWith('-') && !template.startsWith('-') ? `\n${filled}` : filled
  })
}

/** How an attempt ended that was one process. */
export function howOf(end: ProcessResult): EndedAttempt['how'] {
  switch (end.how) {
    case 'exited':
      return end.exitCode === 0 ? 'finished' : 'failed'
    case 'signalled':
      return 'failed'
    case 'timed-out':
    case 'idle':
    case 'stopped':
      return end.how
    case 'lost':
      return 'interrupted'
    case 'not-started':
      return 'missing'
  }
}

function failureOf(agent: AgentSetup, end: ProcessResult): EndedAttempt['failure'] {
  if (end.how === 'lost') return { reason: 'the process that looks after it was ended', help: 'it is made again' }
  if (end.how !== 'not-started') return null
  const reason = end.failure?.message ?? `${agent.argv[0] ?? agent.name} could not be started`
  // The help alone stands in the plan, as the reason of a blocked task: it says what is missing, too.
  return {
    reason,
    help: `${reason}; install it or correct the command of the agent ${agent.name} (\`millwright doctor\` shows what is found)`,
  }
}

/** The claim of the result file, joined by deviations that stand in the output. */
function join(claim: Claim | null, said: string, brief: string): Claim {
  const base = claim ?? silence
  const known = new Set(base.deviations.map((it) => it.what))
  return {
    ...base,
    text: base.text === '' ? excerptOf(said, 2000) : base.text,
    deviations: [...base.deviations, ...readDeclared(said, brief).filter((it) => !known.has(it.what))],
  }
}

function prepare(brief: string, context: AttemptContext): void {
  writeBrief(context.briefFile, brief)
  rmSync(context.resultFile, { force: true, recursive: true })
}

/** The world failed before the agent had a word: a folder that is not ours. */
function notPrepared(context: AttemptContext, error: unknown): EndedAttempt {
  const reason = `the brief could not be written: ${error instanceof Error ? error.message : String(error)}`
  return {
    of: 'start-attempt',
    is: 'ended',
    how: 'missing',
    exitCode: null,
    signal: null,
    claim: silence,
    brief: null,
    output: null,
    excerpt: excerptOf(reason),
    usage: null,
    session: null,
    durationMs: 0,
    failure: { reason, help: `Look at the folder ${path.dirname(context.briefFile)} and the space on its disk` },
  }
}

/**
 * Makes an agent of a command line (REQUIREMENTS F2).
 *
 * @param setup how it is started and how its output is read
 */
export function commandAgent(setup: AgentSetup): Agent {
  return {
    name: setup.name,
    argv: setup.argv,
    start(brief, context) {
      let running: RunningProcess | null = null
      const work = async (): Promise<AttemptEnd> => {
        try {
          prepare(brief, context)
        } catch (error) {
          const disk = diskFailureOf(error)
          if (disk !== null) throw disk
          return notPrepared(context, error)
        }
        const limits = limitsOf(setup, context)
        const argv = context.commandFrom === undefined ? setup.argv : placedWords(setup.argv, context.commandFrom)
        running = (context.spawn ?? runProcess)({
          argv: fillArgv(argv, { brief, briefFile: context.briefFile, workspace: context.folder }),
          cwd: context.folder,
          env: withFoldersFirst(
            scrubbedEnvironment({
              from: context.from,
              allow: setup.env,
              set: {
                ...setup.set,
                [ownVariables.task]: context.taskId,
                [ownVariables.step]: context.name.step,
                [ownVariables.brief]: context.briefFile,
                [ownVariables.result]: context.resultFile,
              },
            }),
            context.set ?? {},
          ),
          hide: hidden(setup, context),
          markers: context.markers,
          input: setup.brief === 'stdin' ? brief : null,
          keepBytes: context.limits.outputBytes,
          ...(context.spool === undefined ? {} : { spool: context.spool }),
          limitMs: limits['timed-out'].ms,
          idleMs: limits.idle.ms,
          ...(context.onOutput === undefined ? {} : { onOutput: context.onOutput }),
        })
        return outcomeOf(setup, brief, context, await running.result)
      }
      return {
        done: work(),
        stop: () => running?.stop(),
      }
    },
  }
}

/** The limits of its time, by how it ends at one of them. */
function limitsOf(
  { name, attemptMs, idleMs }: AgentSetup,
  { limits }: AttemptContext,
): Readonly<Record<'timed-out' | 'idle', TimeLimit>> {
  const own = (key: string, ms: number | null): TimeLimit | null =>
    ms === null ? null : { key: `agents.${name}.${key}`, ms }
  return {
    'timed-out': stricter(
      { key: limits.attemptKey ?? 'policy.limits.attempt', ms: limits.attemptMs },
      own('timeout', attemptMs),
    ),
    idle: stricter({ key: 'policy.limits.idle', ms: limits.idleMs }, own('idle_timeout', idleMs)),
  }
}

/** What must not stand in what it says. */
function hidden(setup: AgentSetup, context: AttemptContext): readonly string[] {
  return [...handedOn({ from: context.from, allow: setup.env }), ...(context.secrets ?? [])]
}

async function outcomeOf(
  setup: AgentSetup,
  brief: string,
  context: AttemptContext,
  end: ProcessResult,
): Promise<EndedAttempt> {
  const output = new TextDecoder().decode(end.output)
  const read = setup.reads === null ? null : readOutput(output, setup.reads)
  // Plain output is all the agent says; of JSON lines only what it wrote to a person, whole.
  const said = toldFrom(context.folder, read === null ? output : read.texts.join('\n'))
  context.onSaid?.(read === null ? said : toldFrom(context.folder, read.texts.at(-1) ?? ''))
  const failure = failureOf(setup, end)
  const { claim, problem } = await readResultFile(context.resultFile, context.name.task, (written) =>
    toldFrom(context.folder, hideIn(written, finderOf(hidden(setup, context)))),
  )
  const how = howOf(end)
  return {
    of: 'start-attempt',
    is: 'ended',
    how,
    exitCode: end.exitCode,
    signal: end.signal,
    ...(how === 'timed-out' || how === 'idle' ? { limit: limitsOf(setup, context)[how] } : {}),
    claim: join(claim, said, brief),
    ...(problem === null ? {} : { unread: problem }),
    brief: await context.keep(Buffer.from(brief)),
    output: await keepOutput(context.keep, end),
    ...(end.droppedBytes === 0 ? {} : { dropped: end.droppedBytes }),
    excerpt: excerptOf(failure?.reason ?? (said === '' ? toldFrom(context.folder, output) : said)),
    usage: read?.usage ?? null,
    session: read?.session ?? null,
    durationMs: Math.round(end.durationMs),
    failure,
  }
}
