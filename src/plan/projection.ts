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
  /** Of a blocked one: a person has rejected its work, or it only waits for what is not done. */
  readonly because?: 'rejected' | 'unmet'
  /** Whether the mark that stands there now is a claim: it is written over, whatever it says. */
  readonly overrides?: boolean
  /** Reason to stand beside a blocked, skipped or deferred mark. */
  readonly reason: string | null
  /** The reason this program wrote earlier and may take away again; null when it never wrote one. */
  readonly writtenReason: string | null
  /** What a person had said in that place before; it is put back when ours is taken away. */
  readonly replacedReason?: string
}

/** What a task's draft was when it was judged last, for plans that keep that themselves (seed 003 §1). */
export interface DraftRecord {
  /** Key of the task, and its id. */
  readonly key: string
  readonly id: string | null
  readonly files: readonly { readonly path: string; readonly change: string }[]
  /** What its agent said of it: a claim. */
  readonly explanation: string
  readonly attempt: number
  /** The commit that holds it; null without git. */
  readonly commit: string | null
}

/** What a gate said of a task's draft last (seed 003 §3). */
export interface GateRecord {
  readonly key: string
  readonly id: string | null
  readonly gate: string
  readonly result: string
  readonly argv: readonly string[]
  readonly exitCode: number | null
  readonly tree: string | null
  /** Last lines of its output, safe for a terminal. */
  readonly excerpt: string
  readonly durationMs: number
}

/** What a person decided (seed 003 §2). */
export interface DecisionRecord {
  readonly run: string
  /** Unique in its run: a decision is written once. */
  readonly review: string
  /** How many decisions of that review came before it: a pause leaves it open. */
  readonly nth: number
  readonly key: string
  readonly id: string | null
  readonly type: string
  readonly feedback: string
  readonly by: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** Digest of what the person was shown; null where nothing was. */
  readonly shown: string | null
}

/** How an integration test ended (seed 003 §4). */
export interface IntegrationRecord {
  readonly run: string
  readonly test: string
  /** `all` is the whole plan; null where only tasks are named. */
  readonly layer: string | null
  readonly round: number
  readonly result: string
  readonly details: string
  /** Task or layer that is suspected; null where it passed, or nobody is. */
  readonly suspected: string | null
}

/** What a run knows beside marks, for formats that have places for it. All of it in the order of the run. */
export interface PlanRecords {
  readonly phase: 'execute' | 'verify' | 'integrate' | 'decompose'
  /** Id of the task that is worked on, the first of the plan where there are several; null where none is. */
  readonly current: string | null
  /** Why the run waits for a person; null while it does not. */
  readonly blockedReason: string | null
  /** Whether these two have ever said something in this run. */
  readonly said: { readonly current: boolean; readonly blockedReason: boolean }
  readonly drafts: readonly DraftRecord[]
  readonly gates: readonly GateRecord[]
  readonly decisions: readonly DecisionRecord[]
  readonly integrations: readonly IntegrationRecord[]
}

export interface Projection {
  /** Written only into places that the plan has already. */
  readonly records?: PlanRecords
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
  /** Keys of the tasks whose state the format has no word for: the plan says of them what it did, and that is all right. */
  readonly unsaid?: readonly string[]
  /** What a mark reads as after its edit, by the task's key in the plan, where that is not just the edit's content. */
  readonly shows?: ReadonlyMap<string, string>
}
