/** Our own git directories for looks at repositories, in the state folder. */

import { sha256 } from '../system/digest.ts'
import path from 'node:path'
import { namesIn } from '../system/look-at-path.ts'
import { inState } from '../system/state-folder.ts'

const signs = 16

/** Where that of a repository lies. @param gitDir of its checkout */
export function lookFolder(state: string, gitDir: string): string {
  return path.join(inState(state, 'looks'), sha256(gitDir).slice(0, signs))
}

/** All that are there, by their names: what else lies beside them is not ours. */
export function lookFolders(state: string): readonly string[] {
  const folder = inState(state, 'looks')
  const isOurs = (name: string): boolean => name.length === signs && /^[0-9a-f]+$/.test(name)
  return namesIn(folder).flatMap((it) => (isOurs(it) ? [path.join(folder, it)] : []))
}
