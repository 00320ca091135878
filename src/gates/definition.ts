/**
 * What defines a gate: the files that its command runs and names, the scripts of `package.json` that it comes to, and the
 * configuration of the tools it uses. Trust asks a person about exactly this (RELIABILITY S1), and a draft that changes it
 * undeclared is reviewed (DESIGN, Agents; RELIABILITY P15).
 *
 * Every word of a followed line that names a file of the tree counts, relative to the folder of the command or of the script;
 * what looks like a script is followed. What is judged does not count: see `isJudged` and the programs beside it. Of a shell
 * pattern (`checks/*.sh`) only scripts count. What programs load by their own language is not looked through.
 */

import path from 'node:path'
import type { TreeFiles } from '../system/tree-files.ts'
import { inRoot, newSearch, type DefiningPart } from './defining-search.ts'
import { followCommand } from './follow.ts'

export type { DefiningPart } from './defining-search.ts'

export interface Definition {
  readonly parts: readonly DefiningPart[]
  /** Every path that was looked at, also where nothing was: while none of them changes, the definition stays. */
  readonly looked: ReadonlySet<string>
  /** Names of files that count in whatever folder they appear. */
  readonly names: ReadonlySet<string>
  /** Folders whose files count by a pattern. */
  readonly folders: ReadonlySet<string>
}

/** A command with the folder it runs in, relative to the root. */
export interface Runnable {
  readonly argv: readonly string[]
  readonly cwd: string
}

/**
 * Finds what defines a command in one state of the files; nothing is executed.
 *
 * @param command what runs
 * @param files the state: a commit, or the disk
 * @param withInstalled whether programs of installed packages count: in a commit there are none, unless somebody put one
 *   there, in front of the one that is meant; on the disk each installation has others
 */
export async function definitionOf(
  command: Runnable,
  files: TreeFiles,
  { withInstalled = false }: { readonly withInstalled?: boolean } = {},
): Promise<Definition> {
  const search = newSearch(files, withInstalled)
  const folder = inRoot('.', command.cwd) ?? '.'
  const words = { words: command.argv, given: [], inputs: [], inner: [], pipe: 0 }
  await followCommand(search, words, { folder, script: folder, depth: 0 })
  return { parts: [...search.parts.values()], looked: search.looked, names: search.names, folders: search.folders }
}

/** What two definitions of one command do not have in common. A file that is only named and was not there is no difference. */
export function changedParts(before: Definition, after: Definition): readonly DefiningPart[] {
  const old = new Map(before.parts.map((part) => [part.name, part]))
  const now = new Map(after.parts.map((part) => [part.name, part]))
  return [
    ...before.parts.filter(({ name, digest }) => now.get(name)?.digest !== digest),
    ...after.parts.filter(({ name, isWord }) => !old.has(name) && !isWord),
  ]
}

/** Whether changes of these paths can change a definition at all. */
export function isConcerned({ looked, names, folders }: Definition, changed: readonly string[]): boolean {
  return changed.some(
    (it) => looked.has(it) || names.has(path.posix.basename(it)) || folders.has(path.posix.dirname(it)),
  )
}
