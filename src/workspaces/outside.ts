/**
 * What lies outside of every workspace and no task may write: uncommitted files of the human's checkout, what is installed
 * in the folders that workspaces share with it, and the repository's configuration and hooks. Looked at, never put back: a human may change all of it at any time.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import path from 'node:path'
import { wait } from '../system/clock.ts'
import { isOwnOutput, lookAtPath } from '../system/look-at-path.ts'
import { protectedPaths } from './evidence-tree.ts'
import { stateOfIndex } from './git/index-facts.ts'
import { objectId } from './git/objects.ts'
import { isTrueToPerson } from './git/person-config.ts'
import { runGit, splitNul } from './git/run-git.ts'
import type { Ground } from './ground.ts'
import { knownEntries, noteEntries, readIndex, type IndexEntry } from './publish/judge-paths.ts'
import { publishedUnder, untilPublished } from './publish/index-lock.ts'
import { lookAtShared } from './needs-key.ts'
import type { Outside, Touched } from './workspaces.ts'

/**
 * Looks once (RELIABILITY S4, S7).
 * @param files whether the checkout is looked at too; work in place happens there
 * @returns by shown path; a file of the checkout that is as the index has it is left out
 */
export async function lookOutside(ground: Ground, files: boolean): Promise<Outside> {
  const seen = new Map<string, Touched>()
  for (const [shown, file] of guarded(ground)) {
    const there = lookAtPath(file)
    if (there) seen.set(shown, { mark: digestOf(file, there), at: there.ctimeMs })
  }
  const packed = replacedInPacked(ground)
  if (packed !== null) seen.set('.git/packed-refs', packed)
  const { root } = ground.facts
  if (!files || root === null) return seen
  for (const it of await settled(ground, root)) {
    const file = path.join(root, it)
    const there = lookAtPath(file)
    // A person may keep what we print beside their files.
    if (!there || !isOwnOutput(there)) seen.set(it, touched(file))
  }
  return new Map([...seen, ...lookAtShares(ground)])
}

/** Looks at what is installed in the folders that workspaces share with the checkout. */
export function lookAtShares(ground: Ground): Outside {
  const { root } = ground.facts
  const { settings, active = [] } = ground.options
  const looks = [...new Set([...settings.share, ...active])].map((shared): readonly [string, Touched] => {
    const look = root === null ? null : lookAtShared(path.join(root, shared))
    return [shared, { ...(look ?? { mark: 'nothing', at: null }), is: 'shared' }]
  })
  return new Map(looks)
}

/** What git runs or obeys, by shown path. */
function guarded({ facts: { commonDir, gitDir } }: Ground): readonly (readonly [string, string])[] {
  const isOwn = gitDir !== commonDir
  return [
    ...guardedIn('.git', commonDir),
    ...(isOwn ? [['.git/config.worktree', path.join(gitDir, 'config.worktree')] as const] : []),
  ]
}

/** The same of one git directory, and of those of its submodules, whose names may hold `/`. */
function guardedIn(shown: string, dir: string): readonly (readonly [string, string])[] {
  const at = (name: string): readonly [string, string] => [`${shown}/${name}`, path.join(dir, name)]
  const filesIn = (folder: string): readonly string[] =>
    namesIn(path.join(dir, folder)).map((name) => `${folder}/${name}`)
  return [
    ...['config', 'config.worktree', 'objects/info/alternates', 'shallow'].map(at),
    ...['hooks', 'info', 'refs/replace'].flatMap(filesIn).map(at),
    ...modulesBelow(`${shown}/modules`, path.join(dir, 'modules')),
  ]
}

function modulesBelow(shown: string, folder: string): readonly (readonly [string, string])[] {
  return namesIn(folder).flatMap((name) => {
    const [shownAt, at] = [`${shown}/${name}`, path.join(folder, name)]
    if (lookAtPath(at)?.isDirectory() !== true) return []
    return lookAtPath(path.join(at, 'HEAD')) ? guardedIn(shownAt, at) : modulesBelow(shownAt, at)
  })
}

/** References in one file by which git shows one object for another; null where there are none. */
function replacedInPacked({ facts: { commonDir } }: Ground): Touched | null {
  const file = path.join(commonDir, 'packed-refs')
  const there = lookAtPath(file)
  if (there?.isFile() !== true) return null
  const lines = readFileSync(file, 'latin1').split('\n')
  const replaced = lines.filter((it) => it.includes(' refs/replace/'))
  return replaced.length === 0 ? null : { mark: replaced.join('\n'), at: there.ctimeMs }
}

/** So often it is looked again while the index changes, and after so long. */
const mostLooks = 20
const lookMs = 50

/** While a run is being published, this one or that of another plan, files are there that the index does not know yet. */
async function settled(ground: Ground, root: string): Promise<readonly string[]> {
  const index = path.join(ground.facts.gitDir, 'index')
  const lock = `${index}.lock`
  /** Held by a run that was killed. */
  let isLeft = false
  for (let looks = 1; ; looks += 1) {
    const before = stateOfIndex(index)
    const found = await uncommitted(ground, root)
    const isHeld = publishedUnder(lock) !== null && !isLeft
    const isStill = stateOfIndex(index) === before && !isHeld
    if (isStill || found.length === 0 || looks === mostLooks) return found
    if (isHeld) isLeft = !(await untilPublished(lock))
    else await wait(lookMs)
  }
}

