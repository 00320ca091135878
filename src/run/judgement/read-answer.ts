/** What an agent answers to a question of judgement: read leniently, and never guessed. */

import { plainName } from '../../plan/spec.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Confidence } from './judgement.ts'
import { askingWords } from './questions.ts'

/** What was said of one thing. */
export interface ReadJudgement {
  /** Null where it says that it cannot tell. */
  readonly holds: boolean | null
  /** One line, never empty. */
  readonly reason: string
  readonly confidence: Confidence | null
}

export interface ReadOutput extends ReadJudgement {
  readonly constraints: Readonly<Record<string, boolean | null>>
}

/** No more of an answer is read. */
const longestAnswer = 16_000
const longestReason = 500
/** Beginnings of objects that are tried, so that an answer of nothing but brackets is soon read. */
const mostObjects = 60

type Table = Readonly<Record<string, unknown>>

/**
 * The judgement of one output: a JSON object with `match` and `reason`, wherever it stands in the text.
 * @param constraints names of those that were asked about: of each whether it holds, by `constraints` of the object
 * @returns null where there is none, or two that differ: that is no judgement
 */
export function readOutputAnswer(text: string, constraints: readonly string[] = []): ReadOutput | null {
  const tables = tablesIn(text)
  const found = tables.flatMap((it) => judgementOf(it, 'match') ?? [])
  const [last] = found.slice(-1)
  if (last === undefined || found.some((it) => it.holds !== last.holds)) return null
  const said = tables.flatMap((it) => (isTable(it['constraints']) ? Object.entries(it['constraints']) : []))
  const holds = (name: string): boolean | null => {
    const exact = said.filter(([key]) => key === name)
    // A name of several words is seldom written again to the letter.
    const all = (exact.length > 0 ? exact : said.filter(([key]) => plainName(key) === plainName(name))).map(
      ([, value]) => truthOf(value) ?? null,
    )
    return all.every((it) => it === all[0]) ? (all[0] ?? null) : null
  }
  return { ...last, constraints: Object.fromEntries(constraints.map((it) => [it, holds(it)])) }
}

/**
 * The judgements of criteria, by their numbers from 1: a JSON object with a list `judgements`, or that list itself.
 * @param count how many were asked about; what is said of others is left out
 */
export function readCriteriaAnswer(text: string, count: number): ReadonlyMap<number, ReadJudgement> {
  const found = new Map<number, ReadJudgement>()
  const doubtful = new Set<number>()
  for (const table of tablesIn(text).flatMap(entriesOf)) {
    const nth = numberOf(table['criterion'])
    const judgement = judgementOf(table, 'met')
    if (nth === null || judgement === null || nth < 1 || nth > count) continue
    const before = found.get(nth)
    if (before !== undefined && before.holds !== judgement.holds) doubtful.add(nth)
    found.set(nth, judgement)
  }
  for (const nth of doubtful) found.delete(nth)
  return found
}

function entriesOf(table: Table): readonly Table[] {
  const list = table['judgements']
  return Array.isArray(list) ? list.filter(isTable) : [table]
}

function judgementOf(table: Table, key: 'match' | 'met'): ReadJudgement | null {
  if (!Object.hasOwn(table, key)) return null
  const holds = truthOf(table[key])
  const reason = typeof table['reason'] === 'string' ? shortLine(table['reason']) : ''
  if (holds === undefined || reason === '') return null
  const word = typeof table['confidence'] === 'string' ? table['confidence'].trim().toLowerCase() : ''
  return { holds, reason, confidence: (['low', 'medium', 'high'] as const).find((it) => it === word) ?? null }
}

/** Undefined of what is neither yes, nor no, nor that it cannot be told. */
function truthOf(value: unknown): boolean | null | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  return word === null || word === 'null' ? null : undefined
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,4}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : null
}

/** Text of an agent as a reason: one line, within bounds. */
export function shortLine(text: string): string {
  const characters = Array.from(oneLine(text.slice(0, 8 * longestReason)))
  return characters.length > longestReason ? `${characters.slice(0, longestReason).join('')}…` : characters.join('')
}

/** The JSON objects of a text, outermost ones only; the last of them at the end. None of one that repeats the question. */
function tablesIn(text: string): readonly Table[] {
  if (text.includes(askingWords)) return []
  const answer = text.slice(0, longestAnswer)
  const tables: Table[] = []
  let from = answer.indexOf('{')
  for (let tries = 0; from >= 0 && tries < mostObjects; tries += 1) {
    const end = endOfObject(answer, from)
    const table = end === null ? null : parsed(answer.slice(from, end))
    if (table !== null) tables.push(table)
    from = answer.indexOf('{', table === null || end === null ? from + 1 : end)
  }
  return tables
}

/** Behind the bracket that closes an object; null where none does. */
function endOfObject(text: string, from: number): number | null {
  let depth = 0
  let inText = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (inText) {
      if (sign === '\\') at += 1
      else if (sign === '"') inText = false
    } else if (sign === '"') inText = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function parsed(text: string): Table | null {
  try {
    const value: unknown = JSON.parse(text)
    return isTable(value) ? value : null
  } catch {
    return null
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
