/** What happens to a task's reason lines when its mark is written. */

import type { DraftTask } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { oneLine } from '../../../plan/one-line.ts'
import {
  deleteReason,
  fitFor,
  insertReason,
  isBlockOpening,
  putBack,
  reasonLines,
  rewriteReason,
  type ReasonKey,
  type ReasonLine,
} from './reason-line.ts'

/**
 * The edits that put the wished reason beside the mark and take away the one this program wrote earlier. A line that says
 * anything else than `wish.writtenReason` was written or changed by a person: it is never deleted, and rewritten only
 * when the mark itself changes (FORMATS section 2, Marks). `changes`: whether the cell is rewritten, too.
 */
export function reasonEdits(of: {
  readonly bytes: Uint8Array
  readonly task: DraftTask
  readonly wish: MarkWish
  readonly changes: boolean
}): readonly Edit[] {
  const { bytes, task, wish, changes } = of
  const lines = reasonLines(bytes, task)
  const written = oneLine(wish.writtenReason ?? '')
  const ours = written === '' ? undefined : lines.find((line) => line.value === fitFor(line, written))
  const key = reasonKeyFor(wish.state)
  const value = oneLine(wish.reason ?? '')
  const takenAway = ours === undefined ? [] : takeAway(bytes, ours, replacedIn(ours, lines, wish))
  if (key === null || value === '' || isBlockOpening(value)) {
    const stale = ours !== undefined && (key === null || changes || ours.key !== key)
    return stale ? takenAway : []
  }
  const said = { key, value }
  // A person's block stays as it is: ours stands on a line of its own, and is the one that is read.
  const present = lines.find((line) => line.key === key && !isBlockOpening(line.value))
  if (present === undefined && ours !== undefined) {
    // What a person said under the other key comes back first.
    const isPersons = replacedIn(ours, lines, wish) !== null
    return isPersons ? [...takenAway, insertReason(bytes, task, said)] : one(rewriteReason(ours, said))
  }
  if (present === undefined) {
    const isTold = lines.some((line) => line.key === key)
    return changes || !isTold ? [insertReason(bytes, task, said)] : []
  }
  const leftover = ours === present ? [] : takenAway
  const isOurs = present.value === fitFor(present, written)
  // A run knows one reason of a task, and puts back that one: another that a person wrote is never written over.
  const isKnown = task.reason?.span.offset === present.valueStart
  return isOurs || (changes && isKnown) ? [...one(rewriteReason(present, said)), ...leftover] : leftover
}

/** What a person had said in the place of our line; null where ours was added beside what they said, or to nothing. */
function replacedIn(ours: ReasonLine, lines: readonly ReasonLine[], { replacedReason }: MarkWish): string | null {
  if (replacedReason === undefined) return null
  const stands = lines.some((line) => line !== ours && line.value === replacedReason.trim())
  return stands ? null : replacedReason
}

/** Our line goes, or says again what a person had said there. */
function takeAway(bytes: Uint8Array, ours: ReasonLine, theirs: string | null): readonly Edit[] {
  return [theirs === null ? deleteReason(bytes, ours) : putBack(ours, theirs)]
}

/** The key of the line that tells why a task has a state; null where none does. */
export function reasonKeyFor(state: MarkWish['state']): ReasonKey | null {
  switch (state) {
    case 'blocked':
    case 'skipped':
      return 'reason'
    case 'deferred':
      return 'defer_reason'
    case 'todo':
    case 'done':
      return null
  }
}

function one(edit: Edit | null): readonly Edit[] {
  return edit === null ? [] : [edit]
}
