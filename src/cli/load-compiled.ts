/**
 * Loads files of the bundle with what V8 compiled of them when they were built: to compile them anew takes longer than to
 * read and check a small plan. Node does this by itself only from version 22 on (`module.enableCompileCache`).
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Script } from 'node:vm'

interface Loaded {
  exports: unknown
}

type Require = (name: string) => unknown

/** What a file of the bundle is wrapped in, as Node itself does it. */
type Body = (exports: unknown, require: Require, module: Loaded, file: string, folder: string) => void

const loaded = new Map<string, Loaded>()
const outside = createRequire(import.meta.filename)

/**
 * Loads a CommonJS file and what it requires, each once.
 * @param file absolute path in the bundle: what lies beside it is trusted as it is
 * @returns what it exports
 */
export function loadCompiled(file: string): unknown {
  const before = loaded.get(file)
  if (before !== undefined) return before.exports
  const module: Loaded = { exports: {} }
  loaded.set(file, module)
  const folder = path.dirname(file)
  const require: Require = (name) => (name.startsWith('.') ? loadCompiled(path.join(folder, name)) : outside(name))
  const body = compile(file).runInThisContext() as Body
  body(module.exports, require, module, file, folder)
  return module.exports
}

/** V8 looks by itself whether it was the same V8 with the same flags that compiled; if not, it compiles the text. */
function compile(file: string): Script {
  const text = readFileSync(file, 'utf8')
  const cachedData = compiledOf(file)
  return new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  })
}

/** What another processor or another Node compiled is not even looked at. */
function compiledOf(file: string): Buffer | null {
  try {
    return readFileSync(`${file}.${process.version}-${process.platform}-${process.arch}`)
  } catch {
    // Another Node than the one that built it: it starts later, and that is all.
    return null
  }
}
