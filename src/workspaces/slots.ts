/** The pool of worktree folders outside the repository: who holds which, found again after a restart. */

import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ownFolder } from '../system/own-folder.ts'
import { openAll } from './open-all.ts'
import { forgetSetup } from './setup-record.ts'
import { makeSlotFolder, settleSlot, troubleOf, type Slot } from './slot-folder.ts'

/** Who uses a slot; the file in which this is written is the claim. */
export interface Holder {
  readonly run: string
  readonly workspace: string
  /** Commit or tree that the files were put to. */
  readonly base: string
  /** Tree of the last draft that was kept as a commit. */
  readonly kept: string | null
  /** `gates`: nobody works in it, so nothing in it is worth keeping. */
  readonly for: 'task' | 'gates'
}

export interface Slots {
  /**
   * What became of the folder that we made for a slot's files, said so that people understand it; null while it is that
   * very folder. Nothing is to be done in a slot before this was asked.
   */
  trouble(slot: Slot): string | null
  /** Makes sure of the folder for a slot's files. What stands in its place is not followed: see `settleSlot`. */
  settle(slot: Slot): void
  /** The slot a workspace of this run holds. */
  find(workspace: string): Slot | null
  holder(slot: Slot): Holder | null
  /** Takes a free slot, or makes one. */
  claim(holder: Holder): Slot
  write(slot: Slot, holder: Holder): void
  release(slot: Slot): void
  /** Makes the folder of a slot that cannot be reset anew; nothing of it is kept. */
  clear(slot: Slot): void
}

/**
 * Opens the pool.
 * @param folder absolute path; made when needed
 * @param name of the folder that agents work in: the repository's own, since some tools look at it
 */
export function openSlots(folder: string, name: string, run: string): Slots {
  const slotAt = (number: string): Slot => {
    const dir = path.join(folder, number)
    return { dir, files: path.join(dir, name), index: path.join(dir, 'index'), agentGit: path.join(dir, 'agent.git') }
  }
  const all = (): Slot[] => (existsSync(folder) ? readdirSync(folder).map(slotAt) : [])
  const held = new Map<string, Slot>()
  const holder = (slot: Slot): Holder | null => {
    try {
      return JSON.parse(readFileSync(holderFile(slot), 'utf8')) as Holder
    } catch {
      return null
    }
  }
  const find = (workspace: string): Slot | null => {
    const known = held.get(workspace)
    if (known) return known
    for (const slot of all()) {
      const by = holder(slot)
      if (by?.run !== run || by.workspace !== workspace) continue
      held.set(workspace, slot)
      return slot
    }
    return null
  }
  const above = [path.dirname(folder), folder]
  return {
    find,
    holder,
    trouble: (slot) => troubleOf(above, slot),
    settle: (slot) => settleSlot(above, slot),
    claim(by) {
      for (const it of above) ownFolder(it)
      for (let number = 1; ; number++) {
        const slot = slotAt(String(number))
        if ([...held.values()].some((it) => it.dir === slot.dir)) continue
        ownFolder(slot.dir)
        try {
          // Exclusive: another executor of the same repository may look for a slot at this moment.
          writeFileSync(holderFile(slot), JSON.stringify(by), { flag: 'wx', flush: true })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
          throw error
        }
        held.set(by.workspace, slot)
        return slot
      }
    },
    write(slot, by) {
      const next = `${holderFile(slot)}.next`
      rmSync(next, { force: true })
      // Renamed unflushed, a power cut would leave a slot that nobody holds, with work in it that is kept nowhere else.
      writeFileSync(next, JSON.stringify(by), { flag: 'wx', flush: true })
      renameSync(next, holderFile(slot))
    },
    release(slot) {
      for (const [workspace, it] of held) if (it.dir === slot.dir) held.delete(workspace)
      rmSync(holderFile(slot), { force: true })
    },
    clear(slot) {
      putAway(slot)
      makeSlotFolder(slot)
      rmSync(slot.index, { force: true })
      rmSync(`${slot.index}.lock`, { force: true })
      forgetSetup(slot)
    },
  }
}

/**
 * Takes the folder of a slot's files away in one step: a program that escaped its attempt may go on writing there, so that
 * it cannot be emptied, and half of it would be worked in.
 */
function putAway({ dir, files }: Slot): void {
  const before = path.join(dir, 'put-away')
  ownFolder(before)
  if (existsSync(files)) renameSync(files, mkdtempSync(path.join(before, 'files-')))
  try {
    removeFolder(before)
  } catch {
    // The next time, and with the pool.
  }
}

/** Removes a folder even where an agent took the right to write away. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (!lstatSync(folder).isDirectory()) throw error
    openAll(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function holderFile(slot: Slot): string {
  return path.join(slot.dir, 'holder.json')
}
