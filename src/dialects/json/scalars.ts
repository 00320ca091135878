/** Strings and numbers of JSON: what their bytes say, and what is wrong with them. */

import type { Findings } from '../findings.ts'
import { decode, type Extent } from '../scan/bytes.ts'
import type { JsonNumber, JsonString } from './tree.ts'

/**
 * The text between quotes.
 * @param inner extent without the quotes
 * @param outer extent of the value, with them
 */
export function readString(
  { bytes, text }: { readonly bytes: Uint8Array; readonly text: string },
  inner: Extent,
  outer: Extent,
  findings: Findings,
): JsonString {
  const raw = text.slice(inner.start, inner.end)
  const plain = decode(bytes, inner.start, inner.end)
  if (!raw.includes('\\')) return { is: 'string', text: plain, escaped: false, ...outer }
  if (raw.includes('\\u')) sayLoneSurrogates(raw, inner.start, findings)
  return { is: 'string', text: unescaped(plain), escaped: true, ...outer }
}

/** What the escapes of a string stand for; a wrong one stands for itself. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (whole, hex: string | undefined, sign: string | undefined) =>
    hex === undefined ? (signs[sign ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const signs: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** MW406: half of a character, which no text can hold. */
function sayLoneSurrogates(raw: string, from: number, findings: Findings): void {
  let high: number | null = null
  const say = (at: number): void => {
    const place = { start: from + at, end: from + at + 6 }
    const message = `lone surrogate ${raw.slice(at, at + 6)}: half of a character`
    findings.add('MW406', 'error', place, message, 'write the character itself, or both halves of it')
  }
  for (const { 0: escape, 1: hex, index } of raw.matchAll(/\\(?:u([0-9a-fA-F]{4})|.)/gs)) {
    const unit = hex === undefined ? 0 : Number.parseInt(hex, 16)
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    const follows: boolean = high !== null && index === high + 6
    if (high !== null && !(isLow && follows)) say(high)
    if (isLow && !follows) say(index)
    high = escape.length === 6 && unit >= 0xd800 && unit <= 0xdbff ? index : null
  }
  if (high !== null) say(high)
}

/** A number as written; MW400 where JSON writes none so, MW405 where no program could keep it as it is. */
export function readNumber(written: string, place: Extent, isWhole: boolean, findings: Findings): JsonNumber {
  const shown = written.length > 40 ? `${written.slice(0, 40)}…` : written
  const value = Number(written)
  const unfit = (why: string, help: string): void => {
    findings.add('MW405', 'error', place, `${shown} ${why}`, help)
  }
  if (!isWhole || /^-?0\d/.test(written)) {
    const help = 'write it with digits on both sides of the point, and without a leading zero'
    findings.add('MW400', 'error', place, `'${shown}' is not a JSON number`, help)
    return { is: 'number', value: Number.NaN, ...place }
  }
  if (!Number.isFinite(value)) unfit('is too large for a number', 'write a smaller number, or a string')
  else if (Object.is(value, -0)) unfit('has a sign that programs lose', 'write 0')
  else if (/^-?\d+$/.test(written) && !Number.isSafeInteger(value))
    unfit('is too large to be kept exactly', 'write it as a string')
  return { is: 'number', value, ...place }
}
