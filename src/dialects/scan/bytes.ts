/** Reading single bytes and stretches of bytes: all delimiters of the text formats are ASCII, so nothing is decoded to find them. */

/** A stretch of a source: byte offsets, `end` is behind the last byte. */
export interface Extent {
  readonly start: number
  readonly end: number
}

export const byte = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  hash: 35,
  open: 40,
  close: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  openSquare: 91,
  closeSquare: 93,
  underscore: 95,
  tick: 96,
  openCurly: 123,
  pipe: 124,
  closeCurly: 125,
  tilde: 126,
} as const

/** The byte at an offset; -1 outside the file, which is equal to no byte. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? -1
}

/** Space or tab. */
export function isBlank(value: number): boolean {
  return value === byte.space || value === byte.tab
}

export function isDigit(value: number): boolean {
  return value >= byte.zero && value <= byte.nine
}

/** An ASCII letter of either case. */
export function isLetter(value: number): boolean {
  const low = value | 32
  return low >= 97 && low <= 122
}

/** U+00A0, the no-break space, in UTF-8. */
export function isNoBreakSpace(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xc2 && bytes[at + 1] === 0xa0
}

/** Behind spaces, tabs and no-break spaces. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    if (isBlank(byteAt(bytes, at))) at += 1
    else if (isNoBreakSpace(bytes, at)) at += 2
    else break
  }
  return at
}

/** The extent without spaces, tabs and no-break spaces at both ends. */
export function trimmed(bytes: Uint8Array, start: number, end: number): Extent {
  const first = skipBlanks(bytes, start, end)
  let last = end
  while (last > first) {
    if (isBlank(byteAt(bytes, last - 1))) last -= 1
    else if (last - first >= 2 && isNoBreakSpace(bytes, last - 2)) last -= 2
    else break
  }
  return { start: first, end: last }
}

/** Offset of the first `wanted` byte in the extent, or -1. */
export function find(bytes: Uint8Array, wanted: number, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (bytes[at] === wanted) return at
  return -1
}

/** Whether the ASCII `text` stands at an offset. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const byteDecoder = new TextDecoder('latin1')

// A whole file with one character for each byte. A plan is cut into dozens of pieces per task, and cutting a string costs
// a tenth of decoding a piece of bytes (measured on 10,000 tasks); sources never change after they are read.
const wholes = new WeakMap<Uint8Array, string>()

/** The text of an extent; bytes that are not UTF-8 become U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  if (end <= start) return ''
  for (let at = start; at < end; at += 1)
    if (byteAt(bytes, at) > 0x7f) return decoder.decode(bytes.subarray(start, end))
  return wholeText(bytes).slice(start, end)
}

/** The whole file with one character for each byte, so that places in it are byte offsets; made once. */
export function wholeText(bytes: Uint8Array): string {
  const known = wholes.get(bytes)
  if (known !== undefined) return known
  const whole = byteDecoder.decode(bytes)
  wholes.set(bytes, whole)
  return whole
}
