/** The packages of a workspace, as `package.json` or `pnpm-workspace.yaml` lists them. */

import { inRoot, lookUp, textOf, type Search } from './defining-search.ts'

/** More packages, or folders looked through for them, are no longer followed. */
const most = 500
const deepest = 4

/**
 * @param from folder of the call; the workspace is that of the nearest list upwards
 * @returns folders with a `package.json`, the root of the workspace among them; empty where there is no workspace
 */
export async function workspacePackages(search: Search, from: string): Promise<readonly string[]> {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '.') {
    const patterns = await patternsIn(search, folder)
    if (patterns.length > 0) {
      // Also what is not there yet is a package, once it has this file.
      search.names.add('package.json')
      const found = new Set([folder])
      for (const pattern of patterns)
        for (const it of await foldersMatching(search, folder, pattern, 'package.json'))
          if (found.size < most) found.add(it)
      return [...found]
    }
    if (folder === '.') return []
  }
}

/**
 * The folders with everything in the repository that they depend on by a path: it is linked, and its scripts are run.
 * @param folders with a `package.json`
 */
export async function withLinked(search: Search, folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  const open = [...folders]
  for (let folder = open.pop(); folder !== undefined && found.size < most; folder = open.pop()) {
    if (found.has(folder)) continue
    found.add(folder)
    const file = await lookUp(search, inRoot(folder, 'package.json') ?? '')
    for (const it of file === null ? [] : textOf(file).slice(0, longest).matchAll(linkedFolder)) {
      const place = inRoot(folder, it[1] ?? '')
      if (place !== null) open.push(place)
    }
  }
  return [...found].sort()
}

/** What a dependency by a path looks like; a script that looks so would lead to a folder too many at most. */
const linkedFolder = /:\s*"(?:file:|link:|portal:)([^"\n]+)"/g
/** Of one file. */
const longest = 256 * 1024

async function patternsIn(search: Search, folder: string): Promise<readonly string[]> {
  const text = async (name: string): Promise<string> => {
    const wanted = inRoot(folder, name)
    const file = wanted === null ? null : await lookUp(search, wanted)
    return file === null ? '' : textOf(file)
  }
  const listed = (await text('pnpm-workspace.yaml'))
    .split('\n')
    .flatMap((line) => /^\s*-\s+["']?([^"'#\s]+)/.exec(line)?.[1] ?? [])
  return [...listed, ...listOf(await text('package.json'))].filter((it) => !it.startsWith('!'))
}

function listOf(manifest: string): readonly string[] {
  try {
    const { workspaces } = Object(JSON.parse(manifest)) as { workspaces?: unknown }
    const list = Array.isArray(workspaces) ? workspaces : (Object(workspaces) as { packages?: unknown }).packages
    return Array.isArray(list) ? list.filter((it): it is string => typeof it === 'string') : []
  } catch {
    return []
  }
}

/**
 * Folders that a pattern stands for.
 * @param manifest file that makes a folder count
 */
export async function foldersMatching(
  search: Search,
  root: string,
  pattern: string,
  manifest: string,
): Promise<readonly string[]> {
  let folders: readonly string[] = [root]
  for (const part of pattern.split('/').filter((it) => it !== '' && it !== '.')) {
    const next: string[] = []
    for (const folder of folders) next.push(...(await step(search, folder, part)))
    folders = next.slice(0, most)
  }
  const found: string[] = []
  for (const it of folders) {
    const wanted = inRoot(it, manifest)
    if (wanted !== null && (await lookUp(search, wanted)) !== null) found.push(it)
  }
  return found
}

async function step(search: Search, folder: string, part: string): Promise<readonly string[]> {
  if (part === '**') return below(search, folder)
  if (!part.includes('*')) return [inRoot(folder, part) ?? folder]
  const [before = '', after = ''] = part.split('*')
  const names = (await search.files.list?.(folder)) ?? []
  return names.flatMap((it) => (it.startsWith(before) && it.endsWith(after) ? (inRoot(folder, it) ?? []) : []))
}

async function below(search: Search, folder: string): Promise<readonly string[]> {
  const found = [{ folder, depth: 0 }]
  for (let at = 0; at < found.length && at < most; at++) {
    const { folder: place, depth } = found[at] ?? { folder, depth: deepest }
    if (depth >= deepest) continue
    for (const name of (await search.files.list?.(place)) ?? [])
      if (!name.includes('.') && name !== 'node_modules')
        found.push({ folder: inRoot(place, name) ?? place, depth: depth + 1 })
  }
  return found.map((it) => it.folder)
}
