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

/** A document that may explain a requirement. */
export interface RequirementDocument {
  /** Relative to the root, with `/`. */
  readonly file: string
  readonly text: string
  /** Whether it belongs to what the plan is about; every feature has its own `FR-001`. */
  readonly isOwn: boolean
}

export interface TraceTexts {
  readonly texts: readonly TraceText[]
  /** Ids that several features explain, none of them the plan's: nobody can tell which text is meant. */
  readonly unclear: readonly { readonly id: string; readonly files: readonly string[] }[]
}

/** Bounds of the search: folders, documents, bytes of each, bytes of one text and of all. */
const most = { folders: 200, files: 200, fileBytes: 512 * 1024, textLength: 2_500, allLength: 16_000 } as const

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

interface Found {
  readonly document: Lines
  readonly strength: number
  /** Number of the line, from 0. */
  readonly at: number
}

interface Lines extends Pick<RequirementDocument, 'file' | 'isOwn'> {
  readonly lines: readonly string[]
}

/** Where a document says most of an id; null where it says nothing. */
function bestIn(document: Lines, id: string): Found | null {
  let best: Found | null = null
  for (const [at, line] of document.lines.entries()) {
    const found = strength(line, id)
    if (found > (best?.strength ?? 0)) best = { document, strength: found, at }
  }
  return best
}

/** From this strength on a line introduces an id; below it is spoken of. */
const introduces = 3

/**
 * The places that an id may mean, the first the best; more than one folder among them, and nobody can tell. What introduces
 * it comes before what speaks of it, and among these the plan's own documents before all others.
 */
function meantBy(found: readonly Found[]): readonly Found[] {
  const [introduced, spoken] = [true, false].map((is) => found.filter((it) => is === it.strength >= introduces))
  for (const some of [introduced ?? [], spoken ?? []]) {
    const own = some.filter(({ document }) => document.isOwn)
    const chosen = own.length > 0 ? own : some
    if (chosen.length === 0) continue
    const sorted = chosen.toSorted((a, b) => b.strength - a.strength)
    return own.length > 0 ? sorted.slice(0, 1) : sorted
  }
  return []
}

/**
 * Finds the best text for each id among documents: in those of the plan's own feature, else where only one folder has it.
 *
 * @param documents in order of preference
 * @param ids as the task's `traces:` names them; words that are no ids (`all`, `none`) find nothing
 * @returns at most one text per id, in the order of the ids, together at most 16,000 characters
 */
export function findTraceTexts(documents: readonly RequirementDocument[], ids: readonly string[]): TraceTexts {
  const texts: TraceText[] = []
  const unclear: { id: string; files: readonly string[] }[] = []
  let length = 0
  const read = documents.map(({ file, text, isOwn }): Lines => {
    return { file, isOwn, lines: text.split('\n').map((line) => line.trimEnd()) }
  })
  for (const id of [...new Set(ids)].slice(0, 40)) {
    if (!/\d/.test(id) || id.length > 64) continue
    const meant = meantBy(read.flatMap((it) => bestIn(it, id) ?? []))
    const [best] = meant
    if (best === undefined) continue
    const { file, lines } = best.document
    if (new Set(meant.map((it) => path.posix.dirname(it.document.file))).size > 1) {
      unclear.push({ id, files: meant.map((it) => it.document.file) })
      continue
    }
    const text = blockAt(lines, best.at).slice(0, most.textLength)
    if (length + text.length > most.allLength || texts.some((it) => it.file === file && it.line === best.at + 1))
      continue
    length += text.length
    texts.push({ id, file, line: best.at + 1, text })
  }
  // What stands in another one's text is quoted with it.
  return { texts: texts.filter((it) => !texts.some((other) => other !== it && holds(other, it))), unclear }
}

function holds(whole: TraceText, part: TraceText): boolean {
  return whole.file === part.file && whole.line <= part.line && whole.text.includes(part.text)
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

/** Where each feature has a folder of its own. */
const featuresFolder = 'docs/requirements'

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
    .sort()
}

const inOneForm = (text: string): string =>
  `-${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join('-')}-`

/** Whether a text names a feature's folder: in full, or by what it begins with up to its number (`REQ-7` of `REQ-7-login`). */
function namesFolder(text: string, folder: string): boolean {
  const name = inOneForm(path.basename(folder))
  const short = /^-(?:\p{L}+-)+\p{N}+-/u.exec(name)?.[0]
  return text.includes(name) || (short !== undefined && text.includes(short))
}

/** The one feature's folder that a plan names in its title, or before its first section; null where there is none or more. */
function namedFeature(plan: string, features: readonly string[]): string | null {
  const [before = ''] = plan.split(/^##\s/m)
  const title = before.split('\n').find((line) => headingLevel(line) > 0) ?? ''
  for (const text of [title, before].map(inOneForm)) {
    const [only, ...others] = features.filter((it) => namesFolder(text, it))
    if (only !== undefined) return others.length === 0 ? only : null
  }
  return null
}

/**
 * Reads the requirement documents around a plan: those of its own feature first, which are those in its folder and in the
 * folder of `docs/requirements` that it names; then those in `docs/` and its sub-folders, and those of all features where
 * the plan's own is not known. The plan itself is left out: it names every id and explains none.
 *
 * @param root absolute path of the project
 * @param plan absolute path of the plan file
 */
export async function readRequirementDocuments(root: string, plan: string): Promise<readonly RequirementDocument[]> {
  const docs = path.join(root, 'docs')
  const folder = path.dirname(plan)
  const features = await foldersIn(path.join(root, featuresFolder))
  const feature = features.includes(folder) ? folder : namedFeature(await beginningOf(plan), features)
  const own = [folder, ...(feature === null ? [] : [feature])]
  const folders = [...own, docs, ...(await foldersIn(docs)), ...(feature === null ? features : [])]
  const isOwn = (file: string): boolean => own.includes(path.dirname(file))
  const found = folders.length > most.folders ? own : folders
  const files = [...new Set((await Promise.all(found.map(markdownIn))).flat())].filter((file) => file !== plan)
  // Where not all are read, nobody knows that only one has an id.
  const read = files.length > most.files ? files.filter(isOwn).slice(0, most.files) : files
  return Promise.all(
    read.map(async (file) => ({
      file: path.relative(root, file).split(path.sep).join('/'),
      text: await beginningOf(file),
      isOwn: isOwn(file),
    })),
  )
}
