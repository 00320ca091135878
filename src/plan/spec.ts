/**
 * What a spec says beside its tasks (seed 004 §1): the goal, what it is built with, when it is complete, and how its run is to
 * behave. Plain data with one reading: what the files leave out has its default.
 */

import type { ChosenPattern } from './chosen-pattern.ts'
import type { CriticalBalance } from './critical-balance.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Education } from './education.ts'
import { oneLine } from './one-line.ts'
import type { PropagationSettings } from './escalation.ts'
import type { Mode } from './policy.ts'

/** What the goal is built with, as written; null for what is not said (seed 004 §1.1a). */
export interface SoftwareStack {
  readonly deploymentType: string | null
  readonly primaryLanguage: string | null
  readonly framework: string | null
  readonly uiLibrary: string | null
  readonly packagingMethod: string | null
  /** All that is named, in the order of the file, without what says that there is none. */
  readonly technologies: readonly string[]
}

export interface UserInterface {
  readonly required: boolean
  readonly interfaceType: string | null
  readonly targetUsers: string | null
  readonly skillLevel: string | null
}

export interface Deployment {
  readonly targetPlatform: string | null
  readonly installationType: string | null
  readonly startupMethod: string | null
}

/** A point of what has to hold at the end. */
export interface CompletionCriterion {
  readonly text: string
  /** Headings or points above it, the nearest last. */
  readonly under: readonly string[]
  /** Set where it is no point of a list but words among them: no program judges it. */
  readonly isWords?: true
}

export interface Completion {
  /** Whether the parameters have a table of it, also an empty one. */
  readonly isDefined: boolean
  /** What the parameters say in words and numbers, and points of the Markdown's Definition of Complete, each once. */
  readonly criteria: readonly CompletionCriterion[]
  /** Truth values of the parameters' criteria: `production_ready`, `interface_complete` … */
  readonly flags: Readonly<Record<string, boolean>>
  readonly deliverable: string | null
  readonly quality: readonly string[]
  readonly verificationMethod: string | null
}

export interface ErrorPropagation extends PropagationSettings {
  /** Failures within a task after which a person is asked; null for the default. */
  readonly failureThreshold: number | null
}

/** When the notepad is written (seed 004 §2.7). */
export interface KnowledgeCapture {
  readonly enabled: boolean
  /** Name of the file beside the plan. */
  readonly notepad: string
  readonly frequency: 'per_step' | 'per_task' | 'end_only'
}

/** An MCP server that the spec wants (seed 004 §1.11). Texts are shown, and never run. */
export interface WantedTool {
  readonly name: string
  readonly need: 'required' | 'recommended' | 'optional'
  readonly install: string | null
  readonly rationale: string | null
  readonly alternative: string | null
}

export interface ToolVerification {
  readonly checkOnStartup: boolean
  readonly haltIfRequiredMissing: boolean
  readonly warnIfRecommendedMissing: boolean
  /** Whether the log names the tools that were found. */
  readonly logAvailableTools: boolean
}

/** What holds where `[mcp_tools.verification]` says nothing. */
export const toolVerificationDefaults: ToolVerification = {
  checkOnStartup: true,
  haltIfRequiredMissing: true,
  warnIfRecommendedMissing: true,
  logAvailableTools: true,
}

/** A part of the goal, as its tasks and its place among the others (seed 004 §1.8a). */
export interface Speclet {
  readonly id: string
  readonly title: string
  readonly dependsOn: readonly string[]
  /** Keys of its tasks, in order. */
  readonly tasks: readonly string[]
  readonly parallelAllowed: boolean
  /** What else is said of it, for its tasks; absent where nothing is. */
  readonly told?: string
  /** The stage that it is run in, from 1; 0 where a cycle, or one that there is not, leaves it in none. */
  readonly stage: number
}

/** What has to hold for all that is done: a threshold of the parameters, or words of the Markdown. */
export interface Constraint {
  /** With the tables above it: `execution.use_existing_exe_files`. Of words what stands before their colon, else how they begin. */
  readonly name: string
  readonly value: string | number | boolean | readonly string[]
  /** What the Markdown says of one of the parameters. */
  readonly remarks?: readonly string[]
}

/** A constraint on one line, for those who have to keep it or judge it: its name and its value, once where they are the same. */
export function constraintLine({ name, value, remarks = [] }: Constraint): string {
  const told = oneLine(typeof value === 'object' ? value.join(', ') : String(value))
  const more = remarks.map((it) => oneLine(it)).join('; ')
  const line = told === oneLine(name) ? told : `${oneLine(name)}: ${told}`
  return more === '' ? line : `${line} (${more})`
}

/** A name by its letters and digits alone, as others may write it: `max-files` is `max_files`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** A part of what is built, or of what is there. */
export interface Component {
  readonly name: string
  /** Empty where nothing is said of it. */
  readonly said: string
  /** Names of the lists that it stands in, the outermost first. */
  readonly under: readonly string[]
}

/** Shares of critical steps that are usual, in percent (seed 004 §2.0, article VI). */
export type CriticalShare = Pick<CriticalBalance, 'least' | 'most'>

/** A file that a spec was read from. */
export interface SpecFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Of its bytes; lower-case hex. */
  readonly sha256: string
}

/** A finding of the check, as far as it is counted: `more` is how many alike it stands for beside itself. */
export type SpecFinding = Pick<Diagnostic, 'code' | 'severity' | 'more'>

export interface Spec {
  /** What the files are named for: `spec_DESCRIPTOR.md`. */
  readonly descriptor: string
  readonly goal: string | null
  /** Whether the goal is to build something (seed 004 §1.1a). */
  readonly isBuild: boolean
  readonly mode: Mode | null
  /** Steps in a row that fail before a person is asked; null for the default. */
  readonly escalationThreshold: number | null
  readonly confidenceThreshold: number | null
  readonly stack: SoftwareStack | null
  readonly userInterface: UserInterface | null
  readonly deployment: Deployment | null
  readonly completion: Completion
  readonly propagation: ErrorPropagation
  readonly education: Education
  readonly capture: KnowledgeCapture
  readonly tools: readonly WantedTool[]
  readonly toolVerification: ToolVerification
  /** The pattern that it was made from. */
  readonly pattern: ChosenPattern | null
  readonly speclets: readonly Speclet[]
  readonly components: readonly Component[]
  readonly constraints: readonly Constraint[]
  /** What else is said of the whole, for all tasks; absent where nothing is. */
  readonly told?: string
  /** What the project's constitution forbids, in words. */
  readonly prohibited: readonly string[]
  readonly criticalShare: CriticalShare
  readonly maxBackups: number
}
