/** A mark of one byte is written only where the bytes on either side of it are those that were read. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test.each([
  ['before it', '> [ ] T001 one\n'],
  ['behind it', '- [ ] X001 one\n'],
])('what a person writes right %s between the look and the mark is read first', (_, edited) => {
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
  projectFiles({ root, projectors: [projector], isRead: () => true, wrote: () => undefined }, newState())
  expect(seen).toEqual(['- [ ] T001 one\n', edited])
  expect(readFileSync(file, 'utf8')).toBe(edited)
})
