/** What a set-up has made, looked at cheaply: whether it is still as the set-up left it. */

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { SetupRecord } from './setup-record.ts'

/**
 * Names, sizes and times of all files below some paths, and the names of their folders, as one digest; no file is opened.
 * The time is that of the last change of a file's facts, which no program can set. Of a file that stands under several names
 * (package managers link theirs from one store) that time changes with each new name, so that there it is the one of its
 * content.
 *
 * Caches are left out, because gates write there: `__pycache__`, and folders whose name begins with a dot. `.bin` holds
 * programs, and `.pnpm` and `.store` the packages themselves. In a submodule a name with a dot says no such thing.
 *
 * @param root folder that the paths are relative to
 * @param of.links submodules among the paths
 * @param given paths that are no work of the set-up: shared and copied ones
 */
export function lookAtMade(root: string, of: Pick<SetupRecord, 'paths' | 'links'>, given: readonly string[]): string {
  const hash = createHash('sha256')
  const isGiven = new Set(given)
  const open = of.paths.map((name) => ({ name, isMade: true, isLinked: Object.hasOwn(of.links, name) }))
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { name, isMade, isLinked } = at
    if (isGiven.has(name)) continue
    const facts = lstatSync(path.join(root, name), { throwIfNoEntry: false })
    if (!facts?.isDirectory()) hash.update(`\0${name}\0${facts ? stampOf(facts) : 'gone'}`)
    else if (!isCache(path.posix.basename(name), isMade)) {
      hash.update(`\0${name}/`)
      for (const inside of namesIn(path.join(root, name)))
        open.push({ name: `${name}/${inside}`, isMade: isLinked, isLinked })
    }
  }
  return hash.digest('hex')
}

/**
 * All that lies at a path and below, folders with a slash at the end.
 * @param root folder that it is relative to
 * @param name with a slash or without
 */
export function entriesAt(root: string, name: string): readonly string[] {
  const found: string[] = []
  const open = [name.endsWith('/') ? name.slice(0, -1) : name]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const isFolder = lstatSync(path.join(root, at), { throwIfNoEntry: false })?.isDirectory() ?? false
    found.push(isFolder ? `${at}/` : at)
    if (isFolder) for (const inside of namesIn(path.join(root, at))) open.push(`${at}/${inside}`)
  }
  return found
}

function stampOf({ nlink, ino, size, mode, mtimeMs, ctimeMs }: Stats): string {
  return nlink > 1 ? `${ino} ${size} ${mode} ${mtimeMs}` : `${size} ${mode} ${ctimeMs}`
}

const kept: ReadonlySet<string> = new Set(['.bin', '.pnpm', '.store'])

/** @param isMade whether the set-up has made the folder as such (`.venv`), not one above it; or it lies in a submodule */
function isCache(folder: string, isMade: boolean): boolean {
  if (folder === '__pycache__') return true
  return isMade ? /^\.(?:\w*cache|vite|turbo|nx)$/.test(folder) : folder.startsWith('.') && !kept.has(folder)
}

/** A folder that cannot be read is not as it was left. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return ['.unreadable']
  }
}
