/**
 * Files, index and branch of the human's checkout, brought from one commit to another.
 *
 * Under git's index lock: judge → files → index → branch → unlock. A kill leaves the lock (known as ours by its mark)
 * and at every point a state that a repeat completes, because a path that already is as the new commit has it counts
 * as clean: files first, so that a branch never stands on a commit whose files are missing, which would look like a
 * human's deletion and be committed as one.
 */

import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { flushFile } from '../../system/files.ts'
import { copyIndex } from '../git/copy-index.ts'
import { diskFailureOf } from '../../system/disk-failure.ts'
import { locksOfMove, removeEmptyLocks } from '../git/ref-locks.ts'
import { rawChanges, type RawChange } from '../git/changes.ts'
import { git, runGit } from '../git/run-git.ts'
import { kindOf } from '../git/trees.ts'
import { indexCall, type Ground } from '../ground.ts'
import { readHead, type HumanHead } from './human-checkout.ts'
import { stateOfIndex } from '../git/index-facts.ts'
import { heldSince, releaseIndexLock, waitForIndexLock } from './index-lock.ts'
import { listed } from '../../plan/names.ts'
import { shellWords } from '../../plan/shell-word.ts'
import { mergeByHand, pathspec } from './merge-by-hand.ts'
import { placeFiles } from './place-files.ts'
import { isProjected } from './working-files.ts'
import {
  filteredPaths,
  isSubmodule,
  judgePaths,
  knownEntries,
  noteEntries,
  readIndex,
  type IndexEntry,
  type Judgement,
} from './judge-paths.ts'

const absent = '000000'

export type Forward =
  | { readonly is: 'forward' }
  /** The human moved in the meantime: look again. */
  | { readonly is: 'moved' }
  | { readonly is: 'waiting'; readonly reason: string; readonly help: string; readonly paths: readonly string[] }

/** The stages of bringing a checkout forward; a test ends the process at each of them. */
export type Stage = 'locked' | 'files' | 'index' | 'branch'

export interface ForwardRequest {
  readonly root: string
  readonly head: HumanHead
  readonly from: string
  readonly to: string
  readonly inPlace: boolean
  readonly reached?: (stage: Stage) => void
}

/**
 * Brings the checkout forward, or says what is in the way; then nothing was changed.
 * @throws GitError when git or the disk fails; repeating it completes what was begun
 */
export async function bringForward(ground: Ground, request: ForwardRequest): Promise<Forward> {
  const index = path.join(ground.facts.gitDir, 'index')
  const lock = `${index}.lock`
  const { run } = ground.options
  const taken = await waitForIndexLock(lock, run)
  if (taken !== 'taken') return waiting(...heldBy(taken.holder), [])
  try {
    return await underLock(ground, request, index)
  } finally {
    for (const file of [nextOf(index), `${nextOf(index)}.lock`]) rmSync(file, { force: true })
    releaseIndexLock(lock, run)
  }
}

/** Reason and help. */
function heldBy(run: string | null): [string, string] {
  if (run === null)
    return ['git’s index is locked by another program', 'if no git command runs, remove .git/index.lock']
  const help =
    'it is tried again after the next task; where that run was killed, resume its plan, which frees the index'
  return [`run ${run} of another plan holds git’s index, to be published`, help]
}

function withChanges(
  entries: ReadonlyMap<string, IndexEntry>,
  changes: readonly RawChange[],
): ReadonlyMap<string, IndexEntry> {
  const after = new Map(entries)
  for (const it of changes) if (it.mode === absent) after.delete(it.path)
  for (const { path: file, mode, id } of changes) if (mode !== absent) after.set(file, { mode, id, tag: 'H' })
  return after
}

/** The index as it will be. */
function nextOf(index: string): string {
  return `${index}.millwright`
}

async function underLock(ground: Ground, request: ForwardRequest, index: string): Promise<Forward> {
  const { head, to } = request
  const now = await readHead(ground)
  if (now.branch !== head.branch || now.commit !== head.commit) return { is: 'moved' }
  request.reached?.('locked')
  const stopped = await bringFiles(ground, request, index)
  if (stopped) return stopped
  const ref = head.branch ?? 'HEAD'
  const since = heldSince(`${index}.lock`, ground.options.run)
  const more = { also: ground.ref('published'), ...(since === null ? {} : { heldSince: since }) }
  const back = { ...request, from: to, to: request.from, reached: () => undefined }
  let isMoved = false
  try {
    isMoved = await ground.refs.swapWith(ref, to, head.commit, more)
  } catch (error) {
    // Another program's lock: what was brought would stand there as staged changes of nobody's for as long as that stays.
    if (diskFailureOf(error) === null && (await readHead(ground)).commit === head.commit)
      await bringBack(ground, back, index)
    throw error
  }
  // A git that was killed right behind the move, or that the disk did not let take it away, has left its lock of HEAD: only while
  // we hold the index it is known as ours.
  if (since !== null) await removeEmptyLocks(ground.own, locksOfMove(ground.facts, head.branch), since)
  if (isMoved) {
    request.reached?.('branch')
    return { is: 'forward' }
  }
  const at = (await readHead(ground)).commit
  // Somebody moved the branch elsewhere: what was brought goes back, or the next look would take it for a change of theirs.
  if (at !== null && !(await ground.refs.isAncestor(to, at))) {
    const others = new Set((await rawChanges(ground.objects, to, at)).map((it) => it.path))
    await bringFiles(ground, back, index, others)
  }
  return { is: 'moved' }
}

