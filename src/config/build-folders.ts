/** Build folders that were made for a checkout: their tools write down where the sources are, and build these from anywhere. */

import path from 'node:path'
import { textOfFile } from '../system/files.ts'
import { isInside, lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'

/** What a build folder holds: the file in which its tool keeps where the sources are, and how it makes another one. */
const builds = [
  {
    file: 'CMakeCache.txt',
    sources: /^CMAKE_HOME_DIRECTORY:INTERNAL=(.+)$/m,
    make: (sources: string, build: string) => ['cmake', ...(sources === '' ? [] : ['-S', sources]), '-B', build],
  },
  {
    file: 'meson-info/meson-info.json',
    sources: /"source": *"([^"\n]+)"/,
    make: (sources: string, build: string) => ['meson', 'setup', build, ...(sources === '' ? [] : [sources])],
  },
] as const

/** A folder that was made to build the checkout: the file that says so, and what makes one in a workspace. */
export interface Build {
  readonly file: string
  readonly setup: string
}

/**
 * Reads for which sources a folder was made.
 *
 * @param folder absolute path
 * @param at what the folder is called in a workspace
 * @param within sources below this are not the project's: what is fetched into a build folder is built from there
 * @returns null where it is no build folder, or one of something else
 */
export function buildOf(
  folder: string,
  { root, at, within }: { readonly root: string; readonly at: string; readonly within: string },
): Build | null {
  const real = realPathOf(root) ?? root
  for (const { file, sources, make } of builds) {
    const home = sources.exec(textOfFile(path.join(folder, file)) ?? '')?.[1]?.trim()
    const from = home === undefined ? null : (realPathOf(home) ?? home)
    if (from === null || !isInside(real, from) || isInside(within, from)) continue
    const words = make(path.relative(real, from), at).map((word) => JSON.stringify(word))
    return { file: path.join(folder, file), setup: `setup = [${words.join(', ')}]` }
  }
  return null
}

/** Where build folders may be: a folder, and what lies up to two below it, as in `out/build/debug`. */
export function buildFoldersIn(folder: string, depth = 2): readonly string[] {
  if (path.basename(folder) === 'node_modules') return []
  const below = depth === 0 ? [] : namesIn(folder).slice(0, mostNames)
  const folders = below.map((it) => path.join(folder, it)).filter((it) => lookAtPath(it)?.isDirectory() === true)
  return [folder, ...folders.flatMap((it) => buildFoldersIn(it, depth - 1))]
}

/** A folder of data may hold any number of files. */
const mostNames = 100
