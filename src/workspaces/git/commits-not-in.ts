/** Which commits a history does not hold: asked before a run builds on work that was done elsewhere. */

import { lstatSync } from 'node:fs'
import path from 'node:path'
import { readFile } from '../../system/files.ts'
import type { GitFacts } from './git-facts.ts'
import { objectId } from './objects.ts'
import { openOwnGitDir } from './own-git-dir.ts'
import { openPaths } from './open-paths.ts'
import { runGit, splitNul } from './run-git.ts'

/** A history as it is now: what is reached from HEAD and from other heads. */
export interface History {
  /** Of the given commits, those that are not in it, or that are gone altogether. */
  readonly missing: ReadonlySet<string>
  /** The file at each of them, as far as they hold it. */
  readonly files: readonly Uint8Array[]
}

/**
 * Looks through a git directory of our own, so that nothing a repository configures runs (RELIABILITY S7).
 *
 * @param facts of the repository
 * @param of.folder absolute path of a folder for that git directory, in the state folder
 * @param of.commits full object names
 * @param of.heads references and commits that belong to the history beside HEAD, as far as they exist
 * @param of.file path of a file, relative to the repository
 */
export async function lookAtHistory(
  facts: GitFacts,
  of: {
    readonly folder: string
    readonly commits: readonly string[]
    readonly heads: readonly string[]
    readonly file: string
  },
): Promise<History> {
  const own = await openOwnGitDir(facts, of.folder, [])
  const cwd = facts.root ?? facts.commonDir
  const ask = (args: readonly string[], env: Record<string, string>, input?: string): ReturnType<typeof runGit> =>
    runGit({ args, cwd, env, ...(input === undefined ? {} : { input }) })
  const names = new Set(['HEAD', ...of.heads])
  const heads: string[] = []
  for (const name of names) {
    const found = await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', name], own.human)
    if (found.code === 0) heads.push(found.out.toString('utf8').trim())
  }
  const [kept, away, ...files] = await Promise.all([
    ask(['cat-file', '--batch-check=%(objectname) %(objecttype)'], own.env(), lines(of.commits)),
    ask(['rev-list', '--ignore-missing', '--stdin'], own.env(), lines([...of.commits, ...heads.map((it) => `^${it}`)])),
    ...heads.map((head) => ask(['cat-file', 'blob', `${head}:${of.file}`], own.env())),
  ])
  const there = new Set(kept.out.toString('utf8').split('\n'))
  const notReached = new Set(away.out.toString('utf8').split('\n'))
  return {
    missing: new Set(of.commits.filter((it) => notReached.has(it) || !there.has(`${it} commit`))),
    files: files.filter((it) => it.code === 0).map((it) => it.out),
  }
}

/**
 * Which files of a commit lie in the checkout as it has them and are not committed there, as after a reset that left them.
 * What a person has changed in one is theirs, and none of these.
 *
 * @param folder as `of.folder` of `lookAtHistory`
 * @returns relative to the root, in the order of their names
 */
export async function lookAtLeft(facts: GitFacts, folder: string, commit: string): Promise<readonly string[]> {
  if (facts.root === null) return []
  const own = await openOwnGitDir(facts, folder, [])
  const [cwd, env] = [facts.root, own.env()]
  const head = await runGit({ args: ['rev-parse', '--verify', '--quiet', 'HEAD'], cwd, env: own.human })
  if (head.code !== 0) return []
  const from = head.out.toString('utf8').trim()
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--diff-filter=AM', '--end-of-options', from, commit]
  const changed = await runGit({ args, cwd, env })
  const ids = changed.code === 0 ? idsIn(splitNul(changed.out)) : new Map<string, string>()
  const paths = [...ids].flatMap(([name, id]) => (isAsThere(path.join(cwd, name), id) ? [name] : []))
  if (paths.length === 0) return []
  const index = path.join(facts.gitDir, 'index')
  const open = await openPaths({ cwd, env: own.env({ index, worktree: facts.root }) }, from, paths)
  return paths.filter((it) => open.has(it))
}

/** By path, what it is then. @param parts `:mode mode id id status` and a path, in turn */
function idsIn(parts: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) ids.set(parts[at + 1] ?? '', parts[at]?.split(' ')[3] ?? '')
  return ids
}

/** Whether a file holds what a commit has under that name; a link, and one that a filter changes, does not. */
function isAsThere(file: string, id: string): boolean {
  const facts = lstatSync(file, { throwIfNoEntry: false })
  if (facts?.isFile() !== true) return false
  const read = readFile(file, mostBytes)
  return read.is === 'read' && objectId(id.length === 64 ? 'sha256' : 'sha1', 'blob', read.bytes) === id
}

/** Nobody puts a larger file into a commit with what a plan asks for. */
const mostBytes = 64 * 1024 * 1024

function lines(words: readonly string[]): string {
  return words.map((word) => `${word}\n`).join('')
}
