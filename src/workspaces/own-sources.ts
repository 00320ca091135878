/**
 * Sources of the project that a Python environment leads back to: `pip install -e .` writes the path of the person's checkout
 * into it, so that a gate in a workspace would judge that instead of the draft. Found by what installers leave; no program is
 * started.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Environment } from '../system/environment.ts'
import { textOfFile } from '../system/files.ts'
import { isInside, namesIn, realPathOf } from '../system/look-at-path.ts'

/** Longer files are none that an installer wrote for this. */
const longest = 1024 * 1024

/**
 * The folders, relative to the root, that programs of any Python in reach import from: of virtual environments in the project,
 * of the active one, of those that the search path names, and what the person has installed for themselves.
 *
 * @param root absolute path of the checkout
 * @param environment where `PATH`, `HOME` and the active environment are looked up
 */
export function ownSources(root: string, environment: Environment): readonly string[] {
  const real = realPathOf(root)
  if (real === null) return []
  const found = prefixes(root, environment)
    .flatMap(sitePackages)
    .flatMap((folder) => namesIn(folder).flatMap((name) => named(folder, name)))
  const below = found.flatMap((it) => {
    const target = realPathOf(it)
    return target !== null && isInside(real, target) ? [path.relative(real, target) || '.'] : []
  })
  return [...new Set(below)].sort()
}

/** Folders in which a Python is installed, each with its `lib`. */
function prefixes(root: string, environment: Environment): readonly string[] {
  const inProject = namesIn(root).filter((name) => existsSync(path.join(root, name, 'pyvenv.cfg')))
  const active = [environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']].flatMap((it) => it ?? [])
  const onPath = (environment['PATH'] ?? '').split(path.delimiter).flatMap((folder) =>
    ['python3', 'python'].flatMap((name) => {
      const program = path.join(folder, name)
      const real = path.isAbsolute(folder) ? realPathOf(program) : null
      return real === null ? [] : [path.dirname(folder), path.dirname(path.dirname(real))]
    }),
  )
  const home = environment['HOME']
  const own = home === undefined ? [] : [path.join(home, '.local')]
  const pyenv = environment['PYENV_ROOT'] ?? (home === undefined ? null : path.join(home, '.pyenv'))
  const versions = pyenv === null ? null : path.join(pyenv, 'versions')
  const others = versions === null ? [] : namesIn(versions).map((it) => path.join(versions, it))
  return [...new Set([...inProject.map((name) => path.join(root, name)), ...active, ...onPath, ...own, ...others])]
}

/** Variables by which Python finds these folders in a workspace before those of the checkout; none where there are none. */
export function sourceVariables(sources: readonly string[], folder: string): Readonly<Record<string, string>> {
  if (sources.length === 0) return {}
  return { PYTHONPATH: sources.map((it) => path.join(folder, it)).join(path.delimiter) }
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