/** The same the other way round; a file that a person has changed meanwhile stays as it is by now, and holds up no other. */
async function bringBack(ground: Ground, back: ForwardRequest, index: string): Promise<void> {
  const paths = (await rawChanges(ground.objects, back.from, back.to)).map((it) => it.path)
  const theirs = new Set<string>()
  // What stays may stand in the way of another one, as a file in a folder that is to be a file again.
  for (let tries = 0; tries < 5; tries += 1) {
    const stopped = await bringFiles(ground, back, index, new Set(paths.filter((it) => !theirs.has(it))))
    if (stopped === null || stopped.is !== 'waiting') break
    for (const it of stopped.paths) theirs.add(it)
  }
  // Of those the index alone: it holds what is ours.
  if (theirs.size > 0) await bringFiles(ground, { ...back, inPlace: true }, index, theirs)
}

/**
 * Brings files and index from one commit to the other.
 * @param only these paths; absent takes all
 * @returns what stops it; then nothing was changed
 */
async function bringFiles(
  ground: Ground,
  request: ForwardRequest,
  index: string,
  only?: ReadonlySet<string>,
): Promise<Forward | null> {
  const { root, from, to } = request
  const next = nextOf(index)
  rmSync(`${next}.lock`, { force: true })
  rmSync(next, { force: true })
  const known = knownEntries(index)
  if (existsSync(index)) copyIndex(index, next)
  const entries = known ?? (await readIndex(ground, next, root))
  const changes = (await rawChanges(ground.objects, from, to)).filter((it) => only?.has(it.path) ?? true)
  const ours = new Set(ground.options.bookkeeping)
  if (ground.options.planPath !== null) ours.add(ground.options.planPath)
  const plain = changes.filter((it) => !ours.has(it.path))
  const judged = await judgePaths(ground, root, plain, entries)
  const stopped = await inTheWay(ground, request, plain, judged, entries)
  if (stopped) return stopped
  const books = await bookkeepingEntries(
    ground,
    request,
    changes.filter((it) => ours.has(it.path)),
    entries,
  )
  await setEntries(ground, root, next, [...plain, ...books.entries])
  const writes = request.inPlace ? [] : plain.filter((it) => judged.get(it.path) === 'write')
  if (!(await placeFiles(ground, { root, index: next, changes: [...writes, ...books.writes] }))) return { is: 'moved' }
  await runGit({ ...indexCall(ground, { files: root, index: next }), args: ['update-index', '-q', '--refresh'] })
  request.reached?.('files')
  // Git writes no index for a tree without files.
  if (existsSync(next)) {
    // Renamed unflushed, a power cut would leave an empty index, with which git does nothing any more.
    flushFile(next)
    renameSync(next, index)
    noteEntries(index, stateOfIndex(index), withChanges(entries, [...plain, ...books.entries]))
  }
  request.reached?.('index')
  if (request.inPlace && only === undefined)
    tellBehind(
      ground,
      plain.filter((it) => judged.get(it.path) === 'write').map((it) => it.path),
    )
  return null
}

/** In place the work is in the folder, unless somebody has put it aside there: nothing is put back, and it would be committed as taken back. */
function tellBehind({ options }: Ground, paths: readonly string[]): void {
  if (paths.length === 0) return
  const command = `git checkout HEAD -- ${paths.slice(0, mostNamed).map(pathspec).join(' ')}`
  const more = paths.length > mostNamed ? ', and so on' : ''
  options.remark?.(
    `in your folder ${listed(paths, 3)} ${paths.length === 1 ? 'lies' : 'lie'} as before the work that was just merged, as a change of yours that takes it back: to have it there, ${command}${more}`,
  )
}

/** Files of which a command names each. */
const mostNamed = 40

