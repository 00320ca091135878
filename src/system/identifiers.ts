/** New identifiers: random ones, and names of runs that sort by time and can be read aloud. */

import { randomBytes } from 'node:crypto'

/** Crockford's 32 signs, small: no i, l, o or u, so that nothing is mistaken when typed. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * @param length number of signs, five random bits each
 * @returns random signs of a small alphabet, safe in paths, refs and file names
 */
export function randomSigns(length: number): string {
  let text = ''
  for (const byte of randomBytes(length)) text += signs[byte & 31] ?? ''
  return text
}

/** @returns an identifier that nobody else makes: 26 signs, 130 random bits */
export function newId(): string {
  return randomSigns(26)
}

/**
 * Names a run, such as `20261121-114213-k3f9`.
 * @param at milliseconds since 1970; shown in UTC so that names sort by time everywhere
 */
export function newRunId(at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  return `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomSigns(4)}`
}
