/** What a package manager would run: the scripts of the `package.json` in force, or another program. */

import path from 'node:path'
import { addPart, inRoot, lookUp, textOf, type Search } from './defining-search.ts'
import { readManifest } from './ecosystems/node.ts'

export const packagePrograms: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'run-s',
  'run-p',
  'npm-run-all',
])

/** A line that is run in a folder. */
export interface Line {
  readonly line: string
  readonly folder: string
}

const installs: ReadonlySet<string> = new Set(['ci', 'install', 'i', 'add', 'clean-install'])
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'] as const
const runs: ReadonlySet<string> = new Set(['run', 'run-script', 'rum', 'urn'])
const tests: ReadonlySet<string> = new Set(['t', 'tst'])
/** Options with a folder behind them. */
const places: ReadonlySet<string> = new Set(['--prefix', '-C', '--dir', '--cwd', '-w', '--workspace', '--filter', '-F'])

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
  const call = readCall(words, from)
  const manifest = await manifestFrom(search, call.folder)
  if (manifest === null) return []
  if (program === 'pnpm') await addShellSettings(search, 'pnpm-workspace.yaml')
  return namesOf(program, call.rest, Object.keys(manifest.scripts)).flatMap((name) =>
    [`pre${name}`, name, `post${name}`].flatMap((it): Line[] => {
      const line = Object.hasOwn(manifest.scripts, it) ? manifest.scripts[it] : undefined
      if (line === undefined) return []
      const part = `${manifest.path} scripts.${it}`
      addPart(search, { name: part, text: `${part}: ${line}`, path: manifest.path, content: line })
      return [{ line, folder: path.posix.dirname(manifest.path) }]
    }),
  )
}

function readCall(
  words: readonly string[],
  from: string,
): { readonly folder: string; readonly rest: readonly string[] } {
  let folder = from
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [option = '', value] = word.split('=')
    if (word === '--') break
    if (places.has(option)) {
      const place = value ?? words[(at += 1)] ?? ''
      folder = inRoot(from, place) ?? folder
    } else if (!word.startsWith('-')) rest.push(word)
  }
  return { folder, rest }
}

/** Names of the scripts that a call runs. */
function namesOf(
  program: string,
  [verb = '', ...more]: readonly string[],
  known: readonly string[],
): readonly string[] {
  if (program === 'npx') return []
  if (program.startsWith('run-') || program === 'npm-run-all')
    return [verb, ...more].flatMap((pattern) => known.filter((name) => matches(pattern, name)))
  if (runs.has(verb)) return more.slice(0, 1)
  if (tests.has(verb)) return ['test']
  if (installs.has(verb) || (verb === '' && program === 'yarn')) return [...installScripts]
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
