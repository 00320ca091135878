/** States of a folder without git: a list of its files by hash, and copies of their bytes beside it. */

import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FileChange } from '../run/outcome.ts'
import { temporaryKind, textOfFile } from '../system/files.ts'
import type { TreeFiles } from '../system/tree-files.ts'
import { makeFolders } from '../system/own-folder.ts'

export interface FileState {
  readonly mode: 'file' | 'executable' | 'link'
  readonly hash: string
}
/** By path with `/`. */
export type FolderState = ReadonlyMap<string, FileState>

export interface FileStates {
  /** Reads the folder and keeps what is new; @returns the state's name. */
  capture(): string
  /** The state of a name; @throws when it was never captured. */
  load(name: string): FolderState
  /** The same, or null. */
  known(name: string): FolderState | null
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
 */
export function openFileStates(
  root: string,
  store: string,
  { unseen, own }: { readonly unseen: readonly string[]; readonly own: readonly string[] },
): FileStates {
  // They come and go while the folder is looked at.
  const passes = (relative: string): boolean =>
    own.some(
      (it) =>
        path.posix.dirname(it) === path.posix.dirname(relative) &&
        temporaryKind(it, path.posix.basename(relative)) !== null,
    )
  const blobs = path.join(store, 'blobs')
  const states = path.join(store, 'states')
  makeFolders(blobs)
  makeFolders(states)
  const put = (bytes: Uint8Array): string => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    keep(path.join(blobs, hash), bytes)
    return hash
  }
  const load = (name: string): FolderState =>
    new Map(JSON.parse(readFileSync(path.join(states, name), 'utf8')) as [string, FileState][])
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
    capture() {
      const state = new Map<string, FileState>()
      walk(root, '', { unseen: new Set(unseen), passes }, (relative, file) => {
        const there = lstatSync(file, { throwIfNoEntry: false })
        // It has just gone, or its name is not UTF-8 and cannot be asked for: that it is there is all there is to say.
        if (there === undefined) state.set(relative, { mode: 'file', hash: put(new Uint8Array()) })
        else if (there.isSymbolicLink())
          state.set(relative, { mode: 'link', hash: put(Buffer.from(readlinkSync(file))) })
        else if (there.isFile()) {
          const mode = (there.mode & 0o100) === 0 ? 'file' : 'executable'
          state.set(relative, { mode, hash: put(readFileSync(file)) })
        }
      })
      return save(state)
    },
    load,
    known: (name) => (existsSync(path.join(states, name)) ? load(name) : null),
    bytes: (hash) => readFileSync(path.join(blobs, hash)),
  }
}

/** The files of a kept state by path. */
export function keptFiles(states: FileStates, name: string): TreeFiles {
  const state = states.load(name)
  return {
    look: (wanted) => {
      const file = state.get(wanted)
      if (file?.mode === 'link')
        return Promise.resolve({ is: 'link', to: Buffer.from(states.bytes(file.hash)).toString('utf8') })
      if (file) return Promise.resolve({ is: 'file', bytes: states.bytes(file.hash) })
      const isFolder = [...state.keys()].some((it) => it.startsWith(`${wanted}/`))
      return Promise.resolve(isFolder ? { is: 'folder' } : null)
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
  { unseen, passes }: { readonly unseen: ReadonlySet<string>; readonly passes: (relative: string) => boolean },
  see: (relative: string, file: string) => void,
): void {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skipped.has(entry.name) || unseen.has(relative) || passes(relative)) continue
    const there = path.join(root, relative)
    if (!entry.isDirectory() || !existsSync(there)) see(relative, there)
    else if (!isTaggedCache(there)) walk(root, relative, { unseen, passes }, see)
  }
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
