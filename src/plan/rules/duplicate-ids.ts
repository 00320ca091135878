/** MW110: two tasks with one id (FORMATS R14). */

import type { Diagnostic, Related } from '../diagnostic.ts'
import { place } from '../position.ts'
import { safeLine } from '../safe-text.ts'
import type { Span } from '../source.ts'
import { quoted, relatedLimit, sourceOf, type Rule } from './rule.ts'
import type { LooseReference } from './plan-index.ts'

export const duplicateIds: Rule = ({ draft, index }) => {
  const references = new Map<string, LooseReference[]>()
  for (const loose of index.ambiguous) {
    const known = references.get(loose.reference.id)
    if (known === undefined) references.set(loose.reference.id, [loose])
    else known.push(loose)
  }
  const found: Diagnostic[] = []
  for (const [id, places] of index.twins) {
    const [one, ...others] = places.flatMap((at) => draft.tasks[at] ?? [])
    if (one?.id == null) continue
    const ids = [one.id.span, ...(one.idElsewhere ?? [])]
    const named = references.get(id) ?? []
    // What is logged of the steps of a spec is known by their numbers alone.
    const isError = named.length > 0 || draft.dialect === 'spec'
    for (const { id: own } of others) {
      if (own === null) continue
      const { span } = own
      // Of a task that several files tell, where the file of the other one does.
      const first = ids.find(({ path }) => path === span.path) ?? one.id.span
      const ambiguous =
        named[0] === undefined ? '' : `; ${describe(draft, named[0], { from: span, all: named.length })}`
      const related: readonly Related[] = [
        { message: `${quoted(id)} is first given here`, span: first },
        ...named.slice(0, relatedLimit).map(({ reference, writtenAs }) => ({
          message: `${writtenAs} names ${quoted(id)} here`,
          span: reference.span,
        })),
      ]
      found.push({
        code: 'MW110',
        severity: isError ? 'error' : 'warning',
        message: `duplicate task id ${quoted(id)} (first at ${placeSeenFrom(draft, span, first)})${ambiguous}`,
        help:
          named.length > 0
            ? 'give one of the tasks another id, and say in the dependency which one is meant'
            : `give one of the tasks another id${isError ? '' : '; until then they are told apart by their place'}`,
        span,
        related,
      })
    }
  }
  return found
}

type RuleDraft = Parameters<Rule>[0]['draft']

/** Line and column, with the name of the file where that is another one. */
function placeSeenFrom(draft: RuleDraft, from: Span, { path, offset }: Span): string {
  const at = place(sourceOf(draft, { path, offset, length: 0 }), offset)
  return path === from.path ? at : `${safeLine(path.slice(path.lastIndexOf('/') + 1))}:${at}`
}

function describe(
  draft: RuleDraft,
  { reference, writtenAs }: LooseReference,
  { from, all }: { readonly from: Span; readonly all: number },
): string {
  const at = placeSeenFrom(draft, from, reference.span)
  return all === 1 ? `${writtenAs} at ${at} is ambiguous` : `${writtenAs} at ${at} and ${all - 1} more are ambiguous`
}
