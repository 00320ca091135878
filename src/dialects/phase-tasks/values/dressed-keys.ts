/** Keys of dependencies and files with signs around them or another sign than a colon behind: `• blocked_by: T001`. */

import { decode, trimmed } from '../../scan/bytes.ts'
import { plainIdEnd } from './ids.ts'
import { hasAction, isListOf, readKeyWithoutColon, type Slip } from './key-slips.ts'

/** Bytes that are looked at: signs, a key and an id have room in them. */
const looked = 120
const signs = '((?:\\[[ xX]?\\]|[^\\p{L}\\p{N}\\uFFFD]){0,12})'
/** Letters with a sign among them: `blocked\_by` as some editors write it, `blocked.by`. */
const spread = (word: string): string => Array.from(word).join('[^\\p{L}\\p{N}\\s]?')
const by = `${spread('blocked')}[^\\p{L}\\p{N}]{0,3}${spread('by')}`
const on = `(?:tasks? )?(?:depends[^\\p{L}\\p{N}]{1,3}on|depends|dependenc(?:y|ies))`
/** A note in parentheses, or what the ids are called. */
const note = '(?:[^\\p{L}\\p{N}]{0,4}\\([^()]{1,30}\\)|[ \\t]+(?:tasks?|ids?))?'
/** Signs or a box; the key; a note; signs that stand for a colon; the first letters of the value. */
const dressed = new RegExp(
  `^${signs}(${by}|${spread('blocks')}|${on})(${note})([^\\p{L}\\p{N}\\uFFFD]{1,10})(?=t\\d)`,
  'iu',
)
/** The same before files, and files that are named in other words. */
const dressedFiles = new RegExp(`^${signs}(files)([*_\`'")\\] ]{0,4})(:|->|=>|[→⇒=–—-])([*_\`" ]{0,8})`, 'iu')
const namedFiles = new RegExp(
  `^${signs}((?:target )?file(?:s|\\(s\\)|s? to (?:be )?(?:create|modif(?:y|ie)|change|edit|add|update|delete|touch)d?))((?:[ _]?\\([^()]{1,30}\\))?[*_\`]{0,3})(:)([*_\`" ]{0,8})`,
  'iu',
)

const encoder = new TextEncoder()

/**
 * Reads a key of dependencies or files that is dressed up in signs, where a list of the kind stands behind it; null for
 * anything else. `sure` is false where it may as well be prose that goes on from the line above.
 */
export function readDressedKey(bytes: Uint8Array, start: number, end: number): Slip | null {
  const text = decode(bytes, start, Math.min(end, start + looked))
  const found = dressed.exec(text)
  const [all, before, name, behind, colon] = found ?? dressedFiles.exec(text) ?? namedFiles.exec(text) ?? []
  if (all === undefined || before === undefined || name === undefined) return null
  const value = trimmed(bytes, start + encoder.encode(all).length, end)
  const isFiles = found === null
  const sign = colon?.trim() ?? ''
  if (isFiles ? !isListOf(bytes, value, 'files') : plainIdEnd(bytes, value.start, end) < 0) return null
  const low = name.toLowerCase()
  // `blocks T001` and `depends on [T001]` are words of a sentence as well, and are looked at elsewhere.
  const isWords = /^[a-z ]+$/.test(low) && !low.endsWith('files')
  if (!isFiles && isWords && behind === '' && /^[[(]?$/.test(sign)) return null
  const from = start + encoder.encode(before).length
  const isNoted = /[\p{L}\p{N}]/u.test(behind ?? '')
  const isKnown = low === 'blocked_by' || low === 'blocks' || low === 'files' || isWords
  const isBare = before === '' && behind?.trim() === '' && sign !== '' && !sign.includes(':')
  const fault =
    isNoted || !isKnown
      ? `'${name}${(behind ?? '').trimEnd()}' is no key`
      : isBare
        ? `the colon behind '${name}' is missing`
        : `'${name}' stands among signs that are no part of a key`
  const near = isFiles ? 'files' : low.replace(/[^a-z]/g, '') === 'blocks' ? 'blocks' : 'blocked_by'
  const key = {
    name,
    extent: { start: from, end: from + encoder.encode(name).length },
    key: null,
    near,
    fault,
    value,
  } as const
  return { found: key, sure: sign.includes(':') || name.includes('_') || (isFiles && hasAction(bytes, value)) }
}

/** A list key without its colon, or dressed up in signs; null for anything else. */
export function readSlipAt(bytes: Uint8Array, start: number, end: number): Slip | null {
  return readKeyWithoutColon(bytes, start, end) ?? readDressedKey(bytes, start, end)
}
