/** What is on disk at the paths a plan declares: read once each, nothing followed out of the repository unsaid. */

import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { PathFact } from '../../plan/facts.ts'
import { byteLength, classifyPath, longestName, nameLength } from '../../plan/path-safety.ts'
import { isInside } from '../../system/look-at-path.ts'

/** A longer path is refused by the rules (MW008) and not looked for. */
const longestPath = 1024

interface Found {
  readonly is: PathFact['is']
  readonly leavesBy: string | null
  /** Where it lies, relative to the root; the path itself where there is no link in it. */
  readonly at: string
  /** Where its name stands: a link itself is not followed. */
  readonly nameAt: string
}

/**
 * Looks up declared paths.
 *
 * @param root absolute path without symbolic links, which the paths are relative to
 * @param declared as `factsWanted` gives them; a path that is not safe by its text is left out
 * @returns what is there by declared path. Each component is looked at once, however many paths share it.
 */
export function lookUpPaths(root: string, declared: readonly string[]): ReadonlyMap<string, PathFact> {
  const folders = new Map<string, Found>([['', { is: 'directory', leavesBy: null, at: '', nameAt: '' }]])
  const listings = new Map<string, Listing>()
  const facts = new Map<string, PathFact>()
  for (const text of declared) {
    const verdict = classifyPath(text)
    if (verdict.kind !== 'safe' || byteLength(verdict.path) > longestPath) continue
    const relative = verdict.path === '.' ? '' : verdict.path
    const found = lookUp(root, relative, folders)
    // Where names are told apart exactly, a file that is there is the one that was meant.
    const exact = found.is !== 'missing' && process.platform === 'linux'
    const twin = exact || found.leavesBy !== null ? null : findTwin(root, relative, listings)
    const { is, leavesBy, at, nameAt } = found
    facts.set(text, {
      is,
      leavesBy,
      twin,
      ...(leavesBy === null && at !== relative ? { leadsTo: at } : {}),
      ...(leavesBy === null && nameAt !== relative ? { liesAt: nameAt } : {}),
      ...(isTooLong(root, relative) ? { tooLong: true } : {}),
    })
  }
  return facts
}

/** Whether the system that the root lies on refuses a name of the path for its length. */
function isTooLong(root: string, relative: string): boolean {
  if (nameLength(relative) <= longestName) return false
  return relative.split('/').some((name) => {
    try {
      lstatSync(path.join(root, name), { throwIfNoEntry: false })
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG'
    }
  })
}

/** Goes down the path; a component that was looked at before is remembered. */
function lookUp(root: string, relative: string, known: Map<string, Found>): Found {
  const before = known.get(relative)
  if (before !== undefined) return before
  const cut = relative.lastIndexOf('/')
  const above = lookUp(root, cut < 0 ? '' : relative.slice(0, cut), known)
  const nameAt = placeBelow(above, relative)
  const found =
    above.leavesBy !== null
      ? { ...above, is: 'missing' as const }
      : { ...lookInside(root, relative, above, nameAt), nameAt }
  known.set(relative, found)
  return found
}

function placeBelow(above: Found, relative: string): string {
  const name = relative.slice(relative.lastIndexOf('/') + 1)
  return above.at === '' ? name : `${above.at}/${name}`
}

function lookInside(root: string, relative: string, above: Found, at: string): Omit<Found, 'nameAt'> {
  if (above.is !== 'directory') return { is: 'missing', leavesBy: null, at }
  const file = path.join(root, relative)
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return { is: 'missing', leavesBy: null, at }
    if (!stat.isSymbolicLink()) return { is: stat.isDirectory() ? 'directory' : 'file', leavesBy: null, at }
    return lookBehind(root, file)
  } catch {
    // No way there: for the plan that is as good as nothing being there.
    return { is: 'missing', leavesBy: null, at }
  }
}

/** A link that leads nowhere is judged by where it points: what is made through it would lie there. */
function lookBehind(root: string, file: string): Omit<Found, 'nameAt'> {
  let target: string
  try {
    target = realpathSync(file)
  } catch {
    const pointed = path.resolve(realpathSync(path.dirname(file)), readlinkSync(file))
    return { is: 'missing', leavesBy: isInside(root, pointed) ? null : pointed, at: placeIn(root, pointed) }
  }
  const at = placeIn(root, target)
  if (!isInside(root, target)) return { is: 'missing', leavesBy: target, at }
  return { is: statSync(target).isDirectory() ? 'directory' : 'file', leavesBy: null, at }
}

function placeIn(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

/** Names of a folder, and by their folded form the first that has it. */
interface Listing {
  readonly names: ReadonlySet<string>
  readonly folded: ReadonlyMap<string, string>
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()

/** An existing path that is the wanted one but for case or Unicode form; null where there is none. */
function findTwin(root: string, relative: string, listings: Map<string, Listing>): string | null {
  let at = ''
  for (const name of relative.split('/')) {
    const listing = listings.get(at) ?? list(path.join(root, at))
    listings.set(at, listing)
    const there = listing.names.has(name) ? name : listing.folded.get(fold(name))
    if (there === undefined) return null
    at = at === '' ? there : `${at}/${there}`
  }
  return at === relative ? null : at
}

function list(folder: string): Listing {
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    names = []
  }
  const folded = new Map<string, string>()
  for (const name of names) if (!folded.has(fold(name))) folded.set(fold(name), name)
  return { names: new Set(names), folded }
}
