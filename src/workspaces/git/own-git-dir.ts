/**
 * Our own git directory: own configuration and indexes, objects in the repository's object store.
 *
 * Nothing that a repository configures can run through it (RELIABILITY 3.4): hooks, fsmonitor, textconv, external diffs
 * and signing programs are named in configuration only, and so are filter drivers, so that `.gitattributes` naming one
 * has no effect. Attributes that only transform bytes (`text`, `eol`, `working-tree-encoding`, `ident`) do apply, as
 * they do in the human's checkout: without them every converted file would look changed.
 */

import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../../system/files.ts'
import { makeFolders } from '../../system/own-folder.ts'
import type { GitFacts } from './git-facts.ts'
import { readPersonConfig } from './person-config.ts'

export interface OwnGitDir {
  readonly dir: string
  /** Variables for a call through it. */
  env(at?: { readonly index?: string; readonly worktree?: string }): Record<string, string>
  /** Variables for reading and moving references of the human's repository. */
  readonly human: { readonly GIT_DIR: string }
  /** Git directory of the human's repository that all its worktrees have in common. */
  readonly common: string
  /** Where new objects are written. */
  readonly objects: string
  readonly hash: 'sha1' | 'sha256'
  /** Whether the disk knows which files are executable (`core.fileMode`); else only the index does. */
  readonly fileMode: boolean
}

/** Keys of the human's configuration that are data and change what a checkout's bytes mean. */
const copied = [
  'core.autocrlf',
  'core.eol',
  'core.filemode',
  'core.symlinks',
  'core.ignorecase',
  'core.precomposeunicode',
]

/**
 * Makes (or refreshes) our git directory for a repository.
 * @param facts of the repository
 * @param dir absolute path, in the state folder
 * @param unseen what never belongs to a draft, as patterns of an ignore file
 * @throws when the folder cannot be written
 */
export async function openOwnGitDir(facts: GitFacts, dir: string, unseen: readonly string[]): Promise<OwnGitDir> {
  const objects = path.join(facts.commonDir, 'objects')
  for (const folder of ['refs', 'objects', 'info']) makeFolders(path.join(dir, folder))
  writeFileSync(path.join(dir, 'HEAD'), 'ref: refs/heads/none\n')
  const data = await dataOf(facts)
  writeFileSync(path.join(dir, 'config'), configuration(facts, data))
  const exclude = [textOfFile(path.join(facts.commonDir, 'info', 'exclude')) ?? '', ...unseen, '']
  writeFileSync(path.join(dir, 'info', 'exclude'), exclude.join('\n'))
  writeFileSync(
    path.join(dir, 'info', 'attributes'),
    textOfFile(path.join(facts.commonDir, 'info', 'attributes')) ?? '',
  )
  const shallow = path.join(facts.commonDir, 'shallow')
  const base = {
    GIT_DIR: dir,
    GIT_OBJECT_DIRECTORY: objects,
    ...(existsSync(shallow) ? { GIT_SHALLOW_FILE: shallow } : {}),
  }
  return {
    dir,
    objects,
    hash: facts.objectFormat === 'sha256' ? 'sha256' : 'sha1',
    fileMode: !data.some(([key, value]) => key === 'filemode' && /^(false|no|off|0)$/i.test(value)),
    human: { GIT_DIR: facts.gitDir },
    common: facts.commonDir,
    env: (at = {}) => ({
      ...base,
      ...(at.index === undefined ? {} : { GIT_INDEX_FILE: at.index }),
      ...(at.worktree === undefined ? {} : { GIT_WORK_TREE: at.worktree }),
    }),
  }
}

/**
 * A path as an anchored pattern of an ignore file.
 * @param relative path with `/`
 */
export function excludePattern(relative: string): string {
  let pattern = '/'
  for (const letter of relative) pattern += '\\*?[]!# '.includes(letter) ? `\\${letter}` : letter
  return pattern
}

function configuration(facts: GitFacts, data: readonly [string, string][]): string {
  const sha256 = facts.objectFormat === 'sha256'
  const lines = [
    '[core]',
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    '\tbare = false',
    '\thooksPath = /dev/null',
    '\tattributesFile = /dev/null',
    '\tfsmonitor = false',
    // Told, so that files whose line ends change are known; see `asCheckedOut` of the capture.
    '\tsafecrlf = warn',
    '\tlogAllRefUpdates = false',
    // A reference must never name an object that a power cut took away (RELIABILITY P10).
    '\tfsync = committed',
    '\tfsyncMethod = batch',
  ]
  for (const [key, value] of data) lines.push(`\t${key} = ${value}`)
  lines.push('[gc]', '\tauto = 0', '[commit]', '\tgpgSign = false')
  if (sha256) lines.push('[extensions]', '\tobjectFormat = sha256')
  return `${lines.join('\n')}\n`
}

/** The few values taken over from the human's configuration, each checked to be a plain word or path. */
async function dataOf(facts: GitFacts): Promise<[string, string][]> {
  const taken: [string, string][] = []
  for (const [key, value] of new Map(await readPersonConfig(facts))) {
    if (copied.includes(key) && /^[a-z0-9]+$/i.test(value)) taken.push([key.slice('core.'.length), value])
    if (key === 'core.excludesfile') taken.push(['excludesFile', JSON.stringify(value)])
  }
  return taken
}
