/** Which of a plan's paths git ignores, read without git: a command that only looks starts no program (RELIABILITY S1). */

import path from 'node:path'
import { matchesPattern } from '../../run/path-pattern.ts'
import { textOfFile } from '../../system/files.ts'
import { kindOf, type Root } from './find-root.ts'

interface IgnoreRule {
  /** Folder of the file it stands in, relative to the root with a final `/`; empty for the root. */
  readonly below: string
  readonly pattern: string
  readonly forFolders: boolean
  readonly takesBack: boolean
}

/** More lines of one ignore file are not read. */
const mostRules = 2000

const largestIndex = 64 * 1024 * 1024

/** More findings of one file are not shown, so that more need not be looked for. */
const mostFound = 200

/**
 * Reads `.gitignore` and `info/exclude` of the repository. What only this person ignores everywhere, and names with
 * brackets, are left out: it is then told by the deviation only.
 *
 * @param declared relative paths, as `factsWanted` gives them; a folder may end in `/`
 * @returns those that are ignored and not in git's index
 */
export function ignoredPaths({ root, gitCommonDir }: Root, declared: readonly string[]): ReadonlySet<string> {
  if (gitCommonDir === null) return new Set()
  const top = [
    ...rulesOf(path.join(gitCommonDir, 'info', 'exclude'), ''),
    ...rulesOf(path.join(root, '.gitignore'), ''),
  ]
  const rules = new Map<string, readonly IgnoreRule[]>([['', top]])
  const known = new Map<string, boolean>()
  const rulesIn = (folder: string): readonly IgnoreRule[] => {
    const before = rules.get(folder)
    if (before !== undefined) return before
    const above = rulesIn(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1))
    const own = rulesOf(path.join(root, folder, '.gitignore'), folder)
    const all = own.length === 0 ? above : [...above, ...own]
    rules.set(folder, all)
    return all
  }
  const isIgnored = (name: string, isFolder: boolean): boolean => {
    const key = isFolder ? `${name}/` : name
    const before = known.get(key)
    if (before !== undefined) return before
    const cut = name.lastIndexOf('/')
    const inIgnored = cut >= 0 && isIgnored(name.slice(0, cut), true)
    const last = inIgnored ? undefined : rulesIn(name.slice(0, cut + 1)).findLast((it) => applies(it, name, isFolder))
    const is = inIgnored || last?.takesBack === false
    known.set(key, is)
    return is
  }
  const found = declared.filter((text) => {
    const name = path.posix.normalize(text).replace(/\/$/, '')
    return name !== '.' && isIgnored(name, text.endsWith('/') || kindOf(path.join(root, name)) === 'folder')
  })
  // Names stand in the index as they are, each with a NUL behind.
  const index = found.length === 0 ? '' : (textOfFile(path.join(gitCommonDir, 'index'), largestIndex) ?? '')
  return new Set(found.slice(0, mostFound).filter((it) => !index.includes(`${path.posix.normalize(it)}\0`)))
}

function applies({ below, pattern, forFolders }: IgnoreRule, name: string, isFolder: boolean): boolean {
  return (isFolder || !forFolders) && matchesPattern(pattern, name.slice(below.length))
}

function rulesOf(file: string, below: string): readonly IgnoreRule[] {
  const lines = kindOf(file) === 'file' ? (textOfFile(file) ?? '').split('\n').slice(0, mostRules) : []
  return lines.flatMap((line): IgnoreRule[] => {
    const text = line.trimEnd()
    if (text === '' || text.startsWith('#')) return []
    const takesBack = text.startsWith('!')
    const named = takesBack ? text.slice(1) : text
    const bare = named.replace(/\/$/, '')
    const pattern = bare.includes('/') ? bare : `**/${bare}`
    return [{ below, pattern, forFolders: named !== bare, takesBack }]
  })
}
