/** Boxes and headings that invisible characters keep from being read: people see a task where the format has prose. */

import { invisibleName } from '../../encoding/characters.ts'
import { codePointAt } from '../../encoding/code-points.ts'
import { byte, byteAt, isBlank, isLetter, type Extent } from '../../scan/bytes.ts'
import { indentation, readBox } from '../../scan/box.ts'

/** A box stands within so many bytes of its line's first sign. */
const looked = 96

/**
 * What a reader takes for bullet and box, or for the signs of a heading, at `at`, where it is that only without the
 * invisible characters in it; else null. For lines that have neither as they stand.
 */
export function signBehindInvisible(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly is: 'box' | 'heading'; readonly extent: Extent } | null {
  if (!isOddBeforeBox(bytes, at, end)) return null
  const last = Math.min(end, at + looked)
  const visible: number[] = []
  const places: number[] = []
  for (let from = at; from < last;) {
    const { point, length } = codePointAt(bytes, from, last)
    for (let next = from; next < from + length && invisibleName(point) === null; next += 1) {
      visible.push(byteAt(bytes, next))
      places.push(next)
    }
    from += length
  }
  const plain = Uint8Array.from(visible)
  const first = indentation(plain, 0, plain.length).at
  const box = readBox(plain, first, plain.length)
  if (box?.is === 'box') return { is: 'box', extent: { start: at, end: places[box.behind] ?? last } }
  let behind = first
  while (byteAt(plain, behind) === byte.hash) behind += 1
  if (behind === first || !isBlank(byteAt(plain, behind))) return null
  return { is: 'heading', extent: { start: at, end: places[behind] ?? last } }
}

/** An invisible character directly at `at`: bytes that it takes, or 0. */
export function invisibleAt(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || byteAt(bytes, at) < 0x80) return 0
  const { point, length } = codePointAt(bytes, at, end)
  return invisibleName(point) === null ? 0 : length
}

/** Whether an invisible character stands in an extent. */
export function holdsInvisible(bytes: Uint8Array, { start, end }: Extent): boolean {
  for (let at = start; at < end; at += 1) if (invisibleAt(bytes, at, end) > 0) return true
  return false
}

/** Whether something other than ASCII stands before a line's first letter or bracket. */
function isOddBeforeBox(bytes: Uint8Array, at: number, end: number): boolean {
  for (let from = at; from < end && from < at + looked; from += 1) {
    const value = byteAt(bytes, from)
    if (value >= 0x80) return true
    if (isLetter(value) || value === byte.openSquare) return false
  }
  return false
}
