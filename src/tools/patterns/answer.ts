/** What a program or a server is asked for patterns, and how its answer is read: both speak the same JSON. */

import type { PatternQuery } from '../../run/patterns/pattern.ts'
import { readPatterns } from './read-patterns.ts'
import { inOrder, type PatternRemark, type PatternsFound } from './source.ts'

/** `{"like": …, "query": …, "technologies": […], "limit": 3}`. */
export function questionOf({ like, text, technologies, limit }: PatternQuery): Readonly<Record<string, unknown>> {
  return { like, query: text, technologies, limit }
}

/** A text that has to be JSON. @param name of who said it, safe to show */
export function answerOf(said: string, name: string, query: PatternQuery): PatternsFound {
  let value: unknown
  try {
    value = JSON.parse(said)
  } catch {
    return { is: 'failed', reason: 'what it said is no JSON', remarks: [] }
  }
  return answerIn(value, name, query)
}

/** A list of patterns, or `{"patterns": […]}`. @param name of who said it, safe to show */
export function answerIn(value: unknown, name: string, query: PatternQuery): PatternsFound {
  const isAnswer =
    Array.isArray(value) || (typeof value === 'object' && value !== null && Object.hasOwn(value, 'patterns'))
  if (!isAnswer) return { is: 'failed', reason: 'what it said is no list of patterns', remarks: [] }
  const { patterns, faults } = readPatterns(value)
  const remarks = faults.map(({ entry, reason }): PatternRemark => ({
    of: name,
    line: null,
    column: null,
    reason: entry === null ? reason : `entry ${entry}: ${reason}`,
  }))
  return { is: 'found', matches: inOrder(patterns, query), remarks }
}
