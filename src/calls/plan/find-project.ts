/** The project that a folder on the command line belongs to. */

import path from 'node:path'
import { findRoot, kindOf, type Root } from './find-root.ts'
import { repositoryFile } from './read-settings.ts'

/** Finds the root of the project that a folder lies in, as it is found for a plan there; null where it is no folder. */
export function findProject(given: string, cwd: string): Root | null {
  if (given.includes('\0')) return null
  const folder = path.resolve(cwd, given)
  return kindOf(folder) === 'folder' ? findRoot(path.join(folder, repositoryFile)) : null
}
