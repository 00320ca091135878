/**
 * Sources of the project that a Python environment leads back to: `pip install -e .` writes the path of the person's checkout
 * into it, so that a gate in a workspace would judge that instead of the draft. Found by what installers leave; no program is
 * started. An environment of the checkout that workspaces have as a folder of their own leads there by itself.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../system/environment.ts'
import { textOfFile } from '../system/files.ts'
import { expandHome } from '../system/home.ts'
import { isInside, namesIn, realPathOf } from '../system/look-at-path.ts'
import { isEnvironment } from './python-environment.ts'

/** Longer files are none that an installer wrote for this. */
const longest = 1024 * 1024

/** What runs in a workspace, as far as it may name a Python. */
export interface Caller {
  /** Name of the gate. */
  readonly name: string
  readonly argv: readonly string[]
  /** Where it runs, relative to the root. */
  readonly cwd: string
  /** Files that say what it runs, relative to the root. */
  readonly files: readonly string[]
}

export interface OwnSources {
  /** Folders relative to the root. */
  readonly all: readonly string[]
  /** By the name of a gate those that come first for it: two environments may each have a module of the same name. */
  readonly first: ReadonlyMap<string, readonly string[]>
}

/**
 * The folders, relative to the root, that programs of any Python in reach import from: of virtual environments in the project,
 * of the active one, of those that the search path names, what the person has installed for themselves, what workspaces are
 * given, and what gates name. What is shared and called by its place in the workspace needs no such folder.
 *
 * @param root absolute path of the checkout
 * @param environment where `PATH`, `HOME` and the active environment are looked up
 * @param reach.shared paths that workspaces share with the checkout, relative to it
 * @param reach.copied those that they get as copies
 */
export function ownSources(
  root: string,
  environment: Environment,
  reach: {
    readonly shared: readonly string[]
    readonly copied: readonly string[]
    readonly callers: readonly Caller[]
  },
): OwnSources {
  const real = realPathOf(root)
  if (real === null) return { all: [], first: new Map() }
  const known = new Map<string, readonly string[]>()
  const of = (prefix: string): readonly string[] => {
    const found = known.get(prefix) ?? sourcesOf(prefix, real)
    known.set(prefix, found)
    return found
  }
  const remade = new Set(
    [...new Set([root, real])].flatMap((at) => reach.shared.map((it) => path.join(at, it)).filter(isEnvironment)),
  )
  const named = reach.callers.map((it) => ({
    name: it.name,
    cwd: it.cwd,
    sources: prefixesOf(it, { root, environment, remade }).flatMap(of),
  }))
  const given = [...reach.shared, ...reach.copied].flatMap((it) => environmentsAt(path.join(root, it)))
  const everywhere = [...given.filter((it) => !remade.has(it)), ...prefixes(root, environment, remade)]
  const all = [...new Set([...everywhere.flatMap(of), ...named.flatMap((it) => it.sources)])].sort()
  const first = named.map(({ name, cwd, sources }) => {
    const near =
      path.normalize(cwd) === '.' ? [] : all.filter((it) => isInside(path.join(root, cwd), path.join(root, it)))
    return [name, [...new Set([...sources, ...near])]] as const
  })
  return { all, first: new Map(first) }
}

/**
 * Installations in reach, and those that a call names, that lead a Python into a folder or were installed from there: nobody
 * else's program may find what lies there. What is installed in the folder itself is its own.
 *
 * @param folder absolute path
 * @param of.root absolute path of the checkout
 * @param of.argv of the call
 */
export function installationsInto(
  folder: string,
  environment: Environment,
  { root, argv }: { readonly root: string; readonly argv: readonly string[] },
): readonly string[] {
  const real = realPathOf(folder)
  if (real === null) return []
  const remade = new Set<string>()
  const caller = { name: '', argv, cwd: '.', files: argv }
  const reach = [...prefixes(root, environment, remade), ...prefixesOf(caller, { root, environment, remade })]
  const isOwn = (prefix: string): boolean => isInside(real, realPathOf(prefix) ?? prefix)
  return [...new Set(reach)].filter(
    (it) => !isOwn(it) && (sourcesOf(it, real).length > 0 || isInstalledFrom(it, [folder, real])),
  )
}

/** Whether a package was installed from below one of these folders, however: PEP 610 has installers note it. */
function isInstalledFrom(prefix: string, folders: readonly string[]): boolean {
  const notes = sitePackages(prefix).flatMap((folder) =>
    namesIn(folder).flatMap((name) =>
      name.endsWith('.dist-info') ? (textOfFile(path.join(folder, name, 'direct_url.json'), longest) ?? []) : [],
    ),
  )
  const starts = folders.map((it) => pathToFileURL(`${it}/`).href)
  return notes.some((text) => starts.some((it) => text.includes(`"${it}`)))
}

/** What an installation imports from below the checkout. */
function sourcesOf(prefix: string, real: string): readonly string[] {
  return sitePackages(prefix)
    .flatMap((folder) => namesIn(folder).flatMap((name) => named(folder, name)))
    .flatMap((it) => {
      const target = realPathOf(it)
      return target !== null && isInside(real, target) ? [path.relative(real, target) || '.'] : []
    })
}

/** Environments at a path or right below it, as `.tox` holds them. */
function environmentsAt(folder: string): readonly string[] {
  const marks = ['pyvenv.cfg', 'conda-meta']
  const all = [folder, ...namesIn(folder).map((name) => path.join(folder, name))]
  return all.filter((it) => marks.some((mark) => existsSync(path.join(it, mark))))
}

