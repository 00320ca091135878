/** The configuration of tools as parts of a definition: files, sections and keys of files, and what these extend. */

import path from 'node:path'
import { addCompiled } from './compiled-programs.ts'
import { addFile, addPart, inRoot, lookUp, textOf, type Search } from './defining-search.ts'
import { addPythonBuilds } from './python-builds.ts'
import { readsOf, sectionsOf } from './tool-files.ts'

/** Tools whose files hold commands. */
const runners: ReadonlySet<string> = new Set(['just', 'task', 'tox', 'nox', 'rake', 'pre-commit'])

/**
 * The configuration of a tool, in the folder where it works and in the root.
 *
 * @returns words of it that may name scripts, where it is a list of commands
 */
export async function addTool(
  search: Search,
  word: string,
  rest: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const mentioned = new Set<string>()
  await addPythonBuilds(search, word, rest, folder)
  await addCompiled(search, word, rest, folder)
  const reads = readsOf(word)
  if (reads === null) return mentioned
  for (const place of new Set([folder, '.'])) {
    for (const name of reads.files) {
      const file = await addFile(search, inRoot(place, name))
      if (file === null || !runners.has(word)) continue
      for (const it of textOf(file)
        .slice(0, longest)
        .split(/[\s"'`,;()[\]{}=|&<>]+/))
        if (it !== '') mentioned.add(it)
    }
    for (const [name, heading] of reads.sections ?? []) await addSection(search, inRoot(place, name), heading)
    for (const key of reads.keys ?? []) await addKey(search, inRoot(place, 'package.json'), key)
  }
  if (/(?:^|\/)tsc$/.test(word)) await addProjects(search, rest, folder)
  if (/(?:^|\/)(?:pytest|py\.test)$/.test(word)) await addConftests(search, rest, folder)
  return mentioned
}

/** Of one file. */
const longest = 64 * 1024

async function addSection(search: Search, wanted: string | null, heading: string): Promise<void> {
  const file = wanted === null ? null : await lookUp(search, wanted)
  const content = file === null ? null : sectionsOf(textOf(file), heading)
  if (file === null || content === null) return
  const name = `${file.path} [${heading}]`
  addPart(search, { name, text: name, path: file.path, content })
}

async function addKey(search: Search, wanted: string | null, key: string): Promise<void> {
  const file = wanted === null ? null : await lookUp(search, wanted)
  const value = file === null ? undefined : objectOf(textOf(file))[key]
  if (file === null || value === undefined) return
  const name = `${file.path} ${key}`
  addPart(search, { name, text: name, path: file.path, content: JSON.stringify(value) })
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** More projects of one call, or files that one of them extends, are not followed. */
const mostProjects = 200

/** The projects that `tsc` is told to build or check, with what they extend and refer to by a path. */
async function addProjects(search: Search, rest: readonly string[], folder: string): Promise<void> {
  const isBuild = rest.some((it) => it === '-b' || it === '--build')
  const named = rest.filter((it, at) => (isBuild ? !it.startsWith('-') : /^(?:-p|--project)$/.test(rest[at - 1] ?? '')))
  const open = (named.length === 0 ? ['.'] : named).flatMap((it) => projectOf(folder, it) ?? [])
  const seen = new Set<string>()
  for (let wanted = open.pop(); wanted !== undefined && seen.size < mostProjects; wanted = open.pop()) {
    if (seen.has(wanted)) continue
    seen.add(wanted)
    const file = await addFile(search, wanted)
    if (file === null) continue
    const from = path.posix.dirname(wanted)
    const text = textOf(file)
    for (const it of textsAt(text, '"extends"')) if (it.startsWith('.')) open.push(...(baseOf(from, it) ?? []))
    if (isBuild) for (const it of textsAt(text, '"path"')) open.push(...(projectOf(from, it) ?? []))
  }
}

function projectOf(folder: string, name: string): string[] | null {
  const wanted = inRoot(folder, name.endsWith('.json') ? name : `${name}/tsconfig.json`)
  return wanted === null ? null : [wanted]
}

function baseOf(folder: string, name: string): string[] | null {
  const wanted = inRoot(folder, name.endsWith('.json') ? name : `${name}.json`)
  return wanted === null ? null : [wanted]
}

/** The text, or the texts of the list, behind each such key: comments and commas too many do not matter. */
function textsAt(text: string, key: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    const value = text.slice(at + key.length, at + key.length + 2000)
    const list = /^\s*:\s*\[([^\]]*)\]/.exec(value)?.[1] ?? /^\s*:\s*("[^"]*")/.exec(value)?.[1] ?? ''
    found.push(...[...list.matchAll(/"([^"]*)"/g)].map((it) => it[1] ?? ''))
  }
  return found
}

/** Folders below a test folder that are looked through. */
const mostFolders = 500

/** Every `conftest.py` from the root to what is tested, and below it: all of them are loaded. */
async function addConftests(search: Search, rest: readonly string[], folder: string): Promise<void> {
  search.names.add('conftest.py')
  const named = rest.filter((it) => !it.startsWith('-')).map((it) => it.split('::')[0] ?? '')
  const open: string[] = []
  for (const it of named.length === 0 ? ['.'] : named) {
    const place = it === '.' ? folder : inRoot(folder, it)
    if (place === null) continue
    for (let above = path.posix.dirname(place); above !== '.'; above = path.posix.dirname(above))
      await addFile(search, `${above}/conftest.py`)
    open.push(place)
  }
  let count = 0
  for (let place = open.pop(); place !== undefined && count < mostFolders; place = open.pop()) {
    count += 1
    for (const name of (await search.files.list?.(place)) ?? []) {
      if (name === 'conftest.py') await addFile(search, inRoot(place, name))
      else if (!name.includes('.') && !/^(?:node_modules|venv|build|dist)$/.test(name))
        open.push(place === '.' ? name : `${place}/${name}`)
    }
  }
}
