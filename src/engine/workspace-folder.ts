/** The folder in which agents and gates of a task run, and how long what they leave behind there may go on. */

import type { Commit } from '../run/effect.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

/** Time that a process which an agent or a gate left behind has to end by itself, in milliseconds. */
export const leftoverGraceMs = 200

/**
 * The folder of a prepared workspace. Somebody may have cleared the state folder while no executor ran: what a worktree
 * held is in a commit, so it is made anew.
 * @param from what it has to hold
 * @returns null where there is none and none can be made
 */
export async function folderFor(
  workspaces: Workspaces,
  workspace: string,
  from: Commit | null,
): Promise<string | null> {
  const known = workspaces.folderOf(workspace)
  if (known !== null || from === null || workspaces.kind !== 'worktree') return known
  const made = await workspaces.prepare({ is: 'prepare-workspace', workspace, kind: 'worktree', from })
  return made.is === 'prepared' ? workspaces.folderOf(workspace) : null
}
