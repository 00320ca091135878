/** Writes how far each criterion is into `atdd-checklist.json`: only these values change, or a file is made where there is none. */

import { criterionKey, type Criterion, type CriterionStatus } from '../../plan/criterion.ts'
import type { Edit, Source } from '../../plan/source.ts'
import type { JsonTree } from './json-tree.ts'
import { readChecklist, type ListedCriterion } from './read.ts'

/** Name of the file beside a plan. */
export const checklistName = 'atdd-checklist.json'

/**
 * The edits that make a checklist show how far its criteria are. What it says in words that are not known is left alone.
 *
 * @param wanted by `criterionKey`
 * @returns null where the file cannot be read as what it is just now: nothing is written into it
 */
export function statusEdits(
  source: Pick<Source, 'path' | 'bytes'>,
  wanted: ReadonlyMap<string, CriterionStatus>,
): readonly Edit[] | null {
  const { criteria, diagnostics, tree } = readChecklist(source)
  if (diagnostics.some(({ severity }) => severity === 'error')) return null
  return criteria.flatMap((criterion): Edit[] => {
    const status = wanted.get(criterionKey(criterion.id))
    if (status === undefined || status === criterion.status) return []
    const { statusNode } = criterion
    if (statusNode === null) return newStatus(criterion, tree, status)
    if (criterion.status === null) return []
    return [{ ...tree.spanOf(statusNode), content: JSON.stringify(likeBefore(String(statusNode.value), status)) }]
  })
}

/** In the letters of the word that stands there: `RED`, `Red` or `red`. */
function likeBefore(before: string, status: CriterionStatus): string {
  if (before === before.toUpperCase()) return status.toUpperCase()
  return /^[A-Z]/.test(before) ? `${status[0]?.toUpperCase() ?? ''}${status.slice(1)}` : status
}

/** Behind the last value of an entry, spaced as that is. */
function newStatus({ node, says }: ListedCriterion, { text, spanOf }: JsonTree, status: CriterionStatus): Edit[] {
  const last = node.children?.at(-1)
  // What is no text is nothing that is known.
  if (last === undefined || says) return []
  const before = node.children?.at(-2)
  const from = before === undefined ? node.offset + 1 : before.offset + before.length
  const space = /\s*$/.exec(text.slice(from, last.offset).replace(/^\s*,/, ''))?.[0] ?? ''
  const at = spanOf({ offset: last.offset + last.length, length: 0 })
  return [{ ...at, content: `,${space}"status": ${JSON.stringify(status)}` }]
}

/** A checklist of criteria that no file lists. */
export function newChecklist(
  criteria: readonly Criterion[],
  wanted: ReadonlyMap<string, CriterionStatus>,
): string {
  const entries = criteria.map(({ id, priority, text, file, name, status }) => ({
    id,
    ...(text === '' ? {} : { text }),
    ...(priority === null ? {} : { priority: `P${priority}` }),
    ...(file === null ? {} : { test_file: file }),
    ...(name === null ? {} : { test_name: name }),
    status: wanted.get(criterionKey(id)) ?? status ?? 'skip',
  }))
  return `${JSON.stringify({ criteria: entries }, null, 2)}\n`
}
