/** Text in columns of a terminal. */

/** Scripts and signs that take two columns in a terminal. Good enough for the width of a title. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u
const without = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** Columns that a text takes up, by code points. */
export function columns(text: string): number {
  let total = 0
  for (const char of text) total += widthOf(char)
  return total
}

/** The text, cut with `…` where it is wider than `width` columns. */
export function fit(text: string, width: number): string {
  if (columns(text) <= width) return text
  let left = width - 1
  let out = ''
  for (const char of text) {
    left -= widthOf(char)
    if (left < 0) break
    out += char
  }
  return width < 1 ? '' : `${out.trimEnd()}…`
}

/** The text with blanks behind it up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)))
}

/** The text in lines of at most `width` columns, broken at blanks, and inside words that are wider than a line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s/u).flatMap((part) => pieces(part, width))) {
    if (line !== '' && columns(line) + 1 + columns(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function pieces(word: string, width: number): readonly string[] {
  if (word === '' || columns(word) <= width) return word === '' ? [] : [word]
  const found: string[] = []
  let piece = ''
  for (const char of word) {
    if (piece !== '' && columns(piece) + widthOf(char) > width) {
      found.push(piece)
      piece = ''
    }
    piece += char
  }
  return [...found, piece]
}

function widthOf(char: string): number {
  if (char < '\u0300') return 1
  return without.test(char) ? 0 : wide.test(char) ? 2 : 1
}
