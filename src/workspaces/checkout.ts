/** Putting a slot's files to a commit: reset where it can be, made anew where it cannot. */

import { readdirSync, readFileSync, rmSync, writeFileSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { excludePattern } from './git/own-git-dir.ts'
import { git, runGit, splitNul } from './git/run-git.ts'
import { entryAt, treeOf } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { lookAtMade } from './setup-look.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder, type Slots } from './slots.ts'

/**
 * Makes the files of a slot exactly those of a commit or tree, except shared and copied paths and what the set-up left.
 * Where that is not as the set-up left it (an agent or a gate was at it), it is cleared too, and the set-up forgotten.
 * @throws GitError when the commit is not there or the disk refuses
 */
export async function checkOut(ground: Ground, slots: Slots, slot: Slot, name: string): Promise<void> {
  slots.settle(slot)
  rmSync(`${slot.index}.lock`, { force: true })
  if (await reset(ground, slot, name)) return
  slots.clear(slot)
  await git(readTree(ground, slot, name))
}

async function reset(ground: Ground, slot: Slot, name: string): Promise<boolean> {
  if ((await runGit(readTree(ground, slot, name))).code !== 0) return false
  const { share, copy } = ground.options.settings
  if (!isAsSetUp(ground, slot)) forgetSetup(slot)
  const kept = [...share, ...copy, ...leftBySetup(slot)]
  const env = ground.own.env({ index: slot.index, worktree: slot.files })
  const excluded = kept.flatMap((it) => ['-e', excludePattern(it)])
  // Twice `f`: a repository that an agent made inside is not spared.
  if ((await runGit({ args: ['clean', '-ffdxq', ...excluded], cwd: slot.files, env })).code !== 0) return false
  await removeRepositories(ground, slot, await treeOf(ground.objects, name), new Set(kept))
  return true
}

/** What git never cleans: git directories in folders that hold files of the tree. Submodules keep theirs. */
async function removeRepositories(ground: Ground, slot: Slot, tree: string, kept: ReadonlySet<string>): Promise<void> {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(path.join(slot.files, folder))) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === '.git') {
        if (folder !== '' && (await entryAt(ground.objects, tree, folder))?.mode !== '160000')
          removeFolder(path.join(slot.files, relative))
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

/** Ignored paths that the set-up made (such as `.venv`): a reset spares them. */
export function leftBySetup(slot: Slot): readonly string[] {
  return readSetup(slot)?.paths ?? []
}

export interface SetupRecord {
  readonly key: string
  readonly paths: readonly string[]
  /** What the look at these paths said. */
  readonly look: string
}

/** Whether what the last set-up of a slot has made is as that left it; where there is no set-up nothing is looked at. */
export function isAsSetUp(ground: Ground, slot: Slot): boolean {
  const record = readSetup(slot)
  if (record === null) return true
  const { setup, share, copy } = ground.options.settings
  return setup.length > 0 && record.look === lookAtMade(slot.files, record.paths, [...share, ...copy])
}

/** What the last successful set-up of a slot was for, or null. */
export function readSetup(slot: Slot): SetupRecord | null {
  try {
    return JSON.parse(readFileSync(setupFile(slot), 'utf8')) as SetupRecord
  } catch {
    return null
  }
}

/** Records a set-up that worked, with the ignored paths that are there now. */
export async function recordSetup(ground: Ground, slot: Slot, key: string): Promise<void> {
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const env = ground.own.env({ index: slot.index, worktree: slot.files })
  const listed = splitNul(await git({ args, cwd: slot.files, env }))
  const paths = listed.map((it) => (it.endsWith('/') ? it.slice(0, -1) : it))
  const { share, copy } = ground.options.settings
  const look = lookAtMade(slot.files, paths, [...share, ...copy])
  writeFileSync(setupFile(slot), JSON.stringify({ key, paths, look } satisfies SetupRecord))
}

/** Forgets a set-up, so that the next reset clears what it left. */
export function forgetSetup(slot: Slot): void {
  rmSync(setupFile(slot), { force: true })
}

function setupFile(slot: Slot): string {
  return path.join(slot.dir, 'setup.json')
}
