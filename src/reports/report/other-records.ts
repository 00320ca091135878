/** Whatever else a document says, by its own names: what no section of the report is about is shown all the same. */

import { facts, section, table, type Block, type Section, nothing } from './document.ts'
import { known, wordOf } from './words.ts'

/** Deeper than that it is told as one text. */
const deepest = 3

/** @param of.shown names that have a place in the report already */
export function otherRecords(
  title: string,
  { document, shown }: { readonly document: object; readonly shown: ReadonlySet<string> },
): readonly Section[] {
  const rest = Object.entries(document).filter(([name, value]) => !shown.has(name) && isSaid(value))
  const within = rest.flatMap(([name, value]) => section(capital(wordOf(name)), blocksOf(value, name)))
  return section(title, [], within)
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function blocksOf(value: unknown, name: string, depth = 0): readonly Block[] {
  if (Array.isArray(value)) return arrayBlocks(value, name)
  if (typeof value !== 'object' || value === null) return [{ is: 'words', text: plain(value) }]
  const members = Object.entries(value as Readonly<Record<string, unknown>>)
  const isNested = (it: unknown): it is object =>
    typeof it === 'object' && it !== null && depth < deepest && !(Array.isArray(it) && it.every(isFlat))
  return [
    facts(members.filter(([, it]) => !isNested(it)).map(([key, it]) => [capital(wordOf(key)), plain(it)] as const)),
    ...members.filter(([, it]) => isNested(it)).flatMap(([key, it]) => blocksOf(it, `${name} ${key}`, depth + 1)),
  ]
}

function isFlat(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Objects as rows of one table, anything else as a list. */
function arrayBlocks(values: readonly unknown[], name: string): readonly Block[] {
  const objects = values.filter((it): it is Readonly<Record<string, unknown>> => !isFlat(it) && !Array.isArray(it))
  if (objects.length < values.length) return [{ is: 'list', items: values.map(plain) }]
  const keys = [...new Set(objects.flatMap((it) => Object.keys(it)))]
  return table(
    capital(wordOf(name)),
    keys.map((it) => capital(wordOf(it))),
    objects.map((it) => keys.map((key) => plain(it[key]))),
  )
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every(isFlat)) return known(value.map(plain).join(', '))
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? known(value) : nothing
}
