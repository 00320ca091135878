/** Answers of people, as a run keeps them. */

import type { ReviewAnswer, Speaker } from './command.ts'

/** What a person, or who speaks for them, has decided in a review. */
export interface Decided {
  readonly review: string
  readonly task: string
  readonly answer: ReviewAnswer
  readonly by: Speaker
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Digest of what was shown then. */
  readonly presented: string
}
