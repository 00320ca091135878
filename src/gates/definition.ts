/**
 * What defines a gate: the files that its command runs and names, the scripts of `package.json` that it comes to, and the
 * configuration of the tools it uses. Trust asks a person about exactly this (RELIABILITY S1), and a draft that changes it
 * undeclared is reviewed (DESIGN, Agents; RELIABILITY P15).
 *
 * What is judged, the tests themselves and what programs load further, is not looked through: that is the work.
 */

import path from 'node:path'
import type { TreeFiles } from '../system/tree-files.ts'
import {
  addFile,
  addPart,
  inRoot,
  lookUp,
  newSearch,
  textOf,
  type DefiningPart,
  type Search,
} from './defining-search.ts'
import { packageCommands, packagePrograms } from './package-commands.ts'
import { readMakefile, recipeLines } from './makefile-lines.ts'
import { commandsOf, here } from './shell-lines.ts'
import { readsOf, sectionsOf } from './tool-files.ts'

export type { DefiningPart } from './defining-search.ts'

export interface Definition {
  readonly parts: readonly DefiningPart[]
  /** Every path that was looked at, also where nothing was: while none of them changes, the definition stays. */
  readonly looked: ReadonlySet<string>
}

/** A command with the folder it runs in, relative to the root. */
export interface Runnable {
  readonly argv: readonly string[]
  readonly cwd: string
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash'])
const interpreter = /^(?:node|nodejs|python[\d.]*|ruby|perl|deno|bun|tsx|ts-node|php|Rscript|pwsh)$/
const makes: ReadonlySet<string> = new Set(['make', 'gmake'])
const makefiles = ['GNUmakefile', 'makefile', 'Makefile'] as const

/**
 * Finds what defines a command in one state of the files; nothing is executed.
 *
 * @param command what runs
 * @param files the state: a commit, or the disk
 */
export async function definitionOf(command: Runnable, files: TreeFiles): Promise<Definition> {
  const search = newSearch(files)
  const folder = inRoot('.', command.cwd) ?? '.'
  for (const word of command.argv)
    for (const name of word.startsWith('-') ? word.split('=').slice(1) : [word])
      await addFile(search, inRoot(folder, name), true)
  await follow(search, command.argv, { folder, script: folder, depth: 0 })
  return { parts: [...search.parts.values()], looked: search.looked }
}

interface At {
  readonly folder: string
  /** Folder of the script that the command stands in. */
  readonly script: string
  readonly depth: number
}

/** Scripts that call scripts are followed so far. */
const deepest = 8

async function follow(search: Search, words: readonly string[], at: At): Promise<void> {
  const key = JSON.stringify([at.folder, at.script, words])
  if (at.depth > deepest || search.followed.has(key)) return
  search.followed.add(key)
  const resolve = (word: string): string | null =>
    word.startsWith(`${here}/`) ? inRoot(at.script, word.slice(here.length + 1)) : inRoot(at.folder, word)
  const program = words[0] ?? ''
  if (program.includes('/')) await followScript(search, resolve(program), at)
  if (program === '.' || program === 'source') await followScript(search, resolve(words[1] ?? ''), at, true)
  for (const [index, word] of words.entries()) {
    const rest = words.slice(index + 1)
    const name = path.posix.basename(word)
    await addTool(search, word, rest, at.folder)
    if (shells.has(name)) await followShell(search, rest, at, resolve)
    else if (interpreter.test(name)) await followInterpreter(search, rest, resolve)
    if (packagePrograms.has(name) && !words.slice(0, index).some((it) => packagePrograms.has(it)))
      for (const next of await packageCommands(search, name, rest, at.folder))
        await followAll(search, next.line, next, at)
    if (makes.has(word)) await followMake(search, rest, at)
    if (name === 'concurrently') for (const line of rest) await followAll(search, line, { folder: at.folder }, at)
  }
  // What a tool is told to read, wherever it stands.
  for (const [index, word] of words.entries()) {
    const [option = '', value] = word.split('=')
    if (/^(?:-c|-p|--config|--project|--rcfile|--config-file|--require|--import|--setup)$/.test(option))
      await addFile(search, resolve(value ?? words[index + 1] ?? ''))
  }
}

/** Follows each command of a line or script; `cd` counts for those behind it. */
async function followAll(search: Search, text: string, to: { readonly folder: string }, at: At): Promise<void> {
  let { folder } = to
  for (const words of commandsOf(text)) {
    if (words[0] === 'cd') folder = inRoot(folder, words[1] ?? '') ?? folder
    else await follow(search, words, { ...at, folder, depth: at.depth + 1 })
  }
}

async function followScript(search: Search, wanted: string | null, at: At, isShell = false): Promise<void> {
  const file = await addFile(search, wanted)
  if (file === null || wanted === null) return
  const text = textOf(file)
  const first = text.slice(0, 200).split('\n')[0] ?? ''
  if (isShell || /\.(?:ba|z|k)?sh$/.test(wanted) || /^#!.*\b(?:ba|da|z|k)?sh\b/.test(first))
    await followAll(search, text, at, { ...at, script: path.posix.dirname(wanted) })
}

async function followShell(
  search: Search,
  rest: readonly string[],
  at: At,
  resolve: (word: string) => string | null,
): Promise<void> {
  for (const [index, word] of rest.entries()) {
    if (/^-[a-z]*c$/.test(word)) return followAll(search, rest[index + 1] ?? '', at, at)
    if (!word.startsWith('-')) return followScript(search, resolve(word), at, true)
  }
}

/** The program that an interpreter is given, and what it is told to load before; the rest are its arguments. */
async function followInterpreter(
  search: Search,
  rest: readonly string[],
  resolve: (word: string) => string | null,
): Promise<void> {
  const tests = rest.includes('--test')
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    if (word === '-m') {
      const name = (rest[at + 1] ?? '').replaceAll('.', '/')
      for (const file of [`${name}.py`, `${name}/__main__.py`, `${name}/__init__.py`])
        await addFile(search, resolve(file))
      return
    }
    if (word === '-c' || word === '-e' || word === '--eval') return
    if (word === '-r' || word === '--require' || word === '--import' || word === '--loader')
      await addFile(search, resolve(rest[(at += 1)] ?? ''))
    else if (!word.startsWith('-') && word !== 'run') {
      await addFile(search, resolve(word))
      if (!tests) return
    }
  }
}

async function followMake(search: Search, words: readonly string[], at: At): Promise<void> {
  let { folder } = at
  let named: string | null = null
  const targets: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const next = words[index + 1] ?? ''
    if (word === '-C' || word === '--directory') folder = inRoot(folder, ((index += 1), next)) ?? folder
    else if (word === '-f' || word === '--file' || word === '--makefile') named = ((index += 1), next)
    else if (!word.startsWith('-') && !word.includes('=')) targets.push(word)
  }
  for (const name of named === null ? makefiles : [named]) {
    const file = await addFile(search, inRoot(folder, name))
    if (file === null) continue
    const made = readMakefile(textOf(file))
    const texts = [made]
    for (const include of made.includes) {
      const more = await addFile(search, inRoot(folder, include))
      if (more !== null) texts.push(readMakefile(textOf(more)))
    }
    for (const one of texts)
      for (const line of recipeLines(one, targets))
        await followAll(search, line.replaceAll(/\$[({]MAKE[)}]/g, 'make'), { folder }, at)
    return
  }
}

