/** What a tool that was asked for something has found: texts and where they are from, out of whatever form it answers in. */

import { oneLine } from '../../plan/one-line.ts'
import { addressesIn } from '../../run/steps/research-queries.ts'

/** Texts of others on one line each, and addresses. */
export interface Gleaned {
  readonly findings: readonly string[]
  readonly sources: readonly string[]
}

/** So many of one answer, and so long. */
const mostFindings = 4
const mostSources = 10
const longestFinding = 600
/** So much of a JSON value is looked through. */
const mostNodes = 2_000
const deepest = 8

const names = ['title', 'name', 'heading'] as const
const bodies = [
  'snippet',
  'summary',
  'description',
  'abstract',
  'content',
  'text',
  'answer',
  'body',
  'excerpt',
] as const
const places = ['url', 'link', 'uri', 'href', 'source', 'id'] as const

/**
 * A list of results is read as such, each with its title, its text and its address, wherever it stands in a JSON value; of any
 * other answer the paragraphs are findings.
 * @param answer of a tool; `structured` is a JSON value or null
 */
export function readToolAnswer({ text, structured }: { readonly text: string; readonly structured: unknown }): Gleaned {
  const results = resultsIn(structured ?? parsed(text))
  if (results.length > 0)
    return {
      findings: results.map(({ finding }) => finding),
      sources: [...new Set(results.flatMap(({ address }) => address ?? []))].slice(0, mostSources),
    }
  const paragraphs = text.split('\n\n').map(finding)
  return {
    findings: paragraphs.filter((it) => it !== '').slice(0, mostFindings),
    sources: addressesIn(text, mostSources),
  }
}

/** A text as a finding: on one line, and not too long. */
export function finding(text: string): string {
  const characters = Array.from(oneLine(text.slice(0, 8 * longestFinding)))
  return characters.length > longestFinding ? `${characters.slice(0, longestFinding).join('')}…` : characters.join('')
}

function parsed(text: string): unknown {
  const whole = text.trim()
  if (!whole.startsWith('{') && !whole.startsWith('[')) return null
  try {
    return JSON.parse(whole)
  } catch {
    return null
  }
}

interface Result {
  readonly finding: string
  readonly address: string | null
}

/** Objects with a text and a title or an address, in their order. */
function resultsIn(value: unknown): readonly Result[] {
  const results: Result[] = []
  let left = mostNodes
  const look = (it: unknown, depth: number): void => {
    left -= 1
    if (left < 0 || depth > deepest || results.length >= mostFindings) return
    if (Array.isArray(it)) {
      for (const item of it.slice(0, mostNodes)) look(item, depth + 1)
      return
    }
    if (typeof it !== 'object' || it === null) return
    const result = resultOf(it as Readonly<Record<string, unknown>>)
    if (result !== null) results.push(result)
    else for (const item of Object.values(it).slice(0, mostNodes)) look(item, depth + 1)
  }
  look(value, 0)
  return results
}

function resultOf(table: Readonly<Record<string, unknown>>): Result | null {
  const textIn = (keys: readonly string[]): string => {
    const key = keys.find((it) => Object.hasOwn(table, it) && typeof table[it] === 'string' && table[it] !== '')
    return key === undefined ? '' : String(table[key])
  }
  const title = textIn(names)
  const body = textIn(bodies)
  const address = places.flatMap((it) => (Object.hasOwn(table, it) ? addressesIn(String(table[it]), 1) : []))[0] ?? null
  const isResult = (title !== '' && (body !== '' || address !== null)) || (body !== '' && address !== null)
  if (!isResult) return null
  return { finding: finding(title === '' || body === '' ? title + body : `${title}: ${body}`), address }
}
