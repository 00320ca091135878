/** When two signatures are the same: they are compared sign by sign as a language reads them, not as they are written. */

import type { LanguageFile } from './language-file.ts'

/** What a language takes for a string. */
export type Lexis = Pick<LanguageFile, 'quotes' | 'alike'>

const word = /[\p{L}\p{N}\p{M}_$]+/uy
const number = /\.?\d(?:[eE][+-]?|'?[\w.])*/y
const isWordSign = (sign: string): boolean => /[\p{L}\p{N}\p{M}_$]/u.test(sign)

/**
 * A signature as it is compared. Blanks between signs, the case and the separators of digits, and which of two quotes that
 * mean the same is taken, make no difference.
 *
 * @param text one line
 * @param lexis of the language that it is written in
 */
export function sameness(text: string, { quotes, alike }: Lexis): string {
  const key: string[] = []
  let last = ''
  let isGap = false
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? ''
    if (sign === ' ' || sign === '\t') {
      isGap = true
      at += 1
      continue
    }
    const isNumber = /[\d.]/.test(sign) && !(sign === '.' && !isGap && /[\w)\]]/.test(last))
    const found = (isNumber ? matchAt(number, text, at) : null) ?? matchAt(word, text, at)
    const end = quotes.has(sign) ? endOfString(text, at) : at + (found?.length ?? 1)
    let token = text.slice(at, end)
    if (found !== null && /^[\d.]/.test(found)) token = plainNumber(found)
    else if (alike.has(sign)) {
      const prefix = isGap ? '' : prefixBefore(key.at(-1) ?? '')
      if (prefix !== '') key.pop()
      token = plainString(token, prefix)
    }
    if (isGap && (isWordSign(last) ? isWordSign(token[0] ?? '') : last === sign && '&+-'.includes(sign))) key.push(' ')
    key.push(token)
    last = token.at(-1) ?? ''
    isGap = false
    at = end
  }
  return key.join('')
}

function matchAt(form: RegExp, text: string, at: number): string | null {
  form.lastIndex = at
  return form.exec(text)?.[0] ?? null
}

/** Behind the quote that ends it, or the end of the text. */
function endOfString(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at += 1)
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at + 1
  return text.length
}

/** Letters in front of a string that say how it is read. */
function prefixBefore(token: string): string {
  return /^[bfru]{1,2}$/i.test(token) ? token : ''
}

/** A string in the quotes that it would have if it were written anew. @param prefix of it, such as `rb` */
function plainString(text: string, prefix: string): string {
  const [open = '', said] = [text[0], text.slice(1, -1)]
  const read = prefix.toLowerCase().replace('u', '')
  if (text.length < 2 || !text.endsWith(open)) return `${read}${text}`
  // In these a quote inside is no matter of escapes alone.
  if (/[fr]/.test(read)) return /["']/.test(said) ? `${read}${text}` : `${read}"${said}"`
  return `${read}"${said.replaceAll(/\\[^]|"/g, (it) => (it === "\\'" ? "'" : it === '"' ? '\\"' : it))}"`
}

/** Longer ones are compared as they are. */
const longestNumber = 100

function plainNumber(text: string): string {
  if (text.length > longestNumber) return text
  const lower = text.toLowerCase().replaceAll(/[_']/g, '')
  const parts = /^(\d*)\.?(\d*)(e[+-]?\d+)?([a-z]*)$/.exec(lower)
  if (parts === null || !/[.e]/.test(lower)) return lower
  const [, whole = '', fraction = '', exponent = '', unit = ''] = parts
  const isWhole = !lower.includes('.')
  return `${whole || '0'}${isWhole ? '' : `.${fraction.replace(/0+$/, '') || '0'}`}${exponent.replace(/(e-?)\+?0*(?=\d)/, '$1')}${unit}`
}
