/** Key lines that are not indented: they look like a part of the task above, and belong to none (MW106). */

import { skipBullet } from '../../scan/fence.ts'
import { readDressedKey } from '../values/dressed-keys.ts'
import { isListOf, readAnyKey, readKeyWithoutColon } from '../values/key-slips.ts'
import { isWeighty, type FoundKey, type Weighty } from '../values/keys.ts'
import { sayUnread, type Reading, type TextLine } from './reading.ts'

/**
 * Says that an unindented line with a key belongs to no task; false where the line is still to be read as something else.
 * The plain spelling of a sub-line is an error wherever tasks may stand. Behind a bullet or a sign, in capitals or in the
 * words of another format it is one where a task stands above and the value is what such a key holds: a plan's head has
 * lines such as `Files: 12`.
 */
export function readUnindentedKey(reading: Reading, it: TextLine): boolean {
  const { bytes, open, outline } = reading
  const { at, extent } = it
  if (open.length === 0 && outline.holdsNoTasks()) return false
  const from = skipBullet(bytes, at, extent.end)
  const key = readAnyKey(bytes, from, extent.end)
  const meant = key?.key ?? key?.near ?? null
  if (key === null || meant === null) return readSlip(reading, it, from)
  const isPlain = from === at && key.name === key.name.toLowerCase()
  if (!isWeighty(meant)) return isPlain && open.length > 0 && sayLost(reading, it, key)
  if (isPlain && key.key !== null) return sayOrphan(reading, key)
  // `- blocked_by:` with its elements below it, or with something that is no id.
  const isBare =
    key.key !== null && key.name === key.key && (key.value.end === key.value.start || meant === 'blocked_by')
  const isList = (isBare && open.length > 0) || isListOf(bytes, key.value, meant)
  if (open.length === 0 && !isPlain && !(isList && outline.hasGroup())) return false
  // Before the first task of a phase, words of another format tell of the whole phase.
  const isFirst = outline.hasGroup() && outline.groups.at(-1)?.key !== reading.tasks.at(-1)?.group
  const isOfPhase = open.length === 0 && key.key === null && isFirst
  if (isList && !isVague(key) && !isOfPhase) return sayOrphan(reading, key)
  return sayLost(reading, it, key)
}

/** Says that a dependency in a box of its own belongs to no task; false for any other box. */
export function readKeyInBox(reading: Reading, { width, extent }: TextLine, open: number): boolean {
  if (width > 0 || reading.open.length === 0) return false
  const slip = readDressedKey(reading.bytes, open, extent.end)
  return slip !== null && sayOrphan(reading, slip.found)
}

/** A dependency without its colon, or among signs, where a task stands above. */
function readSlip(reading: Reading, { at, extent }: TextLine, from: number): boolean {
  const { bytes, open } = reading
  if (open.length === 0) return false
  const slip = readKeyWithoutColon(bytes, from, extent.end) ?? readDressedKey(bytes, at, extent.end)
  return slip !== null && sayOrphan(reading, slip.found)
}

/** Words that also begin a sentence about several tasks: `Dependencies: T001, T002`, `After: T003`. */
const vague = ['dependenc', 'dep', 'after', 'need', 'require', 'prereq', 'wait']

function isVague({ key, name }: FoundKey): boolean {
  const low = name.toLowerCase()
  return key === null && !low.startsWith('depend')
    ? vague.some((it) => low.startsWith(it))
    : low.startsWith('dependenc')
}

function sayLost(reading: Reading, it: TextLine, { name }: FoundKey): true {
  sayUnread(reading, it, `has the key '${name}' but belongs to no task`)
  return true
}

/** MW106 for a dependency or file line that belongs to no task. */
export function sayOrphan({ coverage, findings }: Reading, { name, key, near, extent }: FoundKey): true {
  coverage.taskLike += 1
  const meant: Weighty | null = near !== null && isWeighty(near) ? near : null
  const help =
    key !== null && name === key
      ? 'indent it by two spaces below its task'
      : `write "  ${key ?? meant ?? 'blocked_by'}: …", indented by two spaces below its task`
  findings.add('MW106', 'error', extent, `this ${name} line belongs to no task`, help)
  return true
}
