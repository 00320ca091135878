/** Takes secrets out of what a program says: what is kept and told may be committed (RELIABILITY S11). */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { newFinder, type Finder } from './find-spellings.ts'
import { isPlain } from './secrets.ts'

/** What stands in the place of a hidden value. */
const hidden = Buffer.from('***')
/** Shorter values are words of every output, and no secrets. */
const shortest = 6

/**
 * @param values of variables, as they are
 * @returns the spellings in which they are looked for; a place that is there, such as a folder, is no secret, nor is a word
 *   that is one of its lines
 */
export function spellingsOf(values: readonly string[]): readonly string[] {
  const secret = new Set(values.filter((it) => !(path.isAbsolute(it) && existsSync(it))))
  const lines = [...secret].filter((it) => it.includes('\n')).flatMap((it) => it.split('\n'))
  const looked = [...secret, ...lines.filter((it) => !isPlain(it))].map((it) => it.trim())
  return [...new Set([...new Set(looked)].filter((it) => it.length >= shortest).flatMap(spelled))]
}

function spelled(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const percent = encodeURIComponent(value)
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  return [
    value,
    json,
    // As many programs write it, and as it stands in JSON that is a text in JSON.
    json.replace(/[\u007f-\uffff]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`),
    JSON.stringify(json).slice(1, -1),
    ...[percent, form].flatMap((it) => [it, it.replace(/%../g, (sign) => sign.toLowerCase())]),
    encodeURI(value),
    ...base64Of(value),
  ]
}

/** In base64 by itself, and within a longer text: of what begins at each of three places in it, the signs that it alone decides. */
function base64Of(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const from = Math.ceil((before * 8) / 6)
    return whole.toString('base64').slice(from, Math.floor((whole.length * 8) / 6))
  })
  return [bytes.toString('base64'), ...within].flatMap((it) => [it, it.replaceAll('+', '-').replaceAll('/', '_')])
}

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

/** Takes them out of bytes that come in parts. Values that overlap are hidden as one. */
export function newHider(finder: Finder): Hider {
  const { width, kinds, next, ends, open } = finder
  let state = 0
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
    stretches = stretches
      .filter(({ from }) => from >= safe)
      .map(({ from, to }) => ({ from: from - done, to: to - done }))
    held = Buffer.from(text.subarray(done))
    return said.length === 1 ? (said[0] ?? held) : Buffer.concat(said)
  }

  return {
    add(chunk) {
      const text = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (let at = held.length; at < text.length; at++) {
        state = next[state * width + (kinds[text[at] ?? 0] ?? 0)] ?? 0
        const length = ends[state] ?? 0
        if (length > 0) hide(at + 1 - length, at + 1)
      }
      return say(text, text.length - (open[state] ?? 0))
    },
    end() {
      state = 0
      return say(held, held.length)
    },
  }
}
