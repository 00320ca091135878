/** The optional file in which an agent says what it did: read leniently, within limits, and never believed. */

import { createHash } from 'node:crypto'
import { constants, lstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Edge, FileAction, FileSpec, TaskSpec } from '../plan/model.ts'
import { workStep } from '../plan/work-step.ts'
import type { Claim, CriterionClaim, DeclaredDeviation, Proposal } from '../run/outcome.ts'
import { fieldText, mostDeclared } from './declared-deviations.ts'
import { jsonFault } from './json-fault.ts'

const longestFile = 1024 * 1024
const mostTasks = 20
const mostFiles = 100

type Table = Readonly<Record<string, unknown>>

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text under the first of these keys. */
function text(table: Table, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = Object.hasOwn(table, key) ? table[key] : undefined
    if (typeof value === 'string') return fieldText(value)
    if (typeof value === 'number') return String(value)
  }
  return ''
}

function list(table: Table, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) {
    const value = Object.hasOwn(table, key) ? table[key] : undefined
    if (Array.isArray(value)) return value
  }
  return []
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

const actions: ReadonlyMap<string, FileAction> = new Map([
  ['create', 'create'],
  ['new', 'create'],
  ['modify', 'modify'],
  ['delete', 'delete'],
  ['read', 'read'],
])

/** A path that stays inside and is written with `/`; anything else is left out of the proposal. */
function fileOf(value: unknown): FileSpec | null {
  const path = typeof value === 'string' ? value : isTable(value) ? text(value, 'path') : ''
  const wrong =
    path === '' ||
    path.length > 1024 ||
    path.includes('\0') ||
    path.includes('\\') ||
    path.startsWith('/') ||
    path.startsWith('~')
  if (wrong || path.split('/').some((part) => part === '..' || part === '.git')) return null
  const action = isTable(value) ? (actions.get(text(value, 'action').toLowerCase()) ?? 'unknown') : 'unknown'
  return { path, action, form: path.endsWith('/') ? 'directory' : 'path', to: null, note: null }
}

/**
 * Tasks that the agent would add; they enter the plan only through a human or the policy. Each may have an `id` by which the
 * others name it in `blockedBy`; there it goes before a task of the plan with that id.
 */
export function proposalOf(values: readonly unknown[], proposer: string): Proposal | null {
  const tasks: TaskSpec[] = []
  const edges: Edge[] = []
  const keys = new Map<string, string>()
  for (const value of values.slice(0, mostTasks)) {
    if (!isTable(value)) continue
    const title = text(value, 'title')
    if (title === '') continue
    const files = list(value, 'files')
      .slice(0, mostFiles)
      .map(fileOf)
      .filter((it) => it !== null)
    const description = text(value, 'description')
    const textHash = createHash('sha256')
      .update(JSON.stringify([title, description, files]))
      .digest('hex')
    const key = `${proposer}+${textHash.slice(0, 8)}`
    const id = text(value, 'id')
    if (id !== '' && !keys.has(id)) keys.set(id, key)
    if (tasks.some((task) => task.key === key)) continue
    const criteria = list(value, 'criteria', 'acceptance_criteria')
      .slice(0, mostCriteria)
      .filter((it) => typeof it === 'string')
    tasks.push({
      key,
      id: null,
      title,
      group: null,
      parent: null,
      origin: 'agent',
      mark: 'todo',
      reason: null,
      description: description === '' ? null : description,
      files,
      declaresFiles: files.length > 0,
      traces: [],
      unknownBlockers: [],
      role: null,
      steps: [workStep],
      open: false,
      ...(criteria.length === 0 ? {} : { criteria }),
      textHash,
    })
    for (const given of list(value, 'blockedBy', 'blocked_by')) {
      const from = typeof given === 'number' ? String(given) : given
      if (typeof from === 'string' && from.length <= 64) edges.push({ from, to: key, basis: 'explicit', needs: 'done' })
    }
  }
  if (tasks.length === 0) return null
  return {
    tasks,
    edges: edges.map((it) => ({ ...it, from: keys.get(it.from) ?? it.from })),
    steps: [],
    finished: false,
  }
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
  const criteria = criteriaOf(list(value, 'criteria'))
  return {
    says: saysOf(text(value, 'status')),
    text: text(value, 'text', 'summary', 'message', 'reason'),
    deviations: list(value, 'deviations')
      .slice(0, mostDeclared)
      .map(deviationOf)
      .filter((it) => it !== null),
    proposal: proposalOf(list(value, 'addTasks', 'add_tasks'), proposer),
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
 * Reads the result file of an attempt. Only a plain file of at most 1 MiB is read: a link or a pipe in its place, which
 * an agent could put there, is not followed.
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
  const unread = (problem: string | null): ReadResult => ({ claim: null, problem })
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
      const claim = readResult(written, proposer)
      return claim === null ? unread(noObject(path, written)) : { claim, problem: null }
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
