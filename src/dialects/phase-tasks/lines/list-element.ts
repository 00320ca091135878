/** Lines below a list key that has no value, or ends in a comma: one element each, behind a bullet or not. */

import { readBox } from '../../scan/box.ts'
import { skipBullet } from '../../scan/fence.ts'
import { readDeceivingKey } from '../values/key-slips.ts'
import { readKey } from '../values/keys.ts'
import { applyValue } from '../values/sub-lines.ts'
import type { Reading, TextLine } from './reading.ts'

/** Takes in any line deeper than the list's key that is no key of its own; false, and the list is over, at the others. */
export function readListElement(reading: Reading, { line, width, at, extent }: TextLine): boolean {
  const { bytes, findings, lines, list } = reading
  if (list === null) return false
  if (width <= list.width) {
    reading.list = null
    return false
  }
  const behind = skipBullet(bytes, at, extent.end)
  const own = readKey(bytes, behind, extent.end) ?? readDeceivingKey(bytes, behind, extent.end)
  if (own !== null && (own.key !== null || own.near !== null)) {
    reading.list = null
    return false
  }
  if (readBox(bytes, at, extent.end) !== null) return false
  applyValue(bytes, list.task, list.key, { start: behind, end: extent.end }, findings)
  list.task.blockEnd = lines.next(line)
  return true
}
