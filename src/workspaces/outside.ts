/**
 * What lies outside of every workspace and no task may write: uncommitted files of the human's checkout, what is installed
 * in the folders that workspaces share with it, and the repository's configuration and hooks. Looked at, never put back: a human may change all of it at any time.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import path from 'node:path'
import { isOwnOutput, lookAtPath } from '../system/look-at-path.ts'
import { protectedPaths } from './evidence-tree.ts'
import { stateOfIndex } from './git/index-facts.ts'
import { runGit, splitNul } from './git/run-git.ts'
import type { Ground } from './ground.ts'
import { knownEntries, noteEntries, readIndex } from './publish/judge-paths.ts'
import { lookAtShared } from './needs-key.ts'
import type { Outside, Touched } from './workspaces.ts'

/**
 * Looks once (RELIABILITY S4, S7).
 * @param files whether the checkout is looked at too; work in place happens there
 * @returns by shown path; a file of the checkout that is as the index has it is left out
 */
export async function lookOutside(ground: Ground, files: boolean): Promise<Outside> {
  const seen = new Map<string, Touched>()
  for (const [shown, file] of guarded(ground)) {
    const there = lookAtPath(file)
    if (there) seen.set(shown, { mark: digestOf(file, there), at: there.ctimeMs })
  }
  const { root } = ground.facts
  if (!files || root === null) return seen
  for (const it of await uncommitted(ground, root)) {
    const file = path.join(root, it)
    const there = lookAtPath(file)
    // A person may keep what we print beside their files.
    if (!there || !isOwnOutput(there)) seen.set(it, touched(file))
  }
  return new Map([...seen, ...lookAtShares(ground)])
}

/** Looks at what is installed in the folders that workspaces share with the checkout. */
export function lookAtShares(ground: Ground): Outside {
  const { root } = ground.facts
  const { settings, active = [] } = ground.options
  const looks = [...new Set([...settings.share, ...active])].map((shared): readonly [string, Touched] => {
    const look = root === null ? null : lookAtShared(path.join(root, shared))
    return [shared, { ...(look ?? { mark: 'nothing', at: null }), is: 'shared' }]
  })
  return new Map(looks)
}

/** What git runs or obeys, by shown path. */
function guarded(ground: Ground): readonly (readonly [string, string])[] {
  const { commonDir, gitDir } = ground.facts
  const filesIn = (folder: string): readonly (readonly [string, string])[] =>
    namesIn(path.join(commonDir, folder)).map((name) => [`.git/${folder}/${name}`, path.join(commonDir, folder, name)])
  const inside = ['hooks', 'info', 'refs/replace'].flatMap(filesIn)
  const modules = namesIn(path.join(commonDir, 'modules')).flatMap((name) => [
    [`.git/modules/${name}/config`, path.join(commonDir, 'modules', name, 'config')] as const,
    ...filesIn(`modules/${name}/hooks`),
  ])
  return [
    ['.git/config', path.join(commonDir, 'config')],
    ['.git/config.worktree', path.join(gitDir, 'config.worktree')],
    ['.git/objects/info/alternates', path.join(commonDir, 'objects', 'info', 'alternates')],
    ['.git/shallow', path.join(commonDir, 'shallow')],
    ...inside,
    ...modules,
  ]
}

/** Files that differ from the human's index, or that it does not know or look at; without those that we write. */
async function uncommitted(ground: Ground, root: string): Promise<readonly string[]> {
  const env = ground.own.env({ index: path.join(ground.facts.gitDir, 'index'), worktree: root })
  const args = ['ls-files', '-m', '-d', '-o', '--exclude-standard', '-z']
  const [listed, hidden] = await Promise.all([runGit({ args, cwd: root, env }), hiddenIn(ground, root)])
  const ours = protectedPaths(ground)
  const isOurs = (name: string): boolean => ours.some((it) => name === it || name.startsWith(`${it}/`))
  return [...new Set([...splitNul(listed.out), ...hidden])].filter((it) => !isOurs(it))
}

/** What was left out of the checkout when it was looked at for the first time: of a sparse one that may be most of it. */
const leftOut = new WeakMap<Ground, ReadonlySet<string>>()

/** Files that git does not look at (`assume-unchanged`, `skip-worktree`): what is written into them shows nowhere else. */
async function hiddenIn(ground: Ground, root: string): Promise<readonly string[]> {
  const index = path.join(ground.facts.gitDir, 'index')
  let entries = knownEntries(index)
  if (entries === null) {
    const state = stateOfIndex(index)
    entries = await readIndex(ground, index, root).catch(() => null)
    // Somebody is writing it.
    if (entries === null) return []
    noteEntries(index, state, entries)
  }
  const tagged = (of: (tag: string) => boolean): string[] =>
    [...entries].flatMap(([name, { tag }]) => (of(tag) ? [name] : []))
  const skipped = tagged((it) => it === 'S')
  const before = leftOut.get(ground) ?? new Set(skipped)
  leftOut.set(ground, before)
  return [...tagged((it) => it >= 'a' && it <= 'z'), ...skipped.filter((it) => !before.has(it))]
}

function touched(file: string): Touched {
  const there = lookAtPath(file)
  if (there) return { mark: `${there.mode} ${there.size} ${there.ctimeMs}`, at: there.ctimeMs }
  // Of a file that is gone only its folder knows when.
  const folder = lookAtPath(path.dirname(file))
  return { mark: 'gone', at: folder?.ctimeMs ?? null }
}

function digestOf(file: string, there: Stats): string {
  if (there.isSymbolicLink()) return `link ${readlinkSync(file)}`
  if (there.isDirectory()) return `folder ${namesIn(file).join('/')}`
  if (!there.isFile()) return 'special'
  return `${there.mode.toString(8)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
