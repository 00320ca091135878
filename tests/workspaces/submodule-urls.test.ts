import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { submoduleUrls } from '../../src/workspaces/git/submodule-urls.ts'
import { plannedRepository, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

/** What is told of a submodule that `.gitmodules` gives an address. */
async function told(url: string, branch: string | null = null): Promise<string | undefined> {
  repository.git('config', '--file', '.gitmodules', 'submodule.a "b".path', 'sub')
  repository.git('config', '--file', '.gitmodules', 'submodule.a "b".url', url)
  const facts = await lookAtGit(repository.root)
  return (await submoduleUrls(facts!, Buffer.from(repository.read('.gitmodules')), branch)).get('a "b"')
}

const key = 'submodule.a "b".url'

test.each([
  ['https://example.org/group/project.git', '../other.git'],
  ['https://example.org/group/project.git/', '../../other'],
  ['git@example.org:group/project.git', '../other'],
  ['git@example.org:project.git', '../other/'],
  ['ssh://git@example.org:22/group/project', './.././other'],
  ['/srv/git/project.git', '../other'],
  ['/srv/git/project.git', './inside'],
  [null, '../other'],
  [null, './inside'],
  ['https://example.org/project.git', 'https://example.com/other.git'],
  ['https://example.org/project.git', '/srv/git/other.git'],
])('with the remote %s, %s is what git makes of it', async (remote, url) => {
  if (remote !== null) repository.git('remote', 'add', 'origin', remote)
  const here = await told(url)
  repository.git('update-index', '--add', '--cacheinfo', `160000,${repository.git('rev-parse', 'HEAD')},sub`)
  repository.git('submodule', 'init')
  expect(here).toBe(repository.git('config', key))
})

test('the remote of the branch is asked first, and what leads out of everything is left out', async () => {
  repository.git('remote', 'add', 'origin', 'https://example.org/a/project')
  repository.git('remote', 'add', 'mine', 'https://example.org/b/project')
  repository.git('config', 'branch.main.remote', 'mine')
  expect(await told('../other', 'refs/heads/main')).toBe('https://example.org/b/other')
  expect(await told('../other', 'refs/heads/side')).toBe('https://example.org/a/other')
  repository.git('remote', 'set-url', 'origin', 'project:a')
  expect(await told('../../other')).toBeUndefined()
})

test.each([
  ['https://example.org/other', 'https://example.com/mirror', 'https://example.com/mirror'],
  ['../other', '../beside', 'TOP/beside'],
  ['../other', 'https://ada:secret@example.org/other', 'https://example.org/other'],
  ['../other', 'https://token@example.org/other', 'https://example.org/other'],
  ['../other', 'ssh://ada:secret@example.org/other', 'ssh://ada@example.org/other'],
  ['../other', 'ada@example.org:other', 'ada@example.org:other'],
  ['https://example.org/other', 'https://ada:secret@example.org/other', undefined],
])('%s of which the person has %s: without a password', async (url, own, is) => {
  repository.git('config', key, own)
  expect(await told(url)).toBe(is?.replace('TOP', repository.top))
})
