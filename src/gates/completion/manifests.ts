/** What the files say in which projects describe themselves: read as data, no more of them than is asked for. */

import path from 'node:path'
import type { FindingPlace } from '../../run/completion/finding.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import type { DeploymentKind } from '../../plan/deployment-kind.ts'
import { saysSomething } from './filled.ts'
import { hasModule, hasSource, modulesNamed, pythonSource } from './manifest-sources.ts'
import type { ProjectTree } from './project-tree.ts'

export interface Manifests {
  /** Where programs are declared that an installation gives. */
  readonly bins: readonly FindingPlace[]
  /** What makes the project a package that can be installed. */
  readonly isInstallable: readonly FindingPlace[]
  /** Where it is said how it is built or started, by the kind of thing. */
  readonly recipes: Readonly<Record<DeploymentKind, readonly FindingPlace[]>>
}

type Table = Readonly<Record<string, unknown>>

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function own(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function tableIn(table: Table, key: string): Table {
  const value = own(table, key)
  return isTable(value) ? value : {}
}

function packageOf(text: string | null): Table {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isTable(value) ? value : {}
  } catch {
    return {}
  }
}

/** Manifests of the root and of folders up to two below it, as workspaces and `backend/` have them. */
function named(tree: ProjectTree, name: string): readonly string[] {
  return tree.files
    .filter((it) => (it === name || it.endsWith(`/${name}`)) && it.split('/').length <= 3)
    .filter((it) => !/(?:^|\/)(?:tests?|fixtures|examples?)\//i.test(it))
    .slice(0, 20)
}

/** The line on which a TOML or INI file has this header, or a key of this name; 0 where it has none. */
function lineOf(text: string, pattern: RegExp): number {
  return text.split('\n').findIndex((line) => pattern.test(line.trim())) + 1
}

/** The table of this header, and its line; null where no value stands in it. */
function filledTable(text: string, header: RegExp): { readonly line: number; readonly lines: string } | null {
  const line = lineOf(text, header)
  if (line === 0) return null
  const below = text.split('\n').slice(line)
  const next = below.findIndex((it) => it.trim().startsWith('['))
  const filled = below.slice(0, next < 0 ? below.length : next).filter((it) => /^\s*[^#\s=][^=]*=\s*\S/.test(it))
  return filled.length === 0 ? null : { line, lines: filled.join('\n') }
}

const noPlaces = (): Record<DeploymentKind, FindingPlace[]> => ({
  desktop_app: [],
  web_app: [],
  cli: [],
  library: [],
  api: [],
  mobile: [],
})

interface Collected {
  readonly bins: FindingPlace[]
  readonly isInstallable: FindingPlace[]
  readonly recipes: Record<DeploymentKind, FindingPlace[]>
}

/** `bin`, `main`, `exports` and scripts of a `package.json`. */
function takePackage(file: string, tree: ProjectTree, into: Collected): void {
  const content = packageOf(tree.text(file))
  const folder = path.posix.dirname(file)
  const isThere = (value: unknown): boolean => {
    const safe = typeof value === 'string' ? classifyPath(path.posix.join(folder, value)) : null
    return (
      safe?.kind === 'safe' &&
      [safe.path, `${safe.path}.js`, `${safe.path}/index.js`].some(
        (it) => tree.files.includes(it) && saysSomething(tree, it),
      )
    )
  }
  const place: FindingPlace = { path: file, line: null }
  const bin = own(content, 'bin')
  const bins = typeof bin === 'string' ? [bin] : isTable(bin) ? Object.values(bin) : []
  if (bins.some(isThere)) into.bins.push({ ...place, note: 'bin' })
  else if (bins.length > 0) into.recipes.cli.push({ ...place, note: 'bin names a file that is built' })
  const isNamed = typeof own(content, 'name') === 'string' && own(content, 'private') !== true
  const entry = own(content, 'main') ?? own(content, 'module') ?? firstPath(own(content, 'exports'))
  if (isNamed && (entry === undefined ? isThere('index.js') : isThere(entry))) into.isInstallable.push(place)
  else if (isNamed) into.recipes.library.push({ ...place, note: 'its entry is made by a build' })
  const scripts = tableIn(content, 'scripts')
  if (typeof own(scripts, 'start') === 'string') {
    into.recipes.web_app.push({ ...place, note: 'start' })
    into.recipes.api.push({ ...place, note: 'start' })
  }
  const needs = { ...tableIn(content, 'dependencies'), ...tableIn(content, 'devDependencies') }
  if ('electron-builder' in needs || '@electron-forge/cli' in needs || isTable(own(content, 'build')))
    into.recipes.desktop_app.push(place)
  if ('expo' in needs || 'react-native' in needs) into.recipes.mobile.push(place)
}

/** The first path of an `exports`, however deep its conditions go; those are few. */
function firstPath(value: unknown, depth = 4): unknown {
  if (!isTable(value) || depth === 0) return value
  return firstPath(Object.values(value)[0], depth - 1)
}

/** Manifests of Python, by their headers: `[project.scripts]`, `[project]`, `[tool.poetry]`, `entry_points`; and what these name. */
function takePython(tree: ProjectTree, into: Collected): void {
  const takePrograms = (place: FindingPlace, text: string): void => {
    if (modulesNamed(text).some((it) => hasModule(tree, place.path, it))) into.bins.push(place)
    else into.recipes.cli.push({ ...place, note: 'no module that it names is there' })
  }
  const takeLibrary = (place: FindingPlace): void => takeSource(tree, place, pythonSource, into)
  for (const file of named(tree, 'pyproject.toml')) {
    const text = tree.text(file) ?? ''
    const scripts = filledTable(text, /^\[(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)\]/)
    if (scripts !== null) takePrograms({ path: file, line: scripts.line }, scripts.lines)
    const project = filledTable(text, /^\[(?:project|tool\.poetry)\]/)
    if (project !== null) takeLibrary({ path: file, line: project.line })
  }
  for (const name of ['setup.py', 'setup.cfg'])
    for (const file of named(tree, name)) {
      const text = tree.text(file) ?? ''
      const line = lineOf(text, /^[^#]*\bconsole_scripts\b/)
      if (line > 0)
        takePrograms(
          { path: file, line },
          text
            .split('\n')
            .slice(line - 1)
            .join('\n'),
        )
      const call = lineOf(text, /^[^#]*\bsetup\s*\(/)
      if (name === 'setup.py' && call > 0) takeLibrary({ path: file, line: call })
    }
}

const jvmSource = /\.(?:java|kt|scala|groovy)$/

/** What makes a package of other languages, what has to stand in it, and what its sources end with. */
const others: readonly (readonly [name: string | RegExp, says: RegExp, sources: RegExp])[] = [
  ['go.mod', /^module\s+\S/m, /\.go$/],
  ['pom.xml', /<artifactId>\s*[^<\s]/, jvmSource],
  ['build.gradle', /\S/, jvmSource],
  ['build.gradle.kts', /\S/, jvmSource],
  ['composer.json', /"name"\s*:\s*"[^"]/, /\.php$/],
  ['Package.swift', /\bPackage\s*\(/, /\.(?:swift|m|mm|c|cc|cpp)$/],
  [/^[^/]+\.gemspec$/, /\bGem::Specification\b/, /\.(?:rb|c|rs)$/],
  [/^[^/]+\.podspec$/, /\bPod::Spec\b/, /\.(?:swift|m|mm|h|c|cc|cpp)$/],
  [/^[^/]+\.csproj$/, /<Project\b/, /\.(?:cs|razor|cshtml)$/],
]

/** A package that can be installed; one that nothing is in has to be filled first. */
function takeSource(tree: ProjectTree, place: FindingPlace, sources: RegExp, into: Collected): void {
  if (hasSource(tree, place.path, sources)) into.isInstallable.push(place)
  else into.recipes.library.push({ ...place, note: 'no source of it is there' })
}

/** Reads the manifests of a project; a damaged one says nothing. */
export function manifestsOf(tree: ProjectTree): Manifests {
  const into: Collected = { bins: [], isInstallable: [], recipes: noPlaces() }
  for (const file of named(tree, 'package.json')) takePackage(file, tree, into)
  takePython(tree, into)
  for (const file of named(tree, 'Cargo.toml')) {
    const folder = path.posix.dirname(file)
    const isLibrary = tree.files.includes(path.posix.join(folder, 'src/lib.rs'))
    const line = lineOf(tree.text(file) ?? '', /^\[package\]/)
    if (line > 0 && isLibrary) into.isInstallable.push({ path: file, line })
    if (line > 0 && !isLibrary) into.recipes.cli.push({ path: file, line })
  }
  for (const [name, says, sources] of others)
    for (const file of typeof name === 'string' ? named(tree, name) : tree.files.filter((it) => name.test(it)))
      if (says.test(tree.text(file) ?? '')) takeSource(tree, { path: file, line: null }, sources, into)
  return into
}
