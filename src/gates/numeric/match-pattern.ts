/**
 * Matches a pattern in one pass over a line: all ways are followed at once, so that time grows with the length of the line and
 * of the pattern, and never with the number of ways (Thompson's construction, with places kept for the first group).
 */

import { isWordSign } from '../../plan/values/character-set.ts'
import type { Instruction } from '../../plan/values/compile-pattern.ts'
import { startOf, testOf } from './sign-tests.ts'

/** What a pattern matched in a line, in UTF-16 units; the group is null where it took no part. */
export interface PatternMatch {
  readonly start: number
  readonly end: number
  readonly group: { readonly start: number; readonly end: number } | null
}

/** What matching may cost: each instruction that is looked at counts one. Shared by all lines of an output. */
export interface Effort {
  left: number
}

export interface Matcher {
  /** All matches in a line that do not overlap, from the left. Null where the effort is used up before the end. */
  matches(line: string, effort: Effort): readonly PatternMatch[] | null
}

/** Ways that are followed at once, the preferred one first: a list of numbers for each thing that is known of them. */
interface Ways {
  count: number
  /** The instruction before which it stands. */
  readonly at: Int32Array
  /** Where its match began. */
  readonly start: Int32Array
  /** Where the group began and ended; -1 where it has not. */
  readonly open: Int32Array
  readonly close: Int32Array
}

/** @param program from `readPattern` */
export function matcherOf(program: readonly Instruction[]): Matcher {
  const size = program.length
  const tests = program.map((it) => (it.do === 'sign' ? testOf(it.set) : null))
  const begins = startOf(program)
  /** What stands before a sign at the present place, and what is left of it behind that sign. */
  const [standing, moved] = [newWays(size), newWays(size)]
  // The place where an instruction was reached last: each is reached once at a place, by the way that is preferred.
  const seen = new Uint32Array(size)
  let mark = 0
  let left = 0

  /** Follows what takes no sign, the preferred way first. */
  const follow = (line: string, place: number, from: number, start: number, open: number, close: number): void => {
    for (let at = from; seen[at] !== mark;) {
      seen[at] = mark
      left -= 1
      const it = program[at]
      switch (it?.do) {
        case 'split':
          follow(line, place, it.first, start, open, close)
          at = it.second
          continue
        case 'jump':
          at = it.to
          continue
        case 'open':
          ;[open, close] = [place, -1]
          break
        case 'close':
          close = place
          break
        case 'clear':
          ;[open, close] = [-1, -1]
          break
        case 'place':
          if (!isPlace(it.at, line, place)) return
          break
        case 'sign':
        case 'end':
        case undefined:
          add(standing, at, start, open, close)
          return
      }
      at += 1
    }
  }

  const firstMatch = (line: string, from: number): PatternMatch | null => {
    let best: PatternMatch | null = null
    moved.count = 0
    for (let place = from; place <= line.length && left >= 0;) {
      if (moved.count === 0 && best !== null) break
      if (moved.count === 0 && begins !== null) {
        while (place < line.length && !begins(line.charCodeAt(place))) place += 1
        if (place === line.length) break
      }
      mark += 1
      standing.count = 0
      for (let nth = 0; nth < moved.count; nth++)
        follow(line, place, moved.at[nth] ?? 0, moved.start[nth] ?? 0, moved.open[nth] ?? 0, moved.close[nth] ?? 0)
      if (best === null) follow(line, place, 0, place, -1, -1)
      const sign = line.codePointAt(place) ?? -1
      moved.count = 0
      for (let nth = 0; nth < standing.count; nth++) {
        const at = standing.at[nth] ?? 0
        const [start = 0, open = -1, close = -1] = [standing.start[nth], standing.open[nth], standing.close[nth]]
        const test = tests[at]
        if (test === null || test === undefined) {
          best = { start, end: place, group: open >= 0 && close >= open ? { start: open, end: close } : null }
          // What comes behind is wanted only where this way fails.
          break
        }
        if (sign >= 0 && test(sign)) add(moved, at + 1, start, open, close)
      }
      place += sign > 0xffff ? 2 : 1
    }
    return best
  }

  return {
    matches(line, effort) {
      const found: PatternMatch[] = []
      left = effort.left
      for (let from = 0; from <= line.length;) {
        const match = firstMatch(line, from)
        if (match === null || left < 0) break
        found.push(match)
        // What matches nothing matches once at each place.
        from = match.end > match.start ? match.end : match.end + 1
      }
      effort.left = left
      return left < 0 ? null : found
    },
  }
}

function newWays(most: number): Ways {
  const numbers = (): Int32Array => new Int32Array(most)
  return { count: 0, at: numbers(), start: numbers(), open: numbers(), close: numbers() }
}

function add(ways: Ways, at: number, start: number, open: number, close: number): void {
  ways.at[ways.count] = at
  ways.start[ways.count] = start
  ways.open[ways.count] = open
  ways.close[ways.count] = close
  ways.count += 1
}

function isPlace(place: Extract<Instruction, { do: 'place' }>['at'], line: string, at: number): boolean {
  if (place === 'start') return at === 0
  if (place === 'end') return at === line.length
  const before = at > 0 && isWordSign(line.charCodeAt(at - 1))
  const behind = at < line.length && isWordSign(line.charCodeAt(at))
  return (before !== behind) === (place === 'word')
}
