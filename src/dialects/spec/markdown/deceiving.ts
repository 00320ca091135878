/** Heads and ids in letters of another script that look like plain ones: people see a task where none is read. */

import { invisibleName, looksLike } from '../../encoding/characters.ts'
import { byteAt, decode, type Extent } from '../../scan/bytes.ts'
import { readHead } from './head.ts'
import type { Reading } from './reading.ts'

/** A head is known by so many bytes of its beginning. */
const looked = 60

/** MW006 for a line that would be the head of a task or a step if its letters were what they look like. */
export function sayDeceiving({ bytes, findings, coverage }: Reading, { start, end }: Extent): void {
  const last = Math.min(end, start + looked)
  if (!isOdd(bytes, start, last)) return
  const head = readHead(plain(decode(bytes, start, last)), 0, last - start)
  if (head?.is !== 'head') return
  coverage.taskLike += 1
  const message = `this looks like the head of a ${head.word} and is not written in plain letters; not read`
  findings.add('MW006', 'error', { start, end }, message, 'type the head again')
}

/** Whether something other than ASCII stands in the first signs. */
function isOdd(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end && at < start + 24; at += 1) if (byteAt(bytes, at) >= 0x80) return true
  return false
}

/** The characters that a text is taken for, without those that nobody sees; anything else that is not ASCII is a blank. */
function plain(text: string): Uint8Array {
  const codes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (invisibleName(point) !== null) continue
    const seen = point < 0x80 ? character : (looksLike(character) ?? ' ')
    codes.push(seen.charCodeAt(0))
  }
  return Uint8Array.from(codes)
}

/** MW006 for an id with a letter that looks like a plain one: nobody sees which id it is. */
export function sayDeceivingId({ bytes, findings }: Reading, id: Extent): void {
  const text = decode(bytes, id.start, id.end)
  const strange = Array.from(text).filter((character) => character > '\u007f')
  if (strange.length === 0 || strange.some((character) => looksLike(character) === null)) return
  findings.add('MW006', 'error', id, 'this id has letters that only look like plain ones', 'type the id again')
}
