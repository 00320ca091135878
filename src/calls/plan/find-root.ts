/** The folder a plan's paths are relative to, and its git directory, found without starting any program. */

import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../../system/files.ts'

export interface Root {
  /** Absolute, without symbolic links. */
  readonly root: string
  /** Git directory that all worktrees have in common; null where the plan lies in no repository. */
  readonly gitCommonDir: string | null
}

/**
 * Finds the root of a plan: the top of its git checkout; where there is none, the folder above `docs/` for a plan at one
 * of the usual places below it, else the plan's own folder. Only reads a few files: a command that only looks starts no
 * program of the repository's choice, and no git (RELIABILITY S1).
 *
 * @param planPath absolute path of an existing file
 */
export function findRoot(planPath: string): Root {
  const folder = realpathSync(path.dirname(planPath))
  for (let at = folder; ; at = path.dirname(at)) {
    const gitCommonDir = commonDirOf(at)
    if (gitCommonDir !== null) return { root: at, gitCommonDir }
    if (path.dirname(at) === at) break
  }
  return { root: aboveDocs(folder), gitCommonDir: null }
}

/** The common git directory of a checkout whose top is `folder`; null where it is none. */
function commonDirOf(folder: string): string | null {
  const dotGit = path.join(folder, '.git')
  const gitDir = kindOf(dotGit) === 'folder' ? dotGit : linkedFrom(dotGit)
  if (gitDir === null || kindOf(path.join(gitDir, 'HEAD')) !== 'file') return null
  // A linked worktree names the directory it shares with the others, relative to its own.
  const common = textOfFile(path.join(gitDir, 'commondir'))?.trim() ?? null
  return common === null ? gitDir : path.resolve(gitDir, common)
}

/** The git directory that a `.git` file points to: `gitdir: PATH`, relative to the file's folder. */
function linkedFrom(file: string): string | null {
  const text = textOfFile(file)
  return text?.startsWith('gitdir: ') === true ? path.resolve(path.dirname(file), text.slice(8).trim()) : null
}

function aboveDocs(folder: string): string {
  const parts = folder.split(path.sep)
  const [before, last] = parts.slice(-2)
  if (before === 'docs' && last === 'isdlc') return path.resolve(folder, '..', '..')
  if (parts.at(-3) === 'docs' && before === 'requirements') return path.resolve(folder, '..', '..', '..')
  return folder
}

/** What a path names, behind all links; `missing` also where there is no way to it. */
export function kindOf(file: string): 'file' | 'folder' | 'missing' {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    return found === undefined ? 'missing' : found.isDirectory() ? 'folder' : 'file'
  } catch {
    // No way there (a part of it is a file, or closed to us): nothing to be found.
    return 'missing'
  }
}
