/** What has to be known of a repository before anything is done in it; every look-up only reads. */

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { shellWord } from '../../plan/shell-word.ts'
import { textOfFile } from '../../system/files.ts'
import { personTrust, type PersonConfig } from './person-config.ts'
import { gitEnvironment, runGit, type GitResult } from './run-git.ts'

/** A repository as it was found from a folder in it. Paths are absolute. */
export interface GitFacts {
  /** Top folder of the human's checkout; null in a bare repository. */
  readonly root: string | null
  /** Git directory of this checkout (of the linked worktree, where it is one). */
  readonly gitDir: string
  /** Git directory that all worktrees have in common. */
  readonly commonDir: string
  readonly objectFormat: string
  /** `[major, minor]` of the installed git. */
  readonly version: readonly [number, number]
  /** Whether it was cloned without all of its objects (`--filter`). */
  readonly isPartial: boolean
  /** Things that limit what can be brought forward, for `doctor`: submodules, LFS, sparse checkout, partial or shallow clone. */
  readonly remarks: readonly string[]
}

export interface Identity {
  readonly name: string
  readonly email: string
}

/** The oldest git that knows `merge-tree --write-tree`. */
export const oldestGit: readonly [number, number] = [2, 38]

/**
 * Looks for the repository a folder lies in.
 * @param folder absolute path of an existing folder
 * @returns its facts, or null where there is none, or git does not open it (see `whyNotOpened`), or git is missing
 */
export async function lookAtGit(folder: string): Promise<GitFacts | null> {
  const [found, version] = await Promise.all([lookUp(folder, wherePlaces), versionAt(folder)])
  const places = placesIn(found)
  if (places === null) return null
  const { gitDir, commonDir, objectFormat, root } = places
  const config = (textOfFile(path.join(commonDir, 'config')) ?? '').toLowerCase()
  return {
    root,
    gitDir,
    commonDir,
    objectFormat,
    version,
    isPartial: isPartialClone(config),
    remarks: remarksOn(config, { root, gitDir, commonDir }),
  }
}

/** The last of them is refused in a bare repository, once the others are printed. */
const wherePlaces = [
  'rev-parse',
  '--path-format=absolute',
  '--absolute-git-dir',
  '--git-common-dir',
  '--show-object-format',
  '--show-toplevel',
]

/** What git tells of itself and of a repository, in a line each; null where it tells nothing, and where a path has lines itself. */
function placesIn({ code, out }: GitResult): Pick<GitFacts, 'gitDir' | 'commonDir' | 'objectFormat' | 'root'> | null {
  const [gitDir = '', commonDir = '', objectFormat = '', ...more] = out.toString('utf8').split('\n')
  if (!['sha1', 'sha256'].includes(objectFormat) || more.at(-1) !== '' || more.length > 2) return null
  const [root = ''] = more
  return { gitDir, commonDir, objectFormat, root: code !== 0 || root === '' ? null : root }
}

/** Why git does not open a repository that is there, and what a person can do. */
export interface NotOpened {
  /** Git's own words, or that it is missing. */
  readonly because: string
  readonly help: string
}

/**
 * Asks git why it does not open the repository of a folder. One that is not opened is never worked in as if it were none.
 * @param folder absolute path of a folder in it
 * @returns null where it does open it, and where there is none
 */
export async function whyNotOpened(folder: string): Promise<NotOpened | null> {
  if (!holdsGit(folder)) return null
  const found = await lookUp(folder, wherePlaces)
  const { code, err } = found
  if (placesIn(found) !== null) return null
  if (code === 0)
    return { because: 'its path holds a line break', help: 'give the folder with the line break another name' }
  if (code < 0) return { because: 'git was not found', help: `install git ${oldestGit.join('.')} or newer` }
  const because = (err.split('\n')[0] ?? '').replace(/^fatal: /, '')
  const help = isAnothers(err)
    ? `where you trust it: git config --global --add safe.directory ${shellWord(folder)}`
    : `see what this says: git -C ${shellWord(folder)} status`
  return { because, help }
}

