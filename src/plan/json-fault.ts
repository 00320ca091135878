/** Where a text stops being JSON: engines name the place for some mistakes only. */

const spaces = ' \t\r\n'
const words = ['true', 'false', 'null'] as const

/**
 * The first place that no JSON value can have.
 * @returns line and column from 1, in UTF-16 units; the end of the text where it only breaks off, null where it is JSON
 */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  const at = faultIn(text)
  if (at === null) return null
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: at - lineStart + 1 }
}

type Awaits = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

/** Goes through the text once, with the open brackets on a stack. */
function faultIn(text: string): number | null {
  const open: ('{' | '[')[] = []
  let awaits: Awaits = 'value'
  let at = 0
  for (;;) {
    while (at < text.length && spaces.includes(text[at] ?? '')) at += 1
    if (at === text.length) return awaits === ', or end' && open.length === 0 ? null : at
    const next = step(text, at, awaits, open)
    if ('fault' in next) return next.fault
    ;({ at, awaits } = next)
  }
}

type Step = { readonly at: number; readonly awaits: Awaits } | { readonly fault: number }

function step(text: string, at: number, awaits: Awaits, open: ('{' | '[')[]): Step {
  const character = text[at] ?? ''
  const closes = open.at(-1) === '{' ? '}' : ']'
  if (character === closes && open.length > 0 && (awaits === ', or end' || awaits.endsWith(closes))) {
    open.pop()
    return { at: at + 1, awaits: ', or end' }
  }
  if (awaits === ', or end')
    return character === ',' && open.length > 0
      ? { at: at + 1, awaits: open.at(-1) === '{' ? 'key' : 'value' }
      : { fault: at }
  if (awaits === ':') return character === ':' ? { at: at + 1, awaits: 'value' } : { fault: at }
  if (awaits === 'key' || awaits === 'key or }') {
    const end = character === '"' ? endOfString(text, at) : { fault: at }
    return typeof end === 'number' ? { at: end, awaits: ':' } : end
  }
  if (character === '{' || character === '[') {
    open.push(character)
    return { at: at + 1, awaits: character === '{' ? 'key or }' : 'value or ]' }
  }
  const end = endOfScalar(text, at)
  return typeof end === 'number' ? { at: end, awaits: ', or end' } : end
}

function endOfScalar(text: string, at: number): number | { readonly fault: number } {
  if (text[at] === '"') return endOfString(text, at)
  const word = words.find((it) => text.startsWith(it, at))
  if (word !== undefined) return at + word.length
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
  number.lastIndex = at
  return number.test(text) ? number.lastIndex : { fault: at }
}

function endOfString(text: string, from: number): number | { readonly fault: number } {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') return at + 1
    if (character < ' ') return { fault: at }
    if (character !== '\\') continue
    const escape = text.slice(at + 1, at + 6)
    if (/^u[\da-fA-F]{4}/.test(escape)) at += 5
    else if ('"\\/bfnrt'.includes(escape[0] ?? '?')) at += 1
    else return { fault: escape === '' ? text.length : at + 1 }
  }
  return { fault: text.length }
}
