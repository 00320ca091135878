/** What a gate does to the files it judges: looked at before and after, and put back where it can be. */

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { FileChange } from '../run/outcome.ts'
import { writeIndexTree } from './git/index-facts.ts'
import { runGit, splitNul, type GitResult } from './git/run-git.ts'
import { indexCall, type Ground } from './ground.ts'
import { leftBySetup } from './setup-layer.ts'
import { entriesAt } from './setup-look.ts'
import { readSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import type { Guard } from './workspaces.ts'

/**
 * Guards the files of a slot as our index knows them: those of a commit, and what the set-up left. Of these, what changes
 * is put back, and what is added beside them is removed; ignored paths stay, because a later gate may need what an earlier
 * one built. Empty folders of the set-up, which git does not know, are made again.
 *
 * @param commit that the slot stands at: what is put back where the index is broken
 * @param untouched called where a gate has changed and left nothing, and no set-up has either
 */
export async function guardSlot(ground: Ground, slot: Slot, commit: string, untouched: () => void): Promise<Guard> {
  const before = await writeIndexTree(indexCall(ground, slot)).catch(() => commit)
  return {
    async tidy() {
      const all = await runGit(inSlot(ground, slot, ['ls-files', '-t', '-m', '-d', '-o', '--directory', '-z']))
      // Mostly a gate leaves nothing at all: then nobody has to tell what is ignored of it.
      const setup = readSetup(slot)
      const folders = setup?.folders ?? []
      const hasLeft = all.code !== 0 || folders.length > 0 || withoutGiven(ground, slot, othersIn(all)).length > 0
      const [listed, ignored] = hasLeft
        ? await Promise.all([
            runGit(inSlot(ground, slot, ['ls-files', '-t', '-m', '-d', '-o', ...visible, '-z'])),
            ignoredIn(ground, slot),
          ])
        : [all, []]
      const lines = splitNul(listed.out)
      const edited = [...new Set(lines.filter((line) => !line.startsWith('? ')).map((line) => line.slice(2)))]
      const added = hasLeft ? othersIn(listed) : []
      const isAdded = added.some((it) => entriesAt(slot.files, it).some((entry) => !folders.includes(entry)))
      if (listed.code !== 0 || edited.length > 0)
        await runGit(inSlot(ground, slot, ['read-tree', '--reset', '-u', '--end-of-options', before]))
      // Twice `f`: a repository made inside is not spared. Without `x`: what is ignored stays.
      if (listed.code !== 0 || isAdded) await runGit(inSlot(ground, slot, ['clean', '-ffdq']))
      makeAgain(slot, folders)
      if (!hasLeft && edited.length === 0 && setup === null) untouched()
      const isAsListed = listed.code === 0 && edited.length === 0 && !isAdded
      const left = isAsListed ? ignored : await ignoredIn(ground, slot)
      return { edited, isPutBack: true, left: left.length > 0 }
    },
  }
}

/** Where a gate has taken the right to write away they stay gone: the files are looked at before others get them. */
function makeAgain(slot: Slot, folders: readonly string[]): void {
  try {
    for (const it of folders) mkdirSync(path.join(slot.files, it), { recursive: true })
  } catch {
    return
  }
}

/**
 * Guards files that are nobody's to put back: the human's own.
 *
 * @param changed the files that were changed or deleted since this call, asked once afterwards
 */
export function guardFolder(changed: () => Promise<readonly string[]>): Guard {
  // Nothing is ever cleaned here, so nothing of what a gate leaves has to be made again.
  return { tidy: async () => ({ edited: await changed(), isPutBack: false, left: false }) }
}

/** Where nothing can be looked at. */
export const unguarded: Guard = { tidy: () => Promise.resolve({ edited: [], isPutBack: false, left: false }) }

/** Of the changes since a gate began: files that were there before and are not as they were. */
export function changedSince(changes: readonly FileChange[]): readonly string[] {
  return changes.filter((it) => it.change !== 'added').map((it) => it.from ?? it.path)
}

const visible = ['--exclude-standard', '--directory'] as const

/** Ignored paths, whole folders as one; without what every workspace shares, gets copied or is set up with. */
async function ignoredIn(ground: Ground, slot: Slot): Promise<readonly string[]> {
  const listed = await runGit(inSlot(ground, slot, ['ls-files', '-o', '-i', ...visible, '-z']))
  return withoutGiven(ground, slot, splitNul(listed.out))
}

/** Paths that nobody has given to the workspace: without what all share, get copied or are set up with. */
function withoutGiven(ground: Ground, slot: Slot, names: readonly string[]): readonly string[] {
  const { share, copy } = ground.options.settings
  const given = [...share, ...copy, ...leftBySetup(slot)]
  return names
    .map((it) => (it.endsWith('/') ? it.slice(0, -1) : it))
    .filter((it) => !given.some((path) => it === path || it.startsWith(`${path}/`)))
}

/** What git does not know, of a list with tags. */
function othersIn({ out }: GitResult): string[] {
  return splitNul(out)
    .filter((line) => line.startsWith('? '))
    .map((line) => line.slice(2))
}

function inSlot(ground: Ground, slot: Slot, args: readonly string[]) {
  return { ...indexCall(ground, slot), args }
}
