/**
 * Links what a person has installed into a workspace. An installed folder may lead back into the project itself (packages of
 * an npm workspace, `file:` dependencies): there it is rebuilt entry by entry, so that what is found behind it is the
 * workspace's own content and not the person's checkout.
 */

import { existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'

/** Both ends of what is shared. */
interface Sides {
  /** The person's checkout, as it really is. */
  readonly root: string
  /** Files of the workspace. */
  readonly files: string
}

/**
 * Shares one path. What stood in the workspace in its place is replaced.
 *
 * @param root absolute path of the person's checkout
 * @param files absolute path of the workspace's files
 * @param relative what is shared; nothing happens where the checkout has no such thing
 */
export function sharePath(root: string, files: string, relative: string): void {
  const from = path.join(root, relative)
  const to = path.join(files, relative)
  if (!existsSync(from)) return
  const sides = { root: realpathSync(root), files }
  const layered = leadsBack(from, sides)
  const there = lookAtPath(to)
  if (!layered && there?.isSymbolicLink() && readlinkSync(to) === from) return
  if (there) rmSync(to, { recursive: true, force: true })
  mkdirSync(path.dirname(to), { recursive: true })
  if (layered) rebuild(from, to, sides)
  else symlinkSync(from, to)
}

/** Whether an entry of an installed folder, or of a scope in it, is a link to content of the project. */
function leadsBack(from: string, sides: Sides): boolean {
  if (path.basename(from) !== 'node_modules') return false
  return entriesOf(from).some(
    (name) =>
      ownTarget(path.join(from, name), sides) !== null ||
      (name.startsWith('@') &&
        entriesOf(path.join(from, name)).some((it) => ownTarget(path.join(from, name, it), sides) !== null)),
  )
}

function rebuild(from: string, to: string, sides: Sides): void {
  mkdirSync(to, { recursive: true })
  for (const name of entriesOf(from)) {
    const entry = path.join(from, name)
    const isScope = name.startsWith('@') && lookAtPath(entry)?.isDirectory() === true
    if (isScope) rebuild(entry, path.join(to, name), sides)
    else if (name === '.bin') copyLinks(entry, path.join(to, name))
    else symlinkSync(ownTarget(entry, sides) ?? entry, path.join(to, name))
  }
}

/** Programs are links to the packages beside them; in the workspace they lead to those of the workspace. */
function copyLinks(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of entriesOf(from)) {
    const entry = path.join(from, name)
    const isRelative = lookAtPath(entry)?.isSymbolicLink() === true && !path.isAbsolute(readlinkSync(entry))
    symlinkSync(isRelative ? readlinkSync(entry) : entry, path.join(to, name))
  }
}

/** Where a link to content of the project leads in the workspace; null for all else, and for what was installed there. */
function ownTarget(entry: string, { root, files }: Sides): string | null {
  if (lookAtPath(entry)?.isSymbolicLink() !== true) return null
  const target = realTarget(entry)
  if (target === null) return null
  const below = path.relative(root, target)
  const parts = below.split(path.sep)
  const isOwn = below !== '' && parts[0] !== '..' && !path.isAbsolute(below) && !parts.includes('node_modules')
  return isOwn ? path.join(files, below) : null
}

function realTarget(entry: string): string | null {
  try {
    return realpathSync(entry)
  } catch {
    return null
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
