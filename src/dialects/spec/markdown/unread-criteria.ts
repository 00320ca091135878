/** A Definition of Complete where none is read: in a code fence, in the front matter (MW528). */

import { oneLine, quoted } from '../../../plan/one-line.ts'
import { readHeading } from '../../scan/box.ts'
import { byte, byteAt, decode, type Extent } from '../../scan/bytes.ts'
import { isCriteriaName, isOfPlan, readCriteriaName } from './criteria-name.ts'
import type { Reading, TextLine } from './reading.ts'
import { kindOf, nameOfHeading } from './section.ts'

const longestLine = 200

/**
 * Remembers the heading of a Definition of Complete that stands in a code fence. Of what stands in a task it may be one of a file that the
 * task writes: there its name has to say that it is the plan's.
 */
export function noteFencedCriteria(reading: Reading, it: TextLine): void {
  if (reading.fencedCriteria !== null || it.isBullet || it.width > 3) return
  const name = fencedName(reading.bytes, it)
  if (name === null || (reading.task !== null && (it.width > 0 || !isOfPlan(name)))) return
  reading.fencedCriteria = { start: it.start, end: it.end }
}

function fencedName(bytes: Uint8Array, it: TextLine): string | null {
  const text = decode(bytes, it.start, Math.min(it.end, it.start + longestLine))
  if (byteAt(bytes, it.start) === byte.hash) {
    const heading = readHeading(bytes, it.start, it.end)
    const name = heading === null ? '' : nameOfHeading(bytes, heading.text)
    return isCriteriaName(name) ? name : null
  }
  return byteAt(bytes, it.start) === byte.star && readCriteriaName(text)?.isSetApart === true ? text : null
}

/** Says it where the spec has no other one: beside one that is read it is an example. */
export function sayFencedCriteria({ findings, bytes, fencedCriteria: place, criteria }: Reading): void {
  if (place === null || criteria.length > 0) return
  const message = `${quotedAt(bytes, place)} stands in a code fence: what is written below it is no criterion`
  const help = 'take it out of the fence, with its points, if it is meant'
  findings.add('MW528', 'warning', place, message, help)
}

function quotedAt(bytes: Uint8Array, { start, end }: Extent): string {
  return quoted(decode(bytes, start, Math.min(end, start + longestLine)))
}

/** `done_when: text`, `definition_of_complete:` with lines below it. */
const keyOfLine = /^(["']?)([A-Za-z][\w .-]{1,58}[A-Za-z])\1\s*[:=](?:\s+(.*))?$/
const empty = /^(?:\[\s*\]|\{\s*\}|""|''|null|~|#.*)?$/

/** Says which keys of the front matter are called like a Definition of Complete, and say something. */
export function sayFrontMatterCriteria({ bytes, lines, findings }: Reading, it: TextLine): void {
  const text = decode(bytes, it.start, Math.min(it.end, it.start + longestLine))
  const [, , key = '', value = ''] = keyOfLine.exec(text) ?? []
  const name = key.toLowerCase().replaceAll(/[_.-]+/g, ' ')
  // Of one word nobody knows what it is about: `done: false`, `criteria: 3`.
  if (!/^do[cd]$/.test(name) && (!name.includes(' ') || kindOf(name) !== 'criteria')) return
  if (empty.test(value) && !goesOnBelow()) return
  const message = `"${oneLine(key)}" of the front matter is not read: what it says is no criterion`
  const help = 'write what has to hold at the end below "## Definition of Complete", as points'
  findings.add('MW528', 'warning', { start: it.start, end: it.end }, message, help)

  function goesOnBelow(): boolean {
    const below = it.line + 1
    if (below >= lines.count || lines.kind(below) !== 'front-matter') return false
    const said = decode(bytes, lines.start(below), Math.min(lines.textEnd(below), lines.start(below) + longestLine))
    return /^\s*- /.test(said) || said.length - said.trimStart().length > it.width
  }
}
