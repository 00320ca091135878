/** UTF-8 decoded by hand, so that a wrong byte has a place. */

/** `point` is -1 where the bytes are not UTF-8; then `length` is that of the longest wrong run (Unicode's own rule). */
export interface Decoded {
  readonly point: number
  readonly length: number
}

/** Decodes the character at `at`, which must lie before `end`. Overlong forms, surrogates and points past U+10FFFF are wrong. */
export function codePointAt(bytes: Uint8Array, at: number, end: number): Decoded {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { point: first, length: 1 }
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return { point: -1, length: 1 }
  let point = first & (0xff >> (size + 1))
  for (let step = 1; step < size; step += 1) {
    const next = at + step < end ? (bytes[at + step] ?? 0) : 0
    if ((next & 0xc0) !== 0x80 || (step === 1 && !mayFollow(first, next))) return { point: -1, length: step }
    point = (point << 6) | (next & 0x3f)
  }
  return { point, length: size }
}

function mayFollow(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second < 0xa0
  if (first === 0xf0) return second >= 0x90
  if (first === 0xf4) return second < 0x90
  return true
}

// What Windows-1252 shows for the bytes 0x80 to 0x9f.
const windows = new Set(Array.from('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ', (it) => it.codePointAt(0) ?? 0))

/** Of these what people write behind a letter themselves. */
const ordinary = new Set(Array.from('‚„…‹›‘’“”•–—«»·\u00a0', (it) => it.codePointAt(0) ?? 0))

function isShownByte(point: number): boolean {
  return (point >= 0x80 && point <= 0xbf) || windows.has(point)
}

/**
 * Where a character of UTF-8 that was read as Latin-1 or Windows-1252 ends: as many characters follow the one at `at` as its
 * byte says, and each shows a byte that may follow. They may be control characters: `â`, U+0080, U+009C is a quotation mark.
 * @returns `at` where it is none
 */
export function doubleDecodedEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = codePointAt(bytes, at, end)
  if (first.point < 0xc2 || first.point > 0xf4) return at
  let left = first.point >= 0xf0 ? 3 : first.point >= 0xe0 ? 2 : 1
  let next = at + first.length
  for (; left > 0 && next < end; left -= 1) {
    const { point, length } = codePointAt(bytes, next, end)
    if (!isShownByte(point)) return at
    next += length
  }
  return left > 0 ? at : next
}

/**
 * Which encoding some UTF-8 was wrongly read in, judged by three characters that follow one another; null where nothing
 * speaks for it. Typical are `Ã©`, `â€”`, `â†’` and `ðŸŽ¯` (Latin-1, Windows-1252) and `√©` and `‚Äî` (MacRoman) (FORMATS R6).
 */
export function doubleDecoded(before: number, previous: number, point: number): 'Latin-1' | 'MacRoman' | null {
  const high = isShownByte(point)
  if (previous === 0xc3 && high) return 'Latin-1'
  if (previous === 0xc2 && point >= 0xa0 && point <= 0xbf) return 'Latin-1'
  if (previous === 0xe2 && (point === 0x20ac || (point >= 0x80 && point <= 0x9f))) return 'Latin-1'
  // An arrow, a sign of mathematics, a tick: two of what people write themselves are no proof.
  if (
    before === 0xe2 &&
    high &&
    point >= 0xa0 &&
    isShownByte(previous) &&
    !(ordinary.has(previous) && ordinary.has(point))
  )
    return 'Latin-1'
  // An emoji.
  if (previous === 0xf0 && point === 0x178) return 'Latin-1'
  if (previous === 0x221a && point >= 0xa0 && point !== 0x2009) return 'MacRoman'
  // A German opening quote looks the same, but what follows its capital umlaut is a plain letter.
  if (before === 0x201a && previous >= 0xb0 && previous <= 0xff && point >= 0x80) return 'MacRoman'
  return null
}
