/** Follows a command to everything that it runs, as far as words say it: scripts, what these call, and what tools read. */

import path from 'node:path'
import { addFile, inRoot, lookUp, textOf, tooMuch, type Found, type Search } from './defining-search.ts'
import { readMakefile, recipeLines, type Makefile } from './makefile-lines.ts'
import { packageCommands, packagePrograms } from './package-commands.ts'
import { commandsOf, here, top, type ShellCommand } from './shell-lines.ts'
import { addTool } from './tool-parts.ts'
import { isInstalled, isJudged, isList, kindOf, namesRules, onlyLooks, roleOf } from './word-roles.ts'

/** Where a command stands. */
export interface At {
  /** Folder it runs in, relative to the root. */
  readonly folder: string
  /** Folder of the script that it stands in. */
  readonly script: string
  readonly depth: number
  /** Whether a package manager runs it: programs of installed packages come first. */
  readonly isManaged?: boolean
}

/** Scripts that call scripts are followed so far. */
const deepest = 8
/** Words of one command. */
const mostOfCommand = 1000
/** Of one text; more is no script that somebody wrote. */
const longest = 256 * 1024

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'bats'])
const interpreter =
  /^(?:node|nodejs|python[\d.]*|pypy[\d.]*|ruby|perl|deno|bun|tsx|ts-node|vite-node|php|Rscript|pwsh|lua)$/
const makes: ReadonlySet<string> = new Set(['make', 'gmake'])
const makefiles = ['GNUmakefile', 'makefile', 'Makefile'] as const

/** Follows each command of a line or script; `cd` counts for those behind it. */
async function followText(search: Search, text: string, at: At): Promise<void> {
  const key = JSON.stringify([at.folder, at.script, text])
  if (at.depth > deepest || search.followed.has(key)) return
  search.followed.add(key)
  search.left.bytes -= text.length
  if (search.left.bytes < 0 || text.length > longest) return void tooMuch(search)
  await followList(search, commandsOf(text), { ...at, depth: at.depth + 1 })
}

async function followList(search: Search, commands: readonly ShellCommand[], given: At): Promise<void> {
  let at = given
  for (const [index, command] of commands.entries()) {
    await followList(search, command.inner, at)
    const [program = '', place = ''] = command.words
    if (program === 'cd' || program === 'pushd') at = { ...at, folder: folderAt(place, at) }
    else {
      const rest = commands.slice(index + 1, index + 10)
      const feeds = rest.some((it) => it.pipe === command.pipe && it.words.some((word) => shells.has(nameOf(word))))
      await followCommand(search, command, at, feeds)
    }
  }
}

/** Where `cd` leads; what is not known is a folder of the root, or where it stands already. */
function folderAt(word: string, at: At): string {
  const [base, rest] = word.startsWith(here)
    ? [at.script, word.slice(here.length)]
    : word.startsWith(top)
      ? ['.', word.slice(top.length)]
      : word.startsWith('$')
        ? [word.includes('/') ? '.' : at.folder, word.replace(/^[^/]*/, '')]
        : [at.folder, word]
  if (rest.includes('$') || word.startsWith('/')) return at.folder
  const joined = path.posix.normalize(path.posix.join(base, rest)).replace(/(.)\/$/, '$1')
  return joined === '..' || joined.startsWith('../') ? '.' : joined
}

/**
 * Follows one command.
 *
 * @param isFed whether a shell runs what it prints
 */
