/** Git trees as values: looking a path up, and another tree with some entries replaced. */

import type { Kind } from '../way-to.ts'
import { objectId, type Objects } from './objects.ts'
import { GitError } from './run-git.ts'

export interface TreeEntry {
  /** As git writes it: `100644`, `100755`, `120000`, `40000`, `160000`. */
  readonly mode: string
  readonly id: string
}

/** Mode of an entry that is a tree itself. */
export const folderMode = '40000'

/** The tree without entries, in both of git's object formats. */
const emptyTrees: readonly string[] = (['sha1', 'sha256'] as const).map((it) => objectId(it, 'tree', new Uint8Array()))

/** The tree a commit or tree name stands for; @throws GitError when there is none. */
export async function treeOf(objects: Objects, name: string): Promise<string> {
  const tree = await objects.read(`${name}^{tree}`)
  if (!tree) throw new GitError(`git cat-file: ${name} is not in the repository`)
  return tree.id
}

/**
 * Looks a path up.
 * @param tree id of a tree
 * @param path with `/`; a final `/` is ignored
 * @returns its entry, or null
 */
export async function entryAt(objects: Objects, tree: string, path: string): Promise<TreeEntry | null> {
  let found: TreeEntry | null = { mode: folderMode, id: tree }
  for (const name of namesOf(path)) {
    if (found?.mode !== folderMode) return null
    found = (await readTree(objects, found.id)).get(name) ?? null
  }
  return found
}

/** What lies at a path of a tree; null for nothing. */
export async function kindAt(objects: Objects, tree: string, path: string): Promise<Kind | null> {
  const entry = await entryAt(objects, tree, path)
  return entry === null ? null : kindOf(entry)
}

/** What an entry is. */
export function kindOf({ mode }: Pick<TreeEntry, 'mode'>): Kind {
  if (mode === folderMode) return 'folder'
  if (mode === '120000') return 'link'
  return mode.startsWith('100') ? 'file' : 'other'
}

/** The bytes of a file in a tree, or null when there is no such file; what a link says is no file's. */
export async function bytesAt(objects: Objects, tree: string, path: string): Promise<Uint8Array | null> {
  const entry = await entryAt(objects, tree, path)
  if (entry === null || kindOf(entry) !== 'file') return null
  return (await objects.read(entry.id))?.bytes ?? null
}

/**
 * Entries of a tree that are commits (submodules) and were not, or were others, in an earlier one.
 * @returns paths as latin1, which keeps bytes that are not UTF-8; `before` is null where there was no submodule
 */
export async function linksBetween(
  objects: Objects,
  from: string | null,
  to: string,
  above = '',
): Promise<readonly { readonly path: string; readonly before: TreeEntry | null }[]> {
  if (from === to) return []
  const old = from === null ? new Map<string, TreeEntry>() : await readTree(objects, from)
  const found: { path: string; before: TreeEntry | null }[] = []
  for (const [name, entry] of await readTree(objects, to)) {
    const before = old.get(name) ?? null
    if (before?.id === entry.id) continue
    if (entry.mode === '160000')
      found.push({ path: `${above}${name}`, before: before?.mode === '160000' ? before : null })
    else if (entry.mode === folderMode)
      found.push(
        ...(await linksBetween(objects, before?.mode === folderMode ? before.id : null, entry.id, `${above}${name}/`)),
      )
  }
  return found
}

const linksKnown = new WeakMap<Objects, Map<string, ReadonlyMap<string, string>>>()
const noLinks: ReadonlyMap<string, string> = new Map()

/**
 * All submodules in a tree by path, as text, and the commits that they are linked to. Of each folder it is found out once.
 * @throws GitError where a part of it is not in the repository
 */
export async function linksInTree(objects: Objects, tree: string): Promise<ReadonlyMap<string, string>> {
  const known = linksKnown.get(objects) ?? new Map<string, ReadonlyMap<string, string>>()
  linksKnown.set(objects, known)
  const before = known.get(tree)
  if (before !== undefined) return before
  const found = new Map<string, string>()
  for (const [name, { mode, id }] of await readTree(objects, tree)) {
    const text = Buffer.from(name, 'latin1').toString('utf8')
    if (mode === '160000') found.set(text, id)
    else if (mode === folderMode)
      for (const [below, link] of await linksInTree(objects, id)) found.set(`${text}/${below}`, link)
  }
  known.set(tree, found.size === 0 ? noLinks : found)
  return found
}

