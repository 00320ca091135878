/** Whether what a manifest makes a package of is there: a manifest alone installs nothing. */

import path from 'node:path'
import { saysSomething } from './filled.ts'
import type { ProjectTree } from './project-tree.ts'

/** What is of tests, documents and others is nothing that is installed. */
const aside = /(?:^|\/)(?:tests?|__tests__|testdata|fixtures|examples?|samples?|docs?|vendor|third_party)\//i
/** Files by which a project is built, and tests beside what they test. */
const noSource = /(?:^|\/)(?:setup|conftest|noxfile|Package|build)\.[a-z]+$|_test\.go$|(?:^|\/)test_[^/]*\.py$/

/** @param manifest path of a file; what lies in its folder or below is its own */
function below(tree: ProjectTree, manifest: string, isWanted: (file: string) => boolean): boolean {
  const folder = path.posix.dirname(manifest)
  const start = folder === '.' ? '' : `${folder}/`
  return tree.files.some((it) => {
    if (!it.startsWith(start) || aside.test(it.slice(start.length))) return false
    return isWanted(it) && saysSomething(tree, it)
  })
}

/** Whether a file with one of these endings lies in the folder of a manifest or below it, and holds something. */
export function hasSource(tree: ProjectTree, manifest: string, endings: RegExp): boolean {
  return below(tree, manifest, (it) => endings.test(it) && !noSource.test(it))
}

/** Endings of what modules of Python are made of: also of those in C and Rust. */
export const pythonSource = /\.(?:py|pyx|pyd|so|c|cc|cpp|rs)$/

/** Names of modules as programs of a Python package name them: `tides = "tides.cli:main"`. More are no list that somebody wrote. */
export function modulesNamed(text: string): readonly string[] {
  const found = [
    ...text.matchAll(/[=:]\s{0,8}["']?([A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){0,8})\s{0,8}:\s{0,8}[A-Za-z_]\w/g),
  ]
  return [...new Set(found.map(([, name = '']) => name))].slice(0, 50)
}

/** Whether a module lies in the folder of a manifest or below it, in whichever folder for sources (`src/`, `lib/`). */
export function hasModule(tree: ProjectTree, manifest: string, module: string): boolean {
  const file = module.replaceAll('.', '/')
  const ends = ['.py', '.pyx', '/__init__.py'].map((it) => `${file}${it}`)
  return below(tree, manifest, (it) => ends.some((end) => it === end || it.endsWith(`/${end}`)) || isBinary(it, file))
}

/** `tides/_core.cpython-312-x86_64-linux-gnu.so` */
function isBinary(path: string, module: string): boolean {
  const at = /\.(?:so|pyd)$/.test(path) ? path.lastIndexOf(`${module}.`) : -1
  return at === 0 || (at > 0 && path[at - 1] === '/')
}
