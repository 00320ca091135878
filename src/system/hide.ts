/** Takes secrets out of what a program says: what is kept and told may be committed (RELIABILITY S11). */

import { newFinder, type Finder } from './find-spellings.ts'
import { spellingsOf } from './spellings.ts'
import { escapeByte, newSequenceScanner, textsWithin, type SequenceScanner } from './terminal-sequence.ts'

/** What stands in the place of a hidden value. */
const hidden = Buffer.from('***')

/** Those that were made last, the youngest first. */
let made: readonly { readonly values: string; readonly finder: Finder }[] = []

/** What looks for values in all their spellings. Programs of a run mostly have the same: it is made once for these, and for names. */
export function finderOf(values: readonly string[]): Finder {
  const them = [...new Set(values)].sort().join('\0')
  const known = made.find((it) => it.values === them) ?? { values: them, finder: newFinder(spellingsOf(values)) }
  made = [known, ...made.filter((it) => it !== known)].slice(0, 2)
  return known.finder
}

/** A text without them. */
export function hideIn(text: string, finder: Finder): string {
  const hider = newHider(finder)
  return Buffer.concat([hider.add(Buffer.from(text)), hider.end()]).toString('utf8')
}

export interface Hider {
  /** What can be said already: the beginning of a value is held back until it is known whether it is one. */
  add(chunk: Uint8Array): Uint8Array
  /** What was held back at the end. */
  end(): Uint8Array
}

/** From and up to which byte something is hidden, counted from the first one that was not said yet. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** Beside a value that may still come: what a terminal is told within it is no longer than that. */
const mostBetween = 4096

/** Reads on as if there were no sequences for the terminal. */
interface Bare {
  readonly sequences: SequenceScanner
  state: number
  /** Where sequences are, as far back as a value may begin. */
  passed: Stretch[]
}

/**
 * Takes them out of bytes that come in parts. Values that overlap are hidden as one. One that has sequences for the terminal
 * in it, as where a part of it is coloured, is hidden with them: without its colours it would stand there whole. What begins
 * before a value may be a sequence with its first sign or not: each way of reading it is looked at.
 */
export function newHider(finder: Finder): Hider {
  const { after, ends, open } = finder
  let state = 0
  const bares: readonly Bare[] = textsWithin.map((within) => ({
    sequences: newSequenceScanner(within),
    state: 0,
    passed: [],
  }))
  /** Whether there are sequences. */
  let isApart = false
  let held: Uint8Array = new Uint8Array()
  let stretches: Stretch[] = []

  const hide = (from: number, to: number): void => {
    let first = from
    for (let last = stretches.at(-1); last !== undefined && first < last.to; last = stretches.at(-1)) {
      first = Math.min(first, last.from)
      stretches.pop()
    }
    stretches.push({ from: first, to })
  }

  const look = (bare: Bare, byte: number, at: number): void => {
    if (bare.sequences.takes(byte)) {
      pass(bare.passed, at)
      return
    }
    bare.state = after(bare.state, byte)
    const length = ends[bare.state] ?? 0
    if (length > 0) hide(before(bare.passed, at + 1, length), at + 1)
  }

  const lookApart = (was: number, byte: number, at: number): void => {
    isApart = true
    for (const bare of bares) {
      if (bare.passed.length === 0) bare.state = was
      if (bare.passed.length > 0 || byte === escapeByte) look(bare, byte, at)
    }
  }

  /** Where the value begins that may be under way at the end of a text, sequences in it. */
  const beginIn = (bare: Bare, length: number): number => {
    if (bare.passed.length === 0) return length
    const count = open[bare.state] ?? 0
    const from = before(bare.passed, length, count)
    if (length - from <= count + mostBetween) return from
    bare.passed = []
    return length
  }

  /** Says what nothing can change any more: no value that is still to be found begins before `begin`. */
  const say = (text: Uint8Array, begin: number): Uint8Array => {
    const said: Uint8Array[] = []
    let done = 0
    for (const { from, to } of stretches) {
      if (from >= begin) break
      // What begins before is the rest of what was said to be hidden.
      if (from >= 0) said.push(text.subarray(done, from), hidden)
      done = to
    }
    if (done < begin) said.push(text.subarray(done, begin))
    done = Math.max(done, begin)
    const later = ({ from, to }: Stretch): Stretch => ({ from: from - done, to: to - done })
    stretches = stretches.filter(({ from }) => from >= begin).map(later)
    // Of a value that begins in what was said as hidden the sequences are still counted.
    for (const bare of bares) bare.passed = bare.passed.filter(({ to }) => to > begin).map(later)
    isApart = bares.some((it) => it.passed.length > 0)
    held = Buffer.from(text.subarray(done))
    return said.length === 1 ? (said[0] ?? held) : Buffer.concat(said)
  }

  return {
    add(chunk) {
      const text = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (let at = held.length; at < text.length; at++) {
        const byte = text[at] ?? 0
        const was = state
        state = after(was, byte)
        const length = ends[state] ?? 0
        if (length > 0) hide(at + 1 - length, at + 1)
        if (isApart || byte === escapeByte) lookApart(was, byte, at)
      }
      const begins = bares.map((bare) => beginIn(bare, text.length))
      return say(text, Math.min(text.length - (open[state] ?? 0), ...begins))
    },
    end() {
      state = 0
      for (const bare of bares) bare.passed = []
      return say(held, held.length)
    },
  }
}

function pass(passed: Stretch[], at: number): void {
  const last = passed.at(-1)
  if (last?.to === at) passed[passed.length - 1] = { from: last.from, to: at + 1 }
  else passed.push({ from: at, to: at + 1 })
}

/** Where so many bytes before a place begin, those that were passed not counted. */
function before(passed: readonly Stretch[], to: number, count: number): number {
  let from = to
  let left = count
  for (let at = passed.length - 1; at >= 0 && left > 0; at--) {
    const { from: begin, to: end } = passed[at] ?? { from: 0, to: 0 }
    if (from - end >= left) break
    left -= from - end
    from = begin
  }
  return from - left
}
