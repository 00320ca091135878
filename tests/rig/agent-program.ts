/** What the scripted agent program can be told, and what it tells back. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One attempt's doing; see `agent-program.cjs`. Paths are relative to the workspace. */
export interface Behaviour {
  readonly write?: Readonly<Record<string, string>>
  readonly append?: Readonly<Record<string, string>>
  readonly remove?: readonly string[]
  /** A file that has to be there for it; only where behaviours are chosen by state. */
  readonly beside?: string
  readonly print?: string
  readonly exit?: number
  /** Absolute path of a file for which the attempt waits before it ends. */
  readonly wait?: string
  /** Absolute path of a file that it makes, so that another goes on. */
  readonly touch?: string
  /** Milliseconds it stays at work, so that there is a middle in which it can be interrupted. */
  readonly linger?: number
  /** Whether it leaves a process behind, in a session of its own, that would live for minutes. */
  readonly leaves?: boolean
  /** Whether it takes no notice of being asked to end. */
  readonly stubborn?: boolean
  /** What it writes as its result file. */
  readonly result?: object
}

export interface AgentScript {
  readonly by: 'state' | 'attempt'
  /** By task id; `*` stands for all others. */
  readonly tasks: Readonly<Record<string, readonly Behaviour[]>>
}

export interface LogLine {
  readonly event: 'begin' | 'end' | 'gate'
  readonly task?: string
  readonly attempt?: number
  readonly pid: number
  /** Files of an attempt that were as it makes them before it began. */
  readonly found?: readonly string[]
  readonly bad?: readonly string[]
}

/** The agent program's file. */
export const agentProgram = path.join(import.meta.dirname, 'agent-program.cjs')

/** The gate program's file. */
export const gateProgram = path.join(import.meta.dirname, 'gate-program.cjs')

/** What agents and gates have written, in the order of writing. A line that a kill cut off is left out. */
export function readLog(file: string): readonly LogLine[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine)
}
