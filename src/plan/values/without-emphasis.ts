/** Words of Markdown as people read them on a terminal: without the signs of emphasis. */

const code = /`[^`]*`/g
/** A sign of emphasis stands at the edge of words: `src/**`, `*.md`, `2 * 3` and `__init__` are no emphasis. */
const bold = /(?<![\p{L}\p{N}*/])(\*{2,3})([^*\s/][^*]*)\1(?!\*)/gu
const underlined = /(?<![\p{L}\p{N}_])__(?![a-z\d]+__(?!\w))([^_]+)__(?![\p{L}\p{N}_])/gu
const italic = /(?<![\p{L}\p{N}*/\\])\*(?=[^\s*/.])([^*]*[^\s*/])\*(?![\p{L}\p{N}*/.])/gu

/** A text without the signs that set its words in bold or italics; what stands in back-ticks stays as it is. Linear. */
export function withoutEmphasis(text: string): string {
  const spans: string[] = []
  const mark = '\u{E000}'
  if (text.includes(mark)) return text
  return text
    .replaceAll(code, (it) => {
      spans.push(it)
      return mark
    })
    .replaceAll(bold, '$2')
    .replaceAll(underlined, '$1')
    .replaceAll(italic, '$1')
    .replaceAll(mark, () => spans.shift() ?? '')
}
