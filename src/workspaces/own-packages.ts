/**
 * Packages of the project that are installed in it, and the installed ones that they serve: a plugin whose peer is developed
 * here, and what requires that plugin. Node looks for what a package requires from where its files really lie.
 */

import { readlinkSync } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../system/files.ts'
import { isInside, lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'

/** What is installed with regard to the project's own packages. */
export interface InstalledFor {
  /** Whether a package of the project is found among what is installed. */
  readonly hasOwn: boolean
  /** Real paths of installed packages that require one of the project's, directly or through others. */
  readonly served: ReadonlySet<string>
}

interface Installed {
  readonly name: string
  /** Where it really lies. */
  readonly folder: string
}

/**
 * Looks through a `node_modules` and those above it, and pnpm's store in them. What packages require is read from what they
 * declare, by name alone: one that requires another version of that name is served as well.
 *
 * @param root absolute path of the person's checkout, as it really is
 * @param folder absolute path of a `node_modules` in it
 */
export function installedFor(root: string, folder: string): InstalledFor {
  const installed: Installed[] = []
  const own = new Set<string>()
  for (let at = path.dirname(folder); isInside(root, at); at = path.dirname(at)) {
    addPackages(path.join(at, 'node_modules'), { root, installed, own })
    if (at === root) break
  }
  return { hasOwn: own.size > 0, served: own.size > 0 ? servedBy(own, installed) : new Set() }
}

/** Whether a path is content of the project: below the checkout, and not installed there. */
export function isOwnContent(root: string, real: string): boolean {
  return isInside(root, real) && !path.relative(root, real).split(path.sep).includes('node_modules')
}

function servedBy(own: ReadonlySet<string>, installed: readonly Installed[]): ReadonlySet<string> {
  const requiring = new Map<string, Installed[]>()
  for (const it of installed)
    for (const name of required(it.folder)) requiring.set(name, [...(requiring.get(name) ?? []), it])
  const served = new Set<string>()
  const names = new Set(own)
  for (const name of names)
    for (const it of requiring.get(name) ?? []) {
      served.add(it.folder)
      names.add(it.name)
    }
  return served
}

interface Found {
  readonly root: string
  readonly installed: Installed[]
  /** Names under which packages of the project are found. */
  readonly own: Set<string>
}

function addPackages(folder: string, found: Found, scope = ''): void {
  for (const entry of namesIn(folder)) {
    const at = path.join(folder, entry)
    if (lookAtPath(at)?.isSymbolicLink() === true) {
      if (isOwnPackage(at, found.root)) found.own.add(scope + entry)
    } else if (entry === '.pnpm') {
      for (const stored of namesIn(at)) addPackages(path.join(at, stored, 'node_modules'), found)
    } else if (entry.startsWith('@')) addPackages(at, found, `${entry}/`)
    else if (!entry.startsWith('.')) found.installed.push({ name: scope + entry, folder: at })
  }
}

/** Within a store nearly all links lead to what is stored too: these are told by their text, for there are thousands. */
function isOwnPackage(link: string, root: string): boolean {
  if (link.includes(`${path.sep}.pnpm${path.sep}`) && readlinkSync(link).includes('node_modules')) return false
  const real = realPathOf(link)
  return real !== null && isOwnContent(root, real)
}

/** What a package declares to require, and what those within it do. */
function required(folder: string): readonly string[] {
  const within = path.join(folder, 'node_modules')
  const nested = foldersIn(within).flatMap((it) => (path.basename(it).startsWith('@') ? foldersIn(it) : [it]))
  return [...declared(path.join(folder, 'package.json')), ...nested.flatMap(required)]
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => path.join(folder, name))
    .filter((it) => lookAtPath(it)?.isDirectory() === true)
}

function declared(manifest: string): readonly string[] {
  try {
    const fields = JSON.parse(textOfFile(manifest) ?? '{}') as Readonly<Record<string, unknown>>
    return ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((it) => Object.keys(fields[it] ?? {}))
  } catch {
    // No package, or none that can be read: Node would not take it for one either.
    return []
  }
}
