/** Compares the values of an output with their references (REQUIREMENTS D4, seed 003 §3 and §4). Pure. */

import { allowedOf, type NumericValue } from '../../plan/values/numeric-value.ts'
import { findByKey, findAtPath } from './find-in-json.ts'
import { findByLine, findByPattern } from './find-in-lines.ts'
import { findInTable } from './find-in-table.ts'
import { findingOf, type Finding, type Found } from './found.ts'
import { documentsOf, type JsonDocument } from './json-documents.ts'
import { linesOf, type Lines } from './lines.ts'
import { isCutOut, readQuantity } from './read-quantity.ts'

/** How a value compares. Everything but `passed` is a failure. */
export type Comparison = {
  readonly value: NumericValue
  /** How far it may be off: `atol + rtol · |reference|`. */
  readonly allowed: number
} & (
  | { readonly is: 'passed' | 'off'; readonly found: number; readonly difference: number }
  | { readonly is: 'not-finite'; readonly text: string; readonly why: string }
  /** Not there, several where one is wanted, no number, or not in its unit (MW603). */
  | { readonly is: 'missing'; readonly why: string }
)

/**
 * Looks for each value in an output and compares it: it may be off by `atol + rtol · |reference|`, both ends included, which
 * is the form of numpy's `isclose`. NaN and infinities are near to nothing, themselves included.
 *
 * @param output what a program printed, decoded
 * @param values in any order; the answers have the same one
 */
export function compareValues(output: string, values: readonly NumericValue[]): readonly Comparison[] {
  const lines = linesOf(output)
  let read: readonly JsonDocument[] | null = null
  const documents = (): readonly JsonDocument[] => (read ??= documentsOf(lines))
  return values.map((value) => {
    const allowed = allowedOf(value)
    return { value, allowed, ...compareOne(value, allowed, find(value, lines, documents)) }
  })
}

function find({ find: by, name }: NumericValue, lines: Lines, documents: () => readonly JsonDocument[]): Finding {
  switch (by.by) {
    case 'json':
      return findAtPath(lines, documents(), by.path)
    case 'regex':
      return findByPattern(lines, by.pattern)
    case 'column':
      return findInTable(lines, by)
    case 'name': {
      const keys = findByKey(lines, documents(), name)
      return findingOf(
        keys.length > 0 ? keys : findByLine(lines, name),
        `neither a key of printed JSON nor a line is named ${name}`,
      )
    }
  }
}

type Answer<T = Comparison> = T extends Comparison ? Omit<T, 'value' | 'allowed'> : never

function compareOne(value: NumericValue, allowed: number, finding: Finding): Answer {
  if (finding.is !== 'found') return { is: 'missing', why: finding.why }
  const { places } = finding
  if (value.match === 'only' && places.length > 1)
    return { is: 'missing', why: `it is there ${places.length} times: ${placesText(places)}` }
  const [first] = places
  const place = value.match === 'last' ? (places.at(-1) ?? first) : first
  return judge(value, allowed, place)
}

/** More places help nobody. */
const mostPlaces = 8

function placesText(places: readonly Found[]): string {
  const shown = places.slice(0, mostPlaces).map((it) => `${shorten(it.text)} at ${it.line}:${it.column}`)
  return [...shown, ...(places.length > mostPlaces ? ['…'] : [])].join(', ')
}

function judge({ value: reference, unit }: NumericValue, allowed: number, place: Found): Answer {
  const at = `at ${place.line}:${place.column}`
  const read = readQuantity(place.text)
  const shown = shorten(place.text)
  if (read.is === 'none') return { is: 'missing', why: `${shown === '' ? 'nothing' : shown} ${at} is no number` }
  if (isCutOut(place)) return { is: 'missing', why: `${shown} ${at} is a part of a longer number` }
  if (!Number.isFinite(read.value)) return { is: 'not-finite', text: shown, why: `${shown} ${at} is no finite number` }
  const wrong = unitFault(unit, read.rest, place)
  if (wrong !== null) return { is: 'missing', why: `${shown} ${at} ${wrong}` }
  const difference = Math.abs(read.value - reference)
  return { is: difference <= allowed ? 'passed' : 'off', found: read.value, difference }
}

/** What is wrong with what stands behind a number. */
function unitFault(unit: string | null, rest: string, { behind }: Found): string | null {
  if (unit === null) return rest === '' ? null : `has ${shorten(rest)} behind it: name it as the unit`
  if (rest === unit) return null
  if (rest !== '') return `is in ${shorten(rest)} and not in ${unit}`
  const next = behind.trimStart()
  if (!next.startsWith(unit)) return `has not its unit ${unit} behind it`
  // `cm` is not `cmH2O`.
  return /^[\p{L}\p{N}_]/u.test(next.slice(unit.length)) && /[\p{L}\p{N}_]$/u.test(unit)
    ? `has not its unit ${unit} behind it`
    : null
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
