/** Which of the paths that tasks declare may name one file: a folder and what lies below it, a pattern and what it matches, a link and what it leads to. */

import type { FileSpec } from '../plan/model.ts'
import { coveringOf } from './path-pattern.ts'

interface Declared {
  /** As the plan has it. */
  readonly name: string
  /** The same, or where it leads by a link. */
  readonly text: string
  readonly file: FileSpec
  /** The folder that all it names lies in, with `/` behind it; empty for the root. */
  readonly folder: string
  /** What all it names ends with. */
  readonly tail: string
  /** What the last segment of all it names begins with; empty where it may name a folder, with whatever lies below it. */
  readonly head: string
  readonly covers: (path: string) => boolean
}

/**
 * Where it cannot be told that two patterns name nothing in common, they are taken to: tasks that wait for each other without
 * need cost time, and those that write one file at once cost work.
 * @param files of all tasks, as far as they are written
 * @returns a path as declared → the others that may name a file which it names; each pair both ways
 */
export function overlapsOf(files: Iterable<FileSpec>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Declared>()
  const add = (name: string, file: FileSpec): void => {
    const key = `${name}\0${file.path}`
    if (!found.has(key)) found.set(key, declaredOf(name, file))
  }
  for (const file of files) {
    add(file.path, file)
    if (file.leadsTo !== undefined) add(file.path, { ...file, path: file.leadsTo, form: 'path' })
    if (file.to !== null) add(file.to, { ...file, path: file.to, form: 'path', to: null })
  }
  const declared = [...found.values()]
  const overlaps = new Map<string, Set<string>>()
  const note = ({ name: one }: Declared, { name: other }: Declared): void => {
    if (one === other) return
    setOf(overlaps, one).add(other)
    setOf(overlaps, other).add(one)
  }
  const named = new Map<string, Set<Declared>>()
  for (const one of declared) if (!isPattern(one.file)) setOf(named, bare(one.text)).add(one)
  const patterns = declared.filter(({ file }) => isPattern(file))
  for (const one of declared) {
    // What stands behind a folder's name lies below it, also where no `/` tells that it is one.
    for (const folder of foldersAbove(one.folder)) for (const above of named.get(folder) ?? []) note(above, one)
    if (!isPattern(one.file)) for (const same of named.get(bare(one.text)) ?? []) note(same, one)
    for (const pattern of patterns) if (mayMeet(pattern, one)) note(pattern, one)
  }
  return new Map([...overlaps].map(([path, others]) => [path, [...others]]))
}

function declaredOf(name: string, file: FileSpec): Declared {
  const tail = file.form === 'abbreviated' ? '' : tailOf(file.path)
  return { name, text: file.path, file, folder: folderOf(file), tail, head: headOf(file), covers: coveringOf(file) }
}

function headOf({ form, path }: FileSpec): string {
  if (form !== 'glob' || mayBeFolder(path)) return ''
  const at = path.lastIndexOf('/') + 1
  // Braces may hold the end of one path and the whole of another.
  if (path.slice(0, at).includes('{')) return ''
  return /^[^*?{…]*/.exec(path.slice(at))?.[0] ?? ''
}

/** Whether a pattern may name what something else names that lies in its folder; of two patterns of one folder once. */
function mayMeet(pattern: Declared, other: Declared): boolean {
  if (!other.folder.startsWith(pattern.folder)) return false
  if (!isPattern(other.file)) {
    if (other.file.form === 'directory' || mayBeFolder(other.text)) return true
    return other.text.endsWith(pattern.tail) && pattern.covers(other.text)
  }
  if (other.folder === pattern.folder && other.text <= pattern.text) return false
  if (!pattern.head.startsWith(other.head) && !other.head.startsWith(pattern.head)) return false
  return pattern.tail.endsWith(other.tail) || other.tail.endsWith(pattern.tail)
}

function isPattern({ form }: FileSpec): boolean {
  return form === 'glob' || form === 'abbreviated'
}

/** A folder may be written without its slash; what ends like a file is taken for one. */
function mayBeFolder(text: string): boolean {
  return !/[^/]\.[^/.]+$/.test(text)
}

function folderOf(file: FileSpec): string {
  const segments = file.path.split('/')
  const sign = isPattern(file) ? segments.findIndex((it) => /[*?{…]|\.{3}/.test(it)) : -1
  const fixed = sign < 0 ? segments.slice(0, -1) : segments.slice(0, sign)
  return fixed.map((it) => `${it}/`).join('')
}

/** `a/b/` → the root, `a`, `a/b`. */
function foldersAbove(folder: string): readonly string[] {
  const above = ['']
  for (let at = folder.indexOf('/'); at >= 0; at = folder.indexOf('/', at + 1)) above.push(folder.slice(0, at))
  return above
}

function bare(text: string): string {
  if (text === '.' || text === './') return ''
  return text.endsWith('/') ? text.slice(0, -1) : text
}

/** What stands behind the last sign of a pattern. */
function tailOf(pattern: string): string {
  return pattern.slice(
    Math.max(...['*', '?', '}', '…', '/'].map((it) => pattern.lastIndexOf(it)), pattern.lastIndexOf('...') + 2) + 1,
  )
}

function setOf<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const set = sets.get(key) ?? new Set<T>()
  sets.set(key, set)
  return set
}
