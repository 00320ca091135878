/** The files of one state of a project, on the disk or in a commit, as they are looked up by path. */

import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'

/** What lies at a path; links are not followed. */
export type TreeLook =
  | { readonly is: 'file'; readonly bytes: Uint8Array }
  | { readonly is: 'link'; readonly to: string }
  | { readonly is: 'folder' }

export interface TreeFiles {
  /** @param path relative to the root, with `/`; @returns null where there is nothing, or nothing that can be read */
  look(path: string): Promise<TreeLook | null>
  /** Names in a folder; empty where there is none. Left out where folders cannot be read. @param path `.` is the root */
  list?(path: string): Promise<readonly string[]>
  /** Bytes of a file, without reading it; null where there is none. Left out where that is not known. */
  sizeOf?(path: string): Promise<number | null>
}

/** More than this is no text that somebody wrote. */
const longest = 4 * 1024 * 1024

/** The files of a folder as they are now. */
export function filesOnDisk(root: string): TreeFiles {
  return {
    async look(name) {
      const file = path.join(root, name)
      try {
        const facts = await lstat(file)
        if (facts.isSymbolicLink()) return { is: 'link', to: await readlink(file) }
        if (facts.isDirectory()) return { is: 'folder' }
        if (!facts.isFile() || facts.size > longest) return null
        return { is: 'file', bytes: await readFile(file) }
      } catch {
        return null
      }
    },
    async sizeOf(name) {
      const facts = await lstat(path.join(root, name)).catch(() => null)
      return facts?.isFile() === true ? facts.size : null
    },
    list: async (name) => (await readdir(path.join(root, name)).catch(() => [])).sort(),
  }
}