/** Files that differ from the human's index, or that it does not know or look at; without those that we write. */
async function uncommitted(ground: Ground, root: string): Promise<readonly string[]> {
  const env = ground.own.env({ index: path.join(ground.facts.gitDir, 'index'), worktree: root })
  const call = { cwd: root, env, allowsPipes: true }
  const args = ['ls-files', '-m', '-d', '-o', '--exclude-standard', '-z']
  const [listed, hidden] = await Promise.all([runGit({ ...call, args }), hiddenIn(ground, root)])
  const ours = protectedPaths(ground)
  const isOurs = (name: string): boolean => ours.some((it) => name === it || name.startsWith(`${it}/`))
  const known = async (): Promise<readonly string[]> => {
    // Where a pipe keeps git from telling what is ignored, what is known to it is looked at all the same.
    const changed = await runGit({ ...call, args: ['ls-files', '-m', '-d', '-z'] })
    return changed.waitsAt === undefined ? splitNul(changed.out) : otherBytes(ground, root)
  }
  const { waitsAt } = listed
  const found =
    waitsAt === undefined ? splitNul(listed.out) : [...(await known()), ...waitsAt.map((it) => path.relative(root, it))]
  return [...new Set([...found, ...hidden])].filter((it) => !isOurs(it))
}

/** Known files that are other ones byte for byte: all that can be said of them while git waits at a file of attributes. */
async function otherBytes(ground: Ground, root: string): Promise<readonly string[]> {
  const entries = (await entriesOf(ground, root)) ?? new Map<string, IndexEntry>()
  return [...entries].flatMap(([name, { tag, mode, id }]) => {
    const isAsKnown = tag !== 'H' || mode === '160000' || idsOf(ground, path.join(root, name)).includes(id)
    return isAsKnown ? [] : [name]
  })
}

/** The ids of a file's bytes as they are, and as they are with other line ends; none for what is no file, or cannot be read. */
function idsOf({ own }: Ground, file: string): readonly string[] {
  const idOf = (bytes: Uint8Array): string => objectId(own.hash, 'blob', bytes)
  const there = lookAtPath(file)
  try {
    if (there?.isSymbolicLink() === true) return [idOf(readlinkSync(file, { encoding: 'buffer' }))]
    if (there?.isFile() !== true) return []
    const bytes = readFileSync(file)
    return [idOf(bytes), idOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))]
  } catch {
    return []
  }
}

/** Files that were not there when the checkout was looked at for the first time, and that git did not look for. */
const leftOut = new WeakMap<Ground, ReadonlySet<string>>()

/** Files that git does not look at (`assume-unchanged`, `skip-worktree`): what is written into them shows nowhere else. */
async function hiddenIn(ground: Ground, root: string): Promise<readonly string[]> {
  const entries = await entriesOf(ground, root)
  if (entries === null) return []
  const tagged = (of: (tag: string) => boolean): string[] =>
    [...entries].flatMap(([name, { tag }]) => (of(tag) ? [name] : []))
  const skipped = tagged((it) => it === 'S')
  const gone = new Set(skipped.filter((it) => !lookAtPath(path.join(root, it))))
  const before = leftOut.get(ground) ?? gone
  leftOut.set(ground, before)
  const hidden = [...tagged((it) => it >= 'a' && it <= 'z'), ...skipped.filter((it) => !gone.has(it))]
  const newlyGone = [...gone].filter((it) => !before.has(it))
  // A sparse checkout leaves out most of a repository, and a person may make it another one at any time.
  return newlyGone.length === 0 || (await isSparse(ground)) ? hidden : [...hidden, ...newlyGone]
}

/** What the human's index holds; null while somebody is writing it. */
async function entriesOf(ground: Ground, root: string): Promise<ReadonlyMap<string, IndexEntry> | null> {
  const index = path.join(ground.facts.gitDir, 'index')
  const known = knownEntries(index)
  if (known !== null) return known
  const state = stateOfIndex(index)
  const entries = await readIndex(ground, index, root).catch(() => null)
  if (entries !== null) noteEntries(index, state, entries)
  return entries
}

/** The list of what is left out stays when a person has all of it checked out again: the configuration says which it is. */
async function isSparse({ facts: { gitDir } }: Ground): Promise<boolean> {
  const list = lookAtPath(path.join(gitDir, 'info', 'sparse-checkout'))
  return list !== undefined && (await isTrueToPerson(gitDir, 'core.sparseCheckout'))
}

function touched(file: string): Touched {
  const there = lookAtPath(file)
  if (there) return { mark: `${there.mode} ${there.size} ${there.ctimeMs}`, at: there.ctimeMs }
  // Of a file that is gone only its folder knows when.
  const folder = lookAtPath(path.dirname(file))
  return { mark: 'gone', at: folder?.ctimeMs ?? null }
}

function digestOf(file: string, there: Stats): string {
  if (there.isSymbolicLink()) return `link ${readlinkSync(file)}`
  if (there.isDirectory()) return `folder ${namesIn(file).join('/')}`
  if (!there.isFile()) return 'special'
  return `${there.mode.toString(8)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
