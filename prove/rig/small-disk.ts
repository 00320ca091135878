/** A small disk under a repository: a file system in memory that is as large as it is told to be. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { Repository } from '../../tests/rig/repository.ts'

/** More than any run here needs. */
const plenty = 64 * 1024 * 1024

export interface SmallDisk {
  /** Leaves so many bytes free, or plenty; what is there already stays. */
  leave(free: number | 'plenty'): void
  /** Bytes that are taken. */
  used(): number
  /** Takes the disk away, and what is on it. */
  remove(): void
}

/** Why no file system may be mounted here; null where it may. @param scratch an empty folder is made and removed in it */
export function mountMissing(scratch: string): string | null {
  const folder = mkdtempSync(path.join(scratch, 'mount-'))
  const tried = mount(['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (tried === null) unmount(folder)
  rmSync(folder, { recursive: true })
  return tried
}

/**
 * Puts the project of a repository, with git's folder and the journal in it, on a disk of its own. Agents work elsewhere: what
 * becomes of them on a full disk is not Millwright's to say.
 * @throws where nothing may be mounted
 */
export function putOnSmallDisk(repository: Repository): SmallDisk {
  const { root } = repository
  const aside = `${root}.aside`
  renameSync(root, aside)
  mkdirSync(root)
  const refused = mount(['-t', 'tmpfs', '-o', `size=${plenty}`, 'tmpfs', root])
  if (refused !== null) throw new Error(refused)
  cpSync(aside, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  rmSync(aside, { recursive: true })
  const used = (): number => {
    const { blocks, bfree, bsize } = statfsSync(root)
    return (blocks - bfree) * bsize
  }
  return {
    used,
    leave(free) {
      const failed = mount(['-o', `remount,size=${free === 'plenty' ? plenty : used() + free}`, root])
      if (failed !== null) throw new Error(failed)
    },
    remove: () => unmount(root),
  }
}

function mount(words: readonly string[]): string | null {
  const { status, error, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
  if (error) return `mount cannot be called: ${error.message}`
  return status === 0 ? null : `nothing may be mounted here: ${stderr.trim()}`
}

function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}
