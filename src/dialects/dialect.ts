/** A plan format: how it is recognised, read and written. One folder per dialect, all of it pure. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Draft } from '../plan/draft.ts'
import type { Policy } from '../plan/policy.ts'
import type { Projected, Projection } from '../plan/projection.ts'
import type { Source } from '../plan/source.ts'

/** Why a source looks like a dialect: shown to people (MW800). */
export interface Recognition {
  readonly dialect: string
  /** `certain` beats `likely`; two of the same strength are ambiguous. `weak` is no claim, only told to people. */
  readonly strength: 'certain' | 'likely' | 'weak'
  readonly because: readonly string[]
  /** Headings or lines stand in it that only this format has. */
  readonly holdsOwn?: boolean
}

export interface Dialect {
  readonly name: string
  /** What it is, for people, in a few words. */
  readonly title: string
  recognise(sources: readonly Source[]): Recognition | null
  /** Never throws: whatever is wrong is a diagnostic of the draft. */
  read(sources: readonly Source[]): Draft
  /** Re-reads the present bytes and says which edits make them show `projection`. Never throws. */
  project(sources: readonly Source[], projection: Projection): Projected
  /** Keys of the groups that are run where nobody names phases (REQUIREMENTS B1); without it, or where none is, all are. */
  readonly implementation?: (draft: Draft) => ReadonlySet<string>
  /** Findings about what a plan says of itself beside its tasks, such as a stale progress table; handed to `check`. */
  readonly findings?: (draft: Draft) => readonly Diagnostic[]
  /** What this dialect's tradition asks for where nobody said otherwise. */
  readonly policy: Partial<Policy>
}
