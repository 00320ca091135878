/** What checks a project has, found by the files that are there; nothing is executed (REQUIREMENTS D2). */

import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { findEcosystems } from './ecosystems.ts'
import { isSource } from './ecosystems/clang-format.ts'
import type { GateRole, ProjectFiles, TestFile } from './ecosystems/ecosystem.ts'
import { textOfFile } from '../system/files.ts'
import { filesOnDisk } from '../system/tree-files.ts'
import { newSearch } from './defining-search.ts'
import { findProgram } from './find-program.ts'
import type { TestTemplate } from './test-runners.ts'
import { workspacePackages } from './workspace-packages.ts'

export interface DiscoveredGate {
  /** Its role, or role and ecosystem where two ecosystems have the same role. */
  readonly name: string
  readonly role: GateRole
  /** `npm`, `python`, `cmake`: whose files it looks at. */
  readonly ecosystem: string
  readonly argv: readonly string[]
  /** For people: `package.json scripts.test`. */
  readonly origin: string
  /** Name of the program that judges. */
  readonly needs: string
  /** Absolute path of that program, or null: not found on the search path. */
  readonly program: string | null
}

export interface Discovered {
  readonly ecosystems: readonly string[]
  readonly gates: readonly DiscoveredGate[]
  /** How one test is run by itself, one for each ecosystem that says so. */
  readonly tests: readonly TestTemplate[]
  /** For `[workspace]`: the first ecosystem that needs one. */
  readonly setup: readonly string[] | null
  readonly share: readonly string[]
  readonly lockFiles: readonly string[]
}

/** Files that are read at all; a project may have any number of others. */
const readNames = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'noxfile.py',
  'Pipfile',
  'CMakeLists.txt',
  'Cargo.toml',
  'ruff.toml',
  '.ruff.toml',
  '.gitignore',
  'Makefile',
  'makefile',
  'GNUmakefile',
] as const

/** More of them, by a pattern. */
const readPattern = /^(requirements.*\.txt|environment\.ya?ml)$/

/** Folders of a project that may hold its own programs. */
const programFolders = ['.venv/bin', 'venv/bin'] as const

const longestFile = 1024 * 1024

async function readRoot(root: string): Promise<ProjectFiles> {
  const entries = new Set<string>(await readdir(root).catch(() => []))
  for (const folder of programFolders)
    for (const name of await readdir(path.join(root, folder)).catch(() => [])) entries.add(`${folder}/${name}`)
  const texts = new Map<string, string>()
  const names = [...entries].filter((it) => !it.includes('/'))
  for (const name of new Set([...readNames, ...names.filter((it) => readPattern.test(it))])) {
    const text = entries.has(name) ? textOfFile(path.join(root, name), longestFile) : null
    if (text !== null) texts.set(name, text)
  }
  return {
    has: (name) => entries.has(name),
    hasSources: entries.has('.clang-format') && (await findsSource(root)),
    pythonTests: await pythonTests(root),
    names,
    hasEnding: (ending) => [...entries].some((name) => name.endsWith(ending)),
    text: (name) => texts.get(name) ?? null,
  }
}

/** More folders than that are not looked into. */
const mostFolders = 500

/** Texts of the tests in Python, as far as they are looked at to tell who runs them. */
async function pythonTests(root: string): Promise<readonly TestFile[]> {
  const found: TestFile[] = []
  const open = ['tests', 'test']
  let looked = 0
  for (const folder of open) {
    if (++looked > mostFolders) break
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') open.push(name)
      const text = entry.isFile() && name.endsWith('.py') ? textOfFile(path.join(root, name), longestFile) : null
      if (text !== null) found.push({ path: name, text })
    }
  }
  return found
}

/** Looks for a source in C or C++, the upper folders first. */
async function findsSource(root: string): Promise<boolean> {
  const open = [root]
  let looked = 0
  for (const folder of open) {
    if (++looked > mostFolders) return false
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (entry.isFile() && isSource(entry.name)) return true
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        open.push(path.join(folder, entry.name))
  }
  return false
}

/**
 * Looks at a project's root.
 *
 * @param root absolute path
 * @param searchPath `PATH` as written, to tell which programs are there
 */
