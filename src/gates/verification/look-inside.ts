/** What lies at a path of a project: links are followed within it, and never out of it (RELIABILITY S5). */

import path from 'node:path'
import type { TreeFiles } from '../../system/tree-files.ts'

export type Inside =
  | { readonly is: 'file'; readonly bytes: Uint8Array }
  | { readonly is: 'large'; readonly size: number }
  | { readonly is: 'folder' }
  | { readonly is: 'missing' }
  /** A link leads out of the project, or in a circle; `to` is what it says. */
  | { readonly is: 'out'; readonly to: string }

/** Links that lead to links. */
const mostLinks = 20

/**
 * @param name relative to the root, safe, without a `/` at its end
 * @param most bytes of a file that are read
 */
export async function lookInside(files: TreeFiles, name: string, most: number): Promise<Inside> {
  let open = name.split('/')
  let at: readonly string[] = []
  for (let links = 0; open.length > 0;) {
    const [next = '', ...rest] = open
    const here = [...at, next].join('/')
    // The parts before the last one are folders or links: only of the last one are bytes looked at.
    const size = rest.length === 0 ? await files.sizeOf?.(here) : null
    if (size != null && size > most) return { is: 'large', size }
    const found = await files.look(here)
    if (found === null) return { is: 'missing' }
    if (found.is === 'link') {
      links += 1
      const inside = links > mostLinks ? null : inProject(at, found.to)
      if (inside === null) return { is: 'out', to: found.to }
      at = []
      open = [...inside, ...rest]
      continue
    }
    if (rest.length === 0) {
      if (found.is === 'folder') return found
      return found.bytes.length > most ? { is: 'large', size: found.bytes.length } : found
    }
    if (found.is === 'file') return { is: 'missing' }
    at = [...at, next]
    open = rest
  }
  return { is: 'folder' }
}

/** Where a link leads, from the root; null for out of the project. */
function inProject(folder: readonly string[], to: string): string[] | null {
  if (to === '' || path.posix.isAbsolute(to) || path.win32.isAbsolute(to)) return null
  const joined = path.posix.normalize([...folder, to.replaceAll('\\', '/')].join('/')).replace(/(.)\/$/, '$1')
  if (joined === '..' || joined.startsWith('../')) return null
  return joined === '.' ? [] : joined.split('/')
}
