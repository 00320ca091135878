/** The requirement texts that a task's traces point to, found in the documents beside the plan. */

import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

export interface TraceText {
  readonly id: string
  /** Relative to the root, with `/`. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly text: string
}

/** Bounds of the search: documents, bytes of each, bytes of one text and of all. */
const most = { files: 60, fileBytes: 512 * 1024, textLength: 2_500, allLength: 16_000 } as const

function isIdPart(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9_-]/.test(character)
}

/** Whether a line names an id as a word of its own: `FR-1` is not in `FR-10`, nor in `NFR-1`; `AC-01a` is not `AC-01`. */
export function namesId(line: string, id: string): boolean {
  for (let at = line.indexOf(id); at >= 0; at = line.indexOf(id, at + 1))
    if (!isIdPart(line[at - 1]) && !isIdPart(line[at + id.length])) return true
  return false
}

/** Level of a heading, 0 where the line is none. */
function headingLevel(line: string): number {
  let level = 0
  while (line[level] === '#') level++
  return level > 0 && level <= 6 && line[level] === ' ' ? level : 0
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** How well a line introduces an id: its heading, its list item, its row, or (0) no more than a mention. */
function strength(line: string, id: string): number {
  if (!namesId(line, id)) return 0
  const plain = line.trim()
  const early = plain.indexOf(id) <= 12
  if (headingLevel(plain) > 0) return early ? 4 : 3
  if (plain.startsWith('|')) return namesId(plain.split('|')[1] ?? '', id) ? 3 : 1
  if (/^(?:[-*+]|\d{1,3}[.)]) /.test(plain) || plain.startsWith('**')) return early ? 3 : 1
  return 0
}

/** The block that a line introduces: a heading's section, a list item with what is indented below it, a table's row. */
function blockAt(lines: readonly string[], at: number): string {
  const line = lines[at] ?? ''
  const level = headingLevel(line.trim())
  if (line.trim().startsWith('|')) {
    let head = at
    while (head > 0 && (lines[head - 1] ?? '').trim().startsWith('|')) head--
    return head === at ? line : `${lines[head] ?? ''}\n${line}`
  }
  let end = at + 1
  let length = line.length
  while (end < lines.length && length < most.textLength) {
    const next = lines[end] ?? ''
    const nextLevel = headingLevel(next.trim())
    if (
      level > 0
        ? nextLevel > 0 && nextLevel <= level
        : next.trim() !== '' && (nextLevel > 0 || indentOf(next) <= indentOf(line))
    )
      break
    length += next.length + 1
    end++
  }
  return lines.slice(at, end).join('\n').trimEnd()
}

/**
 * Finds the best text for each id among documents.
 *
 * @param documents in order of preference
 * @param ids as the task's `traces:` names them; words that are no ids (`all`, `none`) find nothing
 * @returns at most one text per id, in the order of the ids, together at most 16,000 characters
 */
export function findTraceTexts(
  documents: readonly { readonly file: string; readonly text: string }[],
  ids: readonly string[],
): readonly TraceText[] {
  const texts: TraceText[] = []
  let length = 0
  const read = documents.map(({ file, text }) => ({ file, lines: text.split('\n').map((line) => line.trimEnd()) }))
  for (const id of [...new Set(ids)].slice(0, 40)) {
    if (!/\d/.test(id) || id.length > 64) continue
    let best: { strength: number; file: string; lines: readonly string[]; at: number } | null = null
    for (const { file, lines } of read)
      for (let at = 0; at < lines.length; at++) {
        const found = strength(lines[at] ?? '', id)
        if (found > (best?.strength ?? 0)) best = { strength: found, file, lines, at }
      }
    if (best === null) continue
    const text = blockAt(best.lines, best.at).slice(0, most.textLength)
    if (length + text.length > most.allLength || texts.some((it) => it.file === best.file && it.line === best.at + 1))
      continue
    length += text.length
    texts.push({ id, file: best.file, line: best.at + 1, text })
  }
  return texts
}

/** Markdown files of a folder, the ones named for requirements first. */
async function markdownIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const rank = (name: string): number =>
    name.includes('requirement') ? 0 : name.includes('spec') ? 1 : name.includes('design') ? 2 : 3
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => entry.name)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => path.join(folder, name))
}

/** The beginning of a file as text; empty where it cannot be read. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => null)
  if (handle === null) return ''
  try {
    const buffer = Buffer.alloc(most.fileBytes)
    const { bytesRead } = await handle.read(buffer, 0, most.fileBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Reads the requirement documents around a plan: those in its folder first, then those in `docs/` and its sub-folders.
 * The plan itself is left out: it names every id and explains none.
 *
 * @param root absolute path of the project
 * @param plan absolute path of the plan file
 */
export async function readRequirementDocuments(
  root: string,
  plan: string,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const docs = path.join(root, 'docs')
  const below = await readdir(docs, { withFileTypes: true }).catch(() => [])
  const folders = [
    path.dirname(plan),
    docs,
    ...below
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(docs, entry.name))
      .sort(),
  ]
  const files = [...new Set((await Promise.all(folders.slice(0, 40).map(markdownIn))).flat())].filter(
    (file) => file !== plan,
  )
  return Promise.all(
    files.slice(0, most.files).map(async (file) => ({
      file: path.relative(root, file).split(path.sep).join('/'),
      text: await beginningOf(file),
    })),
  )
}
