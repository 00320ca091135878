/** Where the collection of real plans lies, if it lies beside the checkout. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
const beside = path.join(root, '..', 'shared', 'corpus')

/** The folder of real plans, or null where there is none: tests that want it are skipped, and this file says so. */
export const corpus: string | null = existsSync(beside) ? beside : null

if (corpus === null) console.log('skipped: the collection of real plans does not lie beside this checkout')

/** All files below a folder of the collection whose path matches, as `{name, bytes}`, sorted by name. */
export function corpusFiles(folder: string, wanted: (name: string) => boolean): { name: string; bytes: Uint8Array }[] {
  if (corpus === null) return []
  const base = path.join(corpus, folder)
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(base, file).split(path.sep).join('/') }))
    .filter(({ name }) => wanted(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ file, name }) => ({ name, bytes: new Uint8Array(readFileSync(file)) }))
}
