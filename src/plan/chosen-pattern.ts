/** The pattern that a spec was made from, as its files name it (seed 004 §2.0a). */

/** How sure one is of a pattern, and how risky it is to build by it. */
export type Level = 'LOW' | 'MEDIUM' | 'HIGH'

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
  const parts: readonly unknown[] =
    typeof value === 'string' ? bare(value).split(',') : Array.isArray(value) ? (value as readonly unknown[]) : []
  return parts.flatMap((it) => (typeof it === 'string' && it.trim() !== '' ? [unquoted(it.trim())] : []))
}

/** A list of Markdown and YAML without its brackets: `[go, sqlite]`. One word in brackets is a field to be filled in. */
function bare(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('[') && trimmed.endsWith(']') && trimmed.includes(',') ? trimmed.slice(1, -1) : trimmed
}

function unquoted(text: string): string {
  const [first, last] = [text[0], text.at(-1)]
  return text.length > 2 && first === last && (first === '"' || first === "'") ? text.slice(1, -1) : text
}

/** More is no name and no list that anybody writes. */
const longest = 300
const mostTechnologies = 50

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
    return typeof value === 'string' && !nothing.test(value.trim()) ? value.trim().slice(0, longest) : ''
  }
  const name = text('pattern_name')
  if (name === '') return null
  return {
    name,
    confidence: levelOf(text('pattern_confidence')),
    technologies: listOf(fields['pattern_technologies'])
      .filter((it) => !nothing.test(it))
      .slice(0, mostTechnologies)
      .map((it) => it.slice(0, longest)),
    reference: text('pattern_reference') || null,
    risk: levelOf(text('risk_assessment')),
  }
}
