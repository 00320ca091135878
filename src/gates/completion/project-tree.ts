/** All that lies in a project at the end of a run, built things included, as checks of its completion look at it. */

import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { textOfFile } from '../../system/files.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'
import { monotonic } from '../../system/clock.ts'

export interface ProjectTree {
  /** Absolute. */
  readonly root: string
  /** Below the root, with `/`, by their signs. Links count where they lead to a file of the project. */
  readonly files: readonly string[]
  readonly folders: ReadonlySet<string>
  /** Whether all of it was looked at, within the limits. */
  readonly isWhole: boolean
  /** The text of a file; null where there is none, or more than `fileBytes` of it. */
  text(file: string): string | null
  /** How many bytes a file has, and whether it may be executed; 0 and no where there is none. */
  facts(file: string): Promise<{ readonly size: number; readonly isExecutable: boolean }>
}

export interface TreeLimits {
  /** Most files and folders. */
  readonly entries: number
  readonly depth: number
  /** Longest time in milliseconds. */
  readonly limitMs: number
  /** Most bytes of a file that is read as text. */
  readonly fileBytes: number
}

export const treeLimits: TreeLimits = { entries: 100_000, depth: 24, limitMs: 20_000, fileBytes: 1024 * 1024 }

/** What belongs to others, or to tools: nothing in there is what a goal was about. */
const skipped: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.millwright',
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.cache',
  '.gradle',
  '.idea',
])

/** Looks at a folder; what cannot be read is not there. */
export async function lookAtTree(folder: string, limits: TreeLimits = treeLimits): Promise<ProjectTree> {
  const root = realPathOf(folder) ?? folder
  const until = monotonic() + limits.limitMs
  const files: string[] = []
  const folders = new Set<string>()
  let isWhole = true
  let left = limits.entries
  const mayGoOn = (): boolean => left > 0 && monotonic() < until
  const waiting: { readonly below: string; readonly depth: number }[] = [{ below: '', depth: 0 }]
  for (let at = 0; at < waiting.length; at++) {
    const { below, depth } = waiting[at] ?? { below: '', depth: 0 }
    const entries = mayGoOn() ? await readdir(path.join(root, below), { withFileTypes: true }).catch(() => []) : []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!mayGoOn()) break
      left--
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        if (skipped.has(entry.name)) continue
        folders.add(name)
        if (depth < limits.depth) waiting.push({ below: name, depth: depth + 1 })
        else isWhole = false
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(root, name)))) files.push(name)
    }
    isWhole &&= mayGoOn()
  }
  return {
    root,
    files: files.sort(),
    folders,
    isWhole,
    text: (file) => textOfFile(path.join(root, file), limits.fileBytes),
    facts: (file) =>
      stat(path.join(root, file)).then(
        ({ size, mode }) => ({ size, isExecutable: (mode & 0o111) !== 0 }),
        () => ({ size: 0, isExecutable: false }),
      ),
  }
}

async function leadsToFile(root: string, name: string): Promise<boolean> {
  const real = realPathOf(path.join(root, name))
  if (real === null || !isInside(root, real)) return false
  return stat(real).then(
    (facts) => facts.isFile(),
    () => false,
  )
}
