/** What runs that have ended leave behind: worktrees that hold nothing of their own, and references of merged work. */

import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { namesIn } from '../system/look-at-path.ts'
import type { GitFacts } from './git/git-facts.ts'
import { refPart } from './git/refs.ts'
import { runGit } from './git/run-git.ts'
import { takenOn } from './committed-drafts.ts'
import { mergesKept } from './ground.ts'
import type { Holder } from './slots.ts'

/**
 * Worktrees of a pool whose files are kept nowhere else; such a pool is not removed.
 *
 * @param pool absolute path of a plan's folder in the state folder
 * @param facts of the repository; null where it is gone, so that nothing can be compared
 * @returns absolute paths of folders
 */
export async function unkeptWork(pool: string, facts: GitFacts | null): Promise<readonly string[]> {
  const trees = path.join(pool, 'trees')
  const found: string[] = []
  for (const name of namesIn(trees)) {
    const slot = path.join(trees, name)
    if (existsSync(path.join(slot, 'aside'))) found.push(path.join(slot, 'aside'))
    const holder = holderOf(slot)
    if (holder?.for === 'task' && !(await isKept(pool, slot, holder, facts))) found.push(slot)
  }
  return found
}

/** Whether the last draft of a held worktree is a commit, and nothing changed since. */
async function isKept(pool: string, slot: string, holder: Holder, facts: GitFacts | null): Promise<boolean> {
  const files = namesIn(slot).find((it) => existsSync(path.join(slot, it, '.git')))
  if (facts === null || holder.kept === null || files === undefined) return false
  const env = {
    GIT_DIR: path.join(pool, 'git'),
    GIT_OBJECT_DIRECTORY: path.join(facts.commonDir, 'objects'),
    GIT_INDEX_FILE: path.join(slot, 'index'),
    GIT_WORK_TREE: path.join(slot, files),
  }
  const args = ['ls-files', '-m', '-o', '-d', '--exclude-standard', '-z']
  const listed = await runGit({ args, cwd: path.join(slot, files), env })
  return listed.code === 0 && listed.out.length === 0
}

/** References of one run: those whose work is on a branch, and those that hold work which is nowhere else. */
export interface RunRefs {
  /** Full names with their commits. */
  readonly merged: ReadonlyMap<string, string>
  readonly unmerged: ReadonlyMap<string, string>
}

/**
 * Tells the references of a run apart.
 *
 * @param facts of the repository
 * @param run its id; it has ended
 * @param proved uids of the tasks that were done in that run, with the commit that holds their work
 */
export async function refsOfRun(facts: GitFacts, run: string, proved: ReadonlyMap<string, string>): Promise<RunRefs> {
  const prefix = `refs/millwright/${refPart(run)}/`
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', '--end-of-options', prefix]
  const listed = await runGit({ args, cwd: facts.commonDir, env: { GIT_DIR: facts.gitDir } })
  const merged = new Map<string, string>()
  const unmerged = new Map<string, string>()
  const onBranch = memo((commit: string) => isOnBranch(facts, commit))
  const done = new Map<string, string>()
  for (const [uid, commit] of proved) done.set(refPart(uid), commit)
  for (const line of listed.out.toString('utf8').split('\n')) {
    const [name, commit] = line.split(' ')
    if (!name || !commit) continue
    const task = taskPart(name.slice(prefix.length))
    const holds = task === null ? commit : done.get(task)
    // What a set-up left is nobody's work, and where a person's branch stood is theirs; what was merged is kept as a draft, too, and
    // a state of the folder that was committed already is none of its own.
    const isMerged =
      ['setup', mergesKept, takenOn].some((kind) => name.startsWith(`${prefix}${kind}/`)) ||
      (holds !== undefined && (await onBranch(holds))) ||
      ((await isEmpty(facts, commit)) && (await onBranch(`${commit}^`)))
    ;(isMerged ? merged : unmerged).set(name, commit)
  }
  return { merged, unmerged }
}

/** The part of a reference that names its task: behind `drafts/`, or behind `kept/` without the number at its end. */
function taskPart(name: string): string | null {
  const [kind, of] = name.split('/')
  if (of === undefined) return null
  return kind === 'kept' ? of.replace(/-\d+$/, '') : of
}

/** Whether a commit holds what the one before it holds, and nothing else. */
async function isEmpty(facts: GitFacts, commit: string): Promise<boolean> {
  const args = ['diff-tree', '--quiet', '--end-of-options', `${commit}^`, commit]
  return (await runGit({ args, cwd: facts.commonDir, env: { GIT_DIR: facts.gitDir } })).code === 0
}

/** Whether a branch of the person, or what is checked out, contains a commit. */
async function isOnBranch(facts: GitFacts, commit: string): Promise<boolean> {
  const env = { GIT_DIR: facts.gitDir }
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, '--format=%(refname)', 'refs/heads/']
  const branches = await runGit({ args, cwd: facts.commonDir, env })
  if (branches.code === 0 && branches.out.length > 0) return true
  const head = ['merge-base', '--is-ancestor', '--end-of-options', commit, 'HEAD']
  return (await runGit({ args: head, cwd: facts.commonDir, env })).code === 0
}

/** Removes references that are still what they were; @returns whether all of them went. */
export async function removeRefs(facts: GitFacts, refs: ReadonlyMap<string, string>): Promise<boolean> {
  if (refs.size === 0) return true
  const input = [...refs].map(([name, commit]) => `delete ${name}\0${commit}\0`).join('')
  const args = ['update-ref', '--no-deref', '-m', 'millwright clean', '--stdin', '-z']
  return (await runGit({ args, cwd: facts.commonDir, env: { GIT_DIR: facts.gitDir }, input })).code === 0
}

/** Bytes that a file or folder takes on the disk; links are not followed. */
export function sizeOf(place: string): number {
  const there = lstatSync(place, { throwIfNoEntry: false })
  if (there === undefined) return 0
  const own = process.platform === 'win32' ? there.size : there.blocks * 512
  if (!there.isDirectory()) return own
  return namesIn(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), own)
}

function holderOf(slot: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path.join(slot, 'holder.json'), 'utf8')) as Holder
  } catch {
    return null
  }
}

function memo(of: (commit: string) => Promise<boolean>): (commit: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (commit) => {
    const answer = known.get(commit) ?? of(commit)
    known.set(commit, answer)
    return answer
  }
}