/** Folders in which a Python is installed, each with its `lib`. */
function prefixes(root: string, environment: Environment, remade: ReadonlySet<string>): readonly string[] {
  const active = [environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']].flatMap((it) => it ?? [])
  const onPath = ['python3', 'python'].flatMap((it) => prefixesOnPath(it, environment, remade))
  const home = environment['HOME']
  const own = home === undefined ? [] : [path.join(home, '.local')]
  const pyenv = environment['PYENV_ROOT'] ?? (home === undefined ? null : path.join(home, '.pyenv'))
  const versions = pyenv === null ? null : path.join(pyenv, 'versions')
  const others = versions === null ? [] : namesIn(versions).map((it) => path.join(versions, it))
  const inReach = [...environmentsAt(root), ...active].filter((it) => !remade.has(path.resolve(it)))
  return [...new Set([...inReach, ...onPath, ...own, ...others, ...condas(home)])]
}

/** Conda writes down where it has made environments. */
function condas(home: string | undefined): readonly string[] {
  const text = home === undefined ? null : textOfFile(path.join(home, '.conda', 'environments.txt'), longest)
  return (text ?? '').split('\n').flatMap((line) => (path.isAbsolute(line.trim()) ? [line.trim()] : []))
}

/** Installations that a call names: by the words of its command, and by paths in the files that say what it runs. */
function prefixesOf(
  { argv, cwd, files }: Caller,
  {
    root,
    environment,
    remade,
  }: { readonly root: string; readonly environment: Environment; readonly remade: ReadonlySet<string> },
): readonly string[] {
  const words = argv.flatMap((word) => [word, ...word.split('=').slice(1)])
  const plain = words.filter((it) => /^[\w.+-]+$/.test(it)).flatMap((it) => prefixesOnPath(it, environment, remade))
  const [fixed, below] = [true, false].map((is) =>
    words.filter((it) => it.includes('/') && path.isAbsolute(it) === is).map((it) => path.resolve(root, cwd, it)),
  )
  const written = files
    .flatMap((it) => (textOfFile(path.join(root, it), longest) ?? '').split(/[\s'"`;:=()<>|&,[\]]+/))
    .filter((it) => it.includes('/bin/'))
    .map((it) => expandHome(it, environment['HOME']))
    .filter((it) => path.isAbsolute(it))
  const called = (below ?? []).flatMap((it) => prefixesOfProgram(it, remade))
  // Who names the checkout gets that.
  const led = [...(fixed ?? []), ...written].flatMap((it) => prefixesOfProgram(it))
  return [...new Set([...plain, ...called, ...led])]
}

function prefixesOnPath(name: string, environment: Environment, remade: ReadonlySet<string>): readonly string[] {
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((it) => path.isAbsolute(it))
  return folders.map((folder) => path.join(folder, name)).flatMap((it) => prefixesOfProgram(it, remade))
}

/**
 * A program lies in `bin` of its installation; the Python of an environment is a link to that of another one.
 *
 * @param remade environments that are others in a workspace, where the program is called by its place there
 */
function prefixesOfProgram(program: string, remade: ReadonlySet<string> = new Set()): readonly string[] {
  const real = realPathOf(program)
  if (real === null) return []
  const [own, behind] = [program, real].map((it) => path.dirname(path.dirname(it))) as [string, string]
  if (!remade.has(own)) return [own, behind]
  return remade.has(behind) ? [] : [behind]
}

/**
 * Variables by which Python finds these folders in a workspace before those of the checkout; none where there are none.
 *
 * @param gate whose own come first
 */
export function sourceVariables(
  { all, first }: OwnSources,
  folder: string,
  gate: string | null = null,
): Readonly<Record<string, string>> {
  if (all.length === 0) return {}
  const ordered = new Set([...(gate === null ? [] : (first.get(gate) ?? [])), ...all])
  return { PYTHONPATH: [...ordered].map((it) => path.join(folder, it)).join(path.delimiter) }
}

/** `lib/python3.11/site-packages` of an installation, or `dist-packages`; on Windows `Lib/site-packages`. */
function sitePackages(prefix: string): readonly string[] {
  const lib = path.join(prefix, 'lib')
  const versions = namesIn(lib).filter((it) => it.startsWith('python'))
  return [
    ...versions.flatMap((it) => ['site-packages', 'dist-packages'].map((name) => path.join(lib, it, name))),
    path.join(prefix, 'Lib', 'site-packages'),
  ]
}

/** Absolute folders that a file of an installer names. */
function named(folder: string, name: string): readonly string[] {
  const isPath = name.endsWith('.pth') || name.endsWith('.egg-link')
  const isFinder = name.startsWith('__editable__') && name.endsWith('.py')
  if (!isPath && !isFinder) return []
  const text = textOfFile(path.join(folder, name), longest) ?? ''
  if (isPath) return text.split('\n').flatMap((line) => (path.isAbsolute(line.trim()) ? [line.trim()] : []))
  // A finder maps the name of a module to its folder or file: `{'calc': '/project/src/calc'}`.
  return [...text.matchAll(/'([\w.]{1,200})': *'([^'\n]{1,4000})'/g)].flatMap(([, module = '', target = '']) =>
    path.isAbsolute(target) ? [path.resolve(target, ...module.split('.').map(() => '..'))] : [],
  )
}
