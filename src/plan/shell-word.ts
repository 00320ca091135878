/** A path or name as it can be typed into a shell, for the calls that messages suggest. */

import { safeLine } from './safe-text.ts'

/** The text itself where a shell takes it as one plain word, else in quotes; always of one line, and of printable characters. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}_./@%+=:,-]+$/u.test(text)) return text
  if (!isTypeable(text)) return `"${shellPrinted(text)}"`
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`
}

/** A command as it can be typed: `a b` and `c` are other arguments than `a`, `b` and `c`. */
export function shellWords(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ')
}

/** Whether a terminal shows it as it is, in one line. */
export function isTypeable(text: string): boolean {
  return safeLine(text) === text
}

/**
 * What no terminal shows as it is, for within double quotes of a shell: its `printf` writes the bytes. Line feeds at the end are
 * lost, as a shell drops them.
 */
export function shellPrinted(text: string): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
  const isPlain = (sign: string, at: number): boolean =>
    isTypeable(sign) && !/[\\%'!]/.test(sign) && !(at === 0 && sign === '-')
  const signs = Array.from(text, (sign, at) =>
    isPlain(sign, at) ? sign : Array.from(Buffer.from(sign), octal).join(''),
  )
  return `$(printf '${signs.join('')}')`
}
