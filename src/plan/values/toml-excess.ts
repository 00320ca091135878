/** Where a TOML text goes beyond what its parser can hold: it only says that it could not go on. */

/** Shorter values are held by every stack: the parser's limit, some 120,000 signs, depends on what has called it. */
const longestValue = 60_000
/** Brackets within brackets that stand for nothing anybody would write. */
const deepestBrackets = 64

/**
 * Looks for the longest value, else for where brackets stand too deep.
 * @param text TOML, as far as it is such
 * @returns a UTF-16 index and what is wrong there; the start of the text where neither is found
 */
export function excessIn(text: string): { readonly index: number; readonly message: string } {
  let longest = { index: 0, length: 0 }
  let depth = 0
  let deepAt: number | null = null
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? ''
    if (sign === '#') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if ('[{'.includes(sign)) {
      depth += 1
      if (depth > deepestBrackets) deepAt ??= at
      at += 1
    } else if (']}'.includes(sign)) {
      depth -= 1
      at += 1
    } else if (isApart(sign)) at += 1
    else {
      const end = sign === '"' || sign === "'" ? endOfText(text, at, sign) : endOfBare(text, at)
      if (end - at > longest.length) longest = { index: at, length: end - at }
      at = end
    }
  }
  if (longest.length > longestValue)
    return { index: longest.index, message: `A value of ${longest.length} characters is too long` }
  if (deepAt !== null) return { index: deepAt, message: 'Nested too deeply' }
  return { index: 0, message: 'Nested too deeply, or a text is too long' }
}

/** Signs that stand between values. */
function isApart(sign: string): boolean {
  return ' \t\r\n=,'.includes(sign)
}

function endOfBare(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && !isApart(text[at] ?? '') && !'[]{}#"\''.includes(text[at] ?? '')) at += 1
  return at
}

/** Behind a text in quotation marks; one that is not closed ends with its line, or with the file where it may have several. */
function endOfText(text: string, from: number, mark: string): number {
  const isLong = text.startsWith(mark.repeat(3), from)
  const close = isLong ? mark.repeat(3) : mark
  for (let at = from + close.length; at < text.length; at += 1) {
    if (mark === '"' && text[at] === '\\') at += 1
    else if (text.startsWith(close, at)) return at + close.length
    else if (!isLong && text[at] === '\n') return at
  }
  return text.length
}
