/**
 * Submodules of a workspace: empty, unless its set-up has filled them. No tree of ours has what lies in one, and git cleans
 * nothing there; the repositories of those that are filled lie in the git directory of the workspace, which is made anew.
 */

import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../system/files.ts'
import { realPathOf } from '../system/look-at-path.ts'
import { linksInIndex } from './git/index-facts.ts'
import { indexCall, type Ground } from './ground.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder } from './slots.ts'

/**
 * Submodules in which something lies, and the commits that they are linked to. What an agent did there would be judged, and
 * be there for the next task. Links are asked of the index: not each has an entry in `.gitmodules`.
 */
export async function filledSubmodules(ground: Ground, slot: Slot): Promise<ReadonlyMap<string, string>> {
  return filledOf(slot, await linksInIndex(ground.objects, indexCall(ground, slot)))
}

/** Of submodules, by path, those in which something lies. */
export function filledOf(slot: Slot, links: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...links].filter(([name]) => entriesOf(path.join(slot.files, name)).length > 0))
}

/** Takes away all that lies in a submodule. */
export function emptySubmodule(slot: Slot, name: string): void {
  removeFolder(path.join(slot.files, name))
  mkdirSync(path.join(slot.files, name))
}

/**
 * Keeps the repositories of submodules as their set-up left them. One that lies in a submodule itself is looked at with the
 * rest; what names one that is not there is taken away, since git stumbles over it.
 */
export function keepRepositories(slot: Slot, names: Iterable<string>): void {
  for (const name of names) {
    const folder = path.join(slot.files, name)
    for (const it of gitEntries(folder)) if (leadsNowhere(path.join(folder, it))) removeFolder(path.join(folder, it))
  }
  const repositories = path.join(slot.agentGit, 'modules')
  removeFolder(keptIn(slot))
  copyRepositories(repositories, keptIn(slot))
}

/** Gives the repositories that were kept to a git directory that was made anew. */
export function giveRepositories(slot: Slot): void {
  copyRepositories(keptIn(slot), path.join(slot.agentGit, 'modules'))
}

/** A daemon that watches the files for git leaves a socket there, which cannot be copied. */
function copyRepositories(from: string, to: string): void {
  if (!existsSync(from)) return
  const filter = (name: string): boolean => {
    const facts = lstatSync(name, { throwIfNoEntry: false })
    return facts !== undefined && (facts.isFile() || facts.isDirectory() || facts.isSymbolicLink())
  }
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter })
}

/**
 * Git directories below a folder, and files that name one.
 * @param without folders that are not looked into, relative to it
 * @returns names relative to it
 */
export function gitEntries(root: string, without: ReadonlySet<string> = new Set()): readonly string[] {
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(path.join(root, folder))) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === '.git') found.push(relative)
      else if (entry.isDirectory() && !without.has(relative)) folders.push(relative)
    }
  }
  return found
}

function leadsNowhere(file: string): boolean {
  if (!lstatSync(file).isFile()) return false
  const target = /^gitdir: (.+)\n?$/.exec(textOfFile(file) ?? '')?.[1]
  return target === undefined || realPathOf(path.resolve(path.dirname(file), target)) === null
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

function keptIn(slot: Slot): string {
  return path.join(slot.dir, 'modules')
}
