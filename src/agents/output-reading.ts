/** Session, usage and last words out of an agent's JSON lines, as a preset's data describes them. */

import type { Usage } from '../run/outcome.ts'

/** A line is meant when each path in it has the given value. */
export type LineMatch = Readonly<Record<string, string | boolean>>

/** Where one figure of the usage stands; several paths are added up. */
export interface UsageReading {
  readonly when: LineMatch
  /** `sum`: each line tells of a part. `last`: each line tells of all so far. */
  readonly over: 'sum' | 'last'
  readonly input: readonly string[]
  readonly output: readonly string[]
  readonly cost: string | null
}

/** Data of a preset: paths are dotted, into one line. */
export interface OutputReading {
  readonly session: readonly { readonly when: LineMatch; readonly path: string }[]
  readonly text: readonly { readonly when: LineMatch; readonly path: string }[]
  readonly usage: readonly UsageReading[]
}

export interface ReadOutput {
  readonly session: string | null
  /** What the agent wrote to a person, in order; empty where nothing was found. */
  readonly texts: readonly string[]
  /** Null where nothing was found: unknown is never zero. */
  readonly usage: Usage | null
}

const longestLine = 1024 * 1024

function at(line: unknown, path: string): unknown {
  let here = line
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string, unknown>)[key]
  }
  return here
}

function matches(line: unknown, when: LineMatch): boolean {
  return Object.entries(when).every(([path, value]) => at(line, path) === value)
}

/** The sum of the numbers at these paths; null where none is a number. */
function total(line: unknown, paths: readonly string[]): number | null {
  const numbers = paths
    .map((path) => at(line, path))
    .filter((it): it is number => typeof it === 'number' && Number.isFinite(it) && it >= 0)
  return numbers.length === 0 ? null : numbers.reduce((sum, it) => sum + it, 0)
}

function add(before: number | null, more: number | null, over: 'sum' | 'last'): number | null {
  if (more === null) return before
  return over === 'sum' && before !== null ? before + more : more
}

/**
 * Reads an agent's output line by line. A line that is no JSON, or too long, is passed over: agents print banners.
 *
 * @param output decoded standard output
 * @param reading the preset's data
 */
export function readOutput(output: string, reading: OutputReading): ReadOutput {
  let session: string | null = null
  const texts: string[] = []
  let usage: Usage | null = null
  for (const written of output.split('\n')) {
    const text = written.trim()
    if (!text.startsWith('{') || text.length > longestLine) continue
    let line: unknown
    try {
      line = JSON.parse(text)
    } catch {
      continue
    }
    for (const { when, path } of reading.session) {
      const found = matches(line, when) ? at(line, path) : undefined
      if (typeof found === 'string' && found !== '' && found.length <= 256) session = found
    }
    for (const { when, path } of reading.text) {
      const found = matches(line, when) ? at(line, path) : undefined
      if (typeof found === 'string') texts.push(found)
    }
    for (const { when, over, input, output: out, cost } of reading.usage) {
      if (!matches(line, when)) continue
      const before: Usage = usage ?? { inputTokens: null, outputTokens: null, costUsd: null }
      const next: Usage = {
        inputTokens: add(before.inputTokens, total(line, input), over),
        outputTokens: add(before.outputTokens, total(line, out), over),
        costUsd: add(before.costUsd, cost === null ? null : total(line, [cost]), over),
      }
      if (next.inputTokens !== null || next.outputTokens !== null || next.costUsd !== null) usage = next
    }
  }
  return { session, texts, usage }
}
