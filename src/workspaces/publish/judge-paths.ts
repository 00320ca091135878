/** For each path that is to change in the human's checkout: may it be written, is it there already, or is it in the way. */

import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { RawChange } from '../git/changes.ts'
import { stateOfIndex } from '../git/index-facts.ts'
import { objectId } from '../git/objects.ts'
import { git, splitNul } from '../git/run-git.ts'
import type { Ground } from '../ground.ts'

export interface IndexEntry {
  readonly mode: string
  readonly id: string
  /** `H`; `S` for skip-worktree; lower case for assume-unchanged; `M` unmerged. */
  readonly tag: string
}

/** `write`: clean against the old commit. `already`: as the new commit has it. `dirty`: neither. */
export type Judgement = 'write' | 'already' | 'dirty'

/** A file whose content is neither as it was nor as it is to be, unless git converts it; with the modes that it may have. */
interface Unsure {
  readonly change: RawChange
  readonly modes: readonly string[]
}

const absent = '000000'

/** Entries of an index file by path; an unmerged path has the tag `M`. */
export async function readIndex(ground: Ground, index: string, root: string): Promise<Map<string, IndexEntry>> {
  const args = ['ls-files', '-v', '-s', '-z']
  const listed = await git({ args, cwd: root, env: ground.own.env({ index, worktree: root }) })
  const entries = new Map<string, IndexEntry>()
  for (const line of splitNul(listed)) {
    const tab = line.indexOf('\t')
    const [tag = '', mode = '', id = '', stage = '0'] = line.slice(0, tab).split(' ')
    entries.set(line.slice(tab + 1), { mode, id, tag: stage === '0' ? tag : 'M' })
  }
  return entries
}

/** What an index of a person holds; git writes it anew under another name each time, and then its state is another. */
const lastEntries = new Map<string, { readonly state: string; readonly entries: ReadonlyMap<string, IndexEntry> }>()

/** What an index of a person is known to hold; null where it has been written since. */
export function knownEntries(index: string): ReadonlyMap<string, IndexEntry> | null {
  const known = lastEntries.get(index)
  return known?.state === stateOfIndex(index) ? known.entries : null
}

/**
 * Notes what an index of a person holds.
 * @param state of the index when it was certain to hold just that: somebody may have written it since
 */
export function noteEntries(index: string, state: string, entries: ReadonlyMap<string, IndexEntry>): void {
  lastEntries.set(index, { state, entries })
}

/**
 * Judges every change against index and working file. Nothing is judged clean that is hidden behind a link, has a
 * submodule in it or is left out of a sparse checkout.
 * @returns by path
 */
export async function judgePaths(
  ground: Ground,
  root: string,
  changes: readonly RawChange[],
  index: ReadonlyMap<string, IndexEntry>,
): Promise<Map<string, Judgement>> {
  const judged = new Map<string, Judgement>()
  const leaving = new Set(changes.filter((it) => it.mode === absent).map((it) => it.path))
  const unsure: Unsure[] = []
  for (const change of changes) {
    const inIndex = judgeIndex(change, index.get(change.path))
    const onDisk = judgeFile(ground, root, change, leaving)
    if (inIndex === 'dirty' || onDisk === 'dirty') judged.set(change.path, 'dirty')
    else if (typeof onDisk === 'object') unsure.push(onDisk)
    else judged.set(change.path, onDisk)
  }
  for (const [path, judgement] of await judgeConverted(ground, root, unsure)) judged.set(path, judgement)
  return judged
}

/** Whether a submodule comes, goes or moves: in it is another repository, which is the human's to bring along. */
export function isSubmodule(change: RawChange): boolean {
  return change.mode === '160000' || change.oldMode === '160000'
}

function judgeIndex(change: RawChange, entry: IndexEntry | undefined): 'clean' | 'dirty' {
  if (isSubmodule(change)) return 'dirty'
  if (entry === undefined) return change.oldMode === absent || change.mode === absent ? 'clean' : 'dirty'
  if (entry.tag !== 'H') return 'dirty'
  const isOld = entry.mode === change.oldMode && entry.id === change.oldId
  const isNew = entry.mode === change.mode && entry.id === change.id
  return isOld || isNew ? 'clean' : 'dirty'
}

