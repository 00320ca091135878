import { expect, test } from 'vitest'
import { untoldNames } from '../../src/engine/untold-names.ts'
import type { FileSpec } from '../../src/plan/model.ts'
import type { FileChange, Outcome } from '../../src/run/outcome.ts'
import type { TreeFiles } from '../../src/system/tree-files.ts'

const taken = (changes: readonly FileChange[]): Extract<Outcome, { of: 'snapshot'; is: 'taken' }> => ({
  of: 'snapshot',
  is: 'taken',
  commit: null,
  tree: null,
  changes,
  present: [],
  before: [],
  ticked: [],
  planEdited: false,
  protectedChanges: [],
})
const file = (path: string): FileSpec => ({ path, action: 'create', form: 'path', to: null, note: null })
const secrets = ['s3cret-41-xyz', 'postgres', 'my-cool-app']
const base: TreeFiles = {
  look: (path) => Promise.resolve(path.startsWith('packages') && !path.endsWith('.ts') ? { is: 'folder' } : null),
}

test.each([
  ['new', { path: 'src/s3cret-41-xyz/a.ts', change: 'added', from: null }, [], 'failed'],
  ['renamed', { path: 'src/s3cret-41-xyz.ts', change: 'renamed', from: 'src/a.ts' }, [], 'failed'],
  ['below what is declared', { path: 'src/s3cret-41-xyz.ts', change: 'added', from: null }, ['src'], 'failed'],
  ['there before', { path: 'src/s3cret-41-xyz.ts', change: 'modified', from: null }, [], 'taken'],
  ['gone', { path: 'src/s3cret-41-xyz.ts', change: 'deleted', from: null }, [], 'taken'],
  ['named by the plan', { path: 's3cret-41-xyz.ts', change: 'added', from: null }, ['s3cret-41-xyz.ts'], 'taken'],
  ['in what it names', { path: 's3cret-41-xyz/a.ts', change: 'added', from: null }, ['s3cret-41-xyz'], 'taken'],
  ['what a project may be called', { path: 'src/my-cool-app/a.ts', change: 'added', from: null }, [], 'taken'],
  ['a plain word', { path: 'src/postgres/a.ts', change: 'added', from: null }, [], 'taken'],
  ['in a folder that was there', { path: 'packages/s3cret-41-xyz/new.ts', change: 'added', from: null }, [], 'taken'],
  ['new in such a folder', { path: 'packages/s3cret-41-xyz/s3cret-41-xyz', change: 'added', from: null }, [], 'failed'],
] as const)('a name with a secret that is %s', async (_what, change, declared, is) => {
  const told = await untoldNames(taken([change]), { declared: declared.map(file), base }, secrets)
  expect(told.is).toBe(is)
  if (told.is === 'failed') expect(told.failure.reason).not.toContain('s3cret')
})

test('links and places outside are told without it', async () => {
  const look = {
    ...taken([]),
    links: [{ path: 'a', to: '/x/s3cret-41-xyz' }],
    outside: [{ path: 's3cret-41-xyz.txt', during: [] }],
  }
  expect(await untoldNames(look, { declared: [], base: null }, secrets)).toMatchObject({
    links: [{ path: 'a', to: '/x/***' }],
    outside: [{ path: '***.txt', during: [] }],
  })
})
