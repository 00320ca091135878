/** Which changes below what a set-up has made are seen, and which are those of caches. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtMade } from '../../src/workspaces/setup-look.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'mw-look-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const put = (file: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), 'x')
}

test.each([
  ['out/a.js', true],
  ['out/.bin/tool', true],
  ['out/.hidden/a.js', false],
  ['out/.cache/a.js', false],
  ['out/deep/.hidden/a.js', false],
  ['.venv/lib/a.py', true],
  ['.venv/lib/.hidden/a.py', false],
  ['.venv/__pycache__/a.pyc', false],
  // In a submodule a name with a dot says no such thing.
  ['sub/.hidden/a.js', true],
  ['sub/deep/.hidden/a.js', true],
  ['sub/deep/.cache/a.js', false],
])('%s: seen %s', (file, isSeen) => {
  const of = { paths: ['out', '.venv', 'sub'], links: { sub: 'commit' } }
  for (const it of ['out', '.venv', 'sub'])
    for (const name of ['a.txt', '.hidden/b', 'deep/.hidden/b']) put(`${it}/${name}`)
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
  const before = lookAtMade(root, of, [])
  put(file)
  expect(lookAtMade(root, of, []) !== before).toBe(isSeen)
})
