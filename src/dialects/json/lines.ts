/** The lines that JSON stands on. */

import { byte, byteAt, decode, isBlank } from '../scan/bytes.ts'

/** Whether a line ends within an extent. */
export function holdsLineFeed(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes.subarray(start, end).includes(byte.lineFeed)
}

/** Whether nothing but white space stands before an offset on its line. */
export function beginsLine(bytes: Uint8Array, offset: number): boolean {
  const feed = offset === 0 ? -1 : bytes.lastIndexOf(byte.lineFeed, offset - 1)
  return feed >= 0 && feed + 1 + indentAt(bytes, offset).length === offset
}

/** The white space that the line of an offset begins with. */
export function indentAt(bytes: Uint8Array, offset: number): string {
  const feed = offset === 0 ? -1 : bytes.lastIndexOf(byte.lineFeed, offset - 1)
  let end = feed + 1
  while (end < offset && isBlank(byteAt(bytes, end))) end += 1
  return decode(bytes, feed + 1, end)
}
