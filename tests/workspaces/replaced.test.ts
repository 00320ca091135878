/** A workspace in whose place an agent puts something else (RELIABILITY S5, P4): nothing behind it is read or emptied. */

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
let outside: string
beforeEach(() => {
  repository = plannedRepository()
  outside = path.join(repository.top, 'outside')
  // A person's folder with a repository of its own below it.
  mkdirSync(path.join(outside, 'other/.git'), { recursive: true })
  writeFileSync(path.join(outside, 'other/.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(path.join(outside, 'precious.txt'), 'precious')
})
afterEach(() => repository.end())

function expectOutsideWhole(): void {
  expect(readdirSync(outside).sort()).toEqual(['other', 'precious.txt'])
  expect(readFileSync(path.join(outside, 'precious.txt'), 'utf8')).toBe('precious')
  expect(existsSync(path.join(outside, 'other/.git/HEAD'))).toBe(true)
  expect(lstatSync(outside).mode & 0o777).not.toBe(0)
}

/** What an agent does to its workspace, and what is said of it. */
const replacements: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    'a link to a folder of a person',
    (folder) => {
      rmSync(folder, { recursive: true })
      symlinkSync(outside, folder)
    },
    /^its workspace was replaced by a link to .*outside$/,
  ],
  [
    'a link to the folder above, behind which its own files lie on',
    (folder) => {
      renameSync(folder, path.join(outside, 'moved'))
      symlinkSync(path.join(outside, 'moved'), folder)
    },
    /^its workspace was replaced by a link to .*moved$/,
  ],
  [
    'a link to itself',
    (folder) => {
      rmSync(folder, { recursive: true })
      symlinkSync(folder, folder)
    },
    /^its workspace was replaced by a link/,
  ],
  [
    'a file',
    (folder) => {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
    },
    /^its workspace was replaced by a file$/,
  ],
  [
    'a pipe',
    (folder) => {
      rmSync(folder, { recursive: true })
      execFileSync('mkfifo', [folder])
    },
    /^its workspace was replaced by something that is no folder$/,
  ],
  ['nothing', (folder) => rmSync(folder, { recursive: true }), /^its workspace was removed$/],
  [
    'another folder',
    (folder) => {
      renameSync(folder, path.join(repository.top, 'was'))
      mkdirSync(folder)
      writeFileSync(path.join(folder, 'precious.txt'), 'precious')
    },
    /^its workspace was replaced by another folder$/,
  ],
  [
    'a link in the place of the folder around it',
    (folder) => {
      const slot = path.dirname(folder)
      mkdirSync(path.join(outside, 'other', path.basename(folder)))
      rmSync(slot, { recursive: true })
      symlinkSync(path.join(outside, 'other'), slot)
    },
    /^the folder around its workspace was replaced by a link/,
  ],
  [
    'a link in the place of the folder of all workspaces',
    (folder) => {
      const trees = path.dirname(path.dirname(folder))
      rmSync(trees, { recursive: true })
      symlinkSync(outside, trees)
    },
    /^the folder around its workspace was replaced by a link/,
  ],
]

/** What every use of a workspace makes of it. */
async function expectMadeAnew(workspaces: Workspaces, folder: string, base: string): Promise<void> {
  expect(workspaces.folderOf('T001')).toBe(folder)
  expect(lstatSync(folder).isDirectory()).toBe(true)
  expect(readFileSync(path.join(folder, 'src/b.txt'), 'utf8')).toBe('b1\n')
  writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
  const { changes } = await taken(workspaces, snapshot('T001', base))
  expect(changes.map((it) => it.path)).toEqual(['src/new.txt'])
}

