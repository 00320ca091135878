/** A finding of the end of a run: the deliverable of the small spec, which is there, but for what is given. */

import type { CompletionFinding } from '../../../src/run/completion/finding.ts'

export const finding = (over: Partial<CompletionFinding>): CompletionFinding => ({
  check: 'primary_deliverable_exists',
  what: '`table.txt`',
  found: 'met',
  by: 'program',
  why: 'it is there',
  places: [],
  ...over,
})
