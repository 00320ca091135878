/** The reader of phase-tasks plans: bytes in, draft with places and diagnostics out. It never throws. */

import type { Draft, DraftGroup, DraftTask } from '../../plan/draft.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { encodingFindings, unreadable } from '../encoding.ts'
import { scan } from '../scanner.ts'
import { findingsOf, type Findings } from './findings.ts'
import { doubtsOf } from './implementation.ts'
import { outlineOf } from './outline.ts'
import { settle, type ReadLines } from './settle.ts'
import { readTaskLines } from './lines/read-lines.ts'
import { sayStrays } from './lines/strays.ts'

/** A source that is read; what names no task can be said only once all of them are. */
interface Part extends ReadLines {
  readonly bytes: Uint8Array
  readonly findings: Findings
  readonly ofBytes: readonly Diagnostic[]
}

/**
 * Reads the Markdown sources of a plan (seed 000 §2.1, FORMATS sections 1 and 2). Whatever is wrong is a diagnostic of the
 * draft; every task-like line that is not read is one of them (FORMATS R21). Linear in the number of bytes.
 */
export function readPhaseTasks(sources: readonly Source[]): Draft {
  const groups: DraftGroup[] = []
  const tasks: DraftTask[] = []
  const diagnostics: Diagnostic[] = []
  const parts: Part[] = []
  const coverage = { taskLike: 0, read: 0 }
  const groupKeys = new Map<string, number>()
  const taskKeys = new Map<string, number>()
  let title: string | null = null
  const plans = sources.length > 1 ? sources.filter(({ path }) => !isData(path)) : sources
  for (const source of plans) {
    const refused = unreadable(source)
    if (refused !== null) {
      diagnostics.push(refused)
      continue
    }
    const lines = scan(source)
    const findings = findingsOf(source)
    const outline = outlineOf(lines, findings, groupKeys)
    const read = readTaskLines(lines, outline, findings, taskKeys)
    const settled = settle(lines, read, findings)
    for (const group of outline.groups) groups.push(group)
    for (const task of settled) tasks.push(task)
    const used = () => ({
      names: namesIn(settled),
      structure: read.structure.map((extent) => findings.span(extent)),
      texts: settled.map((task) => task.title.span),
    })
    title ??= outline.title()
    parts.push({ ...read, bytes: lines.bytes, findings, ofBytes: encodingFindings(lines, used) })
  }
  // Only a stray line asks for them, and most plans have none.
  let ids: ReadonlySet<string> | null = null
  const isTask = (id: string): boolean => (ids ??= idsOf(tasks)).has(id)
  for (const part of parts) {
    const { findings, coverage: own, ofBytes } = part
    sayStrays(part, isTask)
    findings.finish()
    for (const it of findings.found) diagnostics.push(it)
    for (const it of ofBytes) diagnostics.push(it)
    coverage.taskLike += own.taskLike
    coverage.read += own.read
  }
  diagnostics.push(...doubtsOf({ groups, tasks }))
  const order = new Map(sources.map(({ path }, index) => [path, index]))
  diagnostics.sort(
    (a, b) =>
      (order.get(a.span?.path ?? '') ?? 0) - (order.get(b.span?.path ?? '') ?? 0) ||
      (a.span?.offset ?? 0) - (b.span?.offset ?? 0),
  )
  return {
    dialect: 'phase-tasks',
    title: title ?? sources[0]?.path ?? '',
    sources,
    groups,
    tasks,
    diagnostics,
    coverage,
  }
}

/** Files that may lie beside a plan and hold no tasks. */
function isData(path: string): boolean {
  return path.endsWith('.json') || path.endsWith('.toml')
}

/** The ids that tasks have, and those of which only parts are tasks: `T005` for `T005A`. */
function idsOf(tasks: readonly DraftTask[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { id } of tasks) if (id !== null) ids.add(id.text).add(id.text.replace(/[A-Za-z]$/, ''))
  return ids
}

/** Everything that names something: a fault of encoding there is an error. */
function namesIn(tasks: readonly DraftTask[]): Span[] {
  const names: Span[] = []
  for (const task of tasks) {
    if (task.id !== null) names.push(task.id.span)
    for (const { span } of task.blockedBy) names.push(span)
    for (const { span } of task.blocks) names.push(span)
    for (const { span } of task.files) names.push(span)
    for (const { span } of task.tests) names.push(span)
  }
  return names
}
