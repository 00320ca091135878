/** Writes the brief of an attempt to where its agent reads it. */

import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders, ownFolder } from '../system/own-folder.ts'

/**
 * Writes it anew. An agent that ran before may know the name: a link that it left there is taken away, not written
 * through.
 * @param file absolute path in our folder of attempts
 * @throws what the file system says
 */
export function writeBrief(file: string, brief: string): void {
  const folder = path.dirname(file)
  makeFolders(path.dirname(folder))
  ownFolder(folder)
  rmSync(file, { force: true, recursive: true })
  writeFileSync(file, brief, { flag: 'wx' })
}
