/** Words of a template that nobody has replaced (MW516): `[Insert goal description]`, `TODO`, `{{name}}`, `YYYY-MM-DD`. */

const words: ReadonlySet<string> = new Set(['todo', 'tbd', 'fixme', 'xxx', 'yyyy-mm-dd', 'true/false', 'yes/no'])
const longestWord = Math.max(...[...words].map((it) => it.length)) + 1
const embedded = ['[descriptor]', '[insert ', '{{']

/** Whether a value is nothing but a placeholder, so that it says nothing. Linear. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim()
  if (text.startsWith('{{')) return true
  if (text.length <= longestWord) {
    const word = text.toLowerCase()
    if (words.has(word.endsWith('.') || word.endsWith(':') ? word.slice(0, -1) : word)) return true
  }
  return isBracketed(text)
}

/** Whether a placeholder that many files share stands within a text. */
export function holdsPlaceholder(text: string): boolean {
  const low = text.toLowerCase()
  return embedded.some((it) => low.includes(it))
}

/** Whether one pair of brackets with words in it, and no list of names in quotes, is all of a text. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false
  const within = text.slice(1, -1)
  return !/["[\]]/.test(within) && /\p{L}[^]*\p{L}/u.test(within)
}
