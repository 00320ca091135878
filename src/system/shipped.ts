/** Where what ships with the program lies: files of the bundle, or of the sources where they are run unbuilt. */

import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Finds a file or folder that ships with the program, from the code that wants it upwards. Whatever lies above the first
 * manifest, which the bundle and the sources have at their top, is somebody else's.
 * @param from absolute folder of that code
 * @returns absolute path; null where it is not there
 */
export function shippedWith(name: string, from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const file = path.join(folder, name)
    if (existsSync(file)) return file
    if (folder === path.dirname(folder) || existsSync(path.join(folder, 'package.json'))) return null
  }
}
