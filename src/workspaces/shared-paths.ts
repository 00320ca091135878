/**
 * Links what a person has installed into a workspace. An installed folder may lead back into the project itself (packages of
 * an npm workspace, `file:` dependencies): there it is rebuilt entry by entry, so that what is found behind it is the
 * workspace's own content and not the person's checkout.
 */

import { existsSync, mkdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { isInside, lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'
import { removeFolder } from './slots.ts'

/** Both ends of what is shared. */
interface Sides {
  /** The person's checkout, as it really is. */
  readonly root: string
  /** Files of the workspace. */
  readonly files: string
}

/** What stands in a workspace for what is shared: where a link leads, or the entries of a folder by name. */
type Shape = string | ReadonlyMap<string, Shape>

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
 * Whether there is something else in the place of a shared path than links: somebody installed it in the workspace. Names
 * that begin with a dot do not count where there are links beside them; tools keep caches there.
 */
export function holdsOwn(root: string, files: string, relative: string): boolean {
  const to = path.join(files, relative)
  const there = lookAtPath(to)
  if (!there) return false
  if (there.isSymbolicLink()) return readlinkSync(to) !== path.join(root, relative)
  return !there.isDirectory() || hasOwnEntry(to)
}

function hasOwnEntry(folder: string): boolean {
  return namesIn(folder).some((name) => {
    const entry = path.join(folder, name)
    if (name.startsWith('.') || lookAtPath(entry)?.isSymbolicLink() === true) return false
    return !name.startsWith('@') || hasOwnEntry(entry)
  })
}

/** Null where the checkout has no such thing. */
function shapeOf(root: string, files: string, relative: string): Shape | null {
  const from = path.join(root, relative)
  if (!existsSync(from)) return null
  const sides = { root: realpathSync(root), files }
  return leadsBack(from, sides) ? rebuilt(from, sides) : from
}

function isShaped(to: string, shape: Shape | null): boolean {
  const there = lookAtPath(to)
  if (shape === null || !there) return shape === null && !there
  if (typeof shape === 'string') return there.isSymbolicLink() && readlinkSync(to) === shape
  if (!there.isDirectory() || namesIn(to).length !== shape.size) return false
  return [...shape].every(([name, inside]) => isShaped(path.join(to, name), inside))
}

function make(to: string, shape: Shape): void {
  if (typeof shape === 'string') {
    symlinkSync(shape, to)
    return
  }
  mkdirSync(to)
  for (const [name, inside] of shape) make(path.join(to, name), inside)
}

/** Whether an entry of an installed folder, or of a scope in it, is a link to content of the project. */
function leadsBack(from: string, sides: Sides): boolean {
  if (path.basename(from) !== 'node_modules') return false
  return namesIn(from).some(
    (name) =>
      ownTarget(path.join(from, name), sides) !== null ||
      (name.startsWith('@') &&
        namesIn(path.join(from, name)).some((it) => ownTarget(path.join(from, name, it), sides) !== null)),
  )
}

function rebuilt(from: string, sides: Sides): Shape {
  const shapeIn = (name: string): Shape => {
    const entry = path.join(from, name)
    if (name.startsWith('@') && lookAtPath(entry)?.isDirectory() === true) return rebuilt(entry, sides)
    return name === '.bin' ? programsIn(entry) : (ownTarget(entry, sides) ?? entry)
  }
  return new Map(namesIn(from).map((name) => [name, shapeIn(name)]))
}

/** Programs are links to the packages beside them; in the workspace they lead to those of the workspace. */
function programsIn(folder: string): Shape {
  const leadOf = (entry: string): string => {
    const lead = lookAtPath(entry)?.isSymbolicLink() === true ? readlinkSync(entry) : entry
    return path.isAbsolute(lead) ? entry : lead
  }
  return new Map(namesIn(folder).map((name) => [name, leadOf(path.join(folder, name))]))
}

/** Where a link to content of the project leads in the workspace; null for all else, and for what was installed there. */
function ownTarget(entry: string, { root, files }: Sides): string | null {
  if (lookAtPath(entry)?.isSymbolicLink() !== true) return null
  const target = realPathOf(entry)
  if (target === null) return null
  const below = path.relative(root, target)
  const isOwn = isInside(root, target) && !below.split(path.sep).includes('node_modules')
  return isOwn ? path.join(files, below) : null
}
