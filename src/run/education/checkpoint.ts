/** What a person is shown before a step of education mode begins, as plain data (seed 004 §3). Recorded: it never changes. */

/** Something that is said, and by whom. */
export interface Point {
  readonly text: string
  /** Name of the agent that says it; null where the plan or the record of the run does. */
  readonly from: string | null
}

/** A way to do the step: one of its methods. */
export interface Approach {
  /** `A`, `B` …: by which a person names it. */
  readonly letter: string
  /** `MethodSpec.id`. */
  readonly method: string
  /** What the plan says of it, on one line. */
  readonly text: string
  /** Program and arguments; empty where an agent does it. */
  readonly argv: readonly string[]
  readonly pros: readonly Point[]
  readonly cons: readonly Point[]
  /** What it would do otherwise than the others; empty where nobody says. */
  readonly would: readonly Point[]
}

export interface Checkpoint {
  /** As in `StepRecord`: `1.2`. */
  readonly step: string
  readonly situation: readonly Point[]
  /** All that the plan has, in its order. */
  readonly approaches: readonly Approach[]
  /** The method that is begun with where a person just goes on. */
  readonly recommended: string
  /** Why; empty where the spec asks for no rationale. */
  readonly rationale: readonly Point[]
  /** The agent that was asked, or why none could be. `advises`: the method that it would take; `more`: what else it said. */
  readonly agent:
    | { readonly is: 'asked'; readonly name: string; readonly advises: string | null; readonly more: string }
    | { readonly is: 'not-asked'; readonly because: string }
  /** What a person has asked to be explained, of several lines; null where they have not. */
  readonly explanation: Point | null
  /** Whether the other approaches are shown beside the recommended one. */
  readonly showsAll: boolean
  /** What the task said then (`textHash`), and how often the step had been tried: by these it is known whether it still holds. */
  readonly words: string
  readonly attempts: number
}

/** A checkpoint with what became of it. */
export interface HeldCheckpoint {
  readonly shown: Checkpoint
  /** Milliseconds since the epoch. */
  readonly at: number
  /** How many steps had ended when it was shown: its place among the records. */
  readonly after: number
  /** The approach that a person has chosen; null while they have not. */
  readonly selected: Selection | null
}

export interface Selection {
  /** `MethodSpec.id`. */
  readonly method: string
  readonly by: string
  /** What they said with it; empty where that is nothing. */
  readonly text: string
  readonly at: number
}

/** The checkpoint of a step that was shown last; null where there was none. */
export function lastCheckpoint(checkpoints: readonly HeldCheckpoint[], step: string): HeldCheckpoint | null {
  return checkpoints.findLast((it) => it.shown.step === step) ?? null
}

/** `A` for the first approach, `B` for the next; behind `Z` numbers. */
export function letterOf(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : String(at + 1)
}

/**
 * The approach that a person names by its letter, its method (`backup-1`, `backup[1]`, `backup_1`) or its words.
 * @returns null where that is none, or not one alone
 */
export function approachNamed(approaches: readonly Approach[], named: string): Approach | null {
  const wanted = named.trim().toLowerCase().replace(/\.$/, '')
  if (wanted === '') return null
  const method = wanted.replace(/^backup[\s_-]?\[?(\d+)\]?$/, 'backup-$1')
  const exact = approaches.find((it) => it.letter.toLowerCase() === wanted || it.method.toLowerCase() === method)
  if (exact !== undefined) return exact
  const byWords = approaches.filter((it) => it.text.toLowerCase() === wanted)
  return byWords.length === 1 ? (byWords[0] ?? null) : null
}
