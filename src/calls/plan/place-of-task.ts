/** Where the tasks of a plan are written. */

import type { Draft } from '../../plan/draft.ts'
import type { Place } from '../../reports/graph/json.ts'
import { rangeOf } from '../../reports/position.ts'

/** Gives the look-up from a task's key to its file and line; null for a key that the draft does not hold. */
export function placesOf(draft: Draft): (key: string) => Place | null {
  const spans = new Map(draft.tasks.map(({ key, line }) => [key, line]))
  return (key) => {
    const span = spans.get(key)
    const range = span === undefined ? null : rangeOf(span, draft.sources)
    return range === null ? null : { file: range.file, line: range.start.line }
  }
}
