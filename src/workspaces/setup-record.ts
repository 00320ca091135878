/** What is noted beside a slot about its set-up: what that was for, what it left, and whether it is under way. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Slot } from './slot-folder.ts'

export interface SetupRecord {
  /** Of the command and the files that it goes by: of all, and of the lock files alone. */
  readonly key: string
  readonly locks: string
  /** Ignored paths that it made (such as `.venv`), empty folders, and submodules that it filled: a reset spares them. */
  readonly paths: readonly string[]
  /** All folders of those that were empty, with a slash at the end: git removes them with what is added there. */
  readonly folders: readonly string[]
  /** The submodules of them, and the commits that these were linked to. */
  readonly links: Readonly<Record<string, string>>
  /** Paths that workspaces share and that it made itself. */
  readonly made: readonly string[]
  /** What the look at these paths said. */
  readonly look: string
  /** What git would see of it; null where it changed no tracked file and made only what is ignored. */
  readonly layer: SetupLayer | null
}

/** The files before and after a set-up, ids of trees. */
export interface SetupLayer {
  readonly from: string
  readonly to: string
  /** Reference that keeps both from being collected, and the commit it names. */
  readonly ref: string
  readonly commit: string
}

/** What the last successful set-up of a slot was for and left, or null. */
export function readSetup(slot: Slot): SetupRecord | null {
  try {
    const record = JSON.parse(readFileSync(setupFile(slot), 'utf8')) as Partial<SetupRecord>
    // Written by an earlier version, it says less than is asked.
    return record.links === undefined ? null : (record as SetupRecord)
  } catch {
    return null
  }
}

/** Notes a set-up that worked. */
export function writeSetup(slot: Slot, record: SetupRecord): void {
  const next = `${setupFile(slot)}.next`
  rmSync(next, { force: true })
  writeFileSync(next, JSON.stringify(record), { flag: 'wx' })
  renameSync(next, setupFile(slot))
  endSetup(slot)
}

/** Forgets a set-up, so that the next reset clears what it left. */
export function forgetSetup(slot: Slot): void {
  rmSync(setupFile(slot), { force: true })
}

/** Notes that a set-up begins: until it has worked, or the files are put to a commit again, no agent was there. */
export function beginSetup(slot: Slot): void {
  forgetSetup(slot)
  endSetup(slot)
  writeFileSync(underWayFile(slot), '', { flag: 'wx' })
}

/** Whether all that lies in a slot beside its commit is of a set-up that has not worked, or was cut off. */
export function isUnderWay(slot: Slot): boolean {
  return existsSync(underWayFile(slot))
}

/** Takes that note away. */
export function endSetup(slot: Slot): void {
  rmSync(underWayFile(slot), { force: true })
}

function setupFile(slot: Slot): string {
  return path.join(slot.dir, 'setup.json')
}

function underWayFile(slot: Slot): string {
  return path.join(slot.dir, 'setting-up')
}
