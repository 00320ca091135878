/** Commands that only read a plan start without what they have no use for: a part of Node that takes a while to load. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProgram } from '../rig/built-program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-light-'))
  const task = '- [ ] T001 One\n  files: one.txt (CREATE)\n'
  writeFileSync(path.join(folder, 'tasks.md'), `## Phase 06: Implementation\n\n${task}`)
  // Node's own parts, as it has loaded them; what a plan is hashed with is one of them.
  writeFileSync(
    path.join(folder, 'spy.cjs'),
    `process.on('exit', () => require('node:fs').writeFileSync('loaded.json', JSON.stringify(process.moduleLoadList)))`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function loadedBy(...words: readonly string[]): readonly string[] {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const { status } = spawnSync(process.execPath, ['-r', './spy.cjs', builtProgram(), ...words], { cwd: folder, env })
  expect(status).toBe(0)
  return JSON.parse(readFileSync(path.join(folder, 'loaded.json'), 'utf8')) as string[]
}

test.each([['check', 'tasks.md'], ['graph', 'tasks.md'], ['--version']])(
  '%s loads nothing that hashes or encrypts',
  (...words) => {
    const loaded = loadedBy(...words)
    expect(loaded.length).toBeGreaterThan(50)
    expect(loaded.filter((it) => /crypto/i.test(it))).toEqual([])
  },
)

test('what does is seen', () => {
  expect(loadedBy('init').filter((it) => /NativeModule crypto$/.test(it))).toHaveLength(1)
})
