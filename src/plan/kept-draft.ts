/** A draft as a plan's own file keeps it (seed 003 §1): what another tool, or a run elsewhere, says of a task that it finished. */

/** Data of the file: a claim about the work, which nobody here has seen made. */
export interface KeptDraft {
  /** Empty where nothing is said. */
  readonly explanation: string
  /** Files that it names, as written: their paths may be anything. */
  readonly files: readonly KeptFile[]
  /** Code and tests that stand in the file themselves; empty where none do. */
  readonly code: string
}

export interface KeptFile {
  readonly path: string
  /** What is said to be done to it, as written; empty where that is not said. */
  readonly change: string
}
