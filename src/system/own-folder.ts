/** Folders that are ours alone, in a place where others can write too: nothing that was put there instead is followed. */

import { chmodSync, lstatSync, mkdirSync, statSync, unlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder, or sees to it that it is one. A link, a file or a pipe at its place is taken away, never what a link
 * leads to; a folder that we may not enter gets our rights back.
 * @param folder absolute path; the folder above has to be there
 * @throws what the file system says
 */
export function ownFolder(folder: string): void {
  const there = lstatSync(folder, { throwIfNoEntry: false })
  if (there?.isDirectory()) {
    if ((there.mode & 0o700) !== 0o700 && process.platform !== 'win32') chmodSync(folder, (there.mode & 0o777) | 0o700)
    return
  }
  if (there) unlinkSync(folder)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another executor makes the same folder at this moment.
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST' && lstatSync(folder).isDirectory()
    if (!isMade) throw error
  }
}

/**
 * Makes a folder and those above it. One by one: asked for all at once, node tries for ever below a folder that takes no
 * new ones, such as `/proc`.
 * @param folder absolute path; links in it are followed, because a person may have put them there
 * @throws what the file system says
 */
export function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  try {
    makeOne(folder)
  } catch (error) {
    const above = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    // Where there is one by now, another process has just made it.
    if (lstatSync(above, { throwIfNoEntry: false }) === undefined) makeFolders(above)
    makeOne(folder)
  }
}

/** Makes one folder, which another process may make at the same moment. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // A file, or a link to nowhere, is no folder: asked what lies in it, the system says so.
    statSync(`${folder}${path.sep}.`)
  }
}
