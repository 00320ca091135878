/** What `clean` may not remove: a worktree of which nobody knows that its files are kept. */

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtGit, type GitFacts } from '../../src/workspaces/git/git-facts.ts'
import { unkeptWork } from '../../src/workspaces/leftovers.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
let facts: GitFacts | null
let slot: { readonly folder: string; readonly base: string }
beforeEach(async () => {
  repository = plannedRepository()
  workspaces = await repository.open()
  await workspaces.begin()
  slot = await prepared(workspaces, 'T001')
  facts = await lookAtGit(repository.root)
})
afterEach(() => repository.end())

const found = (of: GitFacts | null = facts): Promise<readonly string[]> => unkeptWork(repository.state, of)
const here = (): string[] => [path.dirname(slot.folder)]

test('one of which no draft was ever taken, though nothing in it was touched', async () => {
  expect(await found()).toEqual(here())
})

test('one that was changed since its draft; with its draft and nothing more it may go', async () => {
  writeFileSync(path.join(slot.folder, 'work.txt'), 'paid')
  await taken(workspaces, snapshot('T001', slot.base))
  expect(await found()).toEqual([])
  writeFileSync(path.join(slot.folder, 'work.txt'), 'paid again')
  expect(await found()).toEqual(here())
})

test('one whose repository is gone; one that is given back may go', async () => {
  await taken(workspaces, snapshot('T001', slot.base))
  expect(await found(null)).toEqual(here())
  await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
  expect(await found(null)).toEqual([])
})

test('what was moved aside, also in a worktree that is given back', async () => {
  const aside = path.join(path.dirname(slot.folder), 'aside')
  await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
  mkdirSync(aside)
  expect(await found()).toEqual([aside])
})
