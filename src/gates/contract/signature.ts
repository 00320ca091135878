/** Public signatures: what they are, and when two of them are the same. */

/** One public declaration of a file. */
export interface Signature {
  /** Qualified as the language does it: `geo::Shape::area`, `Shape.area`. Overloads share it. */
  readonly name: string
  /** One line, without bodies, values and comments. */
  readonly text: string
  /** 1-based. */
  readonly line: number
}

/** What became of reading a file. */
export type FileSignatures = { readonly path: string } & (
  | { readonly is: 'read'; readonly signatures: readonly Signature[] }
  /** It does not parse; 1-based place. */
  | { readonly is: 'broken'; readonly line: number; readonly column: number; readonly what: string }
  /** It was not looked into. */
  | { readonly is: 'refused'; readonly why: string }
)

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}_$]/u.test(sign)

/**
 * A signature as it is compared: where it is broken into lines, and where blanks stand that mean nothing, makes no difference.
 * @param text one line
 */
export function sameness(text: string): string {
  let key = ''
  let quote: string | null = null
  let blank = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote === null && (sign === ' ' || sign === '\t')) {
      blank = true
      continue
    }
    if (blank && isWordSign(key.at(-1) ?? ' ') && isWordSign(sign)) key += ' '
    blank = false
    key += sign
    if (quote !== null && sign === '\\') key += text[(at += 1)] ?? ''
    else if (sign === quote) quote = null
    else if (quote === null && (sign === '"' || sign === "'" || sign === '`')) quote = sign
  }
  return key
}
