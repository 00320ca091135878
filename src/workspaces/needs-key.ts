/** What every workspace is given beside its tree, in one digest: gates may depend on it. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { isWay } from './python-environment.ts'
import type { WorkspaceSettings } from './workspaces.ts'

/** Files in a shared folder by which its package manager knows what is installed there. */
const installedFiles = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity', 'pyvenv.cfg']

/**
 * Digest of the set-up's command, of what is installed in shared folders, and of the files that are copied. The lock files
 * a set-up goes by are part of the tree.
 *
 * @param root the human's checkout, from which is shared and copied; null where there is none
 * @returns hex digits; empty where a workspace is given nothing
 */
export function needsKey(settings: WorkspaceSettings, root: string | null): string {
  const { setup, share, copy } = settings
  if (setup.length + share.length + copy.length === 0) return ''
  const hash = createHash('sha256').update(JSON.stringify([setup, share, copy]))
  if (root !== null) {
    for (const name of share) for (const text of installedIn(path.join(root, name))) hash.update(`\0${text}\0`)
    for (const name of copy) hash.update(`\0${name}\0`).update(bytesOf(path.join(root, name)) ?? '')
  }
  return hash.digest('hex').slice(0, 16)
}

/** What a shared folder holds, as its package manager tells it. */
function installedIn(folder: string): readonly string[] {
  const texts = installedFiles.flatMap((name) => bytesOf(path.join(folder, name))?.toString('latin1') ?? [])
  const packages = pythonPackages(folder)
    .flatMap(namesIn)
    .filter((name) => name.endsWith('.dist-info') || name.endsWith('.egg-info'))
  const ways = waysOfPython(folder).map((it) => `${path.basename(it)}\0${bytesOf(it)?.toString('latin1')}`)
  return [...texts, ...packages.sort(), ...ways]
}

/** Files by which a Python finds what lies elsewhere: what is installed for editing. */
function waysOfPython(folder: string): readonly string[] {
  return pythonPackages(folder).flatMap((at) =>
    namesIn(at)
      .filter(isWay)
      .sort()
      .map((it) => path.join(at, it)),
  )
}

/** What an installer writes anew with each package: all its files, where it came from, and its first file. */
function notesOfPython(folder: string): readonly string[] {
  return pythonPackages(folder).flatMap((at) =>
    namesIn(at).flatMap((it) => {
      const names = it.endsWith('.dist-info') ? ['RECORD', 'direct_url.json'] : ['__init__.py']
      return names.map((name) => path.join(at, it, name))
    }),
  )
}

function pythonPackages(folder: string): readonly string[] {
  const lib = path.join(folder, 'lib')
  return namesIn(lib).map((python) => path.join(lib, python, 'site-packages'))
}

/** Folders in a shared one from which programs are run. */
const programFolders = ['.bin', 'bin']

/**
 * What gates run from a shared folder: what its package manager knows to be installed, and the programs. What tools keep
 * there while they work (caches) is no part of it, nor is what programs load further.
 *
 * @returns a digest, and when any of it was last changed (milliseconds since 1970); null where there is no such thing
 */
export function lookAtShared(folder: string): { readonly mark: string; readonly at: number } | null {
  const looked = [
    ...installedFiles.map((name) => path.join(folder, name)),
    ...programFolders.flatMap((name) => namesIn(path.join(folder, name)).map((it) => path.join(folder, name, it))),
    ...waysOfPython(folder),
    ...notesOfPython(folder),
  ].flatMap((file) => {
    const facts = factsOf(file)
    return facts === null ? [] : [{ text: `${file}\0${facts.size} ${facts.mode} ${facts.mtimeMs}`, at: facts.ctimeMs }]
  })
  if (looked.length === 0) return null
  const hash = createHash('sha256').update(JSON.stringify(installedIn(folder)))
  for (const { text } of looked) hash.update(`\0${text}`)
  // A package that comes or goes there may leave every program as it was.
  const folders = pythonPackages(folder).flatMap((it) => factsOf(it)?.ctimeMs ?? [])
  return { mark: hash.digest('hex'), at: Math.max(...looked.map((it) => it.at), ...folders) }
}

/** Of what a link leads to. */
function factsOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : []
  } catch {
    return []
  }
}

/** Bytes of a file that is not too large to be read each time; null for everything else. */
function bytesOf(file: string): Buffer | null {
  try {
    const facts = statSync(file)
    return facts.isFile() && facts.size < 64 * 1024 * 1024 ? readFileSync(file) : null
  } catch {
    return null
  }
}
