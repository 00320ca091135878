/** What every git-backed workspace stands on: the repository, our git directory in it, and the run's references. */

import path from 'node:path'
import type { Commit } from '../run/effect.ts'
import { makeFolders, ownFolder } from '../system/own-folder.ts'
import type { GitFacts } from './git/git-facts.ts'
import { openObjects, type Objects } from './git/objects.ts'
import { openOwnGitDir, type OwnGitDir } from './git/own-git-dir.ts'
import { openRefs, refPart, type Refs } from './git/refs.ts'
import type { WorkspaceOptions } from './workspaces.ts'

/** What a look at a run needs to be told, where nothing is changed. */
export type LookOptions = Pick<WorkspaceOptions, 'run' | 'planPath' | 'stateFolder'> & {
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

/**
 * Opens what git-backed workspaces share.
 * @throws when the state folder cannot be written
 */
export async function openGround<Options extends LookOptions>(
  options: Options,
  facts: GitFacts,
): Promise<Ground<Options>> {
  const unseen = [...options.settings.share, ...options.settings.copy]
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

/** The run's tip; @throws when the run has not begun. */
export async function tipOf(ground: Ground<LookOptions>): Promise<Commit> {
  const tip = await ground.refs.read(ground.ref('tip'))
  if (tip === null) throw new Error('internal: the run has no tip; begin() comes first')
  return tip
}
