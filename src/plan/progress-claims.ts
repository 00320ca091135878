/**
 * What a progress file that another tool wrote says of a plan (FORMATS section 6): claims, read to be shown. Nothing is skipped
 * for them, and nothing is done by them.
 */

/** What a word of such a file comes to; `unknown`: it is shown as it is. */
export type ClaimedState = 'done' | 'partial' | 'failed' | 'pending' | 'unknown'

export interface Claimed {
  readonly state: ClaimedState
  /** As it is written, shortened; null where it follows from numbers, steps or a truth value. Not made safe for a terminal. */
  readonly word: string | null
}

export interface ClaimedStep extends Claimed {
  /** Within its task, as the plan has it. */
  readonly id: string
}

export interface ClaimedTask extends Claimed {
  /** Of the task in the plan. */
  readonly key: string
  /** Those that the plan has, in the order of the file. */
  readonly steps: readonly ClaimedStep[]
  /** Where it counts steps and does not name them; `total` is null where it does not say of how many. */
  readonly counted: { readonly done: number; readonly total: number | null } | null
}

export interface ProgressClaims {
  /** Path of the file, relative to the root. */
  readonly file: string
  /** Why nothing could be read of it; null where something could. */
  readonly fault: string | null
  /** What it says of the whole; null where it says nothing. */
  readonly whole: Claimed | null
  /** Of tasks that the plan has, in the order of the file, each once. */
  readonly tasks: readonly ClaimedTask[]
  /** Of SPECLets that the plan has. */
  readonly speclets: readonly (Claimed & { readonly id: string })[]
  /** Tasks, SPECLets and steps (`TASK.STEP`) that it names and the plan does not have, as it names them, shortened. */
  readonly unknown: readonly string[]
  /** Keys of the plan's tasks of which it says nothing. */
  readonly untold: readonly string[]
}

/** A file of which nothing could be read. @param tasks those of the plan */
export function unreadClaims(file: string, fault: string, tasks: readonly { readonly key: string }[]): ProgressClaims {
  return { file, fault, whole: null, tasks: [], speclets: [], unknown: [], untold: tasks.map(({ key }) => key) }
}