async function inTheWay(
  ground: Ground,
  request: ForwardRequest,
  changes: readonly RawChange[],
  judged: ReadonlyMap<string, Judgement>,
  entries: ReadonlyMap<string, IndexEntry>,
): Promise<Forward | null> {
  // In place the work is in the files already; a human's edit on top of it stays where it is.
  const stays = changes.filter((it) => judged.get(it.path) === 'dirty' && !(request.inPlace && isInIndex(it, entries)))
  const [modules, dirty] = [stays.filter(isSubmodule), stays.filter((it) => !isSubmodule(it))]
  const left = dirty.filter((it) => entries.get(it.path)?.tag === 'S').map((it) => it.path)
  if (left.length > 0) {
    const folders = [...new Set(left.map((it) => path.posix.dirname(it)))].slice(0, 3)
    const by = await mergeByHand(ground, request.head.branch?.replace(/^refs\/heads\//, '') ?? null)
    return waiting(
      'files changed that your sparse checkout leaves out',
      `check them out (\`git sparse-checkout add ${shellWords(folders)}\`) and resume; or merge by hand, then resume: ${by}`,
      left,
    )
  }
  const mayFilter = !request.inPlace && hasAttributes(ground, request.root, entries)
  const isFile = (it: RawChange): boolean => judged.get(it.path) === 'write' && it.mode !== absent
  // What passes through a filter never looks as it is committed: only git can say whether a person changed it.
  const unsure = [...changes.filter(isFile), ...dirty.filter((it) => isInIndex(it, entries))].map((it) => it.path)
  const filtered = mayFilter ? await filteredPaths(ground, request.root, unsure) : []
  const edited = dirty.map((it) => it.path).filter((it) => !filtered.includes(it))
  if (edited.length > 0) {
    const aside = `git stash push -a -- ${edited.map(pathspec).join(' ')}`
    // Git puts nothing aside where there is no commit to go back to; and nobody reads a command with so many names.
    const isAside = request.head.commit !== null && edited.length <= mostNamed
    const otherwise = isAside ? `put them aside: ${aside}` : 'move them elsewhere'
    const help = `commit or remove your changes to these files, or ${otherwise}`
    return waiting('files with changes of your own are in the way', help, edited)
  }
  const paths = filtered.length > 0 ? filtered : modules.map((it) => it.path)
  if (paths.length === 0) return null
  const by = await mergeByHand(ground, request.head.branch?.replace(/^refs\/heads\//, '') ?? null)
  const help = `merge by hand, then resume: ${by}`
  const what = filtered.length > 0 ? 'files that pass through a git filter (such as LFS)' : 'submodules'
  return waiting(`${what} changed`, help, paths)
}

/** Whether anything could name a filter at all; most repositories are spared the question. */
function hasAttributes(ground: Ground, root: string, entries: ReadonlyMap<string, IndexEntry>): boolean {
  const places = [path.join(root, '.gitattributes'), path.join(ground.facts.commonDir, 'info', 'attributes')]
  if (places.some((it) => existsSync(it))) return true
  for (const name of entries.keys()) if (name.endsWith('/.gitattributes')) return true
  return false
}

/** Whether the index has no staged change of the human for a path. */
function isInIndex(change: RawChange, entries: ReadonlyMap<string, IndexEntry>): boolean {
  const entry = entries.get(change.path)
  if (entry === undefined) return true
  return entry.tag === 'H' && (entry.id === change.oldId || entry.id === change.id)
}

/**
 * Bookkeeping is never in the way: an index entry that the human staged keeps their bytes and gets the marks, and the
 * working file is only written here when it is clean and has no projection of its own.
 */
async function bookkeepingEntries(
  ground: Ground,
  request: ForwardRequest,
  changes: readonly RawChange[],
  entries: ReadonlyMap<string, IndexEntry>,
): Promise<{ readonly entries: readonly RawChange[]; readonly writes: readonly RawChange[] }> {
  const judged = await judgePaths(ground, request.root, changes, entries)
  const set: RawChange[] = []
  for (const change of changes) {
    const entry = entries.get(change.path)
    const staged = entry !== undefined && entry.id !== change.oldId && entry.id !== change.id
    if (!staged) {
      set.push(change)
      continue
    }
    const bytes = kindOf(entry) === 'file' ? ((await ground.objects.read(entry.id))?.bytes ?? null) : null
    const marked = bytes && entry.tag === 'H' ? ground.options.projectWorking?.(change.path, bytes) : null
    if (marked) set.push({ ...change, mode: entry.mode, id: ground.objects.write('blob', marked) })
  }
  const writes = changes.filter(
    (it) => judged.get(it.path) === 'write' && !isProjected(ground.options, request.root, it.path),
  )
  return { entries: set, writes }
}

async function setEntries(ground: Ground, root: string, index: string, changes: readonly RawChange[]): Promise<void> {
  if (changes.length === 0) return
  // Removals first: a file may become a folder of the same name.
  const sorted = [...changes].sort((a, b) => Number(b.mode === absent) - Number(a.mode === absent))
  const input = sorted.map((it) => `${it.mode} ${it.id}\t${it.path}\0`).join('')
  await git({ ...indexCall(ground, { files: root, index }), args: ['update-index', '-z', '--index-info'], input })
}

function waiting(reason: string, help: string, paths: readonly string[]): Forward {
  return { is: 'waiting', reason, help, paths }
}
