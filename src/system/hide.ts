/** Takes secrets out of what a program says: what is kept and told may be committed (RELIABILITY S11). */

import { newFinder, type Finder } from './find-spellings.ts'
import { spellingsOf } from './spellings.ts'
import { escapeByte, newSequenceScanner } from './terminal-sequence.ts'

/** What stands in the place of a hidden value. */
const hidden = Buffer.from('***')

let last: { readonly values: string; readonly finder: Finder } | null = null

/** What looks for values in all their spellings. Programs of a run mostly have the same: it is made once for these. */
export function finderOf(values: readonly string[]): Finder {
  const them = [...new Set(values)].sort().join('\0')
  if (last?.values !== them) last = { values: them, finder: newFinder(spellingsOf(values)) }
  return last.finder
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

/**
 * Takes them out of bytes that come in parts. Values that overlap are hidden as one. One that has sequences for the terminal
 * in it, as where a part of it is coloured, is hidden with them: without its colours it would stand there whole.
 */
export function newHider(finder: Finder): Hider {
  const { width, kinds, next, ends, open } = finder
  let state = 0
  /** As if there were no sequences. */
  let bare = 0
  const sequences = newSequenceScanner()
  let held: Uint8Array = new Uint8Array()
  let stretches: Stretch[] = []
  /** Where sequences are, as far back as a value may begin. */
  let passed: Stretch[] = []

  const hide = (from: number, to: number): void => {
    let first = from
    for (let last = stretches.at(-1); last !== undefined && first < last.to; last = stretches.at(-1)) {
      first = Math.min(first, last.from)
      stretches.pop()
    }
    stretches.push({ from: first, to })
  }

  const after = (from: number, byte: number): number => next[from * width + (kinds[byte] ?? 0)] ?? 0

  /** Where so many bytes before a place begin, sequences not counted. */
  const before = (to: number, count: number): number => {
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

  const pass = (at: number): void => {
    const last = passed.at(-1)
    if (last?.to === at) passed[passed.length - 1] = { from: last.from, to: at + 1 }
    else passed.push({ from: at, to: at + 1 })
  }

  /** Reads on without the sequences. */
  const look = (byte: number, at: number): void => {
    if (sequences.takes(byte)) {
      pass(at)
      return
    }
    bare = after(bare, byte)
    const length = ends[bare] ?? 0
    if (length > 0) hide(before(at + 1, length), at + 1)
  }

  /** @returns up to where nothing that is still to be found begins */
  const safeIn = (text: Uint8Array): number => {
    const whole = text.length - (open[state] ?? 0)
    if (passed.length === 0) return whole
    const apart = before(text.length, open[bare] ?? 0)
    if (text.length - apart <= (open[bare] ?? 0) + mostBetween) return Math.min(whole, apart)
    passed = []
    return whole
  }

  /** Says what nothing can change any more: no value that is still to be found begins before `safe`. */
  const say = (text: Uint8Array, safe: number): Uint8Array => {
    const said: Uint8Array[] = []
    let done = 0
    for (const { from, to } of stretches) {
      if (from >= safe) break
      // What begins before is the rest of what was said to be hidden.
      if (from >= 0) said.push(text.subarray(done, from), hidden)
      done = to
    }
    if (done < safe) said.push(text.subarray(done, safe))
    done = Math.max(done, safe)
    const later = ({ from, to }: Stretch): Stretch => ({ from: from - done, to: to - done })
    stretches = stretches.filter(({ from }) => from >= safe).map(later)
    passed = passed.filter(({ to }) => to > done).map(later)
    held = Buffer.from(text.subarray(done))
    return said.length === 1 ? (said[0] ?? held) : Buffer.concat(said)
  }

  return {
    add(chunk) {
      const text = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (let at = held.length; at < text.length; at++) {
        const byte = text[at] ?? 0
        if (passed.length === 0) bare = state
        state = after(state, byte)
        const length = ends[state] ?? 0
        if (length > 0) hide(at + 1 - length, at + 1)
        if (passed.length > 0 || byte === escapeByte) look(byte, at)
      }
      return say(text, safeIn(text))
    },
    end() {
      state = 0
      passed = []
      return say(held, held.length)
    },
  }
}
