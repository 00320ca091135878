/** A plan as a dialect's reader found it: everything with its place, nothing yet promised to be sound. */

import type { Diagnostic } from './diagnostic.ts'
import type { Source, Span } from './source.ts'
import type { PlanPolicy } from './policy.ts'
import type { Spec } from './spec.ts'
import type { AuditItem, FileAction, MarkState, ReferenceValue, StepSpec } from './model.ts'

/** A piece of text and where it stands. */
export interface Text {
  readonly text: string
  readonly span: Span
}

/** The slot that holds a task's state. */
export interface Mark {
  readonly state: MarkState
  /** The cell's content as written, for instance ` `, `X`, `BLOCKED`, `~`. */
  readonly raw: string
  /** The cell's content without its brackets; length 0 for `[]`. */
  readonly span: Span
  /** The word for people, where the format has words. */
  readonly word?: string
}

export interface DraftFile {
  /** The path as written, without back-ticks and trailing notes. */
  readonly path: string
  readonly action: FileAction
  readonly note: string | null
  /** `pattern` for directories, globs and abbreviated paths. */
  readonly form: 'path' | 'directory' | 'glob' | 'abbreviated'
  /** New path of a RENAME. */
  readonly to: string | null
  /** The path's own span. */
  readonly span: Span
  /** The action word's span, or null where there is none. */
  readonly actionSpan: Span | null
}

/** One id (or one end of a range) named in a dependency list. */
export interface Reference {
  readonly id: string
  readonly span: Span
}

/** A sub-line or annotation that is kept but has no meaning of its own to the executor. */
export interface Note {
  readonly key: string
  readonly value: string
  readonly span: Span
}

/** A line that is told below a task; of a box its state, else null. */
export interface ToldLine {
  readonly text: string
  readonly state: MarkState | null
}

export interface DraftGroup {
  readonly key: string
  /** Phase number as written (`06`, `00-04`), else null. */
  readonly number: string | null
  readonly title: string
  /** The status label behind the heading, for instance `PENDING`. */
  readonly label: Text | null
  /** The whole heading line. */
  readonly span: Span
  /** Key of the phase that it is a part of: `### Phase 6.1` below `## Phase 06`. */
  readonly within?: string
  /** Path of the file that it stands in, where that is another one than the plan: nothing of it is run or written from here. */
  readonly file?: string
}

export interface DraftTask {
  /** Unique in the plan: own id, or id + `#2`, or a generated key. */
  readonly key: string
  /** The task's own id, or null. */
  readonly id: Text | null
  /** Where its id stands in other files of the plan, too. */
  readonly idElsewhere?: readonly Span[]
  readonly title: Text
  readonly mark: Mark
  /** `DraftGroup.key`. */
  readonly group: string
  /** `### …` heading above it, or null. */
  readonly section: string | null
  /** Key of the parent task (`T005` of `T005A`), or null. */
  readonly parent: string | null
  readonly parallel: boolean
  readonly blockedBy: readonly Reference[]
  readonly blocks: readonly Reference[]
  readonly files: readonly DraftFile[]
  /** Whether a `files:` line exists at all, also one that only holds a note. */
  readonly declaresFiles: boolean
  readonly traces: readonly string[]
  /** Long text below the task, outdented; null where there is none. */
  readonly description: string | null
  /** Why it has its mark. */
  readonly reason: Text | null
  /** Of a deferred task that tells why it was deferred: its `reason:`, which tells something else. Else null. */
  readonly otherReason: Text | null
  /** Checks the plan proposes (`tests:`); never run before a human trusts them. */
  readonly tests: readonly Text[]
  readonly notes: readonly Note[]
  /** Boxes without an id below a task. */
  readonly checklist: readonly { readonly text: string; readonly mark: Mark }[]
  /** Description, notes and checklist in the order of the file; empty where the description is all there is. */
  readonly told: readonly ToldLine[]
  /** Ordered parts where the dialect has them; empty means one step that is the task itself. */
  readonly steps: readonly StepSpec[]
  /** The task's line, without its line end. */
  readonly line: Span
  /** Layer, kind of work and specialist, as written, where the format has them. */
  readonly layer?: Text
  readonly kind?: Text
  readonly role?: Text
  /** Whether the plan says that much hangs on it. */
  readonly isCritical?: true
  /** What has to hold once it is done. */
  readonly criteria?: readonly Text[]
  /** Gates that the plan names for it; absent where it names none. */
  readonly gates?: readonly Text[]
  /** Path of a document that tells the whole of it. */
  readonly document?: Text
  /** Sources in which something is to be looked up before it begins; absent where nothing is. */
  readonly research?: readonly string[]
  /** Keys of tasks that come before it in order only: any end of theirs will do. */
  readonly after?: readonly { readonly key: string; readonly basis: 'order' | 'phase' }[]
  /** From the task's line to the end of its last sub-line, with that line's end. */
  readonly block: Span
  /** The indentation of its sub-lines as written; the plan's usual one where it has none. */
  readonly indent: string
}

/** An integration test that a plan names, not yet promised to be sound. */
export interface DraftIntegration {
  readonly id: Text
  readonly description: string
  readonly layer: Text | null
  readonly covers: readonly Reference[]
  /** As written, and split into words; null where it takes a shell (MW600). */
  readonly command: Text
  readonly argv: readonly string[] | null
  readonly reference: readonly (ReferenceValue & { readonly span: Span })[]
}

export interface Relation {
  readonly blockedBy: string
  readonly blocks: string
  /** Whether `blocks` only repeats what others wait for: a name in it that no task has holds nobody up. */
  readonly mirrors: boolean
}

/** What a reader gives back. It never throws. */
export interface Draft {
  readonly dialect: string
  readonly title: string
  readonly sources: readonly Source[]
  readonly groups: readonly DraftGroup[]
  readonly tasks: readonly DraftTask[]
  readonly integrations?: readonly DraftIntegration[]
  /** What an audit has found, where the format keeps one. */
  readonly audit?: readonly AuditItem[]
  /** What a spec says beside its tasks. */
  readonly spec?: Spec
  /** What the plan itself says of how it is run. */
  readonly policy?: PlanPolicy
  /** The order of groups and tasks in the file means nothing: ids alone say which of several ready tasks comes first. */
  readonly unordered?: true
  /** What a plan of the format holds, and what to look at where it holds no task; lines with boxes where it is left out. */
  readonly expected?: { readonly text: string; readonly help: string }
  /** What the format calls the two sides of a dependency, where not `blocked_by` and `blocks`. */
  readonly relation?: Relation
  /** Findings of the reader itself; `check` adds those of the rules. */
  readonly diagnostics: readonly Diagnostic[]
  /** Task-like lines seen and how many of them became tasks, steps, criteria or known fields (FORMATS R21). */
  readonly coverage: { readonly taskLike: number; readonly read: number }
}
