/**
 * Asks an agent one thing outside of every task: it gets a brief, works in an empty folder of its own that goes away again, and
 * what it says is the answer. Nothing that it writes there counts for anything.
 */

import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { oneLine } from '../plan/one-line.ts'
import type { BlobHash } from '../run/effect.ts'
import type { Failure, Usage } from '../run/outcome.ts'
import { tellingLine } from '../run/telling-line.ts'
import { diskFailureOf } from '../system/disk-failure.ts'
import { sha256 } from '../system/digest.ts'
import { endMarked } from '../system/orphans.ts'
import { makeFolders, ownFolder } from '../system/own-folder.ts'
import { processMoment } from '../system/process-table.ts'
import type { Agent, AttemptContext, AttemptEnd, EndedAttempt, RunningAgent } from './agent.ts'
import { readWritten } from './result-file.ts'
import { isTable, textIn } from './result-table.ts'

/** What is asked. */
export interface Question {
  /**
   * What it is called, such as `research:1`: the agent is told it as `MILLWRIGHT_TASK`, and doubles answer by that name. Two
   * that are asked at a time have different names.
   */
  readonly about: string
  /** For which time it is asked, from 1 on. */
  readonly nth: number
  /** What is asked. How it is answered is said behind it. */
  readonly brief: string
}

/** What is as for attempts; `limits` are those of the question. */
export interface ConsultContext extends Pick<
  AttemptContext,
  'limits' | 'from' | 'secrets' | 'markers' | 'keep' | 'onOutput' | 'spawn'
> {
  readonly run: string
  /** Absolute path of the project: what an agent's command names of it is found there, since the folder of a question has nothing. */
  readonly project: string
  /** Absolute path of a folder outside of every workspace. A folder for the question is made there, and taken away. */
  readonly scratch: string
}

interface Ended {
  /** How long it took, in milliseconds. */
  readonly ms: number
  /** What the agent says that it used; null where it does not say. */
  readonly usage: Usage | null
  /** The brief and all of the output, as they are kept. */
  readonly kept: { readonly brief: BlobHash | null; readonly output: BlobHash | null }
}

export type Consulted =
  /** `text`: without secrets and blanks around it, never empty; not made safe for a terminal. */
  | (Ended & { readonly is: 'answered'; readonly text: string })
  | (Ended & { readonly is: 'failed'; readonly failure: Failure })

export interface Consultation {
  /** Never rejects for what the agent does; with a DiskFailure where the disk takes nothing more. */
  readonly done: Promise<Consulted>
  stop(because: string): void
}

const howToAnswer = `---
You are asked this and have no task to do: change nothing. The folder that you are in is empty and goes away afterwards.
Your answer is your last message. Instead of that you may write it into the file that the environment variable
MILLWRIGHT_RESULT names, as JSON: {"status": "done", "text": "the answer"}.`

/** Time that a process which it left behind has to end by itself, in milliseconds. */
const graceMs = 200

/**
 * Asks an agent. Its answer is the `text` of its result file, or that whole file where it is not of that form; where there is none,
 * its last message. An agent that failed, or says so, has not answered. When it is settled, nothing of the agent is left.
 *
 * @param agent a person and a program of the plan are not asked (`unasked`)
 */
