/** Putting a slot's files to a commit: reset where it can be, made anew where it cannot. */

import { mkdirSync, readdirSync, rmSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { excludePattern } from './git/own-git-dir.ts'
import { git, runGit, splitNul } from './git/run-git.ts'
import type { Ground } from './ground.ts'
import { isAsSetUp, isSetUpBy, leftBySetup, withSetup } from './setup-layer.ts'
import { endSetup, forgetSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder, type Slots } from './slots.ts'

/**
 * Makes the files of a slot exactly those of a commit or tree, except shared and copied paths and what the set-up left.
 * Where that is not as the set-up left it (an agent or a gate was at it), or this commit is not set up by it, it is cleared
 * too, and the set-up forgotten.
 * @param by what tells whether it is: see `withSetup`
 * @throws GitError when the commit is not there or the disk refuses
 */
export async function checkOut(
  ground: Ground,
  slots: Slots,
  slot: Slot,
  name: string,
  by: 'key' | 'locks',
): Promise<void> {
  slots.settle(slot)
  rmSync(`${slot.index}.lock`, { force: true })
  if (!(await reset(ground, slot, name, by))) {
    slots.clear(slot)
    await git(readTree(ground, slot, name))
  }
  endSetup(slot)
}

async function reset(ground: Ground, slot: Slot, name: string, by: 'key' | 'locks'): Promise<boolean> {
  const whole = await withSetup(ground, slot, name, by)
  if ((await runGit(readTree(ground, slot, whole ?? name))).code !== 0) return false
  const { share, copy } = ground.options.settings
  // What fills them has to do so again: its repository lay in the git directory that is made anew. A set-up that a draft
  // defines anew is not run before it was looked at, also where it would fill them again.
  const filled = await filledSubmodules(ground, slot)
  const runsAgain = filled.length > 0 && (by === 'key' || (await isSetUpBy(ground, slot, name)))
  if (whole === null || runsAgain || !isAsSetUp(ground, slot)) {
    // Where it has to run again it begins from the commit: nothing of the last one is there.
    forgetSetup(slot)
    if ((await runGit(readTree(ground, slot, name))).code !== 0) return false
  }
  const kept = [...share, ...copy, ...leftBySetup(slot)]
  const env = ground.own.env({ index: slot.index, worktree: slot.files })
  const excluded = kept.flatMap((it) => ['-e', excludePattern(it)])
  // Twice `f`: a repository that an agent made inside is not spared.
  if ((await runGit({ args: ['clean', '-ffdxq', ...excluded], cwd: slot.files, env })).code !== 0) return false
  for (const folder of filled) {
    removeFolder(folder)
    mkdirSync(folder)
  }
  removeRepositories(slot, new Set(kept))
  return true
}

/**
 * Folders of submodules in which something lies: no tree of ours has it, and git cleans nothing there. What an agent did to
 * it would be judged, and be there for the next task. Links are asked of the index: not each has an entry in `.gitmodules`.
 */
export async function filledSubmodules(ground: Ground, slot: Slot): Promise<readonly string[]> {
  const env = ground.own.env({ index: slot.index, worktree: slot.files })
  const listed = splitNul(await git({ args: ['ls-files', '--stage', '-z'], cwd: slot.files, env }))
  const links = listed.flatMap((it) => (it.startsWith('160000 ') ? [it.slice(it.indexOf('\t') + 1)] : []))
  return links.map((it) => path.join(slot.files, it)).filter((it) => entriesOf(it).length > 0)
}

/** What git never cleans: git directories in folders that hold files of the tree. */
function removeRepositories(slot: Slot, kept: ReadonlySet<string>): void {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(path.join(slot.files, folder))) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === '.git') {
        if (folder !== '') removeFolder(path.join(slot.files, relative))
      } else if (entry.isDirectory() && !kept.has(relative)) folders.push(relative)
    }
  }
}

/** A name that is not UTF-8 cannot be looked into from here; such a folder is not searched. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readTree(ground: Ground, slot: Slot, name: string) {
  const env = ground.own.env({ index: slot.index, worktree: slot.files })
  return { args: ['read-tree', '--reset', '-u', '--end-of-options', name], cwd: slot.files, env }
}
