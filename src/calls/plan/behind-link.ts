/** Files that Millwright writes where a person has put a link: the file behind it is written, as it is with the plan itself. */

import { statSync } from 'node:fs'
import path from 'node:path'
import type { Projector } from '../../engine/projector.ts'
import { protectedBy } from '../../plan/path-safety.ts'
import { isInside, kindOfPath, realPathOf } from '../../system/look-at-path.ts'

/**
 * Where a file really lies, when a link leads there: a regular file of the project, or a place in a folder of it.
 * @param file relative to the root, with `/`
 * @param taken paths that are something else to the plan; relative to the root
 * @returns the file itself where no link leads there, or one that may not be followed: then nothing is written
 */
export function behindLink(root: string, file: string, taken: readonly string[]): string {
  const absolute = path.join(root, ...file.split('/'))
  const place = realPathOf(root)
  const lies = whereItLies(absolute)
  if (place === null || lies === null || !isInside(place, lies)) return file
  const behind = path.relative(place, lies).split(path.sep).join('/')
  return behind === file || protectedBy(behind, taken) !== null ? file : behind
}

/** Null where nothing can lie, or something that is no regular file does. */
function whereItLies(file: string): string | null {
  const lies = realPathOf(file)
  if (lies !== null) return statSync(lies, { throwIfNoEntry: false })?.isFile() === true ? lies : null
  const folder = kindOfPath(file) === null ? realPathOf(path.dirname(file)) : null
  return folder === null ? null : path.join(folder, path.basename(file))
}

/**
 * Projectors of the files that lie behind links. Two never write one file: of those that would the first one does.
 * @param taken what is read with the plan, relative to the root
 */
export function throughLinks(
  root: string,
  projectors: readonly Projector[],
  taken: readonly string[],
): readonly Projector[] {
  const used = [...taken, ...projectors.map((it) => it.path)]
  return projectors.map((it) => {
    const file = behindLink(root, it.path, used)
    if (file === it.path) return it
    used.push(file)
    return { ...it, path: file, named: it.path }
  })
}
