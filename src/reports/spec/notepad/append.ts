/** Entries appended to the notepad: nothing that stands in it is changed (seed 004 §2.7). */

import type { Edit } from '../../../plan/source.ts'
import { isoTime } from '../../run/json.ts'
import { sections, type NotepadEntry, type Section } from './entries.ts'

const timeline = 'Execution Timeline'
const tableHead = '| Timestamp | Task/Step | Event | Notes |\n|---|---|---|---|\n'

/**
 * The edits that bring entries into a notepad, each below its section and in the table of the timeline. An entry that stands there
 * already, by its heading or its row, is not written again, so that what was interrupted can be repeated; a section that is not there is added at the end.
 *
 * @param bytes the file as it is; empty of a new one
 */
export function appendNotes(
  file: { readonly path: string; readonly bytes: Uint8Array },
  descriptor: string,
  entries: readonly NotepadEntry[],
): readonly Edit[] {
  if (entries.length === 0) return []
  // One sign a byte, so that places are those of bytes; what is looked for is compared in the same way.
  const text = Buffer.from(file.bytes).toString('latin1')
  const eol = text.includes('\r\n') && text.indexOf('\r\n') === text.indexOf('\n') - 1 ? '\r\n' : '\n'
  const lines = new Set(text.split('\n').map((it) => it.replace(/\r$/, '')))
  const isKnown = (line: string): boolean => lines.has(Buffer.from(line).toString('latin1'))
  const fresh = sections.map((section) => ({
    section,
    content: entries
      .flatMap((it) => noteOf(it, section))
      .flatMap(({ head, body }) => (isKnown(head) ? [] : [`\n${head}\n\n${body}\n`])),
  }))
  // What a row counts may be told otherwise once another run has begun: it is the same one by its time and what it is about.
  const hasRow = (it: NotepadEntry): boolean => text.includes(`\n${Buffer.from(rowHead(it)).toString('latin1')}`)
  const rows = entries.filter((it) => !hasRow(it)).map(rowOf)
  const isNew = text.trim() === ''
  if (!isNew && rows.length === 0 && fresh.every(({ content }) => content.length === 0)) return []
  const places = new Map<number, string>()
  const add = (at: number, content: string): void => {
    if (content !== '') places.set(at, (places.get(at) ?? '') + content)
  }
  const end = file.bytes.length
  let missing = isNew ? `# Notepad: ${descriptor}\n` : ''
  for (const { section, content } of fresh) {
    const found = sectionIn(text, section)
    if (found !== null) {
      // Before the blank lines that set the next section apart, so that it is the same file whether entries come together or one by one.
      const at = behindLastLine(text, found)
      const isApart = at < found.end || at === end
      add(at, lead(text, at) + content.join('') + (isApart || content.length === 0 ? '' : '\n'))
    } else if (isNew || content.length > 0) missing += `\n## ${section}\n${content.join('')}`
  }
  const table = sectionIn(text, timeline)
  if (table === null)
    missing += rows.length === 0 ? '' : `\n## ${timeline}\n\n${tableHead}${rows.map((it) => `${it}\n`).join('')}`
  else if (rows.length > 0) {
    const own = ownTableEnd(text, table)
    const at = own ?? behindLastLine(text, table)
    const isApart = own !== null || at < table.end || at === end
    const said = rows.map((it) => `${it}\n`).join('')
    add(at, `${lead(text, at)}${own === null ? `\n${tableHead}` : ''}${said}${isApart ? '' : '\n'}`)
  }
  add(end, missing === '' || isNew ? missing : (places.has(end) ? '' : lead(text, end)) + missing)
  return [...places]
    .filter(([, content]) => content.trim() !== '')
    .sort(([a], [b]) => a - b)
    .map(([offset, content]) => ({ path: file.path, offset, length: 0, content: content.replaceAll('\n', eol) }))
}

/** Behind the last line of a section that is not blank, or its heading. */
function behindLastLine(text: string, { begin, end }: { readonly begin: number; readonly end: number }): number {
  const within = text.slice(begin, end)
  const said = within.trimEnd().length
  if (said === 0) return begin
  const next = text.indexOf('\n', begin + said)
  return next < 0 || next >= end ? end : next + 1
}

/** A line end where the text before a place lacks one. */
function lead(text: string, at: number): string {
  return at === 0 || text[at - 1] === '\n' ? '' : '\n'
}

function noteOf(
  { about, at, notes }: NotepadEntry,
  section: Section,
): readonly { readonly head: string; readonly body: string }[] {
  const lines = notes[section] ?? []
  return lines.length === 0 ? [] : [{ head: `### ${about} - ${isoTime(at)} (${section})`, body: lines.join('\n\n') }]
}

function rowHead({ about, at }: NotepadEntry): string {
  return `| ${isoTime(at)} | ${about.replaceAll('|', '\\|')} |`
}

function rowOf(entry: NotepadEntry): string {
  const { event, notes } = entry
  const counts = sections.flatMap((it) => {
    const count = notes[it]?.length ?? 0
    return count === 0 ? [] : [`${it}: ${count}`]
  })
  return `${rowHead(entry)} ${event} | ${counts.join(', ')} |`
}

/** Where the lines below a heading begin, and where the next heading of its level does. */
function sectionIn(text: string, title: string): { readonly begin: number; readonly end: number } | null {
  let begin = -1
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at)
    const stop = next < 0 ? text.length : next + 1
    const line = text.slice(at, stop).trimEnd()
    if (begin >= 0 && /^##? /.test(line)) return { begin, end: at }
    if (begin < 0 && line === `## ${title}`) begin = stop
    at = stop
  }
  return begin < 0 ? null : { begin, end: text.length }
}

/**
 * Where the last table of a section ends that has the columns of the timeline; null where it has none: a row of ours would not fit the
 * head that a person has given theirs.
 */
function ownTableEnd(text: string, { begin, end }: { readonly begin: number; readonly end: number }): number | null {
  let found: number | null = null
  let head: string | null = null
  for (let at = begin; at < end;) {
    const next = text.indexOf('\n', at)
    const stop = next < 0 ? end : next + 1
    const line = text.slice(at, stop)
    if (line[0] !== '|') head = null
    else {
      head ??= line
      if (columnsOf(head) === ownColumns) found = stop
    }
    at = stop
  }
  return found
}

const ownColumns = columnsOf(tableHead.slice(0, tableHead.indexOf('\n')))

/** Names of the columns of a head, as far as they tell one from another. */
function columnsOf(head: string): string {
  return head.toLowerCase().replaceAll(/[^a-z|]+/g, '')
}
