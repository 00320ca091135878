/** Boxes that invisible characters keep from being read: people see a task where the format has prose. */

import { invisibleName } from '../../encoding/characters.ts'
import { codePointAt } from '../../encoding/code-points.ts'
import { byte, byteAt, isLetter, type Extent } from '../../scan/bytes.ts'
import { indentation, readBox } from '../../scan/box.ts'

/** A box stands within so many bytes of its line's first sign. */
const looked = 96

/**
 * What a reader takes for bullet and box at `at`, where it is one only without the invisible characters in it; else null.
 * For lines that have no box as they stand.
 */
export function boxBehindInvisible(bytes: Uint8Array, at: number, end: number): Extent | null {
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
  const box = readBox(plain, indentation(plain, 0, plain.length).at, plain.length)
  return box?.is === 'box' ? { start: at, end: places[box.behind] ?? last } : null
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
