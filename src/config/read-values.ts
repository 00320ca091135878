/** `[[gates.NAME.values]]` of a configuration file: what a numeric gate compares. */

import type { Finder, NumericValue } from '../plan/values/numeric-value.ts'
import { readJsonPath } from '../plan/values/json-path.ts'
import { readPattern } from '../plan/values/pattern.ts'
import type { Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

type WrittenGate = NonNullable<ConfigFile['gates']>[string]
type WrittenValue = NonNullable<WrittenGate['values']>[number]

/**
 * The values of a gate; what is wrong with them goes to the findings of the reading (MW603).
 *
 * @param name of the gate
 * @returns those that can be compared
 */
export function valuesOf(name: string, { kind, values = [] }: WrittenGate, of: Reading): readonly NumericValue[] {
  const at = ['gates', name, 'values']
  const wrong = (where: readonly PropertyKey[], message: string, help: string): void => {
    of.found.push({ code: 'MW603', severity: 'error', message, help, span: of.spanAt(where), related: [] })
  }
  if (kind !== 'numeric') {
    if (values.length > 0)
      wrong(
        at,
        `gate ${name} has values and is of the kind ${kind}, which compares none`,
        `Write kind = "numeric" under [gates.${name}], or take the values out`,
      )
    return []
  }
  if (values.length === 0 && !of.isDropped(at))
    wrong(
      of.isWritten(at) ? at : at.slice(0, 2),
      `numeric gate ${name} compares no value`,
      `Write [[gates.${name}.values]] with name = "…" and reference = 3`,
    )
  const names = new Set<string>()
  return values.flatMap((value, index) => {
    const here = [...at, index]
    const called = value.name ?? String(index + 1)
    if (value.name !== undefined && names.has(value.name))
      wrong([...here, 'name'], `gate ${name} has two values with the name ${value.name}`, 'Take another name for one')
    if (value.name !== undefined) names.add(value.name)
    const wrongIn = (key: keyof WrittenValue | null, message: string, help: string): void => {
      wrong(key === null ? here : [...here, key], `value ${called} of gate ${name} ${message}`, help)
    }
    const isMissing = (key: 'name' | 'reference'): boolean => value[key] === undefined && !of.isDropped([...here, key])
    if (isMissing('name')) wrongIn(null, 'has no name', 'Write name = "total"')
    if (isMissing('reference')) wrongIn(null, 'has no reference', 'Write reference = 3: what it has to be')
    const isDropped = finderKeys.some((key) => of.isDropped([...here, key]))
    const find = isDropped ? null : finderOf(value, wrongIn)
    return find === null ? [] : [numericValue(value, find)]
  })
}

/** @returns one with what is needed; what is not there was told */
function numericValue(
  { name = '', reference = NaN, atol = 0, rtol = 0, match = 'only', unit }: WrittenValue,
  find: Finder,
): NumericValue {
  return { name, value: reference, atol, rtol, find, match, unit: unit?.trim() ?? null }
}

/** @param wrong takes the key that is wrong, or null for the value as a whole */
function finderOf(
  value: WrittenValue,
  wrong: (key: keyof WrittenValue | null, message: string, help: string) => void,
): Finder | null {
  const { json_path: path, regex, column, row } = value
  const given = finderKeys.filter((key) => value[key] !== undefined)
  const [first, second] = given
  if (first === undefined || second !== undefined) {
    const message = second === undefined ? 'is found by nothing' : `is found by ${given.join(' and ')} at once`
    wrong(second ?? null, message, 'Write one of json_path = "$.total", regex = "total ([0-9.]+)" and column = "total"')
    return null
  }
  if (row !== undefined && first !== 'column')
    wrong('row', 'has a row and no column', 'Write column = "…", or remove row')
  if (row === 0)
    wrong('row', 'has the row 0: rows are counted from 1', 'Write row = 1 for the first, row = -1 for the last')
  if (value.unit?.trim() === '')
    wrong('unit', 'has a unit of nothing', 'Write the unit as it is printed, or remove the key')
  if (path !== undefined) {
    const read = readJsonPath(path)
    if ('fault' in read) wrong('json_path', `has a bad path at character ${read.at + 1}: ${read.fault}`, pathHelp)
    return { by: 'json', path }
  }
  if (regex !== undefined) {
    const read = readPattern(regex)
    if ('fault' in read) wrong('regex', `has a bad pattern: ${read.fault}`, patternHelp)
    else if (read.groups === 0)
      wrong('regex', 'has no group in its pattern: nobody can tell which part is the number', patternHelp)
    return { by: 'regex', pattern: regex }
  }
  return column === undefined ? null : { by: 'column', column, row: row ?? null }
}

const finderKeys = ['json_path', 'regex', 'column'] as const

const pathHelp = 'Write a path to one place, such as "$.results[0].total" or "$[\'a key\']"'
const patternHelp = 'Write a pattern with a group around the number, such as "total = ([-+.0-9eE]+)"'
