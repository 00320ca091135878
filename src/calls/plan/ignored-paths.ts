/** Which of a plan's paths git ignores, read without git: a command that only looks starts no program (RELIABILITY S1). */

import path from 'node:path'
import { textOfFile } from '../../system/files.ts'
import { openIgnoreRules, rulesOf } from '../../workspaces/ignore-rules.ts'
import { kindOf, type Root } from './find-root.ts'

const largestIndex = 64 * 1024 * 1024

/** More findings of one file are not shown, so that more need not be looked for. */
const mostFound = 200

/**
 * Reads `.gitignore` and `info/exclude` of the repository. What only this person ignores everywhere is left out: it is then
 * told by the deviation only.
 *
 * @param declared relative paths, as `factsWanted` gives them; a folder may end in `/`
 * @returns those that are ignored and not in git's index
 */
export function ignoredPaths({ root, gitCommonDir }: Root, declared: readonly string[]): ReadonlySet<string> {
  if (gitCommonDir === null) return new Set()
  const isIgnored = openIgnoreRules(root, rulesOf(path.join(gitCommonDir, 'info', 'exclude'), ''))
  const found = declared.filter((text) => {
    const name = path.posix.normalize(text).replace(/\/$/, '')
    return name !== '.' && isIgnored(name, text.endsWith('/') || kindOf(path.join(root, name)) === 'folder')
  })
  // Names stand in the index as they are, each with a NUL behind.
  const index = found.length === 0 ? '' : (textOfFile(path.join(gitCommonDir, 'index'), largestIndex) ?? '')
  return new Set(found.slice(0, mostFound).filter((it) => !index.includes(`${path.posix.normalize(it)}\0`)))
}
