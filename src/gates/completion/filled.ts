/** Whether there is something in a file or folder: one of blanks, or of signs that nobody sees, holds nothing. */

import type { ProjectTree } from './project-tree.ts'

/** No file of white space alone is larger, or somebody meant it. */
const mostBlank = 64 * 1024
/** Of a folder so many are looked at, whether there is something in one: where so many are blank, somebody meant it. */
const mostLookedAt = 100
const unseen = /[\s\0\p{Cf}]+/gu

/** What can be seen of a text. */
export function visible(text: string): string {
  return text.replace(unseen, '')
}

/** Whether anything can be seen in a file; of one that is no text, or a large one, that is taken for granted. */
export function saysSomething(tree: ProjectTree, file: string): boolean {
  const text = tree.text(file)
  return text === null || visible(text) !== ''
}

/** @param place path of a file or folder of the tree */
export async function isFilled(place: string, tree: ProjectTree): Promise<boolean> {
  if (tree.folders.has(place)) {
    const within = tree.files.filter((it) => it.startsWith(`${place}/`))
    for (const it of within.slice(0, mostLookedAt)) if (await isFilled(it, tree)) return true
    return within.length > mostLookedAt
  }
  const { size } = await tree.facts(place)
  if (size === 0 || size > mostBlank) return size > 0
  const text = tree.text(place)
  return text === null || visible(text) !== ''
}
