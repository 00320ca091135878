/** States of a folder without git: a list of its files by hash, and copies of their bytes beside it. */

import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FileSpec } from '../plan/model.ts'
import type { FileChange } from '../run/outcome.ts'
import { coveringOf } from '../run/path-pattern.ts'
import { temporaryKind, textOfFile } from '../system/files.ts'
import type { TreeFiles } from '../system/tree-files.ts'
import { makeFolders } from '../system/own-folder.ts'
import { openIgnoreRules } from './ignore-rules.ts'

export interface FileState {
  readonly mode: 'file' | 'executable' | 'link'
  readonly hash: string
  /** Set where git would ignore it, or a gate has made it: it is work only for a task that declares it, and judged by no gate. */
  readonly aside?: true
}
/** By path with `/`. */
export type FolderState = ReadonlyMap<string, FileState>

export interface FileStates {
  /**
   * Reads the folder and keeps what is new.
   * @param from state whose work is looked at in any case: what is done to it shows also where it is ignored since
   * @returns the state's name
   */
  capture(from?: FolderState): string
  /** The state of a name; @throws when it was never captured. */
  load(name: string): FolderState
  /** The same, or null. */
  known(name: string): FolderState | null
  /** Of a state what a verdict is about: what is work, and what tasks declare though it is none else. */
  judged(state: FolderState): FolderState
  save(state: FolderState): string
  put(bytes: Uint8Array): string
  bytes(hash: string): Uint8Array
}

/** Folders that hold what can be made again: neither copied nor looked at. Others say so themselves. */
const skipped = new Set(['.git', '.hg', '.svn', '.millwright', 'node_modules', '.venv', 'venv', '__pycache__'])

/**
 * Opens the states of a folder.
 * @param root absolute path of the folder
 * @param store absolute path, outside of it
 * @param of.unseen paths that are no work: shared and copied ones
 * @param of.own files that we write ourselves: what lies beside them while we do is no work either
 * @param of.declared what tasks declare: what is no work else is kept with it
 * @param of.made files as gates have made them
 */
export function openFileStates(
  root: string,
  store: string,
  {
    unseen,
    own,
    declared,
    made,
  }: {
    readonly unseen: readonly string[]
    readonly own: readonly string[]
    readonly declared: () => readonly FileSpec[]
    readonly made: () => FolderState
  },
): FileStates {
  // They come and go while the folder is looked at.
  const passes = (relative: string): boolean =>
    own.some(
      (it) =>
        path.posix.dirname(it) === path.posix.dirname(relative) &&
        temporaryKind(it, path.posix.basename(relative)) !== null,
    )
  const [blobs, states] = [blobsIn(store), statesIn(store)]
  makeFolders(blobs)
  makeFolders(states)
  const unseenPaths = new Set(unseen)
  const put = (bytes: Uint8Array): string => {
    const hash = hashOf(bytes)
    keep(path.join(blobs, hash), bytes)
    return hash
  }
  const load = (name: string): FolderState => {
    const kept = stateIn(store, name)
    if (kept === null) throw new Error(stateGone)
    return kept
  }
  const save = (state: FolderState): string => {
    const text = JSON.stringify([...state].sort(([a], [b]) => (a < b ? -1 : 1)))
    // Not to be taken for a commit: no git knows it.
    const name = `files-${createHash('sha256').update(text).digest('hex')}`
    keep(path.join(states, name), Buffer.from(text))
    return name
  }
  return {
    put,
    save,
    capture(from = new Map()) {
      const state = new Map<string, FileState>()
      const [ofGates, asides] = [made(), asidesOf(declared())]
      const known = new Set(workIn(from).keys())
      const above = new Set([...known].flatMap(foldersAbove))
      const isIgnored = openIgnoreRules(root)
      const passesBy = (relative: string, isFolder: boolean): boolean => {
        if (unseenPaths.has(relative) || passes(relative)) return true
        if (!isIgnored(relative, isFolder)) return false
        return isFolder
          ? !above.has(relative) && !asides.mayLieIn(relative)
          : !known.has(relative) && !asides.has(relative)
      }
      walk(root, '', passesBy, (relative, file) => {
        const read = readState(file)
        if (read === null) return
        const { bytes, ...there } = read
        const isAside = isIgnored(relative, false) || isSameFile(ofGates.get(relative), there)
        if (isAside && !known.has(relative) && !asides.has(relative)) return
        keep(path.join(blobs, there.hash), bytes)
        state.set(relative, isAside ? { ...there, aside: true } : there)
      })
      return save(state)
    },
    load,
    judged(state) {
      const asides = asidesOf(declared())
      return new Map([...state].filter(([name, { aside }]) => !aside || asides.has(name)))
    },
    known: (name) => stateIn(store, name),
    bytes: (hash) => readFileSync(blobIn(store, hash)),
  }
}

function blobsIn(store: string): string {
  return path.join(store, 'blobs')
}

function statesIn(store: string): string {
  return path.join(store, 'states')
}

/** Where the bytes of a file are kept. */
export function blobIn(store: string, hash: string): string {
  return path.join(blobsIn(store), hash)
}

/** A state that is kept there; null where it is not, or no longer. */
export function stateIn(store: string, name: string): FolderState | null {
  const file = path.join(statesIn(store), name)
  return existsSync(file) ? readKept(file) : null
}

function readKept(file: string): FolderState {
  return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, FileState][])
}

/** Where the states of a folder without git are kept, in our folder for it. */
export function storeIn(stateFolder: string): string {
  return path.join(stateFolder, 'files')
}

/** Said of a state that lies in our state folder no more: somebody has taken it away, or the project has another path. */
export const stateGone = 'what was kept of the files is gone from the state folder, or the project was moved'

