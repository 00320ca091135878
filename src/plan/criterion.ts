/** Acceptance criteria: what a checklist says of them, and which of them a task is about (seed 000 §5). */

import { isPassesText } from './integration-gate.ts'
import type { TaskSpec } from './model.ts'
import { taskName } from './names.ts'

/** How far the test of a criterion is. */
export type CriterionStatus = 'skip' | 'red' | 'green'

export interface Criterion {
  /** As it is written: `AC-05a`. */
  readonly id: string
  /** 0 is tested first (`P0`); null comes last. */
  readonly priority: number | null
  /** What has to hold, in plain words; empty where nothing is said. */
  readonly text: string
  /** Of its test, relative to the root. */
  readonly file: string | null
  readonly name: string | null
  /** Null where the checklist says nothing that is known. */
  readonly status: CriterionStatus | null
}

/** A criterion of which a plan says no more than its name. */
export function bareCriterion(id: string, text = ''): Criterion {
  return { id, priority: null, text, file: null, name: null, status: null }
}

/** By which spellings of one id are the same: `ac-05A` and `AC_05a` are `AC-05a`. */
export function criterionKey(id: string): string {
  return id.trim().toUpperCase().replaceAll('_', '-')
}

/** Whether a trace is the id of a criterion; `AC-implicit` is a word. */
function isCriterion(trace: string): boolean {
  return /^AC[-_ ]?[0-9A-Za-z._-]{0,60}$/i.test(trace) && /\d/.test(trace)
}

/** What a criterion is called that a task states without a name for it. @param index its place, from 0 */
export function statedId(task: Pick<TaskSpec, 'id' | 'key'>, index: number): string {
  return `${taskName(task)}-AC${index + 1}`
}

/** More of them than that are no list that anybody made for one task. */
const mostOfTask = 200

/**
 * The criteria of a task: those that it traces, else those that it states itself, with an id for each; but for those that an
 * integration test judges. By priority, those without one last; of one priority as they are listed.
 * @param listed those of a checklist, by `criterionKey`
 */
export function criteriaOf(
  { id, key, traces, criteria = [] }: Pick<TaskSpec, 'id' | 'key' | 'traces' | 'criteria'>,
  listed: ReadonlyMap<string, Criterion>,
): readonly Criterion[] {
  const traced = traces.flatMap((trace) => {
    const known = listed.get(criterionKey(trace))
    if (known) return [known]
    return isCriterion(trace) ? [bareCriterion(trace)] : []
  })
  const stated = criteria.flatMap((text, index) => {
    if (isPassesText(text)) return []
    const own = statedId({ id, key }, index)
    return [listed.get(criterionKey(own)) ?? bareCriterion(own, text)]
  })
  const unique = new Map((traced.length > 0 ? traced : stated).map((it) => [criterionKey(it.id), it]))
  const rank = (it: Criterion): number => it.priority ?? Number.MAX_SAFE_INTEGER
  return [...unique.values()].sort((a, b) => rank(a) - rank(b)).slice(0, mostOfTask)
}

/** Endings of files that nobody writes a test for. */
const documents = ['.md', '.markdown', '.mdx', '.rst', '.adoc', '.png', '.svg', '.jpg', '.gif', '.pdf'] as const

/** Whether a task has work that a test can fail for: one that looks only, or writes documents, has none. */
export function isTestable({ files, declaresFiles }: Pick<TaskSpec, 'files' | 'declaresFiles'>): boolean {
  const changed = files.filter((file) => file.action !== 'read' && file.mayStay !== true)
  if (changed.length === 0) return !declaresFiles
  return !changed.every((file) => documents.some((ending) => (file.to ?? file.path).toLowerCase().endsWith(ending)))
}
