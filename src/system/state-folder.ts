/** The folder of the user in which worktrees and other things lie that belong to no repository. */

import os from 'node:os'
import path from 'node:path'
import type { Environment } from './environment.ts'
import { isInside, realPathOf } from './look-at-path.ts'
import { ownVariables } from './own-variables.ts'

/** All that lies in it, and nothing else does. */
export const stateParts = ['workspaces', 'looks', 'trust', 'journals'] as const

/** The folder of one of its parts. */
export function inState(state: string, part: (typeof stateParts)[number]): string {
  return path.join(state, part)
}

/**
 * Which paths of a folder are parts of the state folder, where that lies in it: nobody's files.
 * @returns relative to the folder, with `/`
 */
export function statePartsIn(folder: string, state: string): readonly string[] {
  const within = realPathOf(state) ?? state
  return stateParts.flatMap((part) => {
    const at = inState(within, part)
    return isInside(folder, at) ? [path.relative(folder, at).replaceAll(path.sep, '/')] : []
  })
}

/**
 * Finds the state folder; does not create it.
 * @param env where `MILLWRIGHT_STATE` (wins) and `XDG_STATE_HOME` are looked up; a relative path is ignored, as the XDG
 *   base directory specification asks
 * @returns an absolute path
 */
export function stateFolder(env: Environment): string {
  const own = env[ownVariables.state]
  if (own !== undefined && path.isAbsolute(own)) return path.normalize(own)
  const xdg = env['XDG_STATE_HOME']
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'millwright')
  const local = env['LOCALAPPDATA']
  if (process.platform === 'win32' && local !== undefined) return path.join(local, 'millwright', 'state')
  // A home that is empty or relative is none: what is written there would lie in the project.
  const home = env['HOME'] ?? os.homedir()
  return path.join(path.isAbsolute(home) ? home : os.userInfo().homedir, '.local', 'state', 'millwright')
}
