/** The inbox: commands from other processes, kept until an event deals with them. */

import type { Place } from './append.ts'
import { inTransaction, numberColumn, textColumn } from '../../system/database.ts'
import { databaseProblem, type JournalProblem } from './problem.ts'

export interface InboxCommand {
  /** Chosen by the sender; the same id again is the same command. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Who says it, for the record. */
  readonly by: string
  /** Anything that JSON can hold. */
  readonly body: object
}

/** What lies in the inbox: another process wrote it, so that `body` may be anything. */
export type PendingCommand = Omit<InboxCommand, 'body'> & { readonly body: unknown }

export type Posted =
  { readonly is: 'stored' } | { readonly is: 'known' } | { readonly is: 'failed'; readonly problem: JournalProblem }

export type Pending =
  | { readonly is: 'read'; readonly commands: readonly PendingCommand[] }
  | { readonly is: 'failed'; readonly problem: JournalProblem }

const columns = [textColumn('id'), numberColumn('at'), textColumn('by'), textColumn('body')].join(', ')
const selectPending = `SELECT ${columns} FROM inbox WHERE handled IS NULL ORDER BY place`
const insertCommand = 'INSERT INTO inbox (id, at, by, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING'

/** Stores a command durably, also while an executor holds the plan; waits while that one writes. */
export function postCommand({ database, dir }: Place, { id, at, by, body }: InboxCommand): Posted {
  try {
    const stored = inTransaction(database, () => database.run(insertCommand, id, at, by, JSON.stringify(body)))
    return { is: stored === 1 ? 'stored' : 'known' }
  } catch (error) {
    return { is: 'failed', problem: databaseProblem(dir, error) }
  }
}

/** @returns the commands that no event has dealt with, in the order in which they came; what is no JSON comes as its text */
export function pendingCommands({ database, dir }: Place): Pending {
  try {
    const rows = database.all(selectPending) as { id: string; at: number; by: string; body: string }[]
    return {
      is: 'read',
      commands: rows.map(({ id, at, by, body }) => ({ id, at, by, body: bodyOf(body) })),
    }
  } catch (error) {
    return { is: 'failed', problem: databaseProblem(dir, error) }
  }
}

/** What is no JSON any more has been damaged: it is no command, which whoever takes it refuses for good. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
