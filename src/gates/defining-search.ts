/** Collects what defines a gate while it is looked for: parts, and every path that was asked about. */

import { createHash } from 'node:crypto'
import path from 'node:path'
import type { TreeFiles } from '../system/tree-files.ts'

/** One thing that decides what a gate does. */
export interface DefiningPart {
  /** What it is called, the same for every content: `t.sh`, `package.json scripts.test`. */
  readonly name: string
  /** One line for people. */
  readonly text: string
  /** Where it stands, relative to the root. */
  readonly path: string
  /** SHA-256 of its content, in hex. */
  readonly digest: string
  /** Whether it is only a word of the gate that names a file: that may be what is judged, made by the work itself. */
  readonly isWord: boolean
}

export interface Found {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface Search {
  readonly parts: Map<string, DefiningPart>
  /** Paths that were looked at, also where nothing was. */
  readonly looked: Set<string>
  /** Commands that were followed already. */
  readonly followed: Set<string>
  /** What was found at the paths that were asked about. */
  readonly found: Map<string, Found | null>
  /** Names of files that count in every folder, also where none was looked for yet. */
  readonly names: Set<string>
  /** Folders in which every file may count, by a pattern. */
  readonly folders: Set<string>
  /** What may still be looked up (in paths), followed (in bytes) and asked (in words). */
  readonly left: { paths: number; bytes: number; words: number }
  readonly files: TreeFiles
  /** Whether programs of installed packages count. */
  readonly withInstalled: boolean
}

/** A repository cannot make a look at its gates long (RELIABILITY S13). */
const mostPaths = 20_000
const mostBytes = 4 * 1024 * 1024
const mostWords = 100_000

export function newSearch(files: TreeFiles, withInstalled = false): Search {
  const left = { paths: mostPaths, bytes: mostBytes, words: mostWords }
  return {
    parts: new Map(),
    looked: new Set(),
    followed: new Set(),
    found: new Map(),
    names: new Set(),
    folders: new Set(),
    left,
    files,
    withInstalled,
  }
}

/** A path relative to the root from a word used in a folder; null where it leads outside or is no path. */
export function inRoot(folder: string, word: string): string | null {
  if (word === '' || word.startsWith('-') || word.includes('\0') || word.includes('$')) return null
  if (path.posix.isAbsolute(word) || word.length > 1024) return null
  const joined = path.posix.normalize(path.posix.join(folder, word)).replace(/\/$/, '')
  return joined === '..' || joined.startsWith('../') || joined === '.' ? null : joined
}

/** Where a link leads, relative to the root; null outside of it. Unlike a word of a command it may have any name. */
function targetOf(link: string, to: string): string | null {
  if (path.posix.isAbsolute(to)) return null
  const joined = path.posix.normalize(path.posix.join(path.posix.dirname(link), to)).replace(/\/$/, '')
  return joined === '..' || joined.startsWith('../') ? null : joined
}

/** Most links followed for one path. */
const mostLinks = 16

/**
 * Looks a file up and follows links inside the root, which are parts of the definition too.
 *
 * @returns where it really lies, or null: nothing there, no file, or a link that leads outside
 */
export async function lookUp(search: Search, given: string): Promise<Found | null> {
  const known = search.found.get(given)
  if (known !== undefined) return known
  const found = await findThrough(search, given)
  search.found.set(given, found)
  return found
}

async function findThrough(search: Search, given: string): Promise<Found | null> {
  let wanted = given
  for (let links = 0; links <= mostLinks; links++) {
    const hop = await walk(search, wanted)
    if (hop === null || 'bytes' in hop) return hop
    // Wherever it leads: what lies outside cannot be looked at, and is run all the same.
    addPart(search, {
      name: hop.link,
      text: `link ${hop.link} to ${hop.to}`,
      path: hop.link,
      content: `link to ${hop.to}`,
    })
    const target = targetOf(hop.link, hop.to)
    if (target === null) return null
    wanted = hop.rest === '' ? target : `${target}/${hop.rest}`
  }
  return null
}

async function walk(
  search: Search,
  wanted: string,
): Promise<Found | { readonly link: string; readonly to: string; readonly rest: string } | null> {
  const { looked, files, left } = search
  const names = wanted.split('/')
  if (names.length > mostFolders) return null
  looked.add(wanted)
  for (let at = 1; at <= names.length; at++) {
    const here = names.slice(0, at).join('/')
    looked.add(here)
    left.paths -= 1
    if (left.paths < 0) return tooMuch(search)
    const look = await files.look(here)
    if (look === null) return null
    if (look.is === 'link') return { link: here, to: look.to, rest: names.slice(at).join('/') }
    if (look.is === 'file') return at === names.length ? { path: here, bytes: look.bytes } : null
  }
  return null
}

/** No path in a project is deeper. */
const mostFolders = 40

/** What is not looked at any more is at least said. */
export function tooMuch(search: Search): null {
  const name = 'more than is looked through'
  addPart(search, { name, text: `${name}: what this comes to is not known`, path: '', content: '' })
  return null
}

export function addPart(
  search: Search,
  part: {
    readonly name: string
    readonly text: string
    readonly path: string
    readonly content: string | Uint8Array
    readonly isWord?: boolean
  },
): void {
  const { name, text, content, isWord = false } = part
  const known = search.parts.get(name)
  // What is run as well as named is run.
  if (known && !(known.isWord && !isWord)) return
  const digest = createHash('sha256').update(content).digest('hex')
  search.parts.set(name, { name, text, path: part.path, digest, isWord })
}

/** A whole file as a part; null where there is none. */
export async function addFile(search: Search, wanted: string | null, isWord = false): Promise<Found | null> {
  const file = wanted === null ? null : await lookUp(search, wanted)
  if (file !== null)
    addPart(search, { name: file.path, text: `file ${file.path}`, path: file.path, content: file.bytes, isWord })
  return file
}

export function textOf({ bytes }: Found): string {
  return new TextDecoder().decode(bytes)
}
