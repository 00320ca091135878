/** The status of a task: what it says, and the place where another one is written. */

import type { Mark } from '../../plan/draft.ts'
import type { MarkState } from '../../plan/model.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Findings } from '../findings.ts'
import type { JsonMember, JsonObject } from '../json/tree.ts'
import { unknownWord, wrongType, type Steps } from '../json/typed.ts'
import { decode } from '../scan/bytes.ts'
import { knownStates, stateOf } from './words.ts'

/** The member behind which a status is put: the id, else the first one. */
export function memberBeforeStatus({ members }: JsonObject): JsonMember | undefined {
  return members.get('id') ?? [...members.values()][0]
}

/** So much of what stands in the place of a status is kept. */
const longest = 200

/**
 * Reads `status`. Its span is the whole value, with its quotes; where there is none, the place behind the id, in which a
 * member can be put. MW407 for a word that nobody knows: unknown, so never done, never run, never rewritten.
 * @param fallback what a task without a status is
 */
export function readStatus(
  bytes: Uint8Array,
  task: JsonObject,
  at: Steps,
  fallback: MarkState,
  findings: Findings,
): Mark {
  const status = task.members.get('status')?.value
  if (status === undefined) {
    const behind = memberBeforeStatus(task)?.end ?? task.start + 1
    return { state: fallback, raw: '', span: findings.span({ start: behind, end: behind }) }
  }
  const raw = decode(bytes, status.start, Math.min(status.end, status.start + longest))
  const mark = (state: MarkState): Mark => ({ state, raw, span: findings.span(status) })
  if (status.is === 'literal' && status.value === null) return mark(fallback)
  const steps = [...at, 'status']
  if (status.is !== 'string') {
    wrongType(status, steps, 'a string', findings)
    return mark('unknown')
  }
  const state = stateOf(status.text)
  if (state === null)
    unknownWord(status, steps, { what: 'state', follows: 'not counted as done', known: knownStates }, findings)
  return { ...mark(state ?? 'unknown'), word: oneLine(status.text.slice(0, longest)) }
}
