/** MW110: two tasks with one id (FORMATS R14). */

import type { Diagnostic, Related } from '../diagnostic.ts'
import { place } from '../position.ts'
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
    const [first, ...others] = places.flatMap((at) => draft.tasks[at]?.id?.span ?? [])
    if (first === undefined || others.length === 0) continue
    const named = references.get(id) ?? []
    const seen = place(sourceOf(draft, first), first.offset)
    const ambiguous = named[0] === undefined ? '' : `; ${describe(draft, named[0], named.length)}`
    // What is logged of the steps of a spec is known by their numbers alone.
    const isError = named.length > 0 || draft.dialect === 'spec'
    const related: Related[] = [
      { message: `${quoted(id)} is first given here`, span: first },
      ...named.slice(0, relatedLimit).map(({ reference, writtenAs }) => ({
        message: `${writtenAs} names ${quoted(id)} here`,
        span: reference.span,
      })),
    ]
    for (const span of others)
      found.push({
        code: 'MW110',
        severity: isError ? 'error' : 'warning',
        message: `duplicate task id ${quoted(id)} (first at ${seen})${ambiguous}`,
        help:
          named.length > 0
            ? 'give one of the tasks another id, and say in the dependency which one is meant'
            : `give one of the tasks another id${isError ? '' : '; until then they are told apart by their place'}`,
        span,
        related,
      })
  }
  return found
}

function describe(draft: Parameters<Rule>[0]['draft'], { reference, writtenAs }: LooseReference, all: number): string {
  const at = place(sourceOf(draft, reference.span), reference.span.offset)
  return all === 1 ? `${writtenAs} at ${at} is ambiguous` : `${writtenAs} at ${at} and ${all - 1} more are ambiguous`
}