/** The configuration of a tool, in the folder where it works and in the root. */
async function addTool(search: Search, word: string, rest: readonly string[], folder: string): Promise<void> {
  const reads = readsOf(word)
  if (reads === null) return
  for (const place of new Set([folder, '.'])) {
    for (const name of reads.files) await addFile(search, inRoot(place, name))
    for (const [name, heading] of reads.sections ?? []) await addSection(search, inRoot(place, name), heading)
    for (const key of reads.keys ?? []) await addKey(search, inRoot(place, 'package.json'), key)
  }
  if (word.endsWith('tsc')) await addExtended(search, folder, rest)
  if (word.endsWith('pytest'))
    for (const it of rest.filter((one) => !one.startsWith('-')))
      await addFile(search, inRoot(folder, `${it.split('::')[0] ?? ''}/conftest.py`))
}

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

/** What a `tsconfig.json` extends by a path. */
async function addExtended(search: Search, folder: string, rest: readonly string[]): Promise<void> {
  const project = rest.find((_, at) => rest[at - 1] === '-p' || rest[at - 1] === '--project') ?? '.'
  const named = project.endsWith('.json') ? project : `${project}/tsconfig.json`
  let wanted = inRoot(folder, named)
  for (let hops = 0; hops < deepest && wanted !== null; hops++) {
    const file = await addFile(search, wanted)
    const base = file === null ? null : /"extends"\s*:\s*"(\.[^"]+)"/.exec(textOf(file))?.[1]
    if (!base) return
    wanted = inRoot(path.posix.dirname(wanted), base.endsWith('.json') ? base : `${base}.json`)
  }
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
export function isConcerned({ looked }: Definition, changed: readonly string[]): boolean {
  return changed.some((it) => looked.has(it))
}
