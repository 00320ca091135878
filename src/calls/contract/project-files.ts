/** The files of a project by path, as they lie on the disk or in a commit. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { filesOnDisk, type TreeFiles } from '../../system/tree-files.ts'
import { stateFolder } from '../../system/state-folder.ts'
import type { Environment } from '../../system/environment.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { openOwnGitDir } from '../../workspaces/git/own-git-dir.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import { openCommits } from '../../workspaces/git/tree-files.ts'
import { lookFolder } from '../look-folder.ts'
import type { Wrong } from '../refusal.ts'

/** One state of a project's files; whoever opened it closes it. */
export interface ProjectFiles {
  readonly is: 'opened'
  readonly files: TreeFiles
  /** Paths with `/`, in order: those that git knows or does not ignore; in a commit, all. */
  readonly paths: readonly string[]
  readonly close: () => void
}

/** No more are listed: a project with more is named by its parts. */
const most = 200_000

/**
 * Opens the files of a project.
 * @param at a commit or another name of git for a state of the files; null is the disk
 */
export async function openProjectFiles(
  root: string,
  { env, at }: { readonly env: Environment; readonly at: string | null },
): Promise<ProjectFiles | Wrong> {
  const git = await lookAtGit(root)
  const folder = git === null ? '' : lookFolder(stateFolder(env), git.gitDir)
  if (at !== null) return git === null ? noGit(at) : inCommit(root, { git, folder, at })
  const listed = git === null ? null : await listedByGit(root, git, folder)
  return { is: 'opened', files: filesOnDisk(root), paths: listed ?? walked(root), close: () => undefined }
}

function noGit(at: string): Wrong {
  return {
    is: 'wrong',
    message: `there is no git here to look for ${at}`,
    help: 'leave --at away: the files on the disk are read then',
  }
}

/** What a state of a project's files goes back to; whoever opened it closes it. */
export interface Origins {
  /** States in which it began: the last commit; of a draft or a branch, where that left the last commit, and its parent. */
  readonly bases: readonly ProjectFiles[]
  /** Paths in the last commit. */
  readonly head: ReadonlySet<string>
  readonly close: () => void
}

/**
 * Opens what a state of a project goes back to.
 * @param at a commit or another name of git for that state; null is the disk
 * @returns null where no git tells
 */
export async function openOrigins(
  root: string,
  { env, at }: { readonly env: Environment; readonly at: string | null },
): Promise<Origins | null> {
  const git = await lookAtGit(root)
  if (git === null) return null
  const folder = lookFolder(stateFolder(env), git.gitDir)
  const open = (name: string): Promise<ProjectFiles | Wrong> => inCommit(root, { git, folder, at: name })
  const head = await open('HEAD')
  if (head.is === 'wrong') return null
  const opened = await Promise.all((at === null ? [] : await originsOf(at, root, { git, folder })).map(open))
  const found = opened.filter((it) => it.is === 'opened')
  return {
    bases: found.length === 0 ? [head] : found,
    head: new Set(head.paths),
    close() {
      for (const it of [head, ...found]) it.close()
    },
  }
}

/** Where a commit left the last one, and its parent: one that is in the history of the last one takes nothing from it. */
async function originsOf(
  at: string,
  root: string,
  { git, folder }: { readonly git: GitFacts; readonly folder: string },
): Promise<readonly string[]> {
  const { human } = await openOwnGitDir(git, folder, [])
  const ask = async (...args: readonly string[]): Promise<string> =>
    (await runGit({ args, cwd: root, env: human })).out.toString('utf8').trim()
  const commit = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${at}^{commit}`)
  if (commit === '') return []
  const left = await ask('merge-base', commit, 'HEAD')
  return left === commit ? [left] : [...(left === '' ? [] : [left]), `${commit}^`]
}

async function inCommit(
  root: string,
  { git, folder, at }: { readonly git: GitFacts; readonly folder: string; readonly at: string },
): Promise<ProjectFiles | Wrong> {
  const { human } = await openOwnGitDir(git, folder, [])
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${at}^{tree}`]
  const { code, out } = await runGit({ args, cwd: root, env: human })
  const tree = out.toString('utf8').trim()
  if (code !== 0 || tree === '')
    return { is: 'wrong', message: `git knows no commit ${at}`, help: 'name a commit, a branch or a tag' }
  const commits = await openCommits(git, folder)
  const files = commits.at(tree)
  return { is: 'opened', files, paths: await allIn(files), close: () => commits.close() }
}

async function allIn(files: TreeFiles): Promise<readonly string[]> {
  const paths: string[] = []
  const waiting = ['.']
  for (let folder = waiting.pop(); folder !== undefined && paths.length < most; folder = waiting.pop())
    for (const name of (await files.list?.(folder)) ?? []) {
      const inner = folder === '.' ? name : `${folder}/${name}`
      const there = await files.look(inner)
      if (there?.is === 'folder') waiting.push(inner)
      else if (there?.is === 'file') paths.push(inner)
    }
  return paths.sort()
}

async function listedByGit(root: string, git: GitFacts, folder: string): Promise<readonly string[] | null> {
  const { human } = await openOwnGitDir(git, folder, [])
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, out } = await runGit({ args, cwd: root, env: { ...human, GIT_WORK_TREE: root } })
  if (code !== 0) return null
  return [...new Set(out.toString('utf8').split('\0'))]
    .filter((it) => it !== '')
    .slice(0, most)
    .sort()
}

/** Folders that hold what others wrote, or what can be made again. */
const skipped: ReadonlySet<string> = new Set([
  'node_modules',
  'venv',
  '__pycache__',
  'dist',
  'build',
  'target',
  'vendor',
])

function walked(root: string): readonly string[] {
  const paths: string[] = []
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined && paths.length < most; folder = waiting.pop())
    for (const entry of entriesOf(path.join(root, folder))) {
      const inner = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) paths.push(inner)
      else if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) waiting.push(inner)
    }
  return paths.sort()
}

function entriesOf(folder: string): ReturnType<typeof readAll> {
  try {
    return readAll(folder)
  } catch {
    return []
  }
}

function readAll(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}
