/** Writes how far each criterion is into `atdd-checklist.json`: only these values change; or a whole file where there is none. */

import { criterionKey, type Criterion, type CriterionStatus } from '../../plan/criterion.ts'
import type { Edit, Source } from '../../plan/source.ts'
import { decode } from '../scan/bytes.ts'
import { readChecklist, type ListedCriterion } from './read.ts'

/** Name of the file beside a plan. */
export const checklistName = 'atdd-checklist.json'

/**
 * The edits that make a checklist show how far its criteria are. What it says in words that are not known is left alone.
 *
 * @param wanted by `criterionKey`
 * @returns null where the file cannot be read as what it is just now: nothing is written into it
 */
export function statusEdits(source: Source, wanted: ReadonlyMap<string, CriterionStatus>): readonly Edit[] | null {
  const { criteria, diagnostics } = readChecklist(source)
  if (diagnostics.some(({ severity }) => severity === 'error')) return null
  return criteria.flatMap((criterion): Edit[] => {
    const status = wanted.get(criterionKey(criterion.id))
    if (status === undefined || status === criterion.status) return []
    const { statusNode: at } = criterion
    if (at === null) return newStatus(criterion, source, status)
    if (criterion.status === null) return []
    const content = JSON.stringify(likeBefore(at.text, status))
    return [{ path: source.path, offset: at.start, length: at.end - at.start, content }]
  })
}

/** In the letters of the word that stands there: `RED`, `Red` or `red`. */
function likeBefore(before: string, status: CriterionStatus): string {
  if (before === before.toUpperCase()) return status.toUpperCase()
  return /^[A-Z]/.test(before) ? `${status.charAt(0).toUpperCase()}${status.slice(1)}` : status
}

/** Behind the last member of an entry, spaced as that is. */
function newStatus({ node, says }: ListedCriterion, { path, bytes }: Source, status: CriterionStatus): Edit[] {
  const [last, before] = [...node.members.values()].reverse()
  // What is no text is nothing that is known; and of an entry whose id is its key nothing may stand in it.
  if (says) return []
  if (last === undefined) return [{ path, offset: node.start + 1, length: 0, content: `"status": "${status}"` }]
  const between = decode(bytes, before?.end ?? node.start + 1, last.start)
  const space = between.slice(between.indexOf(',') + 1)
  return [{ path, offset: last.end, length: 0, content: `,${space}"status": "${status}"` }]
}

/** A checklist of criteria that no file lists. */
export function newChecklist(criteria: readonly Criterion[], wanted: ReadonlyMap<string, CriterionStatus>): string {
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
