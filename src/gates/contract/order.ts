/** The order of everything that is written down: the same on every machine. */

/** By UTF-16 code units, whatever the language of the machine. */
export function byCodePoint(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
