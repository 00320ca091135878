/** Tasks that an agent proposes in its result file: read leniently, within limits, and written as it may write them. */

import { createHash } from 'node:crypto'
import type { Edge, FileAction, FileSpec, TaskSpec } from '../plan/model.ts'
import { quoted } from '../plan/one-line.ts'
import { workStep } from '../plan/work-step.ts'
import { printable } from '../run/excerpt.ts'
import type { Proposal } from '../run/outcome.ts'
import { isTable, listIn, textIn, type Table } from './result-table.ts'

/** More than these are told to whoever proposed them. */
const most = { tasks: 50, files: 100, criteria: 100, title: 500, description: 8_000, criterion: 2_000 } as const

const actions: ReadonlyMap<string, FileAction> = new Map([
  ['create', 'create'],
  ['new', 'create'],
  ['modify', 'modify'],
  ['delete', 'delete'],
  ['read', 'read'],
])

/** What is read of one task, and what of it is not. */
class Reading {
  readonly left: string[] = []
  private readonly of: string

  constructor(title: string) {
    this.of = quoted(title)
  }

  leave(what: string): void {
    this.left.push(`${this.of}: ${what}`)
  }

  cut(what: string, text: string, longest: number): string {
    if (text.length > longest) this.leave(`${what} has more than ${longest} characters`)
    return text.slice(0, longest)
  }

  first(what: string, values: readonly unknown[], count: number): readonly unknown[] {
    if (values.length > count) this.leave(`it has more than ${count} ${what}`)
    return values.slice(0, count)
  }
}

/** Any path is taken as it is written: whether a plan may name it is looked at where it would join one. */
function fileOf(value: unknown, reading: Reading): FileSpec | null {
  const path = (typeof value === 'string' ? value : isTable(value) ? textIn(value, 'path') : '').trim()
  if (path === '' || path.length > 1024) {
    reading.leave(path === '' ? 'a file of it has no path' : 'a path of it has more than 1024 characters')
    return null
  }
  const action = isTable(value) ? (actions.get(textIn(value, 'action').toLowerCase()) ?? 'unknown') : 'unknown'
  return { path, action, form: path.endsWith('/') ? 'directory' : 'path', to: null, note: null }
}

/**
 * Tasks that the agent would add; they enter the plan only through a human or the policy. Each may have an `id` by which the
 * others name it in `blockedBy`; there it goes before a task of the plan with that id.
 * @returns with what of it could not be read (`left`); null where it proposes nothing
 */
export function proposalOf(values: readonly unknown[], proposer: string): Proposal | null {
  const tasks: TaskSpec[] = []
  const edges: Edge[] = []
  const keys = new Map<string, string>()
  const left: string[] = []
  if (values.length > most.tasks) left.push(`it proposes more than ${most.tasks} tasks`)
  for (const value of values.slice(0, most.tasks)) {
    const written = isTable(value) ? textIn(value, 'title') : ''
    if (!isTable(value) || written === '') {
      left.push('one of its tasks has no title')
      continue
    }
    const reading = new Reading(written)
    const title = reading.cut('its title', written, most.title)
    const description = reading.cut('its description', textIn(value, 'description'), most.description)
    const files = reading.first('files', listIn(value, 'files'), most.files).flatMap((it) => fileOf(it, reading) ?? [])
    const criteria = reading
      .first('criteria', listIn(value, 'criteria', 'acceptance_criteria'), most.criteria)
      .flatMap((it) => (typeof it === 'string' ? [reading.cut('a criterion', it.trim(), most.criterion)] : []))
    left.push(...reading.left)
    const textHash = createHash('sha256')
      .update(JSON.stringify([title, description, files]))
      .digest('hex')
    const key = `${proposer}+${textHash.slice(0, 8)}`
    const id = textIn(value, 'id')
    if (id !== '' && !keys.has(id)) keys.set(id, key)
    if (tasks.some((task) => task.key === key)) continue
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
    edges.push(...blockersOf(value).map((from): Edge => ({ from, to: key, basis: 'explicit', needs: 'done' })))
  }
  if (tasks.length === 0 && left.length === 0) return null
  return {
    tasks,
    edges: edges.map((it) => ({ ...it, from: keys.get(it.from) ?? it.from })),
    steps: [],
    finished: false,
    ...(left.length === 0 ? {} : { left }),
  }
}

function blockersOf(task: Table): readonly string[] {
  return listIn(task, 'blockedBy', 'blocked_by').flatMap((given) => {
    const from = typeof given === 'number' ? String(given) : given
    return typeof from === 'string' && from.length <= 64 ? [from] : []
  })
}

const words: Readonly<Record<FileAction, string>> = {
  create: 'CREATE',
  modify: 'MODIFY',
  delete: 'DELETE',
  read: 'READ',
  rename: '',
  unknown: '',
}

/** A proposal as its agent may write it anew: the member `addTasks` of a result file, safe to show. */
export function proposalJson({ tasks, edges }: Proposal): string {
  const ids = new Map(
    tasks.map(({ key }, at) => [key, String.fromCharCode(97 + (at % 26)).repeat(1 + Math.floor(at / 26))]),
  )
  const addTasks = tasks.map(({ key, title, description, criteria = [], files }) => ({
    id: ids.get(key),
    title,
    ...(description === null ? {} : { description }),
    ...(criteria.length === 0 ? {} : { criteria }),
    files: files.map(({ path, action }) => (words[action] === '' ? { path } : { path, action: words[action] })),
    blockedBy: edges.filter(({ to }) => to === key).map(({ from }) => ids.get(from) ?? from),
  }))
  return printable(JSON.stringify({ addTasks }, null, 1))
}
