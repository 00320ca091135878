/**
 * The folder of a slot's files is known by what it is, not by its name alone: an agent can put a link, a file or another
 * folder in its place, or in the place of a folder above it (RELIABILITY S5, P4). Before anything is done in it, it is
 * looked at; what is not ours is never followed and never emptied.
 */

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ownFolder } from '../system/own-folder.ts'

/** One reusable worktree. Everything of it lies in one folder. */
export interface Slot {
  readonly dir: string
  /** Working directory of agents and gates. */
  readonly files: string
  /** Our index of these files; the agent cannot know of it. */
  readonly index: string
  /** Git directory the agent sees. */
  readonly agentGit: string
}

/**
 * Looks whether the folder of a slot is the one that was made for it.
 * @param above our folders above the slot's own, from the outermost
 * @returns null, or what became of it
 */
export function troubleOf(above: readonly string[], slot: Slot): string | null {
  try {
    const outer = [...above, slot.dir]
    const replaced = outer.find((it) => !(isFolder(it) ?? true))
    if (replaced !== undefined) return `the folder around its workspace was replaced by ${kindOf(replaced)}`
    // With our rights on it: an agent may have taken them from a folder that is still ours.
    for (const it of outer) if (isFolder(it)) ownFolder(it)
    const there = isFolder(slot.files)
    if (there === null) return 'its workspace was removed'
    if (!there) return `its workspace was replaced by ${kindOf(slot.files)}`
    dropLinks(slot)
    if (madeAs(slot) !== identityOf(slot)) return 'its workspace was replaced by another folder'
    ownFolder(slot.files)
    return null
  } catch (error) {
    return `its workspace cannot be looked at: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * Makes sure of the folder of a slot's files. A link that stands in its place is taken away, never what it leads to;
 * another folder is moved aside as it is; links in the place of our own files beside it are taken away.
 * @throws what the file system says
 */
export function settleSlot(above: readonly string[], slot: Slot): void {
  for (const it of [...above, slot.dir]) ownFolder(it)
  dropLinks(slot)
  const there = isFolder(slot.files)
  if (there === false) rmSync(slot.files)
  else if (there === true && troubleOf(above, slot) !== null) moveAside(slot)
  if (isFolder(slot.files) === null) makeSlotFolder(slot)
}

/** Moves the folder of a slot's files beside the place of the next one. */
export function moveAside(slot: Slot): void {
  const aside = path.join(slot.dir, 'aside')
  ownFolder(aside)
  renameSync(slot.files, path.join(aside, `${readdirSync(aside).length + 1}-files`))
}

/** Makes the folder of a slot's files, and notes which it is. */
export function makeSlotFolder(slot: Slot): void {
  mkdirSync(slot.files)
  const note = noteOf(slot)
  rmSync(note, { force: true, recursive: true })
  writeFileSync(note, identityOf(slot), { flag: 'wx' })
}

/** Git and we would write through a link that stands where one of our own files has to be. */
function dropLinks(slot: Slot): void {
  for (const entry of readdirSync(slot.dir, { withFileTypes: true })) {
    const file = path.join(slot.dir, entry.name)
    if (file !== slot.files && !entry.isFile() && !entry.isDirectory()) rmSync(file)
  }
}

/** Null where there is nothing; a link is no folder. */
function isFolder(place: string): boolean | null {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? null
}

/** Within its own device, whose number may change with a restart of the machine. */
function identityOf(slot: Slot): string {
  const [files, dir] = [slot.files, slot.dir].map((it) => lstatSync(it, { bigint: true }))
  return files?.dev === dir?.dev ? String(files?.ino) : 'of another device'
}

function madeAs(slot: Slot): string | null {
  const note = noteOf(slot)
  return lstatSync(note, { throwIfNoEntry: false })?.isFile() ? readFileSync(note, 'utf8') : null
}

function noteOf(slot: Slot): string {
  return path.join(slot.dir, 'made-as')
}

function kindOf(place: string): string {
  const there = lstatSync(place)
  if (there.isSymbolicLink()) return `a link to ${readlinkSync(place)}`
  return there.isFile() ? 'a file' : 'something that is no folder'
}
