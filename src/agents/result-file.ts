/** The optional file in which an agent says what it did: read leniently, within limits, and never believed. */

import { constants, lstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Claim, CriterionClaim, DeclaredDeviation } from '../run/outcome.ts'
import { fieldText, mostDeclared } from './declared-deviations.ts'
import { jsonFault } from '../plan/json-fault.ts'
import { proposalOf } from './proposal-file.ts'
import { isTable, listIn, textIn, type Table } from './result-table.ts'

const longestFile = 1024 * 1024

function text(table: Table, ...keys: readonly string[]): string {
  return fieldText(textIn(table, ...keys))
}

function saysOf(status: string): Claim['says'] {
  switch (status.toLowerCase()) {
    case 'done':
    case 'completed':
    case 'complete':
    case 'success':
    case 'ok':
      return 'done'
    case 'blocked':
      return 'blocked'
    case 'failed':
    case 'failure':
    case 'error':
      return 'failed'
    default:
      return 'nothing'
  }
}

function deviationOf(value: unknown): DeclaredDeviation | null {
  const table = typeof value === 'string' ? { what: value } : value
  if (!isTable(table)) return null
  const what = text(table, 'what', 'description')
  if (what === '') return null
  return {
    what,
    reason: text(table, 'reason'),
    action: text(table, 'action', 'action_taken', 'actionTaken'),
    impact: text(table, 'impact'),
  }
}

const mostCriteria = 100

/** What is no clear yes and no clear no was not tested. */
function verdictOf(said: string): CriterionClaim['verdict'] {
  switch (said.toLowerCase()) {
    case 'pass':
    case 'passed':
    case 'ok':
    case 'yes':
      return 'pass'
    case 'fail':
    case 'failed':
    case 'no':
      return 'fail'
    default:
      return 'untested'
  }
}

/** Of two words about one criterion the first holds; which criteria there are, only the plan knows. */
function criteriaOf(values: readonly unknown[]): readonly CriterionClaim[] {
  const found = new Map<number, CriterionClaim>()
  for (const value of values.slice(0, mostCriteria)) {
    if (!isTable(value)) continue
    const criterion = Number(text(value, 'criterion', 'number', 'id').trim())
    if (!Number.isInteger(criterion) || criterion < 1 || found.has(criterion)) continue
    const verdict = verdictOf(text(value, 'verdict', 'status', 'result'))
    found.set(criterion, { criterion, verdict, how: text(value, 'how', 'evidence', 'reason') })
  }
  return [...found.values()]
}

/**
 * Reads a result: `{status, text, criteria: [{criterion, verdict, how}], deviations: [{what, reason, action, impact}],
 * addTasks: [{title, description, files, blockedBy}]}`. Each part that is not of this form is as good as absent.
 *
 * @param written the file's text
 * @param proposer key of the task, from which the keys of proposed tasks are made
 * @returns null where the text is no JSON object
 */
export function readResult(written: string, proposer: string): Claim | null {
  let value: unknown
  try {
    value = JSON.parse(written.startsWith('\ufeff') ? written.slice(1) : written)
  } catch {
    return null
  }
  if (!isTable(value)) return null
  const criteria = criteriaOf(listIn(value, 'criteria'))
  return {
    says: saysOf(text(value, 'status')),
    text: text(value, 'text', 'summary', 'message', 'reason'),
    deviations: listIn(value, 'deviations')
      .slice(0, mostDeclared)
      .map(deviationOf)
      .filter((it) => it !== null),
    proposal: proposalOf(listIn(value, 'addTasks', 'add_tasks'), proposer),
    ...(criteria.length === 0 ? {} : { criteria }),
  }
}

/** What the result file of an attempt says. */
export interface ReadResult {
  /** Null where there is none that can be read. */
  readonly claim: Claim | null
  /** Why a file that is there was not read, with its place; null where it was, or where there is none. */
  readonly problem: string | null
}

/**
 * Reads the result file of an attempt.
 *
 * @param path absolute
 * @param proposer key of the task
 * @param tell takes out of it what is not to be told; the file is kept, and does not tell it either
 */
export async function readResultFile(
  path: string,
  proposer: string,
  tell: (written: string) => string = (written) => written,
): Promise<ReadResult> {
  const { written, problem } = await readWritten(path, tell)
  if (written === null) return { claim: null, problem }
  const claim = readResult(written, proposer)
  return { claim, problem: claim === null ? noObject(path, written) : null }
}

/** The text of a result file, or why a file that is there was not read. */
export interface Written {
  /** Null where there is none that can be read. */
  readonly written: string | null
  readonly problem: string | null
}

/**
 * Reads what an agent wrote into its result file. Only a plain file of at most 1 MiB is read: a link or a pipe in its place,
 * which an agent could put there, is not followed.
 *
 * @param path absolute
 * @param tell takes out of it what is not to be told; the file is kept, and does not tell it either
 */
export async function readWritten(
  path: string,
  tell: (written: string) => string = (written) => written,
): Promise<Written> {
  const unread = (problem: string | null): Written => ({ written: null, problem })
  // Most agents write none.
  if (!lstatSync(path, { throwIfNoEntry: false })) return unread(null)
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const facts = await file.stat()
      if (!facts.isFile()) return unread(`${path} is no plain file`)
      if (facts.size > longestFile) return unread(`${path} is larger than 1 MiB`)
      const whole = await file.readFile('utf8')
      const written = tell(whole)
      if (written !== whole) await overwrite(path, written)
      return { written, problem: null }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return unread(code === 'ENOENT' ? null : `${path} cannot be read (${code ?? 'unknown'})`)
  }
}

/** @throws what the file system says */
async function overwrite(path: string, text: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

function noObject(path: string, written: string): string {
  const text = written.startsWith('\ufeff') ? written.slice(1) : written
  const fault = jsonFault(text)
  return fault === null ? `${path}:1:1 is no JSON object` : `${path}:${fault.line}:${fault.column} is no JSON`
}
