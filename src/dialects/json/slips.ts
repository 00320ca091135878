/** What people and programs write in the place of JSON values: single quotes, words, numbers of other languages. */

import type { Findings } from '../findings.ts'
import { decode, type Extent } from '../scan/bytes.ts'
import { readNumber, readString } from './scalars.ts'
import type { Tokens } from './tokens.ts'
import type { JsonNode } from './tree.ts'

/** Where the inside of the string ends that the tokens stand at: before its quote, where it has one. */
export function closedEnd(text: string, { start, end, fault }: Tokens): number {
  const isClosed = fault !== 'string-open' && end - start >= 2 && text[end - 1] === '"'
  return isClosed ? end - 1 : end
}

/** A number with what stands right behind it: `01`, `1.` and `12ab` are none. */
export function numberAt(text: string, tokens: Tokens, findings: Findings): JsonNode {
  const isWhole = tokens.fault === null && wordEnd(text, tokens.end) === tokens.end
  const at = extend(text, tokens)
  return readNumber(text.slice(at.start, at.end), at, isWhole, findings)
}

/**
 * A word that is no JSON value, read as what it is meant to be.
 * @returns null where nothing can be made of it
 */
export function wordAt(bytes: Uint8Array, text: string, tokens: Tokens, findings: Findings): JsonNode | null {
  const { start } = tokens
  if (text[start] === "'") {
    const inner = singleQuoted(text, tokens)
    findings.add('MW400', 'error', { start, end: start + 1 }, 'single quote; JSON needs "', 'write " in its place')
    return inner === null ? null : readString({ bytes, text }, inner, { start, end: tokens.end }, findings)
  }
  const at = extend(text, tokens)
  const shown = decode(bytes, start, Math.min(at.end, start + longestShown)).replaceAll('\ufffd', '')
  if (/^[-+]?(?:nan|infinity)$/i.test(shown)) {
    findings.add('MW405', 'error', at, `${shown} is not a JSON number`, 'write a number, or null for none')
    return { is: 'number', value: Number.NaN, ...at }
  }
  if (at.end >= text.length && ['true', 'false', 'null', '-'].some((it) => it.startsWith(shown))) {
    const end = { start: at.end, end: at.end }
    const help = 'bring the file back whole, from where it came; nothing of it was used'
    findings.add('MW401', 'error', end, 'file ends inside a value (partial write?)', help)
    return null
  }
  findings.add('MW400', 'error', at, `'${shown}' is not a JSON value`, 'write it in double quotes if it is a text')
  return { is: 'string', text: shown, escaped: false, ...at }
}

const longestShown = 40

/** The inside of a text in single quotes that ends in the same line; the tokens go on behind it. Null where there is none. */
export function singleQuoted(text: string, tokens: Tokens): Extent | null {
  const { start } = tokens
  if (text[start] !== "'") return null
  let end = start + 1
  while (end < text.length && text[end] !== "'" && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
  if (text[end] !== "'") return null
  tokens.end = end + 1
  tokens.goTo(end + 1)
  return { start: start + 1, end }
}

/** The token with what would be one word with it; the tokens go on behind that. */
function extend(text: string, tokens: Tokens): Extent {
  const end = wordEnd(text, tokens.end)
  tokens.end = end
  tokens.goTo(end)
  return { start: tokens.start, end }
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !' \t\r\n,:{}[]"/'.includes(text.charAt(end))) end += 1
  return end
}
