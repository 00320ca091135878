/**
 * Files of a commit put into the human's checkout. All are written beside first and only then moved into their places, so
 * that a full disk or a kill leaves none that is half there: each is as the old commit has it, or as the new one has it.
 */

import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import path from 'node:path'
import { flushFile, flushFolder } from '../../system/files.ts'
import { lookAtPath } from '../../system/look-at-path.ts'
import type { RawChange } from '../git/changes.ts'
import { git } from '../git/run-git.ts'
import type { Ground } from '../ground.ts'

const absent = '000000'

export interface Placing {
  /** The human's checkout. */
  readonly root: string
  /** An index that has the new entries. */
  readonly index: string
  readonly changes: readonly RawChange[]
}

/**
 * Writes and removes files as the changes say; the index is not touched.
 * @returns false when somebody has made one of the new files meanwhile: theirs is left, and it has to be looked at again
 * @throws when git or the disk fails; repeating it completes what was begun
 */
export async function placeFiles(ground: Ground, { root, index, changes }: Placing): Promise<boolean> {
  const written = changes.filter((it) => it.mode !== absent)
  // Not in the checkout: what a kill leaves there is nobody's to see.
  const beside = path.join(ground.facts.gitDir, 'millwright-new')
  rmSync(beside, { recursive: true, force: true })
  try {
    if (written.length > 0)
      await git({
        args: ['checkout-index', '-f', `--prefix=${beside}/`, '-z', '--stdin'],
        cwd: root,
        env: ground.own.env({ index, worktree: root }),
        input: written.map((it) => `${it.path}\0`).join(''),
      })
    for (const change of changes) if (change.mode === absent) removeFile(root, change.path)
    const isPlaced = written.every((it) =>
      place(path.join(beside, it.path), path.join(root, it.path), it.oldMode === absent),
    )
    // Before index and branch name them: what a power cut took away would look like a person's own change.
    for (const folder of new Set(changes.map((it) => folderOf(root, it.path)))) flushFolder(folder)
    return isPlaced
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** @param isNew nothing is replaced @returns whether it is in its place */
function place(from: string, to: string, isNew: boolean): boolean {
  if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory()) removeFoldersWithin(to)
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    return move(from, to, isNew)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  // The checkout, or a folder of it, lies on another disk than git's folder.
  const near = `${to}.millwright-new`
  rmSync(near, { force: true })
  try {
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), near)
    else copyFileSync(from, near)
    return move(near, to, isNew)
  } finally {
    rmSync(near, { force: true })
  }
}

function move(from: string, to: string, isNew: boolean): boolean {
  if (lstatSync(from).isFile()) flushFile(from)
  if (!isNew) renameSync(from, to)
  return !isNew || moveUnlessThere(from, to)
}

/** A new file is no replacement: what somebody makes there at this moment is not overwritten. */
function moveUnlessThere(from: string, to: string): boolean {
  try {
    // A second name for a symbolic link would lead to what it names, on some systems.
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
    else linkSync(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error
  }
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false
  renameSync(from, to)
  return true
}

/** The folder of a file; where that went with its last file, the one above it that is left. */
function folderOf(root: string, relative: string): string {
  let folder = path.dirname(path.join(root, relative))
  while (folder !== root && lookAtPath(folder)?.isDirectory() !== true) folder = path.dirname(folder)
  return folder
}

function removeFile(root: string, relative: string): void {
  const file = path.join(root, relative)
  if (!lookAtPath(file)) return
  unlinkSync(file)
  // Git keeps no empty folders; a folder in which the human has something stays.
  for (let folder = path.dirname(file); folder !== root; folder = path.dirname(folder))
    if (!removeIfEmpty(folder)) return
}

/** Git knows no empty folder, and a file takes the place of nothing but such. One in which there is something stays. */
function removeFoldersWithin(folder: string): boolean {
  let isEmpty = true
  for (const it of readdirSync(folder, { withFileTypes: true }))
    if (!it.isDirectory() || !removeFoldersWithin(path.join(folder, it.name))) isEmpty = false
  return isEmpty && removeIfEmpty(folder)
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}
