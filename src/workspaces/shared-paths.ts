/**
 * Links what a person has installed into a workspace. An installed folder may lead back into the project itself (packages of
 * an npm workspace, `file:` dependencies): there it is rebuilt entry by entry, so that what is found behind it is the
 * workspace's own content and not the person's checkout.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'
import { installedFor, isOwnContent, type InstalledFor } from './own-packages.ts'
import { removeFolder } from './slots.ts'

/** Both ends of what is shared. */
interface Sides {
  /** The person's checkout, as it really is. */
  readonly root: string
  /** Files of the workspace. */
  readonly files: string
  readonly installed: InstalledFor
}

/** What stands in a workspace for what is shared: where a link leads, the entries of a folder by name, or a copy. */
type Shape = string | ReadonlyMap<string, Shape> | Copy

/** A package that finds what it requires from where it lies: a link to it would lead to the checkout. */
interface Copy {
  readonly copyOf: string
}

/**
 * Shares one path. What stood in the workspace in its place is taken away, also where there is nothing to share.
 *
 * @param root absolute path of the person's checkout
 * @param files absolute path of the workspace's files
 * @param relative what is shared
 */
export function sharePath(root: string, files: string, relative: string): void {
  const to = path.join(files, relative)
  const shape = shapeOf(root, files, relative)
  if (isShaped(to, shape)) return
  if (lookAtPath(to)) removeFolder(to)
  if (shape === null) return
  mkdirSync(path.dirname(to), { recursive: true })
  make(to, shape)
}

/** Whether what stands in a workspace for a shared path is just what `sharePath` makes of it. */
export function isShared(root: string, files: string, relative: string): boolean {
  return isShaped(path.join(files, relative), shapeOf(root, files, relative))
}

/**
 * Whether there is something else in the place of a shared path than was shared: somebody installed it in the workspace. Names
 * that begin with a dot do not count where there are links beside them; tools keep caches there.
 */
export function holdsOwn(root: string, files: string, relative: string): boolean {
  const to = path.join(files, relative)
  const there = lookAtPath(to)
  if (!there) return false
  if (there.isSymbolicLink()) return readlinkSync(to) !== path.join(root, relative)
  return !there.isDirectory() || hasOwnEntry(to, shapeOf(root, files, relative))
}

function hasOwnEntry(folder: string, shape: Shape | null | undefined): boolean {
  return namesIn(folder).some((name) => {
    const entry = path.join(folder, name)
    const expected = shape instanceof Map ? (shape as ReadonlyMap<string, Shape>).get(name) : null
    if (name.startsWith('.') || lookAtPath(entry)?.isSymbolicLink() === true || isCopy(expected)) return false
    return !name.startsWith('@') || hasOwnEntry(entry, expected)
  })
}

/** Null where the checkout has no such thing. */
function shapeOf(root: string, files: string, relative: string): Shape | null {
  const from = path.join(root, relative)
  if (!existsSync(from)) return null
  if (path.basename(from) !== 'node_modules') return from
  const real = realpathSync(root)
  const installed = installedFor(real, path.join(real, relative))
  return installed.hasOwn ? shapeOfFolder(from, { root: real, files, installed }) : from
}

/** A folder that leads nowhere back is one link, as a whole. */
function shapeOfFolder(folder: string, sides: Sides): Shape {
  const shapes = new Map(namesIn(folder).map((name) => [name, shapeOfEntry(path.join(folder, name), sides)]))
  if ([...shapes].every(([name, shape]) => shape === path.join(folder, name))) return folder
  if (shapes.has('.bin')) shapes.set('.bin', programsIn(path.join(folder, '.bin')))
  return shapes
}

function shapeOfEntry(entry: string, { root, files, installed }: Sides): Shape {
  const there = lookAtPath(entry)
  const real = realPathOf(entry)
  if (real === null) return entry
  if (there?.isSymbolicLink() === true) {
    const isMoved = isOwnContent(root, real) || installed.served.has(real)
    return isMoved ? path.join(files, path.relative(root, real)) : entry
  }
  if (installed.served.has(real)) return { copyOf: entry }
  return isGroup(entry) ? shapeOfFolder(entry, { root, files, installed }) : entry
}

/** Whether a folder is no package and holds some: a scope, pnpm's store, and what lies in that. */
function isGroup(folder: string): boolean {
  const [name, above] = [path.basename(folder), path.basename(path.dirname(folder))]
  return name.startsWith('@') || name === '.pnpm' || above === '.pnpm' || name === 'node_modules'
}

/** Programs are links to the packages beside them; in the workspace they lead to those of the workspace. */
function programsIn(folder: string): Shape {
  const leadOf = (entry: string): string => {
    const lead = lookAtPath(entry)?.isSymbolicLink() === true ? readlinkSync(entry) : entry
    return path.isAbsolute(lead) ? entry : lead
  }
  return new Map(namesIn(folder).map((name) => [name, leadOf(path.join(folder, name))]))
}

function isShaped(to: string, shape: Shape | null): boolean {
  const there = lookAtPath(to)
  if (shape === null || !there) return shape === null && !there
  if (typeof shape === 'string') return there.isSymbolicLink() && readlinkSync(to) === shape
  if (isCopy(shape)) return isSame(shape.copyOf, to)
  if (!there.isDirectory() || namesIn(to).length !== shape.size) return false
  return [...shape].every(([name, inside]) => isShaped(path.join(to, name), inside))
}

function make(to: string, shape: Shape): void {
  if (typeof shape === 'string') {
    symlinkSync(shape, to)
    return
  }
  if (isCopy(shape)) {
    cpSync(shape.copyOf, to, { recursive: true, verbatimSymlinks: true })
    return
  }
  mkdirSync(to)
  for (const [name, inside] of shape) make(path.join(to, name), inside)
}

function isCopy(shape: Shape | null | undefined): shape is Copy {
  return typeof shape === 'object' && shape !== null && 'copyOf' in shape
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
