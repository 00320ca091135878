/** What every git-backed workspace stands on: the repository, our git directory in it, and the run's references. */

import path from 'node:path'
import type { Commit } from '../run/effect.ts'
import { DiskFailure } from '../system/disk-failure.ts'
import { isInside } from '../system/look-at-path.ts'
import { temporaryPatterns } from '../system/files.ts'
import { makeFolders, ownFolder } from '../system/own-folder.ts'
import type { GitFacts } from './git/git-facts.ts'
import type { IndexCall } from './git/index-facts.ts'
import { openObjects, type Objects } from './git/objects.ts'
import { excludePattern, openOwnGitDir, type OwnGitDir } from './git/own-git-dir.ts'
import { openRefs, refPart, type Refs } from './git/refs.ts'
import type { WorkspaceOptions } from './workspaces.ts'

/** What a look at a run needs to be told, where nothing is changed. */
export type LookOptions = Pick<WorkspaceOptions, 'run' | 'planPath' | 'stateFolder' | 'lastTip' | 'remark'> & {
  readonly kind?: WorkspaceOptions['kind']
  readonly bookkeeping?: WorkspaceOptions['bookkeeping']
  readonly hidden?: WorkspaceOptions['hidden']
  readonly settings: Pick<WorkspaceOptions['settings'], 'share' | 'copy'>
}

export interface Ground<Options extends LookOptions = WorkspaceOptions> {
  readonly options: Options
  readonly facts: GitFacts
  readonly own: OwnGitDir
  readonly objects: Objects
  readonly refs: Refs
  /** Full name of a reference of this run: `refs/millwright/<run>/<name>`. */
  ref(name: string): string
}

/** Below the run's references: trees that drafts were merged into, by the drafts' commits, until nothing needs them. */
export const mergesKept = 'merges'

/**
 * Opens what git-backed workspaces share.
 * @throws when the state folder cannot be written
 */
export async function openGround<Options extends LookOptions>(
  options: Options,
  facts: GitFacts,
): Promise<Ground<Options>> {
  const given = [...options.settings.share, ...options.settings.copy, ...(options.hidden ?? [])].map(excludePattern)
  // Beside them in a person's folder others come and go while it is looked at.
  const passing = ownFiles(options).flatMap(temporaryPatterns)
  const unseen = [...given, ...passing.map(({ begin, end }) => `${excludePattern(begin)}${end}`)]
  makeFolders(path.dirname(options.stateFolder))
  for (const it of [options.stateFolder, path.join(options.stateFolder, 'git')]) ownFolder(it)
  const own = await openOwnGitDir(facts, path.join(options.stateFolder, 'git'), unseen)
  const objects = openObjects(own)
  return {
    options,
    facts,
    own,
    objects,
    refs: openRefs(own, objects),
    ref: (name) => `refs/millwright/${refPart(options.run)}/${name}`,
  }
}

/** The plan and its bookkeeping, which we write ourselves. */
export function ownFiles({
  planPath,
  bookkeeping = [],
}: Pick<LookOptions, 'planPath' | 'bookkeeping'>): readonly string[] {
  return [...new Set([...(planPath === null ? [] : [planPath]), ...bookkeeping])]
}

/** The index of a folder of files, as git is asked about it. */
export function indexCall(ground: Ground, at: { readonly files: string; readonly index: string }): IndexCall {
  const env = ground.own.env({ index: at.index, worktree: at.files })
  return { index: at.index, cwd: at.files, env, isOurs: isOurFolder(ground, at.files) }
}

/** Whether working files lie in a folder of ours, and are none of a person's: rights may be given back there, pipes taken away. */
function isOurFolder({ options }: Ground, files: string): boolean {
  return isInside(options.stateFolder, files)
}

/**
 * The run's tip. A reference that somebody deleted is put back to the commit that the journal names.
 * @throws DiskFailure when it is gone and nobody knows what it was
 */
export async function tipOf(ground: Ground<LookOptions>): Promise<Commit> {
  const tip = (await ground.refs.read(ground.ref('tip'))) ?? (await putBackTip(ground))
  if (tip !== null) return tip
  throw new DiskFailure(
    `the run's reference ${ground.ref('tip')} is gone`,
    'begin anew with `millwright run`: what was published is on your branch',
  )
}

/**
 * Puts a deleted tip back.
 * @returns null where the journal knows none yet: the run has not begun
 * @throws DiskFailure when its commit is gone, too
 */
export async function putBackTip(ground: Ground<LookOptions>): Promise<Commit | null> {
  const name = ground.ref('tip')
  const last = ground.options.lastTip?.() ?? null
  if (last === null) return null
  if ((await ground.objects.read(last))?.type !== 'commit')
    throw new DiskFailure(
      `the run's reference ${name} was deleted, and its commit ${last.slice(0, 12)} is not in the repository any more`,
      'fetch that commit from where it is, then `millwright resume`; or begin anew with `millwright run`',
    )
  if (!(await ground.refs.swap(name, last, null))) return ground.refs.read(name)
  ground.options.remark?.(
    `somebody deleted the run's reference ${name}; it is back at ${last.slice(0, 12)}, which the journal names\n` +
      '  help: keep agents and other programs out of refs/millwright; earlier drafts may have gone with it',
  )
  return last
}
