/** The content of the working files as a tree, whatever was done to git in between. */

import { lutimesSync, rmSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'
import type { FileSpec } from '../plan/model.ts'
import type { IgnoredFile } from '../run/outcome.ts'
import { matchesPattern } from '../run/path-pattern.ts'
import { presentIn } from './declared-files.ts'
import { writeIndexTree, type IndexCall } from './git/index-facts.ts'
import { git, GitError, runGit, splitNul } from './git/run-git.ts'
import { openAll } from './open-all.ts'
import { entryAt, linksBetween, withEntries, type TreeEntry } from './git/trees.ts'
import { indexCall, type Ground } from './ground.ts'

export interface Place {
  /** Absolute path of the files. */
  readonly files: string
  /** Our index of them. */
  readonly index: string
  /**
   * What a repository found inside the files is: the files it holds, since an agent made it there, or a link to its
   * commit, as git would have it, since it is the human's (work in place, before anybody worked).
   */
  readonly inside: 'files' | 'link'
  /** What of the files, as a tree, is work: without what a set-up left. All of it where this is left out. */
  readonly workOf?: (tree: string) => Promise<string>
  /** Called when our index holds the files, and is not written any more. */
  readonly captured?: () => void
}

export interface Captured {
  readonly tree: string
  /** Of the declared files and folders: those that are there and that git does not track. */
  readonly ignored: readonly IgnoredFile[]
}

/**
 * Writes the working files as a tree. Ignored files stay out, and so does what a set-up left; nothing of the files is changed but rights that keep us from reading them, where the folder is ours.
 * @param base tree they started from: its submodules stay as they are there
 * @returns the tree's id
 * @throws GitError when a file cannot be read
 */
export async function captureTree(ground: Ground, place: Place, base: string): Promise<string> {
  return (await captureDeclared(ground, place, base, [])).tree
}

/**
 * The same with the declared files that are ignored (and those of a declared folder or pattern of which nothing else is
 * there), which would else be lost with the workspace. Not with those of the human's own, which nobody may commit for them.
 */
export async function captureDeclared(
  ground: Ground,
  place: Place,
  base: string,
  declared: readonly FileSpec[],
): Promise<Captured> {
  const captured = await filesOf(ground, place, base, declared)
  place.captured?.()
  if (!place.workOf) return captured
  const tree = await withCreated(ground, await place.workOf(captured.tree), captured.tree, declared)
  const gone = new Set<string>()
  for (const it of captured.ignored)
    if (it.isInDraft && (await presentIn(ground, tree, declaredAs(it.path, declared))).length === 0) gone.add(it.path)
  return { tree, ignored: captured.ignored.filter((it) => !gone.has(it.path)) }
}

function declaredAs(wanted: string, declared: readonly FileSpec[]): readonly FileSpec[] {
  return declared.filter((it) => it.path === wanted || it.to === wanted)
}

/** A file that a task is to create is its own even where the set-up has made the very same: no agent could pass otherwise. */
async function withCreated(ground: Ground, work: string, all: string, declared: readonly FileSpec[]): Promise<string> {
  const found = new Map<string, TreeEntry>()
  for (const { path: wanted, form, action } of declared) {
    if (form !== 'path' || action !== 'create') continue
    const entry = await entryAt(ground.objects, all, wanted)
    if (entry !== null && (await entryAt(ground.objects, work, wanted)) === null) found.set(wanted, entry)
  }
  return withEntries(ground.objects, work, found, (bytes) => ground.objects.write('tree', bytes))
}

async function filesOf(ground: Ground, place: Place, base: string, declared: readonly FileSpec[]): Promise<Captured> {
  // The index is ours alone: a lock beside it is one that a killed executor left.
  rmSync(`${place.index}.lock`, { force: true })
  const call = indexCall(ground, place)
  const { tree, ...all } = await addAll(ground, place, call, base)
  let { converts } = all
  const missed = await missedByIgnore(ground, place, call, tree, declared)
  const ignored: IgnoredFile[] = []
  for (const { path, files, inSubmodule } of missed) {
    const args = ['add', '-f', '--pathspec-from-file=-', '--pathspec-file-nul']
    const input = files.map((it) => `${it}\0`).join('')
    const added = files.length > 0 ? await runGit({ ...call, args, input }) : null
    const isInDraft = added?.code === 0
    converts ||= isInDraft && convertsLineEnds(added)
    // What git refuses to take is not there for anybody.
    if (isInDraft || files.length === 0) ignored.push({ path, isInDraft, ...(inSubmodule ? { inSubmodule } : {}) })
  }
  const whole = ignored.some((it) => it.isInDraft) ? await writeIndexTree(call) : tree
  if (converts && call.isOurs) await asCheckedOut(call, base, whole)
  return { tree: whole, ignored }
}

/** Each pass finds the repositories that lie one level further inside. */
const passes = 100

/** Whether git has said that a file is committed with other line ends than it has (`core.safecrlf`). */
function convertsLineEnds({ err }: { readonly err: string }): boolean {
  return err.includes(' will be replaced by ')
}

/**
 * Gives the files that differ from the base the line ends that a checkout gives them: gates judge what the commit will be.
 * Of a person's own folder nothing is written.
 */
async function asCheckedOut(call: IndexCall, base: string, tree: string): Promise<void> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--diff-filter=AM', base, tree]
  const changed = (await git({ ...call, args })).toString('latin1').split('\0').slice(0, -1)
  // Git passes over what is as old as it was when it was added, also where it is told to write all.
  for (const it of changed)
    lutimesSync(Buffer.from(`${Buffer.from(call.cwd).toString('latin1')}/${it}`, 'latin1'), 0, 0)
  const input = Buffer.from(changed.map((it) => `${it}\0`).join(''), 'latin1')
  // A folder that an agent has closed keeps its files as they are.
  await runGit({ ...call, args: ['checkout-index', '-f', '-u', '-z', '--stdin'], input })
}

