/** Lines below the head of a SPECLet, the header of a document that is one, and words that belong to either as a whole. */

import { sayDeceivingId } from './deceiving.ts'
import type { Extent } from '../../scan/bytes.ts'
import { readHead, type Head } from './head.ts'
import { readFields } from './field.ts'
import type { Reading, SpecletBuilder, TextLine, WordsBuilder } from './reading.ts'
import { startField } from './task-builder.ts'

/** Opens a SPECLet; tasks below it are its own until a heading of its level that is none. */
export function openSpeclet(reading: Reading, head: Head, level: number): void {
  const { id, idPlace, title } = head
  const { critical } = head
  const place = idPlace
  const speclet: SpecletBuilder = {
    ...{ id, place, title, level, critical, fields: [], prose: [], headings: [], isDocument: false, tasks: 0 },
  }
  sayDeceivingId(reading, idPlace)
  reading.speclets.push(speclet)
  reading.speclet = speclet
}

/** Reads fields of a SPECLet: one in a line, or several with bars between them; false where there are none. */
export function readSpecletLine(
  reading: Reading,
  speclet: Pick<SpecletBuilder, 'fields'> | SpecletBuilder,
  it: TextLine,
): boolean {
  const { bytes } = reading
  const fields = readFields(bytes, it.content, it.end)
  const last = fields.at(-1)
  if (last === undefined) return false
  if ('headings' in speclet) takeHeadings(speclet)
  for (const field of fields) {
    const builder = startField(field, it.width)
    speclet.fields.push(builder)
    reading.field = { builder, width: it.width, isBullet: it.isBullet, isOfStep: false }
  }
  return true
}

/** Takes a heading in that stands above words, and above no task. */
export function takeWordsHeading({ headings }: WordsBuilder, level: number, text: Extent): void {
  while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
  headings.push({ level, text })
}

/** Takes a line in that is neither a field nor goes on with one. */
export function takeWords({ isAfterBlank }: Reading, builder: WordsBuilder, it: TextLine): void {
  takeHeadings(builder)
  const { prose } = builder
  if (isAfterBlank && prose.length > 0) prose.push({ start: it.start, end: it.start, width: 0 })
  prose.push({ start: it.start, end: it.end, width: it.width })
}

/** Headings say something once something stands below them. */
function takeHeadings({ headings, prose }: WordsBuilder): void {
  for (const { text } of headings.splice(0)) {
    if (prose.length > 0) prose.push({ start: text.start, end: text.start, width: 0 })
    prose.push({ ...text, width: 0 })
  }
}

/** Whether a point of a list names a task of the SPECLet: `- Task [1.1]: text`. */
export function listsTask(reading: Reading, it: TextLine): boolean {
  const { bytes, field, coverage } = reading
  const head = readHead(bytes, it.content, it.end)
  if (head?.is !== 'head' || head.word !== 'task' || field?.builder.key !== 'tasks') return false
  coverage.taskLike += 1
  coverage.read += 1
  return true
}
