/** The content of the working files as a tree, whatever was done to git in between. */

import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { FileSpec } from '../plan/model.ts'
import { git, GitError, runGit } from './git/run-git.ts'
import { entryAt } from './git/trees.ts'
import type { Ground } from './ground.ts'

export interface Place {
  /** Absolute path of the files. */
  readonly files: string
  /** Our index of them. */
  readonly index: string
  /** Where a repository found inside the files is moved to; null leaves it (work in place). */
  readonly aside: string | null
}

/**
 * Writes the working files as a tree. Ignored files stay out, except declared ones; nothing of the files is changed.
 * @param base tree they started from: its submodules stay submodules
 * @returns the tree's id
 * @throws GitError when a file cannot be read
 */
export async function captureTree(
  ground: Ground,
  place: Place,
  base: string,
  declared: readonly FileSpec[] = [],
): Promise<string> {
  mkdirSync(place.files, { recursive: true })
  // The index is ours alone: a lock beside it is one that a killed executor left.
  rmSync(`${place.index}.lock`, { force: true })
  const call = { cwd: place.files, env: ground.own.env({ index: place.index, worktree: place.files }) }
  const add = ['-c', 'advice.addEmbeddedRepo=false', 'add', '-A']
  const first = await runGit({ ...call, args: add })
  // Told by git only in words, or by an entry that is a commit: in both cases it is looked for by us.
  if (first.code !== 0 || first.err !== '') {
    const moved = place.aside === null ? 0 : await moveRepositoriesAside(ground, place, place.aside, base)
    if (first.code !== 0 && moved === 0) throw new GitError(`git add: ${first.err}`)
    if (moved > 0) await git({ ...call, args: add })
  }
  const tree = await writeTree(call)
  const missed = await missedByIgnore(ground, place, tree, declared)
  if (missed.length === 0) return tree
  const pathspec = ['add', '-f', '--pathspec-from-file=-', '--pathspec-file-nul']
  const forced = await runGit({ ...call, args: pathspec, input: missed.map((it) => `${it}\0`).join('') })
  return forced.code === 0 ? writeTree(call) : tree
}

async function writeTree(call: { readonly cwd: string; readonly env: Record<string, string> }): Promise<string> {
  return (await git({ ...call, args: ['write-tree'] })).toString('utf8').trim()
}

/** Declared paths that exist but are not in the tree, since an ignore rule hides them. */
async function missedByIgnore(
  ground: Ground,
  place: Place,
  tree: string,
  declared: readonly FileSpec[],
): Promise<string[]> {
  const missed: string[] = []
  const { share, copy } = ground.options.settings
  for (const file of declared) {
    if (file.form !== 'path') continue
    for (const wanted of [file.path, ...(file.to === null ? [] : [file.to])]) {
      if ([...share, ...copy].some((it) => wanted === it || wanted.startsWith(`${it}/`))) continue
      const there = lstatSync(path.join(place.files, wanted), { throwIfNoEntry: false })
      if (!there || !(there.isFile() || there.isSymbolicLink())) continue
      if ((await entryAt(ground.objects, tree, wanted)) === null) missed.push(wanted)
    }
  }
  return missed
}

/** An agent may run `git init` in a folder: git would record a commit in place of its files. */
async function moveRepositoriesAside(ground: Ground, place: Place, aside: string, base: string): Promise<number> {
  const { share, copy } = ground.options.settings
  const skipped = new Set([...share, ...copy])
  let moved = 0
  const walk = async (folder: string): Promise<void> => {
    for (const entry of readdirSync(path.join(place.files, folder), { withFileTypes: true })) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === '.git') {
        if (folder === '' || (await entryAt(ground.objects, base, folder))?.mode === '160000') continue
        mkdirSync(aside, { recursive: true })
        const target = path.join(aside, `${readdirSync(aside).length + 1}-${path.basename(folder)}.git`)
        renameSync(path.join(place.files, relative), target)
        moved++
      } else if (entry.isDirectory() && !skipped.has(relative)) await walk(relative)
    }
  }
  await walk('')
  return moved
}
