/**
 * Sources of the project that a Python environment leads back to: `pip install -e .` writes the path of the person's checkout
 * into it, so that a gate in a workspace would judge that instead of the draft. Found by what installers leave; no program is
 * started.
 */

import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** Longer files are none that an installer wrote for this. */
const longest = 1024 * 1024

/**
 * The folders, relative to the root, that programs of these environments import from.
 *
 * @param root absolute path of the checkout
 * @param active absolute path of the virtual environment that the caller works in, if there is one
 */
export function ownSources(root: string, active: string | undefined): readonly string[] {
  const environments = [path.join(root, '.venv'), path.join(root, 'venv'), ...(active === undefined ? [] : [active])]
  const real = realOf(root)
  if (real === null) return []
  const found = environments
    .flatMap(sitePackages)
    .flatMap((folder) => entriesOf(folder).flatMap((name) => named(folder, name)))
  const below = found.flatMap((it) => {
    const target = realOf(it)
    const relative = target === null ? '..' : path.relative(real, target)
    return relative.split(path.sep)[0] === '..' || path.isAbsolute(relative) ? [] : [relative === '' ? '.' : relative]
  })
  return [...new Set(below)].sort()
}

/** Variables by which Python finds these folders in a workspace before those of the checkout; none where there are none. */
export function sourceVariables(sources: readonly string[], folder: string): Readonly<Record<string, string>> {
  if (sources.length === 0) return {}
  return { PYTHONPATH: sources.map((it) => path.join(folder, it)).join(path.delimiter) }
}

/** `lib/python3.11/site-packages` of an environment; on Windows `Lib/site-packages`. */
function sitePackages(environment: string): readonly string[] {
  const lib = path.join(environment, 'lib')
  const versions = entriesOf(lib).filter((it) => it.startsWith('python'))
  return [...versions.map((it) => path.join(lib, it, 'site-packages')), path.join(environment, 'Lib', 'site-packages')]
}

/** Absolute folders that a file of an installer names. */
function named(folder: string, name: string): readonly string[] {
  const isPath = name.endsWith('.pth') || name.endsWith('.egg-link')
  const isFinder = name.startsWith('__editable__') && name.endsWith('.py')
  if (!isPath && !isFinder) return []
  const text = textOf(path.join(folder, name))
  if (isPath) return text.split('\n').flatMap((line) => (path.isAbsolute(line.trim()) ? [line.trim()] : []))
  // A finder maps the name of a module to its folder or file: `{'calc': '/project/src/calc'}`.
  return [...text.matchAll(/'([\w.]{1,200})': *'([^'\n]{1,4000})'/g)].flatMap(([, module = '', target = '']) =>
    path.isAbsolute(target) ? [path.resolve(target, ...module.split('.').map(() => '..'))] : [],
  )
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file)
    return bytes.length > longest ? '' : bytes.toString('utf8')
  } catch {
    return ''
  }
}

function realOf(file: string): string | null {
  try {
    return realpathSync(file)
  } catch {
    return null
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
