/** Words of a report: states with their tones, times and counts. */

import { isoTime } from '../run/json.ts'
import { nothing, toned, type Cell, type Part, type Tone } from './document.ts'

const tones: Readonly<Record<string, Tone>> = {
  done: 'good',
  completed: 'good',
  finished: 'good',
  passed: 'good',
  success: 'good',
  PASS: 'good',
  ACHIEVED: 'good',
  verified: 'good',
  partially_completed: 'warn',
  completed_in_part: 'warn',
  PASS_WITH_WARNINGS: 'warn',
  PARTIAL: 'warn',
  waiting: 'warn',
  waiting_for_human: 'warn',
  paused: 'warn',
  stopped: 'warn',
  interrupted: 'warn',
  overridden: 'warn',
  unverified: 'warn',
  halt: 'warn',
  escalate: 'warn',
  continue_with_warning: 'warn',
  asks: 'warn',
  SKIPPED: 'off',
  failed: 'bad',
  failure: 'bad',
  blocked: 'bad',
  FAIL: 'bad',
  NOT_ACHIEVED: 'bad',
  'could-not-run': 'bad',
  'timed-out': 'bad',
  working: 'busy',
  verifying: 'busy',
  reviewing: 'busy',
  merging: 'busy',
  running: 'busy',
  in_progress: 'busy',
  resumed: 'busy',
  ready: 'busy',
  pending: 'off',
  not_started: 'off',
  skipped: 'off',
  deferred: 'off',
}

/** A word for a state, as people write it, with its tone. */
export function stateCell(state: string): Cell {
  return toned(tones[state] ?? 'plain', wordOf(state))
}

/** `waiting_for_human` as people write it. */
export function wordOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/** Text that may not be known. */
export function known(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? nothing : String(value)
}

/** `2 steps`, `1 step`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A rate from 0 to 1. */
export function percent(rate: number): string {
  return `${Math.round(rate * 100)}%`
}

/** `2026-01-02 14:05:10 UTC`. @param at milliseconds since the epoch */
export function momentText(at: number): string {
  return `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`
}

/** The same of a time as a document of ours spells it; a dash where nobody knows it. */
export function timeText(iso: string | null): string {
  return iso === null ? nothing : momentText(Date.parse(iso))
}

/** `3 completed, 1 failed`; parts of which there is nothing are left out. */
export function partsText(parts: readonly Part[]): string {
  const there = parts.filter(({ count }) => count > 0)
  return there.length === 0 ? 'none' : there.map(({ name, count }) => `${count} ${name}`).join(', ')
}

/** Things counted by a word for each, in the order of `names`; what is in none of them is left out. */
export function partsOf(
  words: readonly string[],
  names: readonly (readonly [word: string, name: string, tone: Tone])[],
): readonly Part[] {
  return names.map(([word, name, tone]) => ({ name, tone, count: words.filter((it) => it === word).length }))
}
