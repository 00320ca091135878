/** What stands in a workspace for what is shared: compared with what is there, and made. */

import { chmodSync, cpSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath, namesIn } from '../system/look-at-path.ts'

/** Where a link leads, the entries of a folder by name, a copy, or a file that tells of the workspace. */
export type Shape = string | ReadonlyMap<string, Shape> | Copy | Written

/** A package that finds what it requires from where it lies, or a file that a package manager would write through a link. */
interface Copy {
  readonly copyOf: string
}

/** A file with the rights of another one, and words of its own. */
interface Written {
  readonly text: string
  readonly as: string
}

/** Whether a shape is a folder of the workspace. */
export function isFolder(shape: Shape | null): shape is ReadonlyMap<string, Shape> {
  return shape instanceof Map
}

/** Whether a shape is a copy of a file or folder. */
export function isCopy(shape: Shape | null): shape is Copy {
  return typeof shape === 'object' && shape !== null && 'copyOf' in shape
}

function isWritten(shape: Shape): shape is Written {
  return typeof shape === 'object' && 'text' in shape
}

/** Whether just that stands at a path; null where nothing is to be there. */
export function isShaped(to: string, shape: Shape | null): boolean {
  const there = lookAtPath(to)
  if (shape === null || !there) return shape === null && !there
  if (typeof shape === 'string') return there.isSymbolicLink() && readlinkSync(to) === shape
  if (isCopy(shape)) return isSame(shape.copyOf, to)
  if (isWritten(shape))
    return there.isFile() && rightsOf(there) === rightsOf(statSync(shape.as)) && readFileSync(to, 'utf8') === shape.text
  if (!there.isDirectory() || namesIn(to).length !== shape.size) return false
  return [...shape].every(([name, inside]) => isShaped(path.join(to, name), inside))
}

/** Makes it where nothing stands. */
export function make(to: string, shape: Shape): void {
  if (typeof shape === 'string') {
    symlinkSync(shape, to)
    return
  }
  if (isCopy(shape)) {
    cpSync(shape.copyOf, to, { recursive: true, verbatimSymlinks: true })
    return
  }
  if (isWritten(shape)) {
    writeFileSync(to, shape.text)
    chmodSync(to, rightsOf(statSync(shape.as)))
    return
  }
  mkdirSync(to)
  for (const [name, inside] of shape) make(path.join(to, name), inside)
}

function rightsOf({ mode }: { readonly mode: number }): number {
  return mode & 0o777
}

/** Whether two files, or all in two folders, hold the same. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [lookAtPath(one), lookAtPath(other)]
  if (!a || !b) return false
  if (a.isDirectory() && b.isDirectory()) {
    const names = namesIn(one)
    const isEach = names.every((it) => isSame(path.join(one, it), path.join(other, it)))
    return isEach && names.length === namesIn(other).length
  }
  if (a.isSymbolicLink() && b.isSymbolicLink()) return readlinkSync(one) === readlinkSync(other)
  return a.isFile() && b.isFile() && a.size === b.size && readFileSync(one).equals(readFileSync(other))
}
