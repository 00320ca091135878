/** Which of a task's declared files are in a tree. */

import type { FileSpec } from '../plan/model.ts'
import { matchesPattern } from '../run/path-pattern.ts'
import { git, splitNul } from './git/run-git.ts'
import { entryAt, type TreeEntry } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { behindLinks } from './links-out.ts'

/**
 * Declared paths (and targets of declared renames) that are there; a pattern is there when something matches it.
 * @param tree id of a tree
 * @returns the paths as they were declared
 */
export async function presentIn(ground: Ground, tree: string, declared: readonly FileSpec[]): Promise<string[]> {
  const present: string[] = []
  let all: readonly string[] | null = null
  for (const file of declared) {
    for (const wanted of [file.path, ...(file.to === null ? [] : [file.to])]) {
      if (file.form === 'path' || file.form === 'directory') {
        const entry = await entryBehind(ground, tree, wanted)
        // A file is no folder; a folder may be named without its slash.
        if (entry !== null && (file.form === 'path' || !entry.mode.startsWith('100'))) present.push(wanted)
        continue
      }
      all ??= await pathsIn(ground, tree)
      if (all.some((it) => matchesPattern(wanted, it))) present.push(wanted)
    }
  }
  return present
}

/** The entry at a path, also where a folder above it is a link to another one of the repository. */
async function entryBehind(ground: Ground, tree: string, wanted: string): Promise<TreeEntry | null> {
  const there = await entryAt(ground.objects, tree, wanted)
  if (there !== null) return there
  const led = await behindLinks((it) => linkAt(ground, tree, it), wanted)
  return led === null || led === wanted ? null : entryAt(ground.objects, tree, led)
}

/** What a symbolic link of a tree says; null where there is none. */
export async function linkAt({ objects }: Ground, tree: string, name: string): Promise<string | null> {
  const entry = await entryAt(objects, tree, name)
  return entry?.mode === '120000' ? Buffer.from((await objects.read(entry.id))?.bytes ?? []).toString('utf8') : null
}

async function pathsIn(ground: Ground, tree: string): Promise<string[]> {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', '--end-of-options', tree]
  return splitNul(await git({ args, cwd: ground.own.dir, env: ground.own.env() }))
}
