/** A plan format: how it is recognised, read and written. One folder per dialect, all of it pure. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Draft } from '../plan/draft.ts'
import type { KeptDraft } from '../plan/kept-draft.ts'
import type { Policy } from '../plan/policy.ts'
import type { ProgressClaims } from '../plan/progress-claims.ts'
import type { Projected, Projection } from '../plan/projection.ts'
import type { Edit, Source } from '../plan/source.ts'

/** Why a source looks like a dialect: shown to people (MW800). */
export interface Recognition {
  readonly dialect: string
  /** `certain` beats `likely`; two of the same strength are ambiguous. `weak` is no claim, only told to people. */
  readonly strength: 'certain' | 'likely' | 'weak'
  readonly because: readonly string[]
  /** Headings or lines stand in it that only this format has. */
  readonly holdsOwn?: boolean
}

/** As much of a plan format as is needed to recognise it: what reads and writes it is loaded where a plan is in it. */
export interface Recogniser {
  readonly name: string
  /** What it is, for people, in a few words. */
  readonly title: string
  recognise(sources: readonly Source[]): Recognition | null
}

/** A format that the program knows. */
export interface KnownDialect extends Recogniser {
  load(): Promise<Dialect>
}

/** One departure from the plan. Texts may come from an agent: they are made single lines before they are written. */
export interface LoggedDeviation {
  /** Task id, or its title where it has none. */
  readonly task: string
  readonly what: string
  readonly reason: string
  readonly action: string
  readonly impact: string
}

/** A file beside the plan in which departures from it are written down for people. */
export interface DeviationLog {
  readonly name: string
  /** The edits that append what is not in the log yet; never throws. */
  append(log: Pick<Source, 'path' | 'bytes'>, deviations: readonly LoggedDeviation[]): readonly Edit[]
}

export interface Dialect extends Recogniser {
  /** Never throws: whatever is wrong is a diagnostic of the draft. The first source is the plan, the others lie beside it. */
  read(sources: readonly Source[]): Draft
  /** Says which edits make the present bytes show `projection`; `read` is what was read of just these. Never throws. */
  project(sources: readonly Source[], projection: Projection, read?: Draft): Projected
  /**
   * Which files of the plan's folder are read with it, by their names: their tasks are there for what the plan's own wait
   * for. Absent where a plan is one file.
   */
  readonly beside?: (name: string, names: readonly string[]) => readonly string[]
  /** Of a plan of several files the one that it is known by, where another one of them is named. */
  readonly main?: (name: string, names: readonly string[]) => string
  /** Names of files that hold for every plan at or below the folder they lie in: of each the nearest is read. */
  readonly above?: readonly string[]
  /** Whether no file of it shows what a task is at: that is kept in the journal, and shown in files of its own (MW808). */
  readonly isMarkless?: true
  /** Keys of the groups that are run where nobody names phases (REQUIREMENTS B1); without it, or where none is, all are. */
  readonly implementation?: (draft: Draft) => ReadonlySet<string>
  /** Findings about what a plan says of itself beside its tasks, such as a stale progress table; handed to `check`. */
  readonly findings?: (draft: Draft) => readonly Diagnostic[]
  /** Where its tradition writes departures down; without it the journal and the summary tell them alone. */
  readonly deviationLog?: DeviationLog
  /** Whether phases of which no task names its files go to one agent where the project asks for that (seed 000 §6). */
  readonly fallsBackWithoutFiles?: boolean
  /** What one file of a plan keeps of the drafts of its tasks, by their ids; absent where plans keep none. Never throws. */
  readonly drafts?: (source: Source) => ReadonlyMap<string, KeptDraft>
  /** Whether copies of one plan at several places are usual, so that people are told of them. */
  readonly copies?: true
  /** How the file beside a plan that tells how its run goes is called, by the name of the plan's file; absent where there is none. */
  readonly progressFile?: (planName: string) => string
  /** What a file in that place which another tool wrote says of the plan. Never throws. */
  readonly claims?: (file: Source, draft: Draft) => ProgressClaims
  /** Whether it has places for what a run knows of its tasks beside their marks (`Projection.records`). */
  readonly keepsRecords?: true
  /** What this dialect's tradition asks for where nobody said otherwise. */
  readonly policy: Partial<Policy>
}
