/** Whether two texts of a spec say the same, but for white space, case and the dot at their end. */
export function sameWords(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

/** Letters and numbers of a text, whatever signs stand around them. */
export function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Whether a text has the words of another one in their order. */
export function holdsWords(text: string, other: string): boolean {
  return ` ${plainWords(text)} `.includes(` ${plainWords(other)} `)
}

/** Whether a text begins with the words of a shorter one, or has them as a line or a sentence, so that nothing is lost where it alone is told. */
export function saysMore(text: string, shorter: string): boolean {
  const wanted = plainWords(shorter)
  if (wanted === '' || plainWords(text) === wanted) return false
  const sentences = text.split(/\n|[.!?;](?=\s|$)/u)
  return `${plainWords(text)} `.startsWith(`${wanted} `) || sentences.some((it) => plainWords(it) === wanted)
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replace(/[.!]$/, '').toLowerCase()
}
