/** The folder a plan's paths are relative to, and its git directory, found without starting any program. */

import { realpathSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listPlans } from '../../engine/journal/plan-registry.ts'
import { textOfFile } from '../../system/files.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'

export interface Root {
  /** Absolute, without symbolic links. */
  readonly root: string
  /** Git directory that all worktrees have in common; null where the plan lies in no repository. */
  readonly gitCommonDir: string | null
}

/**
 * Finds the root of a plan: the top of its git checkout; where there is none, what `withoutGit` says. Only reads a few
 * files: a command that only looks starts no program of the repository's choice (RELIABILITY S1).
 *
 * @param planPath absolute path of an existing file
 * @param cwd absolute path of the folder that the call was made in
 */
export function findRoot(planPath: string, cwd: string): Root {
  const folder = realpathSync(path.dirname(planPath))
  for (let at = folder; ; at = path.dirname(at)) {
    const gitCommonDir = commonDirOf(at)
    if (gitCommonDir !== null) return { root: at, gitCommonDir }
    if (path.dirname(at) === at) break
  }
  return { root: withoutGit(folder, path.basename(planPath), realPathOf(cwd) ?? cwd), gitCommonDir: null }
}

/** Files that only the top folder of a project, or of a part of it, has. */
const signs = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'CMakeLists.txt',
  'Cargo.toml',
  'go.mod',
  'gradlew',
  'build.gradle',
  'build.gradle.kts',
  'mvnw',
  'pom.xml',
] as const

/**
 * Where there is no git: what the plan was run in before; else the nearest folder, from the plan's upwards, with a
 * `millwright.toml` or another sign of a project; else the folder above `docs/` for a plan at a usual place below it; else
 * the folder of the call where the plan lies below it; else the plan's own. What lies above the folder of the call is never
 * taken, nor the home folder, nor what all share.
 */
function withoutGit(folder: string, name: string, cwd: string): string {
  const before = rootBefore(path.join(folder, name))
  if (before !== null) return before
  const isBelow = isInside(cwd, folder)
  const above: string[] = []
  for (let at = folder; !isShared(at); at = path.dirname(at)) {
    above.push(at)
    if (isBelow && at === cwd) break
  }
  const has = (at: string, file: string): boolean => kindOf(path.join(at, file)) === 'file'
  const signed =
    above.find((at) => has(at, 'millwright.toml')) ?? above.find((at) => signs.some((file) => has(at, file)))
  return signed ?? aboveDocs(folder) ?? (isBelow && !isShared(cwd) ? cwd : folder)
}

/** The folder that the plan's path was relative to when it was first run: a run goes on where it began. */
function rootBefore(planPath: string): string | null {
  const known = listPlans({ planPath, gitCommonDir: null }).map((it) => path.resolve('/', it.path))
  const [ending] = known.filter((it) => planPath.endsWith(it)).sort((a, b) => b.length - a.length)
  const root = ending === undefined ? '' : planPath.slice(0, -ending.length)
  return root === '' || isShared(root) ? null : root
}

/** A folder that holds more than one project. */
function isShared(folder: string): boolean {
  return [path.parse(folder).root, ...[os.homedir(), os.tmpdir()].map((it) => realPathOf(it) ?? it)].includes(folder)
}

/** The common git directory of a checkout whose top is `folder`, or of a bare repository that is it; null where it is none. */
function commonDirOf(folder: string): string | null {
  if (isBare(folder)) return folder
  const dotGit = path.join(folder, '.git')
  const gitDir = kindOf(dotGit) === 'folder' ? dotGit : linkedFrom(dotGit)
  if (gitDir === null || kindOf(path.join(gitDir, 'HEAD')) !== 'file') return null
  // A linked worktree names the directory it shares with the others, relative to its own.
  const common = textOfFile(path.join(gitDir, 'commondir'))?.trim() ?? null
  return common === null ? gitDir : path.resolve(gitDir, common)
}

/** As git tells one. A plan may lie there, whose work goes to a branch. */
function isBare(folder: string): boolean {
  const has = (name: string): string => kindOf(path.join(folder, name))
  return (
    path.basename(folder) !== '.git' &&
    has('HEAD') === 'file' &&
    has('objects') === 'folder' &&
    has('refs') === 'folder'
  )
}

/** The git directory that a `.git` file points to: `gitdir: PATH`, relative to the file's folder. */
function linkedFrom(file: string): string | null {
  const text = textOfFile(file)
  return text?.startsWith('gitdir: ') === true ? path.resolve(path.dirname(file), text.slice(8).trim()) : null
}

function aboveDocs(folder: string): string | null {
  const parts = folder.split(path.sep)
  const [before, last] = parts.slice(-2)
  if (before === 'docs' && last === 'isdlc') return path.resolve(folder, '..', '..')
  if (parts.at(-3) === 'docs' && before === 'requirements') return path.resolve(folder, '..', '..', '..')
  return null
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
