/** A look at a slot serves the next step only while it is fresh, and only once. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recentLooks } from '../../src/workspaces/recent-looks.ts'
import type { Slot } from '../../src/workspaces/slot-folder.ts'

let dir: string
let slot: Slot
let at = 1_700_000_000_000
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-looks-'))
  slot = {
    dir,
    files: path.join(dir, 'project'),
    index: path.join(dir, 'index'),
    agentGit: path.join(dir, 'agent.git'),
  }
  writeFileSync(slot.index, 'one')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('what was seen is given once', () => {
  const looks = recentLooks<string>(() => at)
  looks.note(slot, 'seen')
  expect([looks.take(slot), looks.take(slot)]).toEqual(['seen', null])
})

test.each<[string, () => void]>([
  ['a second has gone by', () => (at += 1_000)],
  ['the clock has gone back', () => (at -= 1)],
  ['the index is another one', () => writeFileSync(slot.index, 'another one')],
  ['the index is gone', () => rmSync(slot.index)],
])('it is looked at again where %s', (_what, change) => {
  const looks = recentLooks<string>(() => at)
  looks.note(slot, 'seen')
  change()
  expect(looks.take(slot)).toBeNull()
})

test('of another slot nothing was seen', () => {
  const looks = recentLooks<string>(() => at)
  looks.note(slot, 'seen')
  expect(looks.take({ ...slot, dir: path.join(dir, 'other') })).toBeNull()
})
