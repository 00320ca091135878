/** A pattern: a proven way to build something of a kind, as the spec names one and a source of patterns tells of others (seed 004 §2.0a). */

/** How sure one is of a pattern, and how risky it is to build by it. */
export type Level = 'LOW' | 'MEDIUM' | 'HIGH'

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

/** The pattern that was selected when the spec was written. */
export interface ChosenPattern {
  readonly name: string
  readonly confidence: Level | null
  readonly technologies: readonly string[]
  readonly reference: string | null
  /** Risk of the pattern itself; null where the spec does not say. */
  readonly risk: Level | null
}

/** A level in any spelling of its word; null for any other text. */
export function levelOf(text: string): Level | null {
  const word = text.trim().toUpperCase()
  return word === 'LOW' || word === 'MEDIUM' || word === 'HIGH' ? word : null
}

/**
 * A list as it is written: a list of texts, or one text with commas between.
 * @returns without blanks around and without empty ones; what is no text is left out
 */
export function listOf(value: unknown): readonly string[] {
  const parts: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return parts.flatMap((it) => (typeof it === 'string' && it.trim() !== '' ? [it.trim()] : []))
}

/** What stands in a field that nobody filled in. */
const nothing = /^(?:|none|null|n\/a|-|\[[^\]]*\]|\{\{[^}]*\}\})$/i

/**
 * The pattern that a spec names in its metadata, or null where it names none.
 * @param fields of the spec's header or of `[pattern_metadata]`, by name: `pattern_name`, `pattern_confidence`,
 *   `pattern_technologies`, `pattern_reference`, `risk_assessment`; what has another form counts as not said
 */
export function chosenPattern(fields: Readonly<Record<string, unknown>>): ChosenPattern | null {
  const text = (key: string): string => {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined
    return typeof value === 'string' && !nothing.test(value.trim()) ? value.trim() : ''
  }
  const name = text('pattern_name')
  if (name === '') return null
  return {
    name,
    confidence: levelOf(text('pattern_confidence')),
    technologies: listOf(fields['pattern_technologies']).filter((it) => !nothing.test(it)),
    reference: text('pattern_reference') || null,
    risk: levelOf(text('risk_assessment')),
  }
}