export async function followCommand(search: Search, command: ShellCommand, at: At, isFed = false): Promise<void> {
  const words = command.words.slice(0, mostOfCommand)
  if (search.left.words < 0 || words.length < command.words.length) tooMuch(search)
  if (search.left.words < 0) return
  const [program = ''] = words
  for (const value of command.given) for (const it of value.split(/\s+/)) await addOperand(search, it, at)
  if (program.includes('/')) await run(search, program, at)
  else if (at.isManaged === true) await addInstalled(search, program, at.folder)
  if (program === '.' || program === 'source') await run(search, words[1] ?? '', at, true)
  // The gate's own words are what a person wrote down: what they compare with counts, and the rules that they name.
  const isOwn = at.depth === 0
  const role = isOwn && !onlyLooks(words) ? 'other' : roleOf(program)
  let isJudging = role === 'silent' || role === 'checker'
  let isRun = false
  for (const [index, word] of words.entries()) {
    const name = nameOf(word)
    const rest = words.slice(index + 1)
    // What a gate's own tool goes by defines it, whether or not it calls anything.
    if (role === 'silent' && isOwn && index === 0) await addTool(search, word, rest, at.folder)
    if (role !== 'silent') {
      for (const it of await addTool(search, word, rest, at.folder)) await addScript(search, it, at)
      isJudging ||= roleOf(word) === 'checker'
      if (shells.has(name)) isRun = await followShell(search, rest, command.inputs, at)
      else if (makes.has(name)) await followMake(search, rest, at)
      else if (packagePrograms.has(name) && !words.slice(0, index).some((it) => isManager(nameOf(it), name))) {
        for (const it of [...underEach, ...rest]) await addInstalled(search, it, at.folder)
        for (const next of await packageCommands(search, name, rest, at.folder))
          await followText(search, next.line, { ...at, folder: next.folder, script: next.folder, isManaged: true })
      }
      // Bun is both.
      if (interpreter.test(name)) isRun = await followInterpreter(search, name, rest, at)
      // `concurrently "npm:build"` and its like.
      const [, manager, script] = /^(npm|pnpm|yarn|bun):(.+)$/.exec(word) ?? []
      if (manager !== undefined && script !== undefined) await followText(search, `${manager} run ${script}`, at)
      if (isRun) break
    }
    if (index === 0) continue
    const [option = '', value] = word.split('=')
    if (isFed) await run(search, word, at, true)
    else if (namesRules(option) && (isOwn || role !== 'silent')) await addRules(search, value ?? rest[0] ?? '', at)
    else if (role === 'passing') await addScript(search, word, at)
    else if (!isJudging) await addOperand(search, word, at)
  }
  if (!isRun && !isJudging) for (const input of command.inputs) await addOperand(search, input, at)
}

/** What scripts and installed programs are run by, whatever they are called. */
const underEach = ['node', 'sh', 'bash', 'env'] as const

/** A program that a package manager puts in front of the one of the system, here or in a folder above. */
async function addInstalled(search: Search, program: string, from: string): Promise<void> {
  if (!search.withInstalled || program.startsWith('-') || program.includes('/')) return
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    await addFile(search, inRoot(folder, `node_modules/.bin/${program}`))
    if (folder === '.') return
  }
}

/** `npm run yarn` names a script; `npx run-s` and `yarn turbo` are programs. */
function isManager(before: string, name: string): boolean {
  return packagePrograms.has(before) && before !== 'npx' && /^(?:npm|pnpm|yarn|bun|npx)$/.test(name)
}

function nameOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Where a word may lead, the most likely place first. */
function placesOf(word: string, { folder, script }: At): readonly string[] {
  const bases = [...new Set([folder, script, '.'])]
  if (word.startsWith(`${here}/`)) return [inRoot(script, word.slice(here.length + 1))].filter((it) => it !== null)
  if (word.startsWith(`${top}/`)) return [inRoot('.', word.slice(top.length + 1))].filter((it) => it !== null)
  // What stands for a folder that is not known: it is one of these, or not to be known.
  const plain = /^(?:\$\w*\/)+/.exec(word.slice(0, 1024))?.[0] ?? ''
  const inOrder = plain === '' ? bases : [...new Set([script, '.', folder])]
  return inOrder.flatMap((base) => inRoot(base, word.slice(plain.length)) ?? [])
}

/** The first place where there is a file. */
async function findFile(search: Search, word: string, at: At): Promise<Found | null> {
  search.left.words -= 1
  if (search.left.words < 0) return tooMuch(search)
  for (const place of placesOf(word, at)) {
    const file = await lookUp(search, place)
    if (file !== null) return file
  }
  return null
}