/**
 * Another tree with entries put in place; folders that become empty vanish.
 * @param changes by path; null removes
 * @param store whether new trees are written; without it only the id is computed
 * @returns the new tree's id, the same one when nothing changes
 */
export async function withEntries(
  objects: Objects,
  tree: string,
  changes: ReadonlyMap<string, TreeEntry | null>,
  store: (bytes: Buffer) => string,
): Promise<string> {
  if (changes.size === 0) return tree
  const named = new Map([...changes].map(([path, entry]) => [namesOf(path).join('/'), entry]))
  return (await change(objects, tree, named, store)) ?? store(Buffer.alloc(0))
}

async function change(
  objects: Objects,
  tree: string | null,
  changes: ReadonlyMap<string, TreeEntry | null>,
  store: (bytes: Buffer) => string,
): Promise<string | null> {
  const entries = tree === null ? new Map<string, TreeEntry>() : new Map(await readTree(objects, tree))
  const below = new Map<string, Map<string, TreeEntry | null>>()
  let changed = false
  for (const [path, entry] of changes) {
    const [name = '', ...rest] = path.split('/')
    if (rest.length > 0) {
      const inside = below.get(name) ?? new Map<string, TreeEntry | null>()
      inside.set(rest.join('/'), entry)
      below.set(name, inside)
      continue
    }
    const old = entries.get(name)
    if (old?.id === entry?.id && old?.mode === entry?.mode) continue
    changed = true
    if (entry === null) entries.delete(name)
    else entries.set(name, entry)
  }
  for (const [name, inside] of below) {
    const old = entries.get(name)
    const folder = old?.mode === folderMode ? old.id : null
    if (folder === null && [...inside.values()].every((entry) => entry === null)) continue
    const id = await change(objects, folder, inside, store)
    if (id === folder && folder !== null) continue
    changed = true
    if (id === null) entries.delete(name)
    else entries.set(name, { mode: folderMode, id })
  }
  if (!changed && tree !== null) return tree
  return entries.size === 0 ? null : store(treeBytes(entries))
}

/** The entries of a tree by name, as latin1. @throws GitError where it is not in the repository */
export async function readTree(objects: Objects, id: string): Promise<Map<string, TreeEntry>> {
  const object = await objects.read(id)
  if (!object) {
    // The empty tree need not be stored to exist; another one that is lost would look as if all of it were deleted.
    if (emptyTrees.includes(id)) return new Map()
    throw new GitError(`git cat-file: the tree ${id} is not in the repository`)
  }
  const entries = new Map<string, TreeEntry>()
  const width = id.length / 2
  let at = 0
  while (at < object.bytes.length) {
    const space = object.bytes.indexOf(32, at)
    const nul = object.bytes.indexOf(0, space)
    const mode = object.bytes.toString('latin1', at, space)
    // Names are bytes to git; latin1 keeps those that are not UTF-8, and paths are turned the same way.
    const name = object.bytes.toString('latin1', space + 1, nul)
    entries.set(name, { mode, id: object.bytes.toString('hex', nul + 1, nul + 1 + width) })
    at = nul + 1 + width
  }
  return entries
}

/** A tree as git stores it. */
export function treeBytes(entries: ReadonlyMap<string, TreeEntry>): Buffer {
  // Git sorts by bytes, a folder as if its name ended in `/`.
  const sorted = [...entries]
    .map(([name, entry]) => ({ name, entry, key: entry.mode === folderMode ? `${name}/` : name }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return Buffer.concat(
    sorted.map(({ name, entry }) =>
      Buffer.concat([Buffer.from(`${entry.mode} ${name}\0`, 'latin1'), Buffer.from(entry.id, 'hex')]),
    ),
  )
}

function namesOf(path: string): string[] {
  const bytes = Buffer.from(path, 'utf8').toString('latin1')
  return bytes.split('/').filter((name) => name !== '' && name !== '.')
}