export function consult(agent: Agent, question: Question, context: ConsultContext): Consultation {
  if (agent.unasked !== undefined) {
    const failure = { reason: `nothing is asked of ${agent.name}: ${agent.unasked}`, help: 'name another agent for it' }
    return { done: Promise.resolve({ is: 'failed', failure, ...nothing }), stop: () => undefined }
  }
  let running: RunningAgent | null = null
  let stopped: string | null = null
  const work = async (): Promise<Consulted> => {
    const id = `${sha256(question.about).slice(0, 16)}.${question.nth}`
    const folder = path.join(context.scratch, `question.${id}`)
    const resultFile = path.join(context.scratch, `question.${id}.result.json`)
    const marker = { name: 'MILLWRIGHT_ATTEMPT', value: `${context.run}.question.${id}`, with: context.markers }
    const unready = makeEmpty(folder)
    if (unready !== null) return failed(unready)
    if (stopped !== null) return failed({ reason: 'it was stopped before it began', help: stopped })
    const since = processMoment()
    let said = ''
    running = agent.start(`${question.brief.trimEnd()}\n\n${howToAnswer}\n`, {
      ...context,
      name: { run: context.run, task: question.about, step: '', method: 'primary', attempt: question.nth, round: 1 },
      taskId: question.about,
      question: question.about,
      replaces: null,
      joined: null,
      folder,
      commandFrom: context.project,
      briefFile: path.join(context.scratch, `question.${id}.brief.md`),
      resultFile,
      planFile: null,
      markers: { ...context.markers, [marker.name]: marker.value },
      spool: path.join(context.scratch, `question.${id}.output`),
      onSaid: (text) => {
        said = text
      },
      askHuman: null,
    })
    try {
      const end = await running.done
      if (since !== null) await endMarked(marker, { since, graceMs })
      return answerOf(agent, end, textOf((await readWritten(resultFile)).written) ?? said)
    } finally {
      takeAway(folder)
    }
  }
  return {
    done: work(),
    stop(because) {
      stopped = because
      running?.stop(because)
    },
  }
}

/** @returns why there is no empty folder; null where there is one */
function makeEmpty(folder: string): Failure | null {
  const above = path.dirname(folder)
  try {
    makeFolders(path.dirname(above))
    ownFolder(above)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    return null
  } catch (error) {
    const disk = diskFailureOf(error)
    if (disk !== null) throw disk
    const reason = `there is no folder for it: ${error instanceof Error ? error.message : String(error)}`
    return { reason, help: `look at the folder ${above}` }
  }
}

function takeAway(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // An agent may have left what nobody may enter: it lies in our own folder and keeps nothing from going on.
  }
}

const nothing: Ended = { ms: 0, usage: null, kept: { brief: null, output: null } }

function failed(failure: Failure): Consulted {
  return { is: 'failed', failure, ...nothing }
}

/** The answer in a result file: its `text`, or all of it where it is no result; null where there is none. */
function textOf(written: string | null): string | null {
  if (written === null || written.trim() === '') return null
  try {
    const value: unknown = JSON.parse(written.startsWith('\ufeff') ? written.slice(1) : written)
    if (!isTable(value) || !['status', 'text'].some((key) => Object.hasOwn(value, key))) return written
    const text = textIn(value, 'text')
    return text === '' ? null : text
  } catch {
    return written
  }
}

function answerOf(agent: Agent, end: AttemptEnd, said: string): Consulted {
  if (end.is === 'waiting') return failed({ reason: `${agent.name} waits for a person`, help: 'name another agent' })
  const ended = { ms: end.durationMs, usage: end.usage, kept: { brief: end.brief, output: end.output } }
  const failure = failureOf(agent.name, end)
  if (failure !== null) return { is: 'failed', failure, ...ended }
  const text = said.trim()
  return text === ''
    ? { is: 'failed', failure: { reason: `${agent.name} ended without an answer`, help: lookAtIt }, ...ended }
    : { is: 'answered', text, ...ended }
}

const lookAtIt = 'look at what the agent prints when it is asked something'

function failureOf(agent: string, end: EndedAttempt): Failure | null {
  if (end.failure !== null) return end.failure
  const because = (reason: string): Failure => ({ reason: `${agent} ${reason}`, help: lookAtIt })
  switch (end.how) {
    case 'finished':
      return end.claim.says === 'failed' || end.claim.says === 'blocked'
        ? because(`says that it could not answer${end.claim.text === '' ? '' : `: ${oneLine(end.claim.text)}`}`)
        : null
    case 'timed-out':
    case 'idle':
      return because(`did not answer within ${end.limit?.ms ?? '?'} ms (${end.limit?.key ?? 'its limit'})`)
    case 'stopped':
      return because('was stopped before it had answered')
    case 'failed': {
      const said = tellingLine(end.excerpt)
      return because(
        `failed (${end.signal ?? `exit code ${end.exitCode ?? '?'}`})${said === '' ? '' : `: ${oneLine(said)}`}`,
      )
    }
    case 'interrupted':
    case 'missing':
    case 'waiting':
    case 'unready':
      return because('could not be asked')
    default:
      return end.how satisfies never
  }
}
