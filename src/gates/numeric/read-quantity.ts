/** A number as programs print it, with what stands behind it. */

import type { Found } from './found.ts'

/** `value` is NaN or infinite where the text says so, or is too large. */
export type Quantity =
  { readonly is: 'number'; readonly value: number; readonly rest: string } | { readonly is: 'none' }

/** Digits with a point, and an exponent by `e`, or by `d` as in Fortran; each part can be read in one way only. */
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?/
const notFinite = /^([+-]?)(?:(nan)|inf(?:inity)?)(?![\w.])/i
/** What makes another number of the one before it: thousands in groups, a version, an exponent without its letter, `0x`. */
const goesOn = /^[\d.,_+'’]|^[-−]\d|^x[\da-f]/iu

/**
 * Reads what a text begins with: `3`, `+3`, `.5`, `1e-3`, `1.0D-3`, `nan`, `-inf`. Groups of thousands and decimal commas are
 * no numbers: nobody can tell one from the other.
 *
 * @param text without spaces around it
 * @returns the number, and what follows it without the spaces between
 */
export function readQuantity(text: string): Quantity {
  const word = notFinite.exec(text)
  if (word !== null) {
    const value = word[2] === undefined ? (word[1] === '-' ? -Infinity : Infinity) : NaN
    return { is: 'number', value, rest: text.slice(word[0].length).trimStart() }
  }
  const [digits] = number.exec(text) ?? []
  if (digits === undefined) return { is: 'none' }
  const rest = text.slice(digits.length)
  if (goesOn.test(rest)) return { is: 'none' }
  return { is: 'number', value: Number(digits.replace(/d/i, 'e')), rest: rest.trimStart() }
}

/**
 * Whether a number that a pattern took out of a line is cut out of a longer one: `12` of `-12`, `1` of `1,234` and of `1_234`,
 * `5` of `1.5`, `0` and `10` of `0x10`.
 */
export function isCutOut({ before, text, behind }: Pick<Found, 'before' | 'text' | 'behind'>): boolean {
  if (/\d$/.test(text) && (/^[.,_'’]?\d/u.test(behind) || /^\.?[eEdD][+-]?\d/.test(behind))) return true
  if (/^[+-]?0$/.test(text) && /^[xob][\da-f]/i.test(behind)) return true
  if (/^[+-]/.test(text)) return /\d$/.test(before)
  return (
    /\d$|\d[.,_'’]$|\d[eEdD][+-]?$/u.test(before) ||
    /(?:^|[^\w)\].])[-−]$/u.test(before) ||
    /(?:^|\W)0[xob][\da-f]{0,40}$/i.test(before.slice(-44))
  )
}
