/** What a run wants a plan file to say: the input of a dialect's writer. */

import type { AddedTask } from './added-task.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Edit } from './source.ts'

/** One task whose mark the run owns. A task that is not listed keeps its bytes. */
export interface MarkWish {
  readonly key: string
  readonly id: string | null
  /** Title when the run read it: the task is found again by id and title. */
  readonly title: string
  /** What it was called before the plan said otherwise: a commit may hold the plan from then. */
  readonly formerTitles?: readonly string[]
  /** Likewise the ids that it had. */
  readonly formerIds?: readonly string[]
  /** With these the paths that it declares: another task may have its title, and by now its id. */
  readonly files?: readonly string[]
  /**
   * How many tasks of the plan share its key but for the number of the occurrence, where it is not the only one (FORMATS
   * R14): while there are as many, those with the same id and title are told apart by their order.
   */
  readonly twins?: number
  readonly state: 'todo' | 'done' | 'blocked' | 'skipped' | 'deferred'
  /** Whether the mark that stands there now is a claim: it is written over, whatever it says. */
  readonly overrides?: boolean
  /** Reason to stand beside a blocked, skipped or deferred mark. */
  readonly reason: string | null
  /** The reason this program wrote earlier and may take away again; null when it never wrote one. */
  readonly writtenReason: string | null
  /** What a person had said in that place before; it is put back when ours is taken away. */
  readonly replacedReason?: string
}

export interface Projection {
  readonly marks: readonly MarkWish[]
  /** Tasks that joined the plan during a run: those that it does not hold yet are written into it. */
  readonly added?: readonly AddedTask[]
  /** Whether the progress table and the phase labels are brought up to date too. */
  readonly summary: boolean
}

export interface Projected {
  /** Sorted by offset, not overlapping; empty when the plan already says what the run wants. */
  readonly edits: readonly Edit[]
  /** Tasks that could not be found again, or not just once (MW012, MW707): nothing was written for them. */
  readonly unplaced: readonly { readonly key: string; readonly diagnostic: Diagnostic }[]
}
