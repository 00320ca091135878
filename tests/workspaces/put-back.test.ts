/** A workspace is put back to what is asked for, also where nothing in it was touched since it was last filled. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
let folder: string
let base: string
let draft: string
beforeEach(async () => {
  repository = plannedRepository()
  workspaces = await repository.open()
  await workspaces.begin()
  ;({ folder, base } = await prepared(workspaces, 'T001'))
  writeFileSync(path.join(folder, 'src/b.txt'), 'drafted\n')
  draft = (await taken(workspaces, snapshot('T001', base))).commit!
})
afterEach(() => repository.end())

const held = (): string => readFileSync(path.join(folder, 'src/b.txt'), 'utf8')

test('a workspace whose draft was taken is put to another commit when that is asked for, and to the draft again', async () => {
  expect(await workspaces.restore('T001', base, { keep: false })).toMatchObject({ is: 'restored' })
  expect(held()).toBe('b1\n')
  expect(await workspaces.restore('T001', draft, { keep: false })).toMatchObject({ is: 'restored' })
  expect(held()).toBe('drafted\n')
})

test('a plan that an agent wrote is put back before anybody looks at the draft', async () => {
  const plan = path.join(folder, 'specs/tasks.md')
  const before = readFileSync(plan, 'utf8')
  writeFileSync(plan, before.replace('[ ] T002', '[X] T002'))
  const again = await taken(workspaces, snapshot('T001', base))
  expect(await workspaces.restore('T001', again.commit ?? draft, { keep: false })).toMatchObject({ is: 'restored' })
  expect(readFileSync(plan, 'utf8')).toBe(before)
  expect(held()).toBe('drafted\n')
})

test.each<[string, () => void]>([
  ['changed', () => writeFileSync(path.join(folder, 'src/b.txt'), 'by the gate\n')],
  ['emptied', () => writeFileSync(path.join(folder, 'src/b.txt'), '')],
])('a file that a gate %s is as in the draft for the next gate', async (_what, spoil) => {
  const guard = await workspaces.guard('T001', draft)
  spoil()
  expect(await guard.tidy()).toMatchObject({ edited: ['src/b.txt'], isPutBack: true })
  expect(held()).toBe('drafted\n')
})

test('a file that a gate adds is gone for the next gate, and one that is ignored stays and is told', async () => {
  const guard = await workspaces.guard('T001', draft)
  writeFileSync(path.join(folder, 'src/added.txt'), 'by the gate\n')
  writeFileSync(path.join(folder, 'cache.log'), 'by the gate\n')
  expect(await guard.tidy()).toEqual({ edited: [], isPutBack: true, left: true })
  expect([existsSync(path.join(folder, 'src/added.txt')), existsSync(path.join(folder, 'cache.log'))]).toEqual([
    false,
    true,
  ])
})

test.each<[string, readonly (() => void)[]]>([
  ['one gate', [() => spill()]],
  ['the second of two gates', [() => undefined, () => spill()]],
  ['the first of two gates', [() => spill(), () => undefined]],
])('what %s leaves in ignored paths is not there for the next task', async (_which, gates) => {
  for (const work of gates) {
    const guard = await workspaces.guard('T001', draft)
    work()
    await guard.tidy()
  }
  await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
  const next = await prepared(workspaces, 'T002')
  expect(next.folder).toBe(folder)
  expect(existsSync(path.join(folder, 'cache.log'))).toBe(false)
})

function spill(): void {
  writeFileSync(path.join(folder, 'cache.log'), 'by the gate\n')
}

test('what lies in ignored paths beside a draft is gone before it is judged', async () => {
  writeFileSync(path.join(folder, 'cache.log'), 'by the agent\n')
  const again = await taken(workspaces, snapshot('T001', base))
  await workspaces.restore('T001', again.commit ?? draft, { keep: false, isJudged: true })
  expect(existsSync(path.join(folder, 'cache.log'))).toBe(false)
})
