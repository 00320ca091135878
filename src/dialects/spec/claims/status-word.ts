/** What the words come to by which progress files of other tools say how something stands (FORMATS section 6). */

import type { Claimed, ClaimedState } from '../../../plan/progress-claims.ts'
import { valueAt, type JsonNode } from '../../json/tree.ts'

/** Most characters of a word that is kept. */
const longestWord = 80

/** Words of a status, by what they say; the first kind that is met decides, in the order of `stateOfWord`. */
const words = {
  failed: ['failed', 'failure', 'failures', 'fail', 'error', 'errors', 'aborted', 'broken', 'blocked', 'rejected'],
  partial: [
    'partial',
    'partially',
    'mostly',
    'incomplete',
    'unfinished',
    'progress',
    'started',
    'running',
    'executing',
    'ongoing',
    'active',
    'working',
    'paused',
    'retrying',
  ],
  pending: [
    'pending',
    'todo',
    'planned',
    'queued',
    'waiting',
    'open',
    'ready',
    'scheduled',
    'skipped',
    'deferred',
    'cancelled',
    'canceled',
  ],
  done: [
    'completed',
    'complete',
    'done',
    'success',
    'successful',
    'succeeded',
    'passed',
    'pass',
    'finished',
    'achieved',
    'verified',
    'implemented',
    'deployed',
    'ok',
  ],
} as const

/** Ready for what comes after the work: `deployment_ready`, `production_ready`, `ready_for_release`. */
const afterwards: ReadonlySet<string> = new Set(['deployment', 'deploy', 'production', 'release', 'delivery'])

/**
 * `completed_enhanced` is done, `completed_with_errors` and `partially_complete` are partial, `not_started` is pending,
 * `deployment_ready` is done. A word that is not known is `unknown`.
 */
export function stateOfWord(word: string): ClaimedState {
  const parts = wordsIn(word.slice(0, 4 * longestWord))
  const has = (kind: keyof typeof words): boolean => parts.some((it) => words[kind].some((other) => other === it))
  if (parts.includes('not') || parts.includes('never')) return has('failed') || !isTold(parts) ? 'unknown' : 'pending'
  if (has('failed') && !has('done')) return 'failed'
  if (has('failed')) return parts.includes('without') || parts.includes('no') ? 'done' : 'partial'
  if (has('partial')) return 'partial'
  if (parts.includes('ready') && parts.some((it) => afterwards.has(it))) return 'done'
  if (has('done')) return 'done'
  return has('pending') ? 'pending' : 'unknown'
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

function isTold(parts: readonly string[]): boolean {
  return parts.some((it) => Object.values(words).some((known) => known.some((other) => other === it)))
}

/** A text of the file as it is kept: short. */
export function kept(text: string): string {
  const trimmed = text.slice(0, 4 * longestWord).trim()
  const characters = Array.from(trimmed)
  return characters.length > longestWord ? `${characters.slice(0, longestWord).join('')}…` : trimmed
}

const statusNames = ['status', 'state', 'result', 'outcome', 'completion_status', 'task_status', 'step_status'] as const
const flagNames = ['completed', 'complete', 'done', 'success', 'is_complete'] as const

/** What a value says that stands in the place of a status; null where it is no word and no truth value. */
export function claimedBy(node: JsonNode | undefined | null): Claimed | null {
  if (node?.is === 'string' && node.text.trim() !== '') return { state: stateOfWord(node.text), word: kept(node.text) }
  if (node?.is === 'literal' && node.value !== null) return { state: node.value ? 'done' : 'pending', word: null }
  return null
}

/** What an object says of how it stands, by the members that are usual, or what a word in its place says; null of nothing. */
export function claimOf(node: JsonNode | null): Claimed | null {
  if (node?.is !== 'object') return claimedBy(node)
  for (const name of statusNames) {
    const said = claimedBy(valueAt(node, name))
    if (said !== null) return said
  }
  for (const name of flagNames) {
    const flag = valueAt(node, name)
    if (flag?.is === 'literal' && flag.value !== null) return claimedBy(flag)
  }
  return null
}
