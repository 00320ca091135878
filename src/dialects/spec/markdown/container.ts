/** `:::tip Title` and `:::`: what pages set apart. Its lines are the spec's own, and a Definition of Complete that begins in it ends with it. */

import { byte, byteAt, decode, type Extent } from '../../scan/bytes.ts'
import { dropSections } from './heading-line.ts'
import { isCriteriaName } from './criteria-name.ts'
import { noLists } from './narrative-lines.ts'
import type { Reading, TextLine } from './reading.ts'
import { nameOfText } from './section.ts'

export interface ContainerMark {
  /** Null for the line that ends one. */
  readonly title: Extent | null
}

const longestMark = 300
/** Below all headings, and what tables and names in bold open. */
const levelOfTitle = 9
/** `:::tip Title`, `:::tip[Title]`, `::: {.tip}`. */
const opening = /^:{3,}\s*(?:\{[^{}]*\}|[a-z][\w-]*)(?:\s+|(?=\[)|$)(?:\[([^[\]]*)\]|(.*))$/i

/** Null where a line is no mark of a container. */
export function readContainerMark(bytes: Uint8Array, { start, end, width }: TextLine): ContainerMark | null {
  if (byteAt(bytes, start) !== byte.colon || width > 3 || end - start > longestMark) return null
  const text = decode(bytes, start, end)
  if (/^:{3,}$/.test(text)) return { title: null }
  const [, inBrackets, behind] = opening.exec(text) ?? []
  const title = inBrackets ?? behind
  if (title === undefined) return null
  const from = end - Buffer.byteLength(inBrackets === undefined ? title : `${title}]`)
  return { title: { start: from, end: from + Buffer.byteLength(title) } }
}

/** Goes into a container; what its title says stands in it, and nothing of it goes on with a point above. */
export function openContainer(reading: Reading, it: TextLine): void {
  reading.containers.push({ start: it.start, from: reading.criteriaSeen })
  reading.points = []
  reading.words = null
  reading.lists = noLists
}

/** A title that names criteria is a heading of its own within a Definition of Complete, and ends with the container. */
export function openTitled({ bytes, sections, criteriaSeen }: Reading, { start, end }: Extent): boolean {
  const title = decode(bytes, start, end)
  if (sections.at(-1)?.kind !== 'criteria' || !isCriteriaName(nameOfText(title))) return false
  const place = { start, end }
  sections.push({ level: levelOfTitle, kind: 'criteria', title, place, isOwn: false, from: criteriaSeen, width: null })
  return true
}

/** Leaves the innermost one, and the Definition of Complete that has points in it. */
export function closeContainer(reading: Reading): void {
  const container = reading.containers.pop()
  reading.field = null
  reading.points = []
  reading.words = null
  reading.lists = noLists
  const last = reading.sections.at(-1)
  if (container !== undefined && last?.level === levelOfTitle && last.place.start >= container.start)
    dropSections(reading, levelOfTitle)
  if (container === undefined || reading.criteriaSeen === container.from) return
  for (const { kind, level, place } of reading.sections.toReversed())
    if (kind === 'criteria' && place.start >= container.start) dropSections(reading, level)
}
