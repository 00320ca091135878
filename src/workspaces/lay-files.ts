/**
 * Lays a folder of small files as it has to be, whatever somebody has made of it. Where it is still of our files alone they are
 * written over where they differ: to remove and make a dozen files costs milliseconds, to read them microseconds [M].
 */

import { closeSync, constants, fstatSync, ftruncateSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeAll } from '../system/files.ts'
import { makeFolders } from '../system/own-folder.ts'
import { removeFolder } from './slots.ts'

/**
 * @param dir absolute path
 * @param folders relative, with `/`, those above before those below
 * @param files relative path → content
 * @throws what the file system says
 */
export function layFiles(dir: string, folders: readonly string[], files: Readonly<Record<string, Uint8Array>>): void {
  const all = Object.entries(files)
  if (isOfOurs(dir, folders, files) && all.every(([name, bytes]) => writeOver(path.join(dir, name), bytes))) return
  removeFolder(dir)
  makeFolders(dir)
  for (const folder of folders) makeFolders(path.join(dir, folder))
  for (const [name, bytes] of all) writeNew(path.join(dir, name), bytes)
}

/** Lays one file. @throws what the file system says */
export function layFile(file: string, bytes: Uint8Array): void {
  if (writeOver(file, bytes)) return
  rmSync(file, { recursive: true, force: true })
  writeNew(file, bytes)
}

/** Whether nothing lies in a folder but ours; what is an ordinary file is looked at as it is opened. */
function isOfOurs(dir: string, folders: readonly string[], files: Readonly<Record<string, Uint8Array>>): boolean {
  try {
    return ['', ...folders].every((folder) =>
      readdirSync(path.join(dir, folder), { withFileTypes: true }).every((it) => {
        const name = folder === '' ? it.name : `${folder}/${it.name}`
        return it.isDirectory() ? folders.includes(name) : it.isFile() && Object.hasOwn(files, name)
      }),
    )
  } catch {
    // A folder is gone, or not ours to read.
    return false
  }
}

/** @returns whether the file is now as it has to be; one of several names, a link or a pipe is not written into */
function writeOver(file: string, bytes: Uint8Array): boolean {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    const found = fstatSync(fd)
    if (!found.isFile() || found.nlink !== 1) return false
    if (found.size === bytes.length && readBytes(fd, bytes.length).equals(bytes)) return true
    writeAll(fd, bytes)
    ftruncateSync(fd, bytes.length)
    return true
  } finally {
    closeSync(fd)
  }
}

function writeNew(file: string, bytes: Uint8Array): void {
  const fd = openSync(file, 'wx')
  try {
    writeAll(fd, bytes)
  } finally {
    closeSync(fd)
  }
}

function readBytes(fd: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let at = 0
  for (let more = -1; at < length && more !== 0; at += more) more = readSync(fd, bytes, at, length - at, at)
  return bytes.subarray(0, at)
}
