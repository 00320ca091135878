/** Patterns out of data that somebody wrote or a program said: lenient in names, strict in form, within limits. */

import { oneLine } from '../../plan/one-line.ts'
import { levelOf, listOf, type Level } from '../../plan/chosen-pattern.ts'
import type { Pattern } from '../../run/patterns/pattern.ts'

export interface PatternsRead {
  readonly patterns: readonly { readonly pattern: Pattern; readonly similarity: number | null }[]
  /** What was left out: which entry, from 1 (null where there is only one), and why. */
  readonly faults: readonly { readonly entry: number | null; readonly reason: string }[]
}

type Table = Readonly<Record<string, unknown>>

const longestName = 200
const longestText = 8_000
const mostTechnologies = 50
/** More patterns than this are no answer and no file that a person looks after. */
const mostPatterns = 5_000

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of these fields that is there; a field of a prototype is none. */
function field(table: Table, names: readonly string[]): unknown {
  const name = names.find((it) => Object.hasOwn(table, it) && table[it] !== null && table[it] !== '')
  return name === undefined ? undefined : table[name]
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest)
}

/** The text of a field, or what is wrong with it. */
function textIn(table: Table, ...names: readonly string[]): string | { readonly fault: string } {
  const value = field(table, names)
  if (value === undefined) return ''
  return typeof value === 'string' ? cut(value.trim(), longestText) : { fault: `${names[0] ?? ''} is no text` }
}

function confidenceIn(table: Table): Level | null | { readonly fault: string } {
  const value = field(table, ['confidence', 'pattern_confidence'])
  if (value === undefined) return null
  return (typeof value === 'string' ? levelOf(value) : null) ?? { fault: 'confidence is none of HIGH, MEDIUM and LOW' }
}

function similarityIn(table: Table): number | null | { readonly fault: string } {
  const value = field(table, ['similarity'])
  if (value === undefined) return null
  return typeof value === 'number' && value >= 0 && value <= 1
    ? Math.round(value * 100) / 100
    : { fault: 'similarity is no number from 0 to 1' }
}

function technologiesIn(table: Table): readonly string[] | { readonly fault: string } {
  const value = field(table, ['technologies', 'pattern_technologies'])
  if (value === undefined) return []
  if (typeof value !== 'string' && !Array.isArray(value)) return { fault: 'technologies are no list' }
  return listOf(value)
    .slice(0, mostTechnologies)
    .map((it) => cut(it, longestName))
}

function isFault(value: unknown): value is { readonly fault: string } {
  return isTable(value) && 'fault' in value
}

/** @param body text that belongs to it without a name, as below a front matter */
function patternIn(value: unknown, body: string): PatternsRead['patterns'][number] | { readonly fault: string } {
  if (!isTable(value)) return { fault: 'a pattern is a table of fields' }
  const name = textIn(value, 'name', 'pattern_name')
  const summary = textIn(value, 'summary', 'description')
  const technologies = technologiesIn(value)
  const confidence = confidenceIn(value)
  const reference = textIn(value, 'reference', 'pattern_reference')
  const reasoning = textIn(value, 'reasoning')
  const similarity = similarityIn(value)
  if (isFault(name)) return name
  if (name === '') return { fault: 'it has no name' }
  if (isFault(summary)) return summary
  if (isFault(technologies)) return technologies
  if (isFault(confidence)) return confidence
  if (isFault(reference)) return reference
  if (isFault(reasoning)) return reasoning
  if (isFault(similarity)) return similarity
  const pattern = {
    name: cut(oneLine(name), longestName),
    summary: cut([summary, body.trim()].filter((it) => it !== '').join('\n\n'), longestText),
    technologies,
    confidence,
    reference: reference === '' ? null : reference,
    reasoning,
  }
  return { pattern, similarity }
}

/**
 * Reads one pattern, a list of them, or a table with such a list under `patterns`.
 *
 * Fields: `name` (needed), `summary` or `description`, `technologies` (a list, or a text with commas), `confidence` (HIGH,
 * MEDIUM, LOW), `reference`, `reasoning`, and of an answer `similarity` (0 to 1). Others are not looked at. An entry with a
 * field of another form is left out and told.
 *
 * @param value as a parser gave it
 */
export function readPatterns(value: unknown, body = ''): PatternsRead {
  const inner: unknown =
    isTable(value) && Array.isArray(field(value, ['patterns'])) ? field(value, ['patterns']) : value
  const isList = Array.isArray(inner)
  const entries: readonly unknown[] = Array.isArray(inner) ? inner.slice(0, mostPatterns) : [inner]
  const read = entries.map((it) => patternIn(it, body))
  return {
    patterns: read.flatMap((it) => ('fault' in it ? [] : [it])),
    faults: [
      ...read.flatMap((it, at) => ('fault' in it ? [{ entry: isList ? at + 1 : null, reason: it.fault }] : [])),
      ...(Array.isArray(inner) && inner.length > mostPatterns
        ? [{ entry: null, reason: `only the first ${mostPatterns} patterns are read` }]
        : []),
    ],
  }
}
