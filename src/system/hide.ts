/** Takes values that were handed to a program by name out of what it says: what is kept and told may be committed (RELIABILITY S11). */

import { existsSync } from 'node:fs'
import path from 'node:path'

/** What stands in the place of a hidden value. */
const hidden = '***'
/** Shorter values are words of every output, and no secrets. */
const shortest = 6

/**
 * @param values of variables, as they are
 * @returns the spellings in which they are looked for; a place that is there, such as a folder, is no secret
 */
export function spellingsOf(values: readonly string[]): readonly string[] {
  const secret = values.filter((it) => !(path.isAbsolute(it) && existsSync(it)))
  const lines = secret.flatMap((it) => [it, ...it.split('\n')].map((line) => line.trim()))
  const spelled = lines
    .filter((it) => it.length >= shortest)
    .flatMap((it) => [it, JSON.stringify(it).slice(1, -1), encodeURIComponent(it), Buffer.from(it).toString('base64')])
  return [...new Set(spelled)].sort((a, b) => b.length - a.length)
}

/** A text without them. */
export function hideIn(text: string, spellings: readonly string[]): string {
  return spellings.reduce((rest, it) => rest.replaceAll(it, hidden), text)
}

export interface Hider {
  /** What can be said already: the beginning of a value is held back until it is known whether it is one. */
  add(chunk: Uint8Array): Uint8Array
  /** What was held back at the end. */
  end(): Uint8Array
}

/** Takes them out of bytes that come in parts. */
export function newHider(spellings: readonly string[]): Hider {
  // Latin-1 has each byte as one sign, so that all others stay as they are.
  const asBytes = spellings.map((it) => Buffer.from(it).toString('latin1'))
  let held = ''
  return {
    add(chunk) {
      const text = hideIn(held + Buffer.from(chunk).toString('latin1'), asBytes)
      const open = Math.max(0, ...asBytes.map((it) => beginningAtEnd(text, it)))
      held = text.slice(text.length - open)
      return Buffer.from(text.slice(0, text.length - open), 'latin1')
    },
    end() {
      const rest = Buffer.from(held, 'latin1')
      held = ''
      return rest
    },
  }
}

/** How many signs at the end of a text may be the beginning of a value. */
function beginningAtEnd(text: string, value: string): number {
  for (let length = Math.min(value.length - 1, text.length); length > 0; length--)
    if (text.endsWith(value.slice(0, length))) return length
  return 0
}
