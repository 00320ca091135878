/**
 * Links what a person has installed into a workspace. A `node_modules` and a virtual environment of Python are folders there
 * with a link for each entry, so that whoever installs or removes something in the workspace touches links only. Where such an entry leads back into the project
 * itself (packages of an npm workspace, `file:` dependencies), it leads to the workspace's own content, and not to the
 * person's checkout.
 */

import { existsSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { ownFolder } from '../system/own-folder.ts'
import { isInside, lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'
import { installedFor, isOwnContent, type InstalledFor } from './own-packages.ts'
import { isEnvironment, isNote, shapeOfEnvironment } from './python-environment.ts'
import { isCopy, isFolder, isShaped, make, type Shape } from './shape.ts'
import { removeFolder } from './slots.ts'

/** Both ends of what is shared. */
interface Sides {
  /** The person's checkout, as it really is. */
  readonly root: string
  /** Files of the workspace. */
  readonly files: string
  readonly installed: InstalledFor
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
  if (shape !== null) mkdirSync(path.dirname(to), { recursive: true })
  settle(to, shape)
}

/** Makes just that stand at a path. Only what differs is made anew: tools keep caches there, and thousands of links take seconds. */
export function settle(to: string, shape: Shape | null): void {
  const there = lookAtPath(to)
  if (isFolder(shape) && there?.isDirectory() === true) {
    ownFolder(to)
    for (const name of namesIn(to)) if (!shape.has(name)) removeFolder(path.join(to, name))
    for (const [name, inside] of shape) settle(path.join(to, name), inside)
  } else if (!isShaped(to, shape)) {
    if (there) removeFolder(to)
    if (shape !== null) make(to, shape)
  }
}

/** Whether what stands in a workspace for a shared path is just what `sharePath` makes of it. */
export function isShared(root: string, files: string, relative: string): boolean {
  return isShaped(path.join(files, relative), shapeOf(root, files, relative))
}

/**
 * Whether somebody put something of their own in the place of a shared path in the workspace. What is only missing does not
 * count, nor what the person has changed since, nor names that begin with a dot, for tools keep caches there.
 */
export function holdsOwn(root: string, files: string, relative: string): boolean {
  const shape = shapeOf(root, files, relative)
  return isPut({ to: path.join(files, relative), from: path.join(root, relative), shape }, [root, files])
}

/** What somebody may have put something in the place of. */
interface Place {
  /** In the workspace. */
  readonly to: string
  /** In the checkout. */
  readonly from: string
  readonly shape: Shape | null
}

/**
 * Whether somebody put something of their own there: see `holdsOwn`.
 * @param given absolute paths that links of ours lead to
 */
export function isPut({ to, from, shape }: Place, given: readonly string[]): boolean {
  const there = lookAtPath(to)
  if (!there) return false
  if (there.isDirectory() && (shape === null ? isGroup(to) || isNote(to) : isFolder(shape)))
    return namesIn(to)
      .filter((name) => (!name.startsWith('.') || groups.has(name)) && name !== '__pycache__')
      .map((name) => ({ to: path.join(to, name), from: path.join(from, name), shape: shapeIn(shape, name) }))
      .some((it) => !isGiven(it, given) && isPut(it, given))
  return !isShaped(to, shape) && (lookAtPath(from)?.ctimeMs ?? 0) <= there.ctimeMs
}

/** Links that were made for what the person had then, and copies of packages, in which tools may keep what they like. */
function isGiven({ to, shape }: Place, given: readonly string[]): boolean {
  if (lookAtPath(to)?.isSymbolicLink() !== true)
    return isCopy(shape) && lookAtPath(shape.copyOf)?.isDirectory() === true
  const lead = readlinkSync(to)
  const isOurs = path.isAbsolute(lead) && given.some((it) => isInside(it, lead))
  return isOurs || (shape === null && ['.bin', 'bin'].includes(path.basename(path.dirname(to))))
}

function shapeIn(shape: Shape | null, name: string): Shape | null {
  return (isFolder(shape) ? shape.get(name) : null) ?? null
}

/** Null where the checkout has no such thing. */
function shapeOf(root: string, files: string, relative: string): Shape | null {
  const from = path.join(root, relative)
  if (!existsSync(from)) return null
  if (isEnvironment(from)) return shapeOfEnvironment({ root, files, relative })
  if (path.basename(from) !== 'node_modules' || !statSync(from).isDirectory()) return from
  const real = realpathSync(root)
  return shapeOfFolder(from, { root: real, files, installed: installedFor(real, path.join(real, relative)) })
}

function shapeOfFolder(folder: string, sides: Sides): Shape {
  const shapes = new Map<string, Shape>()
  for (const name of namesIn(folder))
    if (!caches.test(name)) shapes.set(name, shapeOfEntry(path.join(folder, name), sides))
  if (shapes.has('.bin')) shapes.set('.bin', programsIn(path.join(folder, '.bin')))
  return shapes
}

function shapeOfEntry(entry: string, sides: Sides): Shape {
  const there = lookAtPath(entry)
  if (there?.isFile() === true) return { copyOf: entry }
  const { root, files, installed } = sides
  const real = installed.hasOwn ? realPathOf(entry) : null
  if (there?.isSymbolicLink() === true) {
    const isMoved = real !== null && (isOwnContent(root, real) || installed.served.has(real))
    return isMoved ? path.join(files, path.relative(root, real)) : entry
  }
  if (real !== null && installed.served.has(real)) return { copyOf: entry }
  return there?.isDirectory() === true && isGroup(entry) ? shapeOfFolder(entry, sides) : entry
}

/** What tools keep in a `node_modules` for themselves: each workspace has its own. */
const caches = /^\.(?:\w*cache|vite(?:st|-temp)?|turbo|nx|te?mp)$/

/** Folders of package managers whose names begin with a dot. */
const groups: ReadonlySet<string> = new Set(['.bin', '.pnpm', '.store'])

/** Whether a folder is no package and holds some: a scope, a store of pnpm or yarn, and what lies in that. */
function isGroup(folder: string): boolean {
  const [name, above] = [path.basename(folder), path.basename(path.dirname(folder))]
  return name.startsWith('@') || name === 'node_modules' || [name, above].some((it) => it !== '.bin' && groups.has(it))
}

/** Programs are links to the packages beside them, or files that call these; they lead to those of the workspace there. */
function programsIn(folder: string): Shape {
  const leadOf = (entry: string): Shape => {
    const there = lookAtPath(entry)
    if (there?.isFile() === true) return { copyOf: entry }
    const lead = there?.isSymbolicLink() === true ? readlinkSync(entry) : entry
    return path.isAbsolute(lead) ? entry : lead
  }
  return new Map(namesIn(folder).map((name) => [name, leadOf(path.join(folder, name))]))
}
