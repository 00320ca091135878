/** One folder of this machine, known again as long as it stays where it is. */

import { realpathSync, statSync } from 'node:fs'

/**
 * Real path, device and inode: a copy elsewhere, and another folder in the same place, is another one (RELIABILITY S1).
 * @param folder path of an existing folder
 * @throws where there is none
 */
export function folderKey(folder: string): string {
  const real = realpathSync(folder)
  const { dev, ino } = statSync(real, { bigint: true })
  return `${real}\0${dev}\0${ino}`
}