/** The files of a kept state by path; a look rejects where that is gone. */
export function keptFiles(states: FileStates, name: string): TreeFiles {
  let state: FolderState | null = null
  return {
    // oxlint-disable-next-line typescript/require-await -- what it throws is to be a rejection
    look: async (wanted) => {
      state ??= states.load(name)
      const file = state.get(wanted)
      if (file?.mode === 'link') return { is: 'link', to: Buffer.from(states.bytes(file.hash)).toString('utf8') }
      if (file) return { is: 'file', bytes: states.bytes(file.hash) }
      const isFolder = [...state.keys()].some((it) => it.startsWith(`${wanted}/`))
      return isFolder ? { is: 'folder' } : null
    },
  }
}

/**
 * What differs between two states; a file that only moved is a rename.
 * @returns changes by path, in order
 */
export function changedFiles(from: FolderState, to: FolderState): FileChange[] {
  const gone = new Map<string, string[]>()
  for (const [path, file] of from) if (!to.has(path)) gone.set(keyOf(file), [...(gone.get(keyOf(file)) ?? []), path])
  const changes: FileChange[] = []
  const moved = new Set<string>()
  for (const [path, file] of to) {
    const old = from.get(path)
    if (isSameFile(old, file)) continue
    if (old) {
      const change = (old.mode === 'link') === (file.mode === 'link') ? 'modified' : 'type-changed'
      changes.push({ path, change, from: null })
      continue
    }
    const source = gone.get(keyOf(file))?.shift()
    if (source !== undefined) moved.add(source)
    changes.push(
      source === undefined ? { path, change: 'added', from: null } : { path, change: 'renamed', from: source },
    )
  }
  for (const path of from.keys())
    if (!to.has(path) && !moved.has(path)) changes.push({ path, change: 'deleted', from: null })
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function walk(
  root: string,
  folder: string,
  passesBy: (relative: string, isFolder: boolean) => boolean,
  see: (relative: string, file: string) => void,
): void {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
    const there = path.join(root, relative)
    const isFolder = entry.isDirectory() && existsSync(there)
    if (skipped.has(entry.name) || passesBy(relative, isFolder)) continue
    if (!isFolder) see(relative, there)
    else if (!isTaggedCache(there)) walk(root, relative, passesBy, see)
  }
}

/** What lies at a path, with what it holds; null for what holds nothing that can be kept. */
function readState(file: string): (FileState & { readonly bytes: Uint8Array }) | null {
  const there = lstatSync(file, { throwIfNoEntry: false })
  const state = (mode: FileState['mode'], bytes: Uint8Array) => ({ mode, hash: hashOf(bytes), bytes })
  // It has just gone, or its name is not UTF-8 and cannot be asked for: that it is there is all there is to say.
  if (there === undefined) return state('file', new Uint8Array())
  if (there.isSymbolicLink()) return state('link', Buffer.from(readlinkSync(file)))
  if (!there.isFile()) return null
  if (there.size > mostKept) throw tooLarge(file)
  return state((there.mode & 0o100) === 0 ? 'file' : 'executable', readFileSync(file))
}

/** What a file may hold to be read in one piece: Node reads no more. */
const mostKept = 2 ** 31 - 1

/** As the system would say it of a file that does not fit. */
function tooLarge(file: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`EFBIG: file too large, read '${file}'`), {
    code: 'EFBIG',
    syscall: 'read',
    path: file,
  })
}

/** Of a state of the files what is work. */
export function workIn(state: FolderState): FolderState {
  return new Map([...state].filter(([, file]) => file.aside === undefined))
}

function foldersAbove(name: string): string[] {
  const names = name.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** What tasks declare to write by a name, or by a pattern in a folder: what a pattern would find anywhere is not meant by it. */
function asidesOf(declared: readonly FileSpec[]): {
  has(relative: string): boolean
  /** Whether some of it may lie in a folder. */
  mayLieIn(folder: string): boolean
} {
  const written = declared.filter((it) => it.action !== 'read' && beginOf(it) !== '')
  const covers = written.map(coveringOf)
  const begins = written.flatMap((it) => [beginOf(it), it.to ?? '', it.leadsTo ?? '']).filter((it) => it !== '')
  return {
    has: (relative) => covers.some((it) => it(relative)),
    mayLieIn: (folder) =>
      begins.some((it) => it === folder || it.startsWith(`${folder}/`) || folder.startsWith(`${it}/`)),
  }
}

/** The names that a declared path begins with, up to where it leaves open what stands there. */
function beginOf({ path: declared, form }: FileSpec): string {
  const names = declared.split('/').filter((it) => it !== '')
  const open = form === 'path' || form === 'directory' ? -1 : names.findIndex((it) => /[*?[\]{}…]|^\.{3}$/.test(it))
  return (open < 0 ? names : names.slice(0, open)).join('/')
}

/** Whether a tool has marked its folder as a cache, as pytest, mypy, ruff and cargo do (Cache Directory Tagging Specification). */
function isTaggedCache(folder: string): boolean {
  const signature = 'Signature: 8a477f597d28d172789f06886806bc55'
  return textOfFile(path.join(folder, 'CACHEDIR.TAG'), 4096)?.startsWith(signature) === true
}

/** Whether two files hold the same, or neither is there. */
export function isSameFile(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.hash === other?.hash && one?.mode === other?.mode
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function keyOf(file: FileState): string {
  return `${file.mode} ${file.hash}`
}

/** Written once under its hash: a second writer writes the same. */
function keep(file: string, bytes: Uint8Array): void {
  if (existsSync(file)) return
  const next = `${file}.${process.pid}`
  writeFileSync(next, bytes, { flush: true })
  renameSync(next, file)
}