/**
 * Fills the index with the files and writes its tree.
 * @returns the tree's id, and whether files have other line ends than it has
 */
async function addAll(
  ground: Ground,
  place: Place,
  call: IndexCall,
  base: string,
): Promise<{ readonly tree: string; readonly converts: boolean }> {
  let converts = false
  for (let pass = 0; pass < passes; pass++) {
    const added = await runGit({ ...call, args: ['add', '-A'] })
    // Git passes over a folder that it cannot read, and would take the files there for deleted.
    if (call.isOurs && added.err.includes('Permission denied') && openAll(place.files) > 0) continue
    if (added.code !== 0) {
      // A repository without a commit stops git altogether.
      const folders = await repositoriesIn(call)
      if (folders.length === 0) throw new GitError(`git add: ${added.err}`)
      await enter(ground, call, folders)
      continue
    }
    converts ||= convertsLineEnds(added)
    const tree = await writeIndexTree(call)
    const links = await linksBetween(ground.objects, base, tree)
    const made = place.inside === 'files' ? links.filter((it) => it.before === null).map((it) => it.path) : []
    if (made.length > 0) {
      await enter(ground, call, made)
      continue
    }
    const moved = links.flatMap(({ path, before }) => (before === null ? [] : `${before.mode} ${before.id}\t${path}\0`))
    if (moved.length === 0) return { tree, converts }
    await setIndex(call, moved)
    return { tree: await writeIndexTree(call), converts }
  }
  throw new GitError(`git add: repositories inside each other, more than ${passes} deep`)
}

/** Folders that git takes for repositories and does not know yet, as latin1. */
async function repositoriesIn(call: IndexCall): Promise<string[]> {
  const listed = await git({ ...call, args: ['ls-files', '-o', '--exclude-standard', '-z'] })
  const names = listed.toString('latin1').split('\0')
  return names.filter((it) => it.endsWith('/')).map((it) => it.slice(0, -1))
}

/** Git goes into a folder of which it knows a file, whatever git directory lies there; that file is gone with the next add. */
async function enter(ground: Ground, call: IndexCall, folders: readonly string[]): Promise<void> {
  const empty = ground.objects.write('blob', new Uint8Array())
  const none = '0'.repeat(empty.length)
  await setIndex(
    call,
    folders.flatMap((it) => [`0 ${none}\t${it}\0`, `100644 ${empty}\t${it}/.millwright-went-in\0`]),
  )
}

async function setIndex(call: IndexCall, entries: readonly string[]): Promise<void> {
  const input = Buffer.from(entries.join(''), 'latin1')
  await git({ ...call, args: ['update-index', '-z', '--index-info'], input })
}

/** What an ignore rule hides of a declared path, and of that the files that a draft may hold. */
interface Missed {
  readonly path: string
  readonly files: readonly string[]
  readonly inSubmodule?: true
}

