/** Whether two lists of technologies mean the same ones, however they are spelled. */

import { technologyWords } from '../../plan/technologies.ts'

export type Alignment = 'full' | 'partial' | 'none'

export interface TechnologyAlignment {
  readonly is: Alignment
  /** Of the recommended ones, as the pattern spells them. */
  readonly matched: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Compares what a pattern recommends with what the spec is built with (seed 004 §2.0a, 2): `full` where each recommended
 * technology is there, `none` where not one is, else `partial`. What the spec has beside is no deviation. A recommended one is
 * there when all of its words stand in one of the spec's (`react` in `React 18+ with TypeScript`).
 */
export function alignTechnologies(recommended: readonly string[], chosen: readonly string[]): TechnologyAlignment {
  const have = chosen.map((it) => new Set(technologyWords(it)))
  const isThere = (technology: string): boolean => {
    const words = technologyWords(technology)
    return words.length === 0 || have.some((it) => words.every((word) => it.has(word)))
  }
  const matched = recommended.filter(isThere)
  const missing = recommended.filter((it) => !matched.includes(it))
  return { is: missing.length === 0 ? 'full' : matched.length === 0 ? 'none' : 'partial', matched, missing }
}
