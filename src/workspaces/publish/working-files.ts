/** Writing our marks into working files that a human may be editing at this moment (RELIABILITY 3.1). */

import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { ownFiles } from '../ground.ts'
import type { WorkspaceOptions } from '../workspaces.ts'

/**
 * Projects every bookkeeping file in the human's checkout: its own bytes with our marks.
 * @returns paths that changed under our hands and were left alone; a repeat marks them
 */
export function markWorkingFiles(options: WorkspaceOptions, root: string): string[] {
  const { projectWorking } = options
  if (!projectWorking || options.marksElsewhere === true) return []
  const left: string[] = []
  for (const relative of ownFiles(options)) {
    const file = path.join(root, relative)
    for (let tries = 0; tries < 3; tries++) {
      const seen = bytesOf(file)
      const next = projectWorking(relative, seen)
      if (next === null || (seen !== null && Buffer.compare(seen, next) === 0)) break
      if (replaceBytes(file, seen, next)) break
      if (tries === 2) left.push(relative)
    }
  }
  return left
}

/** Whether the caller has bytes of its own for a working file; else the commit's are right where the file is clean. */
export function isProjected(options: WorkspaceOptions, root: string, relative: string): boolean {
  // Git replaces a file by removing it first: whoever reads the plan at that moment finds none, or a part of it.
  if (options.marksElsewhere === true) return relative === options.planPath || options.bookkeeping.includes(relative)
  return Boolean(options.projectWorking?.(relative, bytesOf(path.join(root, relative))))
}

/**
 * Puts bytes in place of those that were read, unless the file has changed since. Bytes of equal length are written in
 * place and only where they differ; other lengths go through a synced file beside it.
 * @returns whether it was written
 */
export function replaceBytes(file: string, seen: Uint8Array | null, next: Uint8Array): boolean {
  if (seen !== null && seen.length === next.length) return writeDifferences(file, seen, next)
  const temporary = `${file}.millwright-new`
  const before = `${file}.millwright-old`
  mkdirSync(path.dirname(file), { recursive: true })
  const mode = seen === null ? 0o644 : lstatSync(file, { throwIfNoEntry: false })?.mode
  writeSynced(temporary, next, mode)
  rmSync(before, { force: true })
  if (seen !== null) linkIfPossible(file, before)
  if (!isSame(bytesOf(file), seen)) {
    rmSync(temporary, { force: true })
    rmSync(before, { force: true })
    return false
  }
  renameSync(temporary, file)
  // An editor that held the old file open may have written into it since we looked: its bytes are put back.
  if (seen !== null && existsSync(before) && !isSame(bytesOf(before), seen)) {
    renameSync(before, file)
    return false
  }
  rmSync(before, { force: true })
  return true
}

/** Writes a file of ours; one that cannot be written whole is not left. */
function writeSynced(file: string, bytes: Uint8Array, mode: number | undefined): void {
  try {
    writeFileSync(file, bytes, { flush: true, ...(mode === undefined ? {} : { mode }) })
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one && other ? Buffer.compare(one, other) === 0 : one === other
}

/** Some file systems have no second names; then the look before the rename has to do. */
function linkIfPossible(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch {
    rmSync(name, { force: true })
  }
}

function writeDifferences(file: string, seen: Uint8Array, next: Uint8Array): boolean {
  const now = bytesOf(file)
  if (!now || Buffer.compare(now, seen) !== 0) return false
  const handle = openSync(file, 'r+')
  try {
    for (let at = 0; at < next.length;) {
      if (seen[at] === next[at]) {
        at++
        continue
      }
      const start = at
      while (at < next.length && seen[at] !== next[at]) at++
      writeSync(handle, next, start, at - start, start)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return true
}

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