/** Declared paths that exist but are not in the tree, since an ignore rule hides them. */
async function missedByIgnore(
  ground: Ground,
  place: Place,
  call: IndexCall,
  tree: string,
  declared: readonly FileSpec[],
): Promise<readonly Missed[]> {
  const missed: Missed[] = []
  for (const file of declared) {
    if (file.action === 'read') continue
    for (const wanted of [file.path, ...(file.to === null ? [] : [file.to])]) {
      const found = await missedAt(ground, place, call, tree, file, wanted)
      if (found !== null) missed.push({ path: wanted, ...found })
    }
  }
  return missed
}

async function missedAt(
  ground: Ground,
  place: Place,
  call: IndexCall,
  tree: string,
  file: FileSpec,
  wanted: string,
): Promise<Omit<Missed, 'path'> | null> {
  const isPattern = file.form === 'glob' || file.form === 'abbreviated'
  if (!isPattern) {
    if ((await entryAt(ground.objects, tree, wanted)) !== null) return null
    const beyond = await whatIsAbove(ground, place, tree, wanted)
    if (beyond === 'submodule') return { files: [], inSubmodule: true }
    if (beyond !== null) return null
  }
  const there = isPattern ? undefined : lookAtPath(path.join(place.files, wanted))
  // A folder may be written without its slash.
  if (isPattern || there?.isDirectory() === true) {
    const files = await missedOf(ground, place, call, tree, { ...file, path: wanted }, isPattern)
    return files.length > 0 ? { files: files.filter((it) => !isOfHuman(ground, it)) } : null
  }
  if (there?.isFile() === true || there?.isSymbolicLink() === true)
    return { files: isOfHuman(ground, wanted) ? [] : [wanted] }
  const isTheirs = !there && isOfHuman(ground, wanted) && (await isIgnored(call, wanted, file.form))
  return isTheirs ? { files: [] } : null
}

/** Whether a path passes through a link or into another repository: git knows nothing of what lies there. */
async function whatIsAbove(
  ground: Ground,
  place: Place,
  tree: string,
  wanted: string,
): Promise<'link' | 'submodule' | null> {
  for (let above = path.posix.dirname(wanted); above !== '.'; above = path.posix.dirname(above)) {
    if (lookAtPath(path.join(place.files, above))?.isSymbolicLink() === true) return 'link'
    if ((await entryAt(ground.objects, tree, above))?.mode === '160000') return 'submodule'
  }
  return null
}

async function isIgnored({ cwd, env }: IndexCall, wanted: string, form: FileSpec['form']): Promise<boolean> {
  // This one call takes no literal pathspec.
  const call = { cwd, env: { ...env, GIT_LITERAL_PATHSPECS: '0' } }
  const name = form === 'directory' && !wanted.endsWith('/') ? `${wanted}/` : wanted
  return (await runGit({ ...call, args: ['check-ignore', '-q', '--', `./${name}`] })).code === 0
}

/** Whether an ignored path is the human's own: it is given to workspaces, or lies in the checkout already. */
function isOfHuman(ground: Ground, wanted: string): boolean {
  const { root } = ground.facts
  return (root !== null && lookAtPath(path.join(root, wanted)) !== undefined) || isLent(ground, wanted)
}

/** Whether a path is shared with the human's checkout, or copied from it: never part of a draft. */
export function isLent({ options }: Ground, wanted: string): boolean {
  const { share, copy } = options.settings
  return [...share, ...copy].some((it) => wanted === it || wanted.startsWith(`${it}/`))
}

/**
 * Ignored files of a declared folder or pattern of which the tree holds nothing. What is ignored beside other files stays
 * out: caches lie there. So does what a pattern without a folder of its own would find anywhere.
 */
async function missedOf(
  ground: Ground,
  place: Place,
  call: IndexCall,
  tree: string,
  declared: FileSpec,
  isPattern: boolean,
): Promise<readonly string[]> {
  const parts = declared.path.split('/')
  const wild = parts.findIndex((it) => /[*?[\]{}]|^\.{3}$/.test(it))
  const folder = !isPattern ? declared.path : parts.slice(0, Math.max(0, wild)).join('/')
  if (folder === '' || lookAtPath(path.join(place.files, folder))?.isDirectory() !== true) return []
  if ((await presentIn(ground, tree, [declared])).length > 0) return []
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--', folder]
  return splitNul(await git({ ...call, args })).filter(
    (it) =>
      // A repository in there is named as a folder.
      !it.endsWith('/') && !isLent(ground, it) && (!isPattern || matchesPattern(declared.path, it)),
  )
}
