/** What is looked at in the person's checkout: changes that git does not tell of its own accord. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => {
  vi.unstubAllEnvs()
  return repository.end()
})

/** Opens the run, and looks for the first time. */
async function open(): Promise<void> {
  workspaces = await repository.open()
  await workspaces.begin()
  await workspaces.outside!()
}

/** Files of the checkout that are told. */
async function told(): Promise<readonly string[]> {
  const seen = [...(await workspaces.outside!())]
  return seen.flatMap(([name, { is }]) => (is === undefined && !name.startsWith('.git/') ? [name] : []))
}

describe('with a list for a sparse checkout, a file that is hidden (skip-worktree) and deleted', () => {
  beforeEach(() => {
    repository.write('.git/info/sparse-checkout', '/*\n')
    repository.git('config', 'extensions.worktreeConfig', 'true')
  })

  async function hideAndDelete(): Promise<void> {
    await open()
    repository.git('update-index', '--skip-worktree', 'src/b.txt')
    rmSync(path.join(repository.root, 'src/b.txt'))
  }

  test.each([' = true # as set', ' = yes', ' = 1', ' = on', ''])(
    'is left out by it: sparseCheckout%s',
    async (value) => {
      repository.write('.git/config.worktree', `[core]\n\tsparseCheckout${value}\n`)
      await hideAndDelete()
      expect(await told()).toEqual([])
    },
  )

  test('is left out by it where the person has all their checkouts sparse', async () => {
    const file = path.join(repository.top, 'of-person')
    writeFileSync(file, '[core]\n\tsparseCheckout = true\n')
    vi.stubEnv('GIT_CONFIG_GLOBAL', file)
    await hideAndDelete()
    expect(await told()).toEqual([])
  })

  test('is told where this checkout is sparse no more, whatever is set for all of them', async () => {
    repository.git('config', '--local', 'core.sparseCheckout', 'true')
    repository.git('config', '--worktree', 'core.sparseCheckout', 'false')
    await hideAndDelete()
    expect(await told()).toEqual(['src/b.txt'])
  })
})

test.skipIf(process.platform === 'win32')(
  'a pipe in the place of .gitattributes hides nothing that git knows, also where only bytes tell what changed',
  async () => {
    symlinkSync('a.txt', path.join(repository.root, 'src/link'))
    const commit = repository.commit('link')
    // What has no bytes here to be compared: a submodule, and a file that a sparse checkout leaves out.
    mkdirSync(path.join(repository.root, 'module'))
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},module`)
    repository.git('update-index', '--skip-worktree', 'src/a.txt')
    rmSync(path.join(repository.root, 'src/a.txt'))
    await open()
    execFileSync('mkfifo', [path.join(repository.root, '.gitattributes')])
    repository.write('src/b.txt', 'B1\n')
    rmSync(path.join(repository.root, '.gitignore'))
    expect([...(await told())].sort()).toEqual(['.gitattributes', '.gitignore', 'src/b.txt'])
  },
)