describe.each(replacements)('in the place of its workspace an agent puts %s', (_what, replace, reason) => {
  let workspaces: Workspaces
  let folder: string
  let base: string
  beforeEach(async () => {
    workspaces = await repository.open()
    await workspaces.begin()
    ;({ folder, base } = await prepared(workspaces, 'T001'))
    replace(folder)
  })
  afterEach(() => {
    // These are what the agent itself has put there.
    rmSync(path.join(outside, 'moved'), { recursive: true, force: true })
    rmSync(path.join(outside, 'other', path.basename(folder)), { recursive: true, force: true })
    expectOutsideWhole()
  })

  test('the draft is refused with the reason, and the workspace made anew', async () => {
    const outcome = await workspaces.snapshot(snapshot('T001', base))
    expect(outcome).toMatchObject({ is: 'failed', workspaceLost: true })
    expect(outcome.is === 'failed' && outcome.failure.reason).toMatch(reason)
    await expectMadeAnew(workspaces, folder, base)
  })

  test('nobody is sent to work there, and it can be prepared and put back again', async () => {
    expect(workspaces.folderOf('T001')).toBe(null)
    await expect(workspaces.keep('T001', 'cut off')).rejects.toThrow(reason)
    expect((await workspaces.restore('T001', base)).is).toBe('restored')
    await expectMadeAnew(workspaces, folder, base)
    rmSync(folder, { recursive: true })
    expect(await prepared(workspaces, 'T001')).toEqual({ folder, base })
  })

  test('the next executor makes it anew as well', async () => {
    const next = await repository.open()
    await next.begin()
    expect(await prepared(next, 'T001')).toEqual({ folder, base })
    await expectMadeAnew(next, folder, base)
  })

  test('a gate that does it is found out, and the next one sees the draft', async () => {
    expect((await workspaces.restore('T001', base)).is).toBe('restored')
    const guard = await workspaces.guard('T001', base)
    for (const left of ['moved', path.join('other', path.basename(folder))])
      rmSync(path.join(outside, left), { recursive: true, force: true })
    rmSync(path.join(repository.top, 'was'), { recursive: true, force: true })
    replace(folder)
    expect(await guard.tidy()).toEqual({ edited: ['the workspace itself'], isPutBack: true, left: false })
    await expectMadeAnew(workspaces, folder, base)
  })

  test('it is given back', async () => {
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    await prepared(workspaces, 'T002')
  })
})

describe('beside the files', () => {
  test.each(['index', 'holder.json', 'holder.json.next', 'made-as', 'setup.json', 'setting-up', 'agent.git', 'aside'])(
    'a link called %s is not written through',
    async (name) => {
      const workspaces = await repository.open()
      await workspaces.begin()
      const { folder, base } = await prepared(workspaces, 'T001')
      const target = path.join(repository.root, name === 'index' ? '.git/index' : 'src')
      const before = name === 'index' ? readFileSync(target) : null
      const place = path.join(path.dirname(folder), name)
      rmSync(place, { recursive: true, force: true })
      symlinkSync(target, place)
      await workspaces.snapshot(snapshot('T001', base))
      await workspaces.restore('T001', base)
      await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
      await prepared(workspaces, 'T002')
      if (before !== null) expect(readFileSync(target).equals(before)).toBe(true)
      expect(readdirSync(path.join(repository.root, 'src')).sort()).toEqual(['a.txt', 'b.txt'])
      expect(repository.git('status', '--porcelain')).toBe('')
    },
  )

  test('a link in the place of our git directory is not written through', async () => {
    await (await repository.open()).begin()
    const git = path.join(repository.state, 'git')
    rmSync(git, { recursive: true })
    symlinkSync(path.join(repository.root, '.git'), git)
    const before = repository.read('.git/config')
    const workspaces = await repository.open()
    await workspaces.begin()
    expect(repository.read('.git/config')).toBe(before)
    expect(lstatSync(git).isDirectory()).toBe(true)
  })

  test('a configured path does not lead out through a link of the repository', async () => {
    symlinkSync(outside, path.join(repository.root, 'linked'))
    repository.commit('A link')
    const workspaces = await repository.open({ settings: { setup: [], share: [], copy: ['linked/precious.txt'] } })
    await workspaces.begin()
    const outcome = await workspaces.prepare({
      is: 'prepare-workspace',
      workspace: 'T001',
      kind: 'worktree',
      from: null,
    })
    expect(outcome).toMatchObject({ is: 'failed', failure: { reason: expect.stringMatching(/through a link/) } })
    expectOutsideWhole()
  })
})

test('an agent that takes the rights from its workspace, or from the folder around it, loses nothing', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
  chmodSync(folder, 0)
  chmodSync(path.dirname(folder), 0)
  const { changes } = await taken(workspaces, snapshot('T001', base))
  expect(changes.map((it) => it.path)).toEqual(['src/new.txt'])
})