function judgeFile(ground: Ground, root: string, change: RawChange, leaving: ReadonlySet<string>): Judgement | Unsure {
  const parent = foreignParent(root, change.path, leaving)
  // A file or link where a folder has to be: only fine when it is one that goes away itself, or where nothing is to be there.
  if (parent === 'in the way') return change.mode === absent ? 'already' : 'dirty'
  const file = path.join(root, change.path)
  const there = parent === 'leaves' ? undefined : lstatSync(file, { throwIfNoEntry: false })
  if (!there) return change.mode === absent ? 'already' : change.oldMode === absent ? 'write' : 'dirty'
  if (there.isDirectory())
    return change.mode === absent ? 'already' : holdsOnly(file, change.path, leaving) ? 'write' : 'dirty'
  if (!there.isFile() && !there.isSymbolicLink()) return 'dirty'
  const modes = modesOf(there, ground)
  const bytes = there.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file)
  const id = objectId(ground.own.hash, 'blob', bytes)
  for (const mode of modes) {
    if (mode === change.mode && id === change.id) return 'already'
    if (mode === change.oldMode && id === change.oldId) return 'write'
  }
  return there.isFile() ? { change, modes } : 'dirty'
}

/** What git may take a file for: where the disk knows no modes, for either, and what the disk says comes first. */
function modesOf(there: Stats, { own }: Ground): readonly string[] {
  if (there.isSymbolicLink()) return ['120000']
  const [mode, other] = (there.mode & 0o100) === 0 ? (['100644', '100755'] as const) : (['100755', '100644'] as const)
  return own.fileMode ? [mode] : [mode, other]
}

/** Whether all files in a folder go away, so that a file can take its place without taking anything else along. */
function holdsOnly(folder: string, relative: string, leaving: ReadonlySet<string>): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const below = `${relative}/${entry.name}`
    return entry.isDirectory() ? holdsOnly(path.join(folder, entry.name), below, leaving) : leaving.has(below)
  })
}

function foreignParent(root: string, relative: string, leaving: ReadonlySet<string>): 'none' | 'leaves' | 'in the way' {
  const names = relative.split('/')
  for (let depth = 1; depth < names.length; depth++) {
    const above = names.slice(0, depth).join('/')
    const there = lstatSync(path.join(root, above), { throwIfNoEntry: false })
    if (!there) return 'none'
    if (!there.isDirectory()) return leaving.has(above) ? 'leaves' : 'in the way'
  }
  return 'none'
}

/** A file with converted line ends is the same file to git; only git knows by which rule. */
async function judgeConverted(
  ground: Ground,
  root: string,
  unsure: readonly Unsure[],
): Promise<Map<string, Judgement>> {
  const judged = new Map<string, Judgement>()
  if (unsure.length === 0) return judged
  const env = ground.own.env({ worktree: root })
  const input = unsure.map(({ change }) => `${quoted(change.path)}\n`).join('')
  const out = await git({ args: ['hash-object', '--stdin-paths'], cwd: root, env, input })
  const ids = out.toString('utf8').split('\n')
  unsure.forEach(({ change, modes }, i) => {
    const isNew = ids[i] === change.id && modes.includes(change.mode)
    const isOld = ids[i] === change.oldId && modes.includes(change.oldMode)
    judged.set(change.path, isNew ? 'already' : isOld ? 'write' : 'dirty')
  })
  return judged
}

/** A path as git quotes it in C style, so that a line break in it does not end the line. */
function quoted(text: string): string {
  let quote = '"'
  for (const byte of Buffer.from(text, 'utf8'))
    quote +=
      byte < 0x20 || byte >= 0x7f || byte === 0x22 || byte === 0x5c
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte)
  return `${quote}"`
}

/** Paths for which the human has configured a filter (LFS and the like): what we would write is not what they would see. */
export async function filteredPaths(ground: Ground, root: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const input = paths.map((it) => `${it}\0`).join('')
  const env = ground.own.env({ worktree: root })
  const out = splitNul(await git({ args: ['check-attr', '-z', '--stdin', 'filter'], cwd: root, env, input }))
  const filtered: string[] = []
  for (let at = 0; at + 2 < out.length; at += 3) {
    const value = out[at + 2] ?? ''
    if (value !== 'unspecified' && value !== 'unset') filtered.push(out[at] ?? '')
  }
  return filtered
}
