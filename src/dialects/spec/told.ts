/**
 * What one file of a spec tells, in the same words for both: the Markdown (`spec_[d].md`) and the TOML (`parameters_[d].toml`)
 * say the same things in different spellings (FORMATS section 6). Nothing is filled in here: what a file does not say is
 * null or empty. `merge` puts both together.
 */

import type { Text } from '../../plan/draft.ts'
import type { Span } from '../../plan/source.ts'
import type { Verification } from '../../plan/verification.ts'

/** A value that is no text, and where it stands. */
export interface Told<Value> {
  readonly value: Value
  readonly span: Span
}

/** Another way to do a step (seed 004 §2.6). */
export interface ToldBackup {
  /** As written, without brackets: `1`. */
  readonly id: string
  /** Its id, or where it has none of its own, all of it. */
  readonly span: Span
  readonly text: Text | null
  /** `primary_failure`, `backup_1_failure`. */
  readonly trigger: Text | null
  /** `cognitive`, `tool`, `script`. */
  readonly kind: Text | null
  /** Program of a tool, and its arguments as one text. */
  readonly tool: Text | null
  readonly toolArguments: Text | null
  /** Whatever else is told of it. */
  readonly notes: readonly Text[]
}

/** A way to verify a step, with the commands and paths that it names. */
export interface ToldWay extends Told<Verification> {
  readonly names: readonly Text[]
}

export interface ToldStep {
  /** As written, without brackets; of `1.2` the last number. */
  readonly id: string
  /** The id where it stands; all of the step's head where it has none. */
  readonly span: Span
  /** What is to be done, in a few words. */
  readonly title: Text | null
  /** How it is to be done at first. */
  readonly method: Text | null
  /** Whatever else is told of that method alone. */
  readonly methodNotes: readonly Text[]
  readonly backups: readonly ToldBackup[]
  readonly expected: Text | null
  readonly critical: Told<boolean> | null
  /** As written, without remarks: `silent`, `collaborative`. */
  readonly mode: Text | null
  readonly retries: Told<number> | null
  /** How it is checked, in words, where the step says so itself. */
  readonly verification: Text | null
  /** How it is checked by what is run or looked at: only the parameters say that. */
  readonly verifications: readonly ToldWay[]
  /** Whatever else is told of it, in the order of the file: fields, keys, paragraphs. */
  readonly notes: readonly Text[]
}

export interface ToldTask {
  /** As written, without brackets; of `1.2` the last number. */
  readonly id: string
  /** Id of the SPECLet that it stands in or is named for; null where it stands in none. */
  readonly speclet: string | null
  /** The id where it stands. */
  readonly span: Span
  readonly title: Text | null
  readonly description: Text | null
  readonly steps: readonly ToldStep[]
  readonly critical: Told<boolean> | null
  readonly mode: Text | null
  readonly retries: Told<number> | null
  readonly research: Told<boolean> | null
  readonly researchSources: readonly Text[]
  readonly verification: Text | null
  /** Whatever else is told of it, in the order of the file: fields, keys, paragraphs. */
  readonly notes: readonly Text[]
  /** From its head to the end of its last line. */
  readonly block: Span
}

/** A part of the goal: tasks that belong together, and what has to be over before (seed 004 §1.8a). */
export interface ToldSpeclet {
  readonly id: string
  readonly span: Span
  readonly title: Text | null
  readonly dependsOn: readonly Text[]
  /** Where it says what it depends on, also that it is nothing; null where it does not. */
  readonly saysDependencies: Span | null
  /** Ids of tasks as they are listed, without `task_`; empty where its tasks stand within it. */
  readonly tasks: readonly Text[]
  /** The list of its tasks, also one of none; null where there is no list. */
  readonly saysTasks: Span | null
  readonly parallel: Told<boolean> | null
  readonly critical: Told<boolean> | null
  /** Whatever else is told of it, in the order of the file. */
  readonly notes: readonly Text[]
}

/** A point of what has to be there at the end: `## Definition of Complete`, `acceptance_criteria`. */
export interface ToldCriterion {
  readonly text: Text
  /** Headings or points above it, the nearest last: `Production Readiness`. */
  readonly under: readonly string[]
  /** Whether its box is ticked; null where it has none. */
  readonly ticked: boolean | null
  /** Whether it is no point of a list, so that no program judges it. */
  readonly isWords: boolean
  /** Commands of a code fence that it names, where they stand. */
  readonly code?: readonly Text[]
}

/** What is said of an MCP server (seed 004 §1.11). */
export interface ToldTool {
  readonly name: Text
  readonly need: 'required' | 'recommended' | 'optional'
  /** As they stand in the Markdown; shown to people and never run. */
  readonly install: string | null
  readonly rationale: string | null
  readonly alternative: string | null
}

/** A point, a row or a paragraph of constraints or components. */
export interface ToldPoint extends Text {
  /** Headings, names of lists and points above it, the outermost first. */
  readonly under: readonly string[]
}

/** A component of the parameters: its name, and what is said of it. */
export interface ToldComponent extends ToldPoint {
  readonly said: string
}

/** One file of a spec. */
export interface ToldSpec {
  readonly title: Text | null
  /** Every goal that it names. */
  readonly goals: readonly Text[]
  readonly speclets: readonly ToldSpeclet[]
  readonly tasks: readonly ToldTask[]
  readonly criteria: readonly ToldCriterion[]
  readonly tools: readonly ToldTool[]
  /** Points of `## Components`, and names of `[components]`. */
  readonly components: readonly ToldPoint[]
  /** Points of `## Constraints`; those of the parameters are settings. */
  readonly constraints: readonly ToldPoint[]
}
