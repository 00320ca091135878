/** The end of a program's output, made safe to be shown: nothing in it can steer a terminal or reorder its text. */

/** Longest excerpt kept in an event, in UTF-8 bytes (upper bound: escapes included). */
export const excerptBytes = 4096

/** Code points that no terminal shows as a character, or that change what a reader sees (RELIABILITY 3.8 [M]). */
function isUnsafe(code: number): boolean {
  if (code === 0x0a || code === 0x09) return false
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true
  if (code === 0xad || code === 0x61c || code === 0x180e || code === 0xfeff) return true
  if (code >= 0x200b && code <= 0x200f) return true
  if (code >= 0x2028 && code <= 0x202e) return true
  if (code >= 0x2060 && code <= 0x206f) return true
  if (code >= 0xd800 && code <= 0xdfff) return true
  if (code >= 0xe000 && code <= 0xf8ff) return true
  if (code >= 0xfff9 && code <= 0xfffb) return true
  return code >= 0xe0000
}

/**
 * Shows what cannot be printed as an escape (`\x1b`, `\u{202e}`); line feeds and tabs stay, a carriage return before a
 * line feed goes away. Idempotent on its own output.
 *
 * @param text any text
 */
export function printable(text: string): string {
  let safe = ''
  for (const character of text.replaceAll('\r\n', '\n')) {
    const code = character.codePointAt(0) ?? 0
    if (!isUnsafe(code)) safe += character
    else if (code <= 0xff) safe += `\\x${code.toString(16).padStart(2, '0')}`
    else safe += `\\u{${code.toString(16)}}`
  }
  return safe
}

/**
 * Takes the colours out of a program's output before the rest is made printable: `ESC [ … letter` and nothing else.
 * Other sequences stay visible as escapes, because they are no mere decoration.
 */
function withoutColours(text: string): string {
  let plain = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('\u001b[', from)
    if (start < 0) return plain + text.slice(from)
    let end = start + 2
    while (end < text.length && end - start < 32 && '0123456789;:'.includes(text[end] ?? '')) end++
    plain += text.slice(from, start)
    if (text[end] === 'm') from = end + 1
    else {
      plain += '\u001b'
      from = start + 1
    }
  }
}

/** UTF-8 length of a code point. */
function width(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/**
 * The last lines of a program's output: without colours, safe to show, whole lines where they fit.
 *
 * @param output decoded output
 * @param limit at most so many UTF-8 bytes
 */
export function excerptOf(output: string, limit: number = excerptBytes): string {
  const safe = printable(withoutColours(output.slice(-limit * 4))).trimEnd()
  const characters = Array.from(safe)
  let bytes = 0
  let start = characters.length
  while (start > 0) {
    bytes += width(characters[start - 1]?.codePointAt(0) ?? 0)
    if (bytes > limit) break
    start--
  }
  if (start === 0) return safe
  const kept = characters.slice(start).join('')
  const line = kept.indexOf('\n')
  return line >= 0 && line < kept.length / 2 ? kept.slice(line + 1) : kept
}
