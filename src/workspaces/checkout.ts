/** Putting a slot's files to a commit: reset where it can be, made anew where it cannot. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { excludePattern } from './git/own-git-dir.ts'
import { linksInIndex, noteIndexTree } from './git/index-facts.ts'
import { git, runGit } from './git/run-git.ts'
import { treeOf } from './git/trees.ts'
import { indexCall, type Ground } from './ground.ts'
import { isAsSetUp, leftBySetup, withSetup } from './setup-layer.ts'
import { endSetup, forgetSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder, type Slots } from './slots.ts'
import { emptySubmodule, filledOf, gitEntries } from './submodules.ts'

/**
 * Makes the files of a slot exactly those of a commit or tree, except shared and copied paths and what the set-up left.
 * Where that is not as the set-up left it (an agent or a gate was at it), or this commit is not set up by it, it is cleared
 * too, and the set-up forgotten.
 * @param to.by what tells whether it is: see `withSetup`
 * @param to.isTidy whether nothing lies there beside what our index knows, so that there is nothing to clear
 * @throws GitError when the commit is not there or the disk refuses
 */
export async function checkOut(ground: Ground, slots: Slots, slot: Slot, to: Target): Promise<void> {
  slots.settle(slot)
  rmSync(`${slot.index}.lock`, { force: true })
  if (!(await reset(ground, slot, to))) {
    slots.clear(slot)
    await git(readTree(ground, slot, to.name))
  }
  endSetup(slot)
}

interface Target {
  /** Commit or tree. */
  readonly name: string
  readonly by: 'key' | 'locks'
  readonly isTidy: boolean
}

async function reset(ground: Ground, slot: Slot, { name, by, isTidy }: Target): Promise<boolean> {
  const whole = await withSetup(ground, slot, name, by)
  if (!(await fill(ground, slot, whole ?? name))) return false
  const { share, copy } = ground.options.settings
  if (whole === null || !isAsSetUp(ground, slot)) {
    // Where it has to run again it begins from the commit: nothing of the last one is there.
    forgetSetup(slot)
    if (!(await fill(ground, slot, name))) return false
  }
  const left = leftBySetup(slot)
  const kept = [...share, ...copy, ...left]
  const call = indexCall(ground, slot)
  const excluded = kept.flatMap((it) => ['-e', excludePattern(it)])
  // Twice `f`: a repository that an agent made inside is not spared.
  const [cleaned, links] = await Promise.all([
    isTidy ? null : runGit({ ...call, args: ['clean', '-ffdxq', ...excluded] }),
    linksInIndex(ground.objects, call),
  ])
  if (cleaned !== null && cleaned.code !== 0) return false
  for (const [it] of filledOf(slot, links)) if (!left.includes(it)) emptySubmodule(slot, it)
  // What git never cleans: git directories in folders that hold files of the tree.
  const repositories = gitEntries(slot.files, new Set(kept)).filter((it) => it !== '.git')
  try {
    for (const it of repositories) removeFolder(path.join(slot.files, it))
  } catch {
    // Somebody still writes there.
    return false
  }
  return true
}

async function fill(ground: Ground, slot: Slot, name: string): Promise<boolean> {
  if ((await runGit(readTree(ground, slot, name))).code !== 0) return false
  noteIndexTree(slot.index, await treeOf(ground.objects, name))
  return true
}

function readTree(ground: Ground, slot: Slot, name: string) {
  return { ...indexCall(ground, slot), args: ['read-tree', '--reset', '-u', '--end-of-options', name] }
}
