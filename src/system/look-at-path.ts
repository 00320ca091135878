/** What lies at a path, if anything does. */

import { lstatSync, type Stats } from 'node:fs'

/**
 * Looks at a path without following a link in its last part.
 *
 * @returns undefined where nothing is there, also where a file stands in the place of one of its folders
 * @throws for every other reason, such as missing rights
 */
export function lookAtPath(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}
