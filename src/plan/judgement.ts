/** Whom a run asks what no program can tell, as plain data (seed 004 §4.1, §6.4). */

/** Set only where somebody names an agent for it: else nobody is asked. */
export interface JudgementSettings {
  /** Name of the agent. */
  readonly agent: string
  /** Whether it judges the expected outputs of steps. */
  readonly steps: boolean
  /** Whether it judges the criteria of completion. */
  readonly completion: boolean
  /** Whether an output that it holds for another one than expected is worked on once more, while attempts are left. */
  readonly retry: boolean
  /** Longest time of one question, in milliseconds. */
  readonly limitMs: number
}
