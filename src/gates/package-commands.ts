/** What a package manager would run: the scripts of the `package.json` in force, or another program. */

import path from 'node:path'
import { addFile, addPart, inRoot, lookUp, textOf, type Search } from './defining-search.ts'
import { readManifest } from './ecosystems/node.ts'
import { withLinked, workspacePackages } from './workspace-packages.ts'

export const packagePrograms: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'run-s',
  'run-p',
  'npm-run-all',
  'lerna',
  'turbo',
])

/** A line that is run in a folder. */
export interface Line {
  readonly line: string
  readonly folder: string
}

/** Verbs that install or build, with the other spellings that npm takes. */
const installs: ReadonlySet<string> = new Set(
  (
    'ci clean-install ic install-clean isntall-clean install i in ins inst insta instal isnt isnta isntal isntall add ' +
    'update up upgrade udpate rebuild rb link dedupe ddp bootstrap ' +
    'it install-test cit clean-install-test install-ci-test sit'
  ).split(' '),
)
const installScripts = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare', 'dependencies'] as const
const runs: ReadonlySet<string> = new Set(['run', 'run-script', 'rum', 'urn'])
const tests: ReadonlySet<string> = new Set(['t', 'tst'])
/** Options with a folder behind them. */
const places: ReadonlySet<string> = new Set(['--prefix', '-C', '--dir', '--cwd'])
/** Options with a package of the workspace behind them. */
const selects: ReadonlySet<string> = new Set(['-w', '--workspace', '--filter', '-F', '--scope'])
/** Options that mean every package. */
const everywhere: ReadonlySet<string> = new Set(['--workspaces', '-ws', '-r', '--recursive'])

/**
 * The lines that a call of a package manager comes to; each script that is used is a part of the definition.
 *
 * @param program `npm`, `pnpm`, `yarn`, `bun`, `npx`, `run-s`, `run-p` or `npm-run-all`
 * @param words behind it
 */
export async function packageCommands(
  search: Search,
  program: string,
  words: readonly string[],
  from: string,
): Promise<readonly Line[]> {
  const call = readCall(program, words, from)
  if (program === 'pnpm') await addShellSettings(search, 'pnpm-workspace.yaml')
  const isInstall = installs.has(call.rest[0] ?? (program === 'yarn' ? 'install' : ''))
  const lines: Line[] = []
  for (const folder of await foldersOf(search, call, isInstall)) {
    const manifest = await manifestFrom(search, folder)
    if (manifest === null) continue
    // npm builds where there is such a file, without any script.
    if (isInstall) await addFile(search, inRoot(path.posix.dirname(manifest.path), 'binding.gyp'))
    for (const name of namesOf(program, call.rest, Object.keys(manifest.scripts)))
      for (const it of [`pre${name}`, name, `post${name}`]) {
        const line = Object.hasOwn(manifest.scripts, it) ? manifest.scripts[it] : undefined
        if (line === undefined) continue
        const part = `${manifest.path} scripts.${it}`
        addPart(search, { name: part, text: `${part}: ${line}`, path: manifest.path, content: line })
        lines.push({ line, folder: path.posix.dirname(manifest.path) })
      }
  }
  return lines
}

/** Where the scripts of a call are: its own folder, or packages of the workspace. */
async function foldersOf(
  search: Search,
  { folder, packages }: PackageCall,
  isInstall: boolean,
): Promise<readonly string[]> {
  if (packages === null) {
    if (!isInstall) return [folder]
    // One install is for the whole workspace, and links what lies in the repository.
    return withLinked(search, [folder, ...(await workspacePackages(search, folder))])
  }
  const all = await workspacePackages(search, folder)
  const named: string[] = []
  for (const it of all) {
    const file = await lookUp(search, inRoot(it, 'package.json') ?? it)
    const name = file === null ? '' : (/"name"\s*:\s*"([^"]*)"/.exec(textOf(file))?.[1] ?? '')
    const isNamed = (one: string): boolean =>
      one === name || inRoot(folder, one) === it || (one === '.' && it === all[0])
    if (packages.some(isNamed)) named.push(it)
  }
  // A selector that is no name (`./packages/**`, `...app`) may mean any of them.
  return named.length > 0 ? named : [...new Set([folder, ...all])]
}

interface PackageCall {
  readonly folder: string
  readonly rest: readonly string[]
  /** Packages by name or folder, empty for every one; null where the call is about its own folder. */
  readonly packages: readonly string[] | null
}

function readCall(program: string, words: readonly string[], from: string): PackageCall {
  let folder = from
  let packages: string[] | null = program === 'lerna' || program === 'turbo' ? [] : null
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [option = '', value] = word.split('=')
    if (word === '--') break
    if (places.has(option)) folder = inRoot(from, value ?? words[(at += 1)] ?? '') ?? folder
    else if (program === 'pnpm' && (word === '-w' || word === '--workspace-root')) packages = ['.']
    else if (selects.has(option)) packages = [...(packages ?? []), value ?? words[(at += 1)] ?? '']
    else if (everywhere.has(word)) packages ??= []
    else if (!word.startsWith('-')) rest.push(word)
  }
  // `yarn workspaces run test`, `yarn workspaces foreach run test`, `yarn workspace NAME test`
  if (program === 'yarn' && rest[0] === 'workspaces')
    return { folder, rest: rest.slice(rest[1] === 'foreach' ? 2 : 1), packages: [] }
  if (program === 'yarn' && rest[0] === 'workspace') return { folder, rest: rest.slice(2), packages: rest.slice(1, 2) }
  return { folder, rest, packages }
}

/** Names of the scripts that a call runs. */
function namesOf(
  program: string,
  [verb = '', ...more]: readonly string[],
  known: readonly string[],
): readonly string[] {
  // Its own runner, whatever scripts there are.
  if (program === 'npx' || (program === 'bun' && verb === 'test')) return []
  if (program.startsWith('run-') || program === 'npm-run-all')
    return [verb, ...more].flatMap((pattern) => known.filter((name) => matches(pattern, name)))
  if (runs.has(verb)) return program === 'turbo' ? more : more.slice(0, 1)
  if (tests.has(verb)) return ['test']
  if (installs.has(verb) || (verb === '' && program === 'yarn'))
    return /^(?:it|cit|sit|.*-test)$/.test(verb) ? [...installScripts, 'test'] : installScripts
  return [verb]
}

/** `lint:*` stands for all scripts that begin so. */
function matches(pattern: string, name: string): boolean {
  const star = pattern.indexOf('*')
  return star < 0 ? pattern === name : name.startsWith(pattern.slice(0, star))
}

/** The nearest `package.json` upwards, as package managers look for it. */
async function manifestFrom(
  search: Search,
  from: string,
): Promise<{ readonly path: string; readonly scripts: Readonly<Record<string, string>> } | null> {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const wanted = inRoot(folder, 'package.json')
    const file = wanted === null ? null : await lookUp(search, wanted)
    if (file !== null && wanted !== null) return { path: wanted, scripts: readManifest(textOf(file))?.scripts ?? {} }
    if (folder === '.') return null
  }
}

/** Most of the workspace file lists packages, which is the product; only which shell runs scripts decides anything here. */
async function addShellSettings(search: Search, wanted: string): Promise<void> {
  const file = await lookUp(search, wanted)
  if (file === null) return
  const lines = textOf(file)
    .split('\n')
    .filter((line) => /shell/i.test(line))
  const name = `${file.path} scriptShell`
  if (lines.length > 0) addPart(search, { name, text: name, path: file.path, content: lines.join('\n') })
}
