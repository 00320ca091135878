/** A state folder that cannot be used is told like anything else that is in the way. */

import type { Environment } from '../system/environment.ts'
import { fileFailure, type FileFailure } from '../system/file-failure.ts'
import { ownVariables } from '../system/own-variables.ts'
import { stateFolder } from '../system/state-folder.ts'
import { isInside } from '../system/look-at-path.ts'
import type { Wrong } from './refusal.ts'

/** What a person is told of it. */
export function unusableState({ reason, help }: FileFailure): Wrong {
  return {
    is: 'wrong',
    message: `the state folder cannot be used: ${reason}`,
    help: `set ${ownVariables.state} to a folder that you can write to; ${help}`,
  }
}

/**
 * Does what needs the state folder.
 * @returns what `use` gives, or why the folder cannot be used
 * @throws anything else that `use` throws
 */
export async function withState<T>(env: Environment, use: () => Promise<T> | T): Promise<T | Wrong> {
  try {
    return await use()
  } catch (error) {
    const { code, path, syscall } = Object(error) as NodeJS.ErrnoException
    if (code === undefined || path === undefined) throw error
    const state = stateFolder(env)
    // A folder above it that cannot be made is in its way, too.
    if (!isInside(state, path) && !(syscall === 'mkdir' && isInside(path, state))) throw error
    return unusableState(fileFailure('cannot use', path, error))
  }
}
