/** Keys of dependencies and files with signs around them or another sign than a colon behind: `• blocked_by: T001`. */

import { decode, trimmed } from '../../scan/bytes.ts'
import { plainIdEnd } from './ids.ts'
import { hasAction, isListOf, type Slip } from './key-slips.ts'

/** Bytes that are looked at: signs, a key and an id have room in them. */
const looked = 120
/** Signs or a box; the key; signs; what stands for a colon; signs; the first letters of the value. */
const dressed =
  /^((?:\[[ xX]?\]|[^\p{L}\p{N}\uFFFD]){0,12})(blocked[ _-]?by|blocks|depends[ _-]on|depends)([*_`'")\] ]{0,4})(:|->|=>|[→⇒=–—-])([[*_`'"( ]{0,8})(?=t\d)/iu
/** The same before files. */
const dressedFiles =
  /^((?:\[[ xX]?\]|[^\p{L}\p{N}\uFFFD]){0,12})(files)([*_`'")\] ]{0,4})(:|->|=>|[→⇒=–—-])([*_`" ]{0,8})/iu

const encoder = new TextEncoder()

/**
 * Reads a key of dependencies or files that is dressed up in signs, where a list of the kind stands behind it; null for
 * anything else. `sure` is false where it may as well be prose that goes on from the line above.
 */
export function readDressedKey(bytes: Uint8Array, start: number, end: number): Slip | null {
  const text = decode(bytes, start, Math.min(end, start + looked))
  const [all, signs, name, closing, colon] = dressed.exec(text) ?? dressedFiles.exec(text) ?? []
  if (all === undefined || signs === undefined || name === undefined) return null
  const value = trimmed(bytes, start + encoder.encode(all).length, end)
  const isFiles = name.toLowerCase() === 'files'
  if (isFiles ? !isListOf(bytes, value, 'files') : plainIdEnd(bytes, value.start, end) < 0) return null
  const from = start + encoder.encode(signs).length
  const isBare = signs === '' && colon !== ':' && closing?.trim() === ''
  const fault = isBare
    ? `the colon behind '${name}' is missing`
    : `'${name}' stands among signs that are no part of a key`
  const near = isFiles ? 'files' : name.toLowerCase() === 'blocks' ? 'blocks' : 'blocked_by'
  const found = { name, extent: { start: from, end: from + name.length }, key: null, near, fault, value } as const
  return { found, sure: colon === ':' || name.includes('_') || (isFiles && hasAction(bytes, value)) }
}
