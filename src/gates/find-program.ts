/** Whether a program is there, looked up as the system would, without starting anything. */

import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Finds a program on the search path.
 *
 * @param name as in an argv; with a slash it is a path, taken from `folder`
 * @param from `PATH` as written
 * @param folder where relative paths begin
 * @returns its absolute path, or null. Relative and empty entries of the search path are skipped: they would make the
 *   repository the place where programs come from.
 */
export async function findProgram(name: string, from: string | undefined, folder: string): Promise<string | null> {
  if (name === '' || name.includes('\0')) return null
  const places = name.includes('/')
    ? [path.resolve(folder, name)]
    : (from ?? '')
        .split(path.delimiter)
        .filter((entry) => path.isAbsolute(entry))
        .map((entry) => path.join(entry, name))
  for (const place of places) {
    try {
      await access(place, constants.X_OK)
      if ((await stat(place)).isFile()) return place
    } catch {
      // Not here: the next place is asked.
    }
  }
  return null
}
