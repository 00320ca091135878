/** Where files of ours lie that a person has made links of. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { behindLink, throughLinks } from '../../src/calls/plan/behind-link.ts'
import { learningsFolders } from '../../src/calls/plan/learnings-file.ts'
import type { Projector } from '../../src/engine/projector.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millwright-behind-link-'))
  for (const it of ['notes', 'filing', '.git']) mkdirSync(path.join(root, it))
  for (const it of ['notes/n.md', 'spec_t.md', '.git/config', 'millwright.toml']) writeFileSync(path.join(root, it), '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ['a file of the project', 'notes/n.md', 'notepad_t.md', 'notes/n.md'],
  ['a folder of it', 'filing', '_filing/l.md', 'filing/l.md'],
  ['a file outside', os.devNull, 'notepad_t.md', 'notepad_t.md'],
  ['a folder outside', os.tmpdir(), '_filing/l.md', '_filing/l.md'],
  ['nothing', 'gone.md', 'notepad_t.md', 'notepad_t.md'],
  ['a folder in place of a file', 'notes', 'notepad_t.md', 'notepad_t.md'],
  ['the plan', 'spec_t.md', 'notepad_t.md', 'notepad_t.md'],
  ['what is git’s', '.git/config', 'notepad_t.md', 'notepad_t.md'],
  ['the configuration', 'millwright.toml', 'notepad_t.md', 'notepad_t.md'],
])('a link to %s', (_, to, file, lies) => {
  symlinkSync(to, path.join(root, file.split('/')[0] ?? ''))
  expect(behindLink(root, file, ['spec_t.md'])).toBe(lies)
})

test('lessons are those of the folder beside the plan, and of the one that it is a link to', () => {
  expect(learningsFolders({ root, planRelative: 'spec_t.md' })).toEqual(['_filing'])
  symlinkSync('filing', path.join(root, '_filing'))
  expect(learningsFolders({ root, planRelative: 'spec_t.md' })).toEqual(['_filing', 'filing'])
})

test('of two links to one file the first is followed, and what a file is called is known', () => {
  for (const it of ['a.md', 'b.md']) symlinkSync('notes/n.md', path.join(root, it))
  const project: Projector['project'] = (bytes) => ({ is: 'projected', bytes, shown: [], unplaced: [], withheld: null })
  const projectors = ['a.md', 'b.md', 'c.md'].map((it) => ({ path: it, project }))
  const found = throughLinks(root, projectors, []).map((it) => [it.path, it.named])
  expect(found).toEqual([
    ['notes/n.md', 'a.md'],
    ['b.md', undefined],
    ['c.md', undefined],
  ])
})
