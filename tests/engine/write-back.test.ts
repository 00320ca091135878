/** A mark of one byte is written only where the bytes on either side of it are those that were read. */

import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Projector } from '../../src/engine/projector.ts'
import { projectFiles } from '../../src/engine/write-back.ts'
import { newState } from '../../src/run/new-state.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millwright-write-back-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (projector: Projector) => ({
  root,
  projectors: [projector],
  wrote: () => undefined,
})

test.each([
  ['before it', '> [ ] T001 one\n'],
  ['behind it', '- [ ] X001 one\n'],
])('what a person writes right %s between the look and the mark is read first', async (_, edited) => {
  const file = path.join(root, 'tasks.md')
  writeFileSync(file, '- [ ] T001 one\n')
  const seen: string[] = []
  const projector: Projector = {
    path: 'tasks.md',
    project(bytes) {
      const text = Buffer.from(bytes ?? []).toString()
      seen.push(text)
      if (seen.length === 1) writeFileSync(file, edited)
      const marked = Buffer.from(text.replace('- [ ] T001', '- [X] T001'))
      return { is: 'projected', bytes: marked, shown: [], unplaced: [], withheld: null }
    },
  }
  await projectFiles({ ...open(projector), isHere: () => Promise.resolve(true) }, newState())
  expect(seen).toEqual(['- [ ] T001 one\n', edited])
  expect(readFileSync(file, 'utf8')).toBe(edited)
})

test.each([
  ['before the look', 0],
  ['between the look and the mark', 1],
])('where another branch comes into the checkout %s, its plan gets no mark', async (_, before) => {
  const file = path.join(root, 'tasks.md')
  const [ours, theirs] = ['- [ ] T001 ours\n', '- [ ] T001 theirs\n']
  writeFileSync(file, before === 0 ? theirs : ours)
  let isOurs = before > 0
  const projector: Projector = {
    path: 'tasks.md',
    project(bytes) {
      const text = Buffer.from(bytes ?? []).toString()
      if (isOurs) {
        // The switch happens behind the look: asked a moment before, the checkout was still ours.
        isOurs = false
        writeFileSync(file, theirs)
      }
      return {
        is: 'projected',
        bytes: Buffer.from(text.replace('[ ]', '[X]')),
        shown: [],
        unplaced: [],
        withheld: null,
      }
    },
  }
  const outcome = await projectFiles({ ...open(projector), isHere: () => Promise.resolve(isOurs) }, newState())
  expect(outcome).toEqual({ of: 'project', is: 'elsewhere' })
  expect(readFileSync(file, 'utf8')).toBe(theirs)
})

test('where the switch comes after the last question, the mark finds other bytes and asks again', async () => {
  const file = path.join(root, 'tasks.md')
  const theirs = '# Theirs\n- [ ] T001 theirs\n'
  writeFileSync(file, '- [ ] T001 ours\n')
  const projector: Projector = {
    path: 'tasks.md',
    project: (bytes) => ({
      is: 'projected',
      bytes: Buffer.from(
        Buffer.from(bytes ?? [])
          .toString()
          .replace('[ ]', '[X]'),
      ),
      shown: [],
      unplaced: [],
      withheld: null,
    }),
  }
  const answers = [true, false]
  const isHere = (): Promise<boolean> => {
    writeFileSync(file, theirs)
    return Promise.resolve(answers.shift() ?? false)
  }
  expect(await projectFiles({ ...open(projector), isHere }, newState())).toEqual({ of: 'project', is: 'elsewhere' })
  expect(readFileSync(file, 'utf8')).toBe(theirs)
})

test.each([
  ['before what nobody has read yet', '- [X] T001 one\n', 'projected'],
  ['into what nobody has read yet', '- [ ] T001 one\n- [X] T002 two, and more\n', 'waiting'],
])('a mark that would go %s', async (_, whole, is) => {
  const file = path.join(root, 'tasks.md')
  const read = '- [ ] T001 one\n'
  const tail = '- [ ] T002 two, and more\n'
  writeFileSync(file, read + tail)
  const next = whole.includes('T002') ? whole : whole + tail
  const projector: Projector = {
    path: 'tasks.md',
    project: () => ({ is: 'projected', bytes: Buffer.from(next), shown: [], unplaced: [], withheld: null }),
  }
  const outcome = await projectFiles(
    { ...open(projector), readUpTo: () => Promise.resolve(read.length), isHere: () => Promise.resolve(true) },
    newState(),
  )
  expect(outcome).toMatchObject({ is })
  expect(readFileSync(file, 'utf8')).toBe(is === 'projected' ? next : read + tail)
})

test.each([
  ['to a file of the project', 'mine.md', 'log.md', 'log.md is a link; nothing is written there'],
  ['to nothing', 'gone.md', 'log.md', 'log.md is a link to nothing; nothing is written there'],
  [
    'in place of its folder',
    'notes',
    'folder/log.md',
    'folder, the way to folder/log.md, is a link; nothing is written there',
  ],
])('a link %s is told, neither followed nor replaced', async (_, to, log, reason) => {
  writeFileSync(path.join(root, 'mine.md'), 'mine\n')
  mkdirSync(path.join(root, 'notes'))
  const link = path.join(root, log.split('/')[0] ?? '')
  symlinkSync(to, link)
  const projector: Projector = {
    path: log,
    project: () => ({ is: 'projected', bytes: Buffer.from('ours\n'), shown: [], unplaced: [], withheld: null }),
  }
  const outcome = await projectFiles({ ...open(projector), isHere: () => Promise.resolve(true) }, newState())
  expect(outcome).toMatchObject({ is: 'waiting', failure: { reason } })
  expect([readlinkSync(link), readFileSync(path.join(root, 'mine.md'), 'utf8')]).toEqual([to, 'mine\n'])
})
