/** The project that a path on the command line belongs to. */

import path from 'node:path'
import { findRoot, kindOf, type Root } from './find-root.ts'
import type { Wrong } from '../refusal.ts'
import { repositoryFile } from './read-settings.ts'

/** Why there is no project: nothing is there. */
export function noProject(given: string): Wrong {
  return { is: 'wrong', message: `there is no ${given}`, help: 'name the folder of a project, or a plan in it' }
}

/** Finds the root of the project that a folder or a plan lies in; null where there is neither. */
export function findProject(given: string, cwd: string): Root | null {
  if (given.includes('\0')) return null
  const place = path.resolve(cwd, given)
  const kind = kindOf(place)
  if (kind === 'missing') return null
  // A folder that is named is meant itself.
  return kind === 'folder' ? findRoot(path.join(place, repositoryFile), place) : findRoot(place, cwd)
}
