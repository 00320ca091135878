/** One line of a command into words, as a shell splits them, without a shell. */

/** Where a line asks for what only a shell does. */
export interface ShellUse {
  /** As written: `&&`, `|`, `>`, `$(`, … each once, in the order of appearance. */
  readonly operators: readonly string[]
  /** What could be meant as the command: the words before the first one, or all where each stands within quotes. */
  readonly before: readonly string[]
}

export type Words =
  | { readonly is: 'words'; readonly words: readonly string[] }
  | { readonly is: 'needs-shell'; readonly use: ShellUse }
  /** A quote that is never closed, or nothing after the last backslash. */
  | { readonly is: 'unclosed'; readonly quote: string }

/** Why a line is no words, behind what it is: `needs a shell (&&)`. */
export function noWordsText(found: Exclude<Words, { readonly is: 'words' }>): string {
  return found.is === 'unclosed'
    ? `has a ${found.quote} that is never closed`
    : `needs a shell (${found.use.operators.join(', ')})`
}

const operators = ['&&', '||', '>>', '<<', '$(', '${', '|', '&', ';', '>', '<', '`', '\n'] as const

/** Starts of words that only a shell expands. */
function operatorAt(line: string, at: number, inWord: boolean): string | null {
  for (const operator of operators) if (line.startsWith(operator, at)) return operator === '\n' ? '\\n' : operator
  const next = line[at + 1] ?? ''
  if (line[at] === '$' && (/^[A-Za-z_?@*#]$/.test(next) || (next >= '0' && next <= '9'))) return '$'
  if (inWord) return null
  if (line[at] === '#') return '#'
  if (line[at] === '~' && (next === '' || next === '/' || next === ' ')) return '~'
  if (line[at] === '(' || line[at] === ')') return line[at] ?? null
  return null
}

/**
 * Splits a line into words: white space separates, single and double quotes and backslashes keep it together, as in
 * POSIX (inside double quotes a backslash only escapes `"`, `\`, `$` and a back-tick). Nothing is ever expanded: an
 * unquoted operator, substitution or variable (also a variable inside double quotes) makes the line one that needs a
 * shell. `*` and `?` stay as they are.
 *
 * @param line what somebody typed or configured
 */
export function splitWords(line: string): Words {
  const words: string[] = []
  const found: string[] = []
  let before = null as readonly string[] | null
  let word: string | null = null
  let quote: '"' | "'" | null = null
  const note = (operator: string): void => {
    if (quote === null) before ??= word === null || word === '' || /^\d$/.test(word) ? [...words] : [...words, word]
    if (!found.includes(operator)) found.push(operator)
  }
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (quote === "'") {
      if (character === "'") quote = null
      else word = (word ?? '') + character
      continue
    }
    if (character === '\\') {
      const next = line[at + 1]
      if (next === undefined) return { is: 'unclosed', quote: '\\' }
      const escapes = quote === null || '"\\$`'.includes(next)
      word = (word ?? '') + (escapes ? next : `\\${next}`)
      at++
      continue
    }
    if (quote === '"') {
      if (character === '"') {
        quote = null
        continue
      }
      const operator = character === '$' || character === '`' ? operatorAt(line, at, true) : null
      if (operator !== null) note(operator)
      word = (word ?? '') + character
      continue
    }
    if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === ' ' || character === '\t' || character === '\r') {
      if (word !== null) words.push(word)
      word = null
    } else {
      const operator = operatorAt(line, at, word !== null)
      if (operator === null) {
        word = word === null ? character : word + character
        continue
      }
      note(operator)
      if (word !== null) words.push(word)
      word = null
      at += operator === '\\n' ? 0 : operator.length - 1
    }
  }
  if (quote !== null) return { is: 'unclosed', quote }
  if (word !== null) words.push(word)
  if (found.length > 0) return { is: 'needs-shell', use: { operators: found, before: before ?? words } }
  return { is: 'words', words }
}
