/** How this dialect writes a state into a task's box. */

import type { Draft } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'

/**
 * The letter a finished task gets: the one most finished boxes of the plan use, tasks and checklists alike; `X`, the
 * dialect's own, where none is finished or both are used equally often (FORMATS R13).
 */
export function doneLetter(draft: Draft): 'x' | 'X' {
  let small = 0
  let large = 0
  for (const task of draft.tasks)
    for (const mark of [task.mark, ...task.checklist.map((box) => box.mark)]) {
      if (mark.raw === 'x') small += 1
      if (mark.raw === 'X') large += 1
    }
  return small > large ? 'x' : 'X'
}

/** What stands between the brackets for a state; `letter` is the plan's own done letter (seed 000 §3.1, FORMATS R13). */
export function cellOf(state: MarkWish['state'], letter: 'x' | 'X'): string {
  switch (state) {
    case 'todo':
      return ' '
    case 'done':
      return letter
    case 'blocked':
      return 'BLOCKED'
    case 'skipped':
      return 'SKIP'
    case 'deferred':
      return 'DEFER'
  }
}
