/** Whoever gets the bundle gets the licences of the packages in it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A script of the build, which runs as it is.
const script = path.resolve(import.meta.dirname, '../../scripts/licences.mjs')
const { licencesOf } = (await import(script)) as { licencesOf: (root: string, inputs: readonly string[]) => string }

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'millwright-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function give(name: string, file: string | null): string {
  const folder = path.join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3' }))
  if (file !== null) writeFileSync(path.join(folder, file), `Words of ${name}.\n`)
  return `node_modules/${name}/lib/index.js`
}

test('each package is named once with its version and the words of its licence, our own files are not', () => {
  const one = give('one', 'LICENSE')
  const two = give('@scope/two', 'licence.md')
  const [first, second, ...more] = licencesOf(root, [two, 'src/cli/main.ts', one, one]).split(/\n-{80}\n\n/)
  expect([first, second, more]).toEqual([
    '@scope/two 1.2.3\n\nWords of @scope/two.\n',
    'one 1.2.3\n\nWords of one.\n',
    [],
  ])
})

test('a package without one is not bundled', () => {
  const none = give('none', null)
  expect(() => licencesOf(root, [none])).toThrow('none has no licence')
})