export async function discover(root: string, searchPath: string | undefined): Promise<Discovered> {
  const found = findEcosystems(await readRoot(root))
  const taken = new Set<string>()
  const gates: DiscoveredGate[] = []
  for (const ecosystem of found)
    for (const { role, argv, origin, program: needs = argv[0] ?? '' } of ecosystem.gates) {
      const name = taken.has(role) ? `${role}-${ecosystem.name}` : role
      taken.add(role)
      gates.push({
        name,
        role,
        ecosystem: ecosystem.name,
        argv,
        origin,
        needs,
        program: await findProgram(needs, searchPath, root),
      })
    }
  return {
    ecosystems: found.map((it) => it.name),
    gates,
    tests: found.flatMap((it) => it.tests ?? []),
    setup: found.find((it) => it.setup !== null)?.setup ?? null,
    share: [...new Set([...found.flatMap((it) => it.share), ...(await installedInPackages(root))])],
    lockFiles: [...new Set(found.flatMap((it) => it.lockFiles))],
  }
}

/** What is installed beside the packages of a workspace, and in its root, whatever that depends on itself. */
async function installedInPackages(root: string): Promise<readonly string[]> {
  const packages = await workspacePackages(newSearch(filesOnDisk(root)), '.')
  if (packages.length === 0) return []
  const real = await realpath(root)
  const found = await Promise.all(
    packages.map(async (folder) => {
      const name = path.posix.join(folder, 'node_modules')
      // A package behind a link is the one that the link leads to.
      const isThere = (await realpath(path.join(root, name)).catch(() => null)) === path.join(real, name)
      return isThere ? [name] : []
    }),
  )
  return found.flat()
}

/** A project below the root, of a kind that the root has not: nothing that is found there looks at it. */
export interface Below {
  /** Relative to the root, with `/`. */
  readonly folder: string
  readonly name: string
  /** What would check it. */
  readonly argv: readonly string[]
  /** Folders of it that workspaces want to share, relative to the root; they need not be there. */
  readonly share: readonly string[]
}

const manifests = /^(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?)$/
/** Folders that hold what others wrote, what is built, or what only shows something. */
const passedOver =
  /^(?:\..*|node_modules|venv|env|vendor|third_party|examples?|samples?|fixtures?|tests?|docs?|dist|build|out|target)$/
const deepestBelow = 3
const mostBelow = 5

/** Looks for projects below a root, the upper folders first. */
async function findBelow(root: string, names: ReadonlySet<string>): Promise<readonly Below[]> {
  const found: Below[] = []
  const open = ['']
  let looked = 0
  for (const folder of open) {
    if (++looked > mostFolders || found.length >= mostBelow) break
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])
    if (folder !== '' && entries.some((it) => it.isFile() && manifests.test(it.name)))
      for (const { name, gates, share } of findEcosystems(await readRoot(path.join(root, folder)))) {
        const gate = gates.find(({ role }) => role === 'unit') ?? gates[0]
        if (gate !== undefined && !names.has(name))
          found.push({ folder, name, argv: gate.argv, share: share.map((it) => `${folder}/${it}`) })
      }
    if (folder.split('/').length >= deepestBelow && folder !== '') continue
    for (const entry of entries)
      if (entry.isDirectory() && !passedOver.test(entry.name))
        open.push(folder === '' ? entry.name : `${folder}/${entry.name}`)
  }
  return found.slice(0, mostBelow)
}

/** One program that is asked for, for `doctor`. */
export interface ProgramFact {
  readonly name: string
  readonly path: string | null
}

export interface Facts {
  readonly discovered: Discovered
  readonly below: readonly Below[]
  readonly programs: readonly ProgramFact[]
  readonly node: string
  readonly platform: string
}

/**
 * Collects what `doctor` shows; the command line puts it into words.
 *
 * @param root the project's root
 * @param searchPath `PATH` as written
 * @param programs names asked for: git, bwrap, the programs of agents
 */
export async function collectFacts(
  root: string,
  searchPath: string | undefined,
  programs: readonly string[],
): Promise<Facts> {
  const [discovered, found] = await Promise.all([
    discover(root, searchPath),
    Promise.all(programs.map(async (name) => ({ name, path: await findProgram(name, searchPath, root) }))),
  ])
  const below = await findBelow(root, new Set(discovered.ecosystems))
  return { discovered, below, programs: found, node: process.version, platform: `${process.platform}-${process.arch}` }
}