/** What is run: a part wherever it lies. @returns whether there is such a file */
async function run(search: Search, word: string, at: At, isShell = false): Promise<boolean> {
  const file = await findFile(search, word, at)
  if (file === null) return false
  await addFile(search, file.path)
  const kind = kindOf(file.path, file.bytes)
  const isPlain = kind === 'plain' && !/\.\w+$/.test(file.path)
  if (kind === 'shell' || (kind !== 'binary' && (isShell || isPlain))) await followScript(search, file, at)
  return true
}

/** What an interpreter finds under a name that is no file: with an ending, or in the folder. Others have words of their own. */
function moduleEndings(program: string): readonly string[] {
  if (/^(?:node|nodejs|tsx|ts-node|vite-node)$/.test(program))
    return ['.js', '.cjs', '.mjs', '/index.js', '/index.cjs', '/index.mjs']
  return /^(?:python|pypy)/.test(program) ? ['/__main__.py'] : []
}

async function runModule(search: Search, program: string, word: string, at: At): Promise<boolean> {
  if (await run(search, word, at)) return true
  if (word.startsWith('-') || /\.\w+$/.test(word)) return false
  for (const ending of moduleEndings(program))
    if (await run(search, `${word.replace(/\/$/, '')}${ending}`, at)) return true
  return false
}

async function followScript(search: Search, file: Found, at: At): Promise<void> {
  await followText(search, textOf(file), { ...at, script: path.posix.dirname(file.path) })
}

/** What a word may name, without what stands before it. */
function variantsOf(word: string): readonly string[] {
  const equals = word.indexOf('=')
  const value = equals > 0 ? word.slice(equals + 1) : ''
  return [...(word.startsWith('-') ? [] : [word]), ...(value === '' ? [] : [value])]
}

/** A word of a program that is not known to judge it: a part, unless it lies where work is done. */
async function addOperand(search: Search, word: string, at: At): Promise<void> {
  for (const it of variantsOf(word)) {
    if (/\s/.test(it)) await followText(search, it, at)
    else if (it.includes('*')) await addPattern(search, it, at)
    const file = await findFile(search, it, at)
    if (file === null || isInstalled(file.path)) continue
    const kind = kindOf(file.path, file.bytes)
    if (kind === 'shell' || kind === 'program') await run(search, it, at)
    else if (!isJudged(file.path)) await addFile(search, file.path, true)
  }
}

/** The scripts that a pattern in the last part of a path stands for. */
async function addPattern(search: Search, word: string, at: At): Promise<void> {
  const [before = '', after = ''] = path.posix.basename(word).split('*')
  for (const place of placesOf(path.posix.join(path.posix.dirname(word), 'x'), at).map((it) =>
    path.posix.dirname(it),
  )) {
    if (place.includes('*') || isInstalled(place)) continue
    const names = ((await search.files.list?.(place)) ?? []).filter((it) => it.startsWith(before) && it.endsWith(after))
    search.folders.add(place)
    for (const name of names.slice(0, mostOfPattern)) await addScript(search, path.posix.join(place, name), whole(at))
    if (names.length > 0) return
  }
}

const mostOfPattern = 500

/** Words are paths from the root. */
function whole(at: At): At {
  return { ...at, folder: '.' }
}

/** A word of a program that hands it on. */
async function addScript(search: Search, word: string, at: At): Promise<void> {
  const file = word.startsWith('-') ? null : await findFile(search, word, at)
  if (file !== null && !isInstalled(file.path) && kindOf(file.path, file.bytes) === 'shell') await run(search, word, at)
}

/** What a tool is told to go by. */
async function addRules(search: Search, word: string, at: At): Promise<void> {
  const file = await findFile(search, word, at)
  // A list of packages is work: see the ecosystems' own files.
  if (file !== null && (at.depth === 0 || !isList(file.path))) await addFile(search, file.path)
}

/** @returns whether what it runs was found */
async function followShell(
  search: Search,
  rest: readonly string[],
  inputs: readonly string[],
  at: At,
): Promise<boolean> {
  for (const [index, word] of rest.entries()) {
    if (/^-[a-zA-Z]*c$/.test(word)) {
      await followText(search, rest[index + 1] ?? '', at)
      for (const it of rest.slice(index + 2)) await addOperand(search, it, at)
      return true
    }
    if (word.startsWith('-') || !(await run(search, word, at, true))) continue
    for (const it of rest.slice(index + 1)) await addOperand(search, it, at)
    return true
  }
  for (const it of inputs) await run(search, it, at, true)
  return inputs.length > 0
}

