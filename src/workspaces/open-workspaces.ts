/** Chooses where work happens. */

import { isGitNewEnough, oldestGit } from './git/git-facts.ts'
import { openGitWorkspaces } from './git-workspaces.ts'
import { openFileWorkspaces } from './in-place-files.ts'
import { openNoWorkspaces } from './none.ts'
import type { Workspaces, WorkspaceOptions } from './workspaces.ts'

/**
 * Opens the workspaces of a run. Without git, worktrees become work in place, which `begin()` says.
 * @throws when git is too old for worktrees, or the state folder cannot be written
 */
export async function openWorkspaces(options: WorkspaceOptions): Promise<Workspaces> {
  if (options.kind === 'none') return openNoWorkspaces(options)
  if (options.git === null) return openFileWorkspaces(options)
  if (!isGitNewEnough(options.git))
    throw new Error(`git ${options.git.version.join('.')} is too old: ${oldestGit.join('.')} or newer is needed`)
  return openGitWorkspaces(options, options.git)
}
