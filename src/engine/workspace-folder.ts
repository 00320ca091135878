/** The folder in which agents and gates of a task run, what they get there, and how long what they leave behind may go on. */

import type { Commit } from '../run/effect.ts'
import { leadInto, type Environment } from '../system/environment.ts'
import { placesIn } from '../workspaces/active-environments.ts'
import { sourceVariables, type OwnSources } from '../workspaces/own-sources.ts'
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

/** What a program gets that works in a workspace, or judges there; in the checkout itself nothing is changed. */
export function surroundingsIn(
  {
    root,
    environment,
    sources,
  }: { readonly root: string; readonly environment: Environment; readonly sources: OwnSources },
  folder: string,
  gate: string | null = null,
): { readonly from: Environment; readonly set: Readonly<Record<string, string>> } {
  if (folder === root) return { from: environment, set: {} }
  return { from: leadInto(environment, root, placesIn(folder)), set: sourceVariables(sources, folder, gate) }
}
