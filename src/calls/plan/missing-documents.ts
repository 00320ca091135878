/** Documents that tasks name and that are not there: an agent would be told, and `check` tells a person before (MW139). */

import { readTaskDocument } from '../../agents/task-document.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import type { MarkState } from '../../plan/model.ts'
import { oneLine } from '../../plan/one-line.ts'

/** States of tasks that nobody works on any more. */
const over: ReadonlySet<MarkState> = new Set<MarkState>(['done', 'skipped', 'deferred'])

/** A warning for each task of the plan's own file that is still to be done and whose document is not found. */
export function missingDocuments(
  { root, planRelative }: { readonly root: string; readonly planRelative: string },
  { tasks }: Draft,
): readonly Diagnostic[] {
  const known = new Map<string, string | null>()
  return tasks.flatMap(({ document, mark }) => {
    if (document === undefined || over.has(mark.state) || document.span.path !== planRelative) return []
    const before = known.get(document.text)
    const why = before === undefined ? lackOf(root, planRelative, document.text) : before
    known.set(document.text, why)
    if (why === null) return []
    const message = `the document ${oneLine(document.text)} is not told to the agent: ${why}`
    const help = 'correct its path, from the root of the project or from the plan’s folder, or take it out'
    return [{ code: 'MW139', severity: 'warning', message, help, span: document.span, related: [] }]
  })
}

function lackOf(root: string, plan: string, written: string): string | null {
  const read = readTaskDocument(root, plan, written)
  return read.text === null && read.isMissing ? read.why : null
}