/** Whether a folder, or one above it, holds a `.git` with something in it, be it one that git opens or not. */
function holdsGit(folder: string): boolean {
  const above = path.dirname(folder)
  const dotGit = path.join(folder, '.git')
  const isFolder = ['HEAD', 'config', 'objects', 'refs'].some((it) => existsSync(path.join(dotGit, it)))
  return isFolder || isShut(dotGit) || (textOfFile(dotGit) ?? '').trim() !== '' || (above !== folder && holdsGit(above))
}

/** Whether it is there, and this user may not look into it. */
function isShut(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch (error) {
    return (
      (error as NodeJS.ErrnoException).code === 'EACCES' &&
      statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    )
  }
}

/** The commit that is checked out in a folder; null where there is none. */
export async function headOf(folder: string): Promise<string | null> {
  const { code, out } = await lookUp(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  return code === 0 ? out.toString('utf8').trim() : null
}

/** Looks up something; in a folder of another user as a person who has said that it is safe, where they have. */
async function lookUp(folder: string, args: readonly string[]): Promise<GitResult> {
  const found = await runGit({ args, cwd: folder })
  return found.code !== 0 && isAnothers(found.err) ? await runGit({ args, cwd: folder, env: personTrust() }) : found
}

/** Git opens a repository of another user only where `safe.directory` names it (git-config, 2.35.2). */
function isAnothers(err: string): boolean {
  return err.includes('detected dubious ownership')
}

/**
 * Whether the installed git can do what worktrees need.
 * @param facts of the repository
 */
export function isGitNewEnough(facts: GitFacts): boolean {
  const [major, minor] = facts.version
  return major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1])
}

/**
 * Who the human is to git, by their own configuration.
 * @returns name and address, or null when either is not set
 */
export function authorIn(config: PersonConfig): Identity | null {
  const values = new Map(config)
  const [name, email] = ['user.name', 'user.email'].map((key) => values.get(key)?.trim())
  return name && email ? { name, email } : null
}

/** By the program that is found: one that is exchanged while we run is one of a later run. */
const versions = new Map<string, Promise<readonly [number, number]>>()

function versionAt(cwd: string): Promise<readonly [number, number]> {
  const { PATH: where = '' } = gitEnvironment()
  const before = versions.get(where)
  if (before !== undefined) return before
  const asked = runGit({ args: ['version'], cwd }).then(({ code, out }) => {
    // It may be installed yet.
    if (code !== 0) versions.delete(where)
    return versionOf(out.toString('utf8'))
  })
  versions.set(where, asked)
  return asked
}

function versionOf(text: string): readonly [number, number] {
  const [major, minor] = (text.split(' ')[2] ?? '0.0').split('.')
  return [Number.parseInt(major ?? '0', 10) || 0, Number.parseInt(minor ?? '0', 10) || 0]
}

function isPartialClone(config: string): boolean {
  return config.includes('promisor = true') || config.includes('partialclone')
}

/** @param config text of the repository's configuration, in lower case */
function remarksOn(
  config: string,
  { root, gitDir, commonDir }: Pick<GitFacts, 'root' | 'gitDir' | 'commonDir'>,
): string[] {
  const remarks: string[] = []
  if (root !== null && existsSync(path.join(root, '.gitmodules')))
    remarks.push('submodules: left as they are, and empty in a workspace unless its set-up fills them')
  if (root !== null && textOfFile(path.join(root, '.gitattributes'))?.includes('filter=lfs') === true)
    remarks.push('Git LFS: a workspace holds pointers; changes of such files wait instead of being published')
  if (config.includes('sparsecheckout = true'))
    remarks.push('sparse checkout: a change outside the checked-out part waits instead of being published')
  if (isPartialClone(config))
    remarks.push(
      'partial clone: nothing is fetched; run `git fetch --refetch --no-filter` first if objects are missing',
    )
  if (existsSync(path.join(commonDir, 'shallow'))) remarks.push('shallow clone: history before its boundary is unknown')
  if (existsSync(path.join(gitDir, 'index')) && (textOfFile(path.join(gitDir, 'config.worktree')) ?? '') !== '')
    remarks.push('this worktree has a configuration of its own')
  return remarks
}
