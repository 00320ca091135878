import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Projector } from '../../src/engine/projector.ts'
import { clearLeftovers } from '../../src/engine/write-back.ts'
import { newState } from '../../src/run/new-state.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millwright-leftovers-'))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

/** Marks every open box. */
const projector: Projector = {
  path: 'tasks.md',
  project: (bytes) => ({
    is: 'projected',
    bytes: bytes && Buffer.from(Buffer.from(bytes).toString().replaceAll('[ ]', '[X]')),
    shown: [],
    unplaced: [],
    withheld: null,
  }),
}
const clear = (): readonly string[] => clearLeftovers({ root, projectors: [projector] }, newState())
const write = (name: string, text: string): void => {
  writeFileSync(path.join(root, name), text)
}

test('what a write that was cut off left is cleared: before the exchange and after it', () => {
  write('tasks.md', '- [ ] a')
  write('.tasks.md.abcd2345.tmp', '- [X] a')
  linkSync(path.join(root, 'tasks.md'), path.join(root, '.tasks.md.efgh2345.old'))
  expect(clear()).toEqual([])
  expect(readdirSync(root)).toEqual(['tasks.md'])
  write('tasks.md', '- [X] a')
  write('.tasks.md.efgh2345.old', '- [ ] a')
  expect(clear()).toEqual([])
  expect(readdirSync(root)).toEqual(['tasks.md'])
})

test('what somebody wrote into the old file at that moment is kept and said; files of others are left alone', () => {
  write('tasks.md', '- [X] a')
  write('.tasks.md.efgh2345.old', '- [ ] a\n- [ ] b')
  write('.tasks.md.swp', 'an editor')
  expect(clear()).toEqual([expect.stringContaining('.tasks.md.efgh2345.old')])
  expect(readdirSync(root).sort()).toEqual(['.tasks.md.efgh2345.old', '.tasks.md.swp', 'tasks.md'])
  expect(readFileSync(path.join(root, '.tasks.md.efgh2345.old'), 'utf8')).toBe('- [ ] a\n- [ ] b')
})
