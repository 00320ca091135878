/** The pieces that JSON text is made of. The only file that knows `jsonc-parser`, of which nothing but the scanner is used. */

import { createScanner } from 'jsonc-parser'

export type TokenKind =
  | 'open-object'
  | 'close-object'
  | 'open-list'
  | 'close-list'
  | 'comma'
  | 'colon'
  | 'null'
  | 'true'
  | 'false'
  | 'string'
  | 'number'
  | 'comment'
  /** Anything else: a word without quotes, a sign that JSON does not have. */
  | 'word'
  | 'end'

export type TokenFault = 'comment-open' | 'string-open' | 'number' | 'escape' | null

/** Goes over a text; what it stands at last is told by the fields. */
export interface Tokens {
  kind: TokenKind
  /** Places in the text; `end` is behind the last character. */
  start: number
  end: number
  fault: TokenFault
  /** Goes to the next token, over white space. */
  next(): void
  /** The next token is looked for from here on. */
  goTo(at: number): void
}

// By the numbers of jsonc-parser's SyntaxKind and ScanError, which are constants that only its types have.
const kinds: Readonly<Record<number, TokenKind>> = {
  1: 'open-object',
  2: 'close-object',
  3: 'open-list',
  4: 'close-list',
  5: 'comma',
  6: 'colon',
  7: 'null',
  8: 'true',
  9: 'false',
  10: 'string',
  11: 'number',
  12: 'comment',
  13: 'comment',
  17: 'end',
}
const whiteSpace = { line: 14, blank: 15 } as const
const faults: Readonly<Record<number, TokenFault>> = {
  1: 'comment-open',
  2: 'string-open',
  3: 'number',
  4: 'escape',
  5: 'escape',
}

/**
 * Begins at a place of a text.
 * @param text with one character for each byte, so that places in it are byte offsets
 */
export function tokensOf(text: string, from: number): Tokens {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  const tokens: Tokens = {
    kind: 'end',
    start: from,
    end: from,
    fault: null,
    next() {
      let kind: number
      do kind = scanner.scan()
      while (kind === whiteSpace.blank || kind === whiteSpace.line)
      tokens.kind = kinds[kind] ?? 'word'
      tokens.start = scanner.getTokenOffset()
      // A comment that is never closed is said to end behind the text.
      tokens.end = Math.min(text.length, tokens.start + scanner.getTokenLength())
      tokens.fault = faults[scanner.getTokenError()] ?? null
    },
    goTo(at) {
      scanner.setPosition(at)
    },
  }
  return tokens
}
