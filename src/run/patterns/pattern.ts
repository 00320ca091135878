/** A pattern: a proven way to build something of a kind, as a source of patterns tells of one (seed 004 §2.0a). */

import type { Level } from '../../plan/chosen-pattern.ts'

export interface Pattern {
  readonly name: string
  /** What it is for; empty where nothing is said. */
  readonly summary: string
  readonly technologies: readonly string[]
  readonly confidence: Level | null
  /** Where more is told of it, mostly an address. */
  readonly reference: string | null
  /** Why it works, and how one goes about it; empty where nothing is said. */
  readonly reasoning: string
}

/** A pattern that a source answered with. */
export interface PatternMatch {
  readonly pattern: Pattern
  /** How like it is to what was asked for, from 0 to 1; null where the source does not say. */
  readonly similarity: number | null
}

/** What a source is asked: patterns that could take the place of one. */
export interface PatternQuery {
  /** Name of the pattern that others like it are wanted for; it is never among the answers. */
  readonly like: string
  /** What is to be built, in the words of the goal. */
  readonly text: string
  /** What it is to be built with. */
  readonly technologies: readonly string[]
  /** Most answers. */
  readonly limit: number
}
