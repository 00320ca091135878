/** What lies at a path, if anything does, and where that really is. */

import { fstatSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import path from 'node:path'

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

/** What lies at a path: a folder, or a file of whatever kind; null for nothing, `hidden` where nobody may look. */
export function kindOfPath(file: string): 'folder' | 'file' | 'hidden' | null {
  try {
    const facts = lookAtPath(file)
    return facts === undefined ? null : facts.isDirectory() ? 'folder' : 'file'
  } catch {
    return 'hidden'
  }
}

/** Whether a file is the one that this process prints into: `millwright run > run.log`. */
export function isOwnOutput({ dev, ino }: Stats): boolean {
  return [process.stdout.fd, process.stderr.fd].some((fd) => {
    try {
      const output = fstatSync(fd)
      return output.isFile() && output.dev === dev && output.ino === ino
    } catch {
      // A stream that was closed is no file.
      return false
    }
  })
}

/**
 * A text with the paths of a folder told from there, `src/a.ts` and `.`: where a workspace lies is nobody's business, and is
 * another place in the next attempt.
 */
export function toldFrom(folder: string, text: string): string {
  if (text === '') return text
  const spellings = [folder, realPathOf(folder) ?? folder].map((it) => it.replaceAll(/[^\w/]/g, '\\$&'))
  const it = `(?<![\\w/.-])(?:file://)?(?:${spellings.join('|')})`
  const below = new RegExp(`${it}/(?=[^\\s/'"\`)\\]:,;])`, 'g')
  return text.replaceAll(below, '').replaceAll(new RegExp(`${it}(?![\\w-])`, 'g'), '.')
}

/** Where a path leads without links; null where nothing is, or no way leads there. */
export function realPathOf(file: string): string | null {
  try {
    return realpathSync(file)
  } catch {
    return null
  }
}

/** Names in a folder; none where there is no folder, or none that may be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether a path is a folder or lies below it; both absolute and without links. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