/** The program that an interpreter is given, and what it is told to load before; the rest are its arguments. */
async function followInterpreter(search: Search, name: string, rest: readonly string[], at: At): Promise<boolean> {
  const module = rest.indexOf('-m')
  const program = rest.findIndex((it, index) => !it.startsWith('-') && !(rest[index - 1] ?? '').startsWith('-'))
  if (module >= 0 && (program < 0 || module < program)) {
    const name = (rest[module + 1] ?? '').replaceAll('.', '/')
    for (const file of [`${name}.py`, `${name}/__main__.py`, `${name}/__init__.py`])
      await addFile(search, inRoot(at.folder, file))
    // What it is, a tool of its own perhaps, is looked at among the words behind.
    return false
  }
  const isTests = rest.includes('--test')
  let found = false
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? ''
    const before = rest[index - 1] ?? ''
    if (/^-[a-zA-Z]*[ceEr]$|^--(?:eval|print)$/.test(word) && /[\s(;'"]/.test(rest[index + 1] ?? '')) {
      // Code: what it names in quotes.
      for (const it of wordsIn(commandsOf((rest[(index += 1)] ?? '').slice(0, longest))))
        await addOperand(search, it, at)
    } else if (word.startsWith('-')) {
      const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : ''
      if (value !== '') await run(search, value, at)
    } else if (isTests && !namesRules(before)) await addOperand(search, word, at)
    else if (await runModule(search, name, word, at)) {
      found = true
      if (isTests || (before.startsWith('-') && !before.includes('='))) continue
      for (const it of rest.slice(index + 1)) await addOperand(search, it, at)
      return true
    }
  }
  return found || isTests
}

function wordsIn(commands: readonly ShellCommand[]): readonly string[] {
  return commands.flatMap((it) => [...it.words, ...it.given, ...wordsIn(it.inner)])
}

async function followMake(search: Search, words: readonly string[], at: At): Promise<void> {
  let { folder } = at
  let named: string | null = null
  const targets: string[] = []
  const set = new Map<string, string>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const next = words[index + 1] ?? ''
    if (word === '-C' || word === '--directory') folder = inRoot(folder, ((index += 1), next)) ?? folder
    else if (word === '-f' || word === '--file' || word === '--makefile') named = ((index += 1), next)
    else if (/^\w+[:?+]?=/.test(word)) set.set(word.replace(/[:?+]?=.*$/s, ''), word.slice(word.indexOf('=') + 1))
    else if (!word.startsWith('-')) targets.push(word)
  }
  const made = await readMakefiles(search, { folder, named, set })
  if (made === null) return
  for (const line of recipeLines(made, targets)) await followText(search, line, { ...at, folder, script: folder })
}

/** Files that one makefile includes. */
const mostIncludes = 30

/** The makefile with all that it includes. */
async function readMakefiles(
  search: Search,
  of: { readonly folder: string; readonly named: string | null; readonly set: ReadonlyMap<string, string> },
): Promise<Makefile | null> {
  const texts: string[] = []
  const seen = new Set<string>()
  for (const name of of.named === null ? makefiles : [of.named]) {
    const open = [name]
    for (let next = open.pop(); next !== undefined && seen.size < 100; next = open.pop()) {
      const wanted = inRoot(of.folder, next)
      if (wanted === null || seen.has(wanted)) continue
      seen.add(wanted)
      const file = await addFile(search, wanted)
      if (file === null) continue
      search.left.bytes -= file.bytes.length
      if (file.bytes.length > longest || search.left.bytes < 0 || texts.length > mostIncludes) {
        tooMuch(search)
        continue
      }
      texts.push(textOf(file))
      open.push(...readMakefile(texts.join('\n'), of.set).includes)
    }
    if (texts.length > 0) return readMakefile(texts.join('\n'), of.set)
  }
  return null
}
