/** Who does an attempt: one small interface that every kind of agent fills. */

import type { TaskSpec } from '../plan/model.ts'
import type { AgentSpec, AttemptName } from '../run/effect.ts'
import type { Claim, Outcome } from '../run/outcome.ts'
import type { Environment } from '../system/environment.ts'
import type { Keep } from '../system/kept-output.ts'
import type { ProcessOptions, RunningProcess } from '../system/process.ts'
import type { OutputReading } from './output-reading.ts'

/** How an attempt ended, complete for the journal. */
export type EndedAttempt = Extract<Outcome, { of: 'start-attempt' }>

/**
 * Nobody is there to do the work now. It is no failure: the step waits (`waitingOn: human`) and the workspace is kept;
 * the attempt goes on with `accept` (a human did it) or when the run is resumed on a terminal.
 */
export interface WaitingAttempt {
  readonly is: 'waiting'
  readonly on: 'human'
  /** What to tell people. */
  readonly text: string
}

export type AttemptEnd = EndedAttempt | WaitingAttempt

export interface AttemptLimits {
  readonly attemptMs: number
  /** The setting that says so; absent: `policy.limits.attempt`. */
  readonly attemptKey?: string
  readonly idleMs: number
  readonly outputBytes: number
}

/** What a terminal can ask while a human works. */
export interface HumanAnswer {
  readonly says: 'done' | 'blocked' | 'failed'
  readonly text: string
}

export interface AttemptContext {
  readonly name: AttemptName
  /** The task's own id for people and for `MILLWRIGHT_TASK`; its key where it has none. */
  readonly taskId: string
  /** Key of the rejected task in whose place tasks are to be proposed; null where the task itself is to be done. */
  readonly replaces: string | null
  /** The task where it joined the plan during the run, so that nobody knew of it before; else null. */
  readonly joined: TaskSpec | null
  /** Absolute path of the workspace: the working directory. */
  readonly folder: string
  /** Absolute path outside the workspace; written here before the start. */
  readonly briefFile: string
  /** Absolute path outside the workspace; removed before the start, read after the end. */
  readonly resultFile: string
  /**
   * Absolute path of the folder that its command was written for, where it works in one that has none of the project's files: words
   * that name a file there are taken from there.
   */
  readonly commandFrom?: string
  /** The plan's copy in the workspace, relative; null where there is none. */
  readonly planFile: string | null
  readonly limits: AttemptLimits
  /** Where passed-through variables come from. */
  readonly from: Environment
  /** What it must not tell, beside what it is handed on by name. */
  readonly secrets?: readonly string[]
  /** Lists of folders of its workspace, by variable: they come before what the agent is given. */
  readonly set?: Readonly<Record<string, string>>
  /** Finds the attempt's processes again after a crash. */
  readonly markers: Readonly<Record<string, string>>
  readonly keep: Keep
  /** A file of its own outside the workspace, for what its output is more than memory should hold. */
  readonly spool?: string
  readonly onOutput?: (chunk: Uint8Array) => void
  /** Gets its last words to a person, whole, when it has ended; only the beginning of them is a claim. */
  readonly onSaid?: (text: string) => void
  /** Set where it is asked something and does no task: what the question is called, also as `taskId` (`consult.ts`). */
  readonly question?: string
  readonly spawn?: (options: ProcessOptions) => RunningProcess
  /** Asks a person on the terminal; null where there is none. */
  readonly askHuman: ((question: string) => Promise<HumanAnswer>) | null
}

export interface RunningAgent {
  /** Never rejects for what the agent does; with a DiskFailure where the disk takes nothing more. */
  readonly done: Promise<AttemptEnd>
  stop(because: string): void
}

export interface Agent {
  readonly name: string
  /** Words of the program that it starts; absent where it starts none. */
  readonly argv?: readonly string[]
  /** Whether a person gave that with the call. */
  readonly isGiven?: boolean
  /** Why nothing can be asked of it outside of a task, in a few words; absent where it can be asked (`consult.ts`). */
  readonly unasked?: string
  start(brief: string, context: AttemptContext): RunningAgent
}

/** An agent spec with what only its adapter needs. */
export interface AgentSetup extends AgentSpec {
  /** How its output is read; null where it is plain text. */
  readonly reads: OutputReading | null
  readonly attemptMs: number | null
  readonly idleMs: number | null
}

/** The claim of an agent that says nothing. */
export const silence: Claim = { says: 'nothing', text: '', deviations: [], proposal: null }
