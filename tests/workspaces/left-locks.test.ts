/** A git that is killed while it moves references leaves its locks behind: ours are seen to, a person's are named. */

import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test as base } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { removeLeftLock } from '../../src/workspaces/git/ref-locks.ts'
import { readTree } from '../../src/workspaces/git/trees.ts'
import { releaseIndexLock, takeIndexLock } from '../../src/workspaces/publish/index-lock.ts'
import { publishTip } from '../../src/workspaces/publish/publish.ts'
import { optionsFor, plannedRepository, type Repository } from './repository.ts'

const target = { branch: 'refs/heads/main', at: null }

/** A run with a commit, and what has been left behind there. */
interface Scene {
  readonly repository: Repository
  readonly ground: Ground
  /** A commit of the run, with a new file. */
  readonly ours: string
  /** Leaves a lock of a reference, made so many seconds ago. */
  readonly leave: (name: string, text: string, secondsAgo: number) => string
  /** The lock of the index that a publish of this run has left when it was killed. */
  readonly leaveIndexLock: (secondsAgo: number) => void
}

/** A lock is waited for some seconds: the tests wait beside each other. */
const test = base.extend<Scene>({
  // oxlint-disable-next-line no-empty-pattern -- it needs none of the others
  repository: async ({}, use) => {
    const repository = plannedRepository()
    repository.git('checkout', '-q', '-b', 'aside')
    repository.write('src/ours.txt', 'of the run\n')
    repository.commit('of the run')
    repository.git('checkout', '-q', 'main')
    await use(repository)
    await repository.end()
  },
  ours: async ({ repository }, use) => use(repository.git('rev-parse', 'aside')),
  ground: async ({ repository, ours }, use) => {
    const options = await optionsFor(repository)
    const ground = await openGround(options, options.git!)
    await ground.refs.set(ground.ref('tip'), ours)
    await use(ground)
    ground.objects.close()
    ground.refs.close()
  },
  leave: async ({ repository }, use) =>
    use((name, text, secondsAgo) => {
      const lock = path.join(repository.root, '.git', `${name}.lock`)
      mkdirSync(path.dirname(lock), { recursive: true })
      writeFileSync(lock, text)
      const at = Date.now() / 1000 - secondsAgo
      utimesSync(lock, at, at)
      return lock
    }),
  leaveIndexLock: async ({ repository, ground }, use) =>
    use((secondsAgo) => {
      const held = path.join(repository.root, '.git', 'index.lock')
      takeIndexLock(held, ground.options.run)
      const at = Date.now() / 1000 - secondsAgo
      utimesSync(held, at, at)
    }),
})

test.concurrent('a lock of a reference that only we move is taken away', async ({ ground, ours, leave }) => {
  const lock = leave(ground.ref('tip'), '', 60)
  expect(await ground.refs.set(ground.ref('tip'), ours)).toBe(true)
  expect(existsSync(lock)).toBe(false)
})

test.concurrent(
  'a lock of the branch that holds the commit we move it to is taken away, and the run is published',
  async ({ repository, ground, ours, leave }) => {
    const lock = leave('refs/heads/main', `${ours}\n`, 60)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
    expect([repository.git('rev-parse', 'main'), existsSync(lock)]).toEqual([ours, false])
  },
)

test.concurrent.for([
  ['an empty one', '', 60],
  ['one with another commit', `${'1'.repeat(40)}\n`, 60],
] as const)(
  '%s of the branch stays, and a person is told which file it is',
  async ([, text, secondsAgo], { ground, ours, leave }) => {
    const lock = leave('refs/heads/main', text, secondsAgo)
    const outcome = await publishTip(ground, target, ours)
    expect(outcome).toMatchObject({ is: 'waiting', failure: { reason: expect.stringContaining(`remove that file`) } })
    expect(outcome).toMatchObject({ failure: { reason: expect.stringContaining(lock) } })
    expect(existsSync(lock)).toBe(true)
    rmSync(lock)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
  },
)

test.concurrent.for(['HEAD', 'refs/heads/main'])(
  'an empty lock of %s is taken away that was made while a publish of ours held the index',
  async (name, { repository, ground, ours, leave, leaveIndexLock }) => {
    leaveIndexLock(61)
    const lock = leave(name, '', 60)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
    expect([repository.git('rev-parse', 'main'), existsSync(lock)]).toEqual([ours, false])
  },
)

test.concurrent(
  'so is one where all was moved before the kill: the next git of the person finds no lock',
  async ({ ground, ours, leave, leaveIndexLock }) => {
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
    leaveIndexLock(61)
    const lock = leave('HEAD', '', 60)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
    expect(existsSync(lock)).toBe(false)
  },
)

test.concurrent.for([
  ['an empty one of HEAD that was there before', '', 62],
  ['one of HEAD that somebody has written into', 'ref: refs/heads/aside\n', 60],
] as const)(
  '%s stays, also where a publish of ours held the index',
  async ([, text, secondsAgo], { ground, ours, leave, leaveIndexLock }) => {
    leaveIndexLock(61)
    const lock = leave('HEAD', text, secondsAgo)
    const outcome = await publishTip(ground, target, ours)
    expect(outcome).toMatchObject({ is: 'waiting', failure: { reason: expect.stringContaining(lock) } })
    expect(readFileSync(lock, 'utf8')).toBe(text)
  },
)

test.concurrent(
  'a git that is killed while it publishes is no reason to wait for a person',
  async ({ ground, ours, leave }) => {
    const left: string[] = []
    const outcome = await publishTip(ground, target, ours, (stage) => {
      if (stage === 'index') left.push(leave('HEAD', '', 0))
    })
    expect(outcome).toMatchObject({ is: 'published' })
    expect(left.map((it) => existsSync(it))).toEqual([false])
  },
)

test.concurrent(
  'nor is one that is killed right behind the move of the branch: its lock of HEAD is not left for the next publish',
  async ({ repository, ground, ours, leave }) => {
    const left: string[] = []
    const outcome = await publishTip(ground, target, ours, (stage) => {
      if (stage !== 'index') return
      repository.git('update-ref', 'refs/heads/main', ours)
      left.push(leave('HEAD', '', 0))
    })
    expect(outcome).toMatchObject({ is: 'published' })
    expect(left.map((it) => existsSync(it))).toEqual([false])
  },
)

test.concurrent(
  'so it is where the git that has moved the branch could not take it away',
  async ({ repository, ground, ours, leave }) => {
    const left: string[] = []
    const refs: Ground['refs'] = {
      ...ground.refs,
      async swapWith(...of) {
        const isMoved = await ground.refs.swapWith(...of)
        left.push(leave('HEAD', '', 0))
        return isMoved
      },
    }
    expect(await publishTip({ ...ground, refs }, target, ours)).toMatchObject({ is: 'published' })
    expect([repository.git('rev-parse', 'main'), left.map((it) => existsSync(it))]).toEqual([ours, [false]])
  },
)

test.concurrent(
  'a lock that is fresh is waited for: a git that is alive gives it back',
  async ({ ground, ours, leave }) => {
    const lock = leave('refs/heads/main', `${ours}\n`, 0)
    setTimeout(() => rmSync(lock, { force: true }), 400)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
  },
)

test.concurrent.for([
  ['of a reference of ours', 'refs/millwright/run=201/tip', ''],
  ['that holds our commit', 'refs/heads/main', 'ours'],
  ['of HEAD that was made while we held the index', 'HEAD', ''],
] as const)('a lock %s stays where it is too young to have been left', ([, name, text], { ground, ours, leave }) => {
  // It does not grow old while this runs.
  const lock = leave(name, text === '' ? '' : `${ours}\n`, -60)
  expect(removeLeftLock(ground.own, lock, { commits: new Set([ours]), heldSince: 0, watchedMs: 0 })).toBe(false)
  expect(existsSync(lock)).toBe(true)
  leave(name, text === '' ? '' : `${ours}\n`, 60)
  expect(removeLeftLock(ground.own, lock, { commits: new Set([ours]), heldSince: 0, watchedMs: 0 })).toBe(true)
})

test.concurrent(
  'one that holds a commit to which something was moved before is ours, though the reference goes further by now',
  async ({ repository, ground, ours, leave }) => {
    const earlier = repository.git('rev-parse', 'main').trim()
    await ground.refs.set(ground.ref('tip'), earlier)
    const lock = leave('refs/heads/main', `${earlier}\n`, 60)
    expect(await ground.refs.swap('refs/heads/main', ours, earlier)).toBe(true)
    expect(existsSync(lock)).toBe(false)
  },
)

test.concurrent(
  'one that is left from before the clock was set back is taken away, once it was looked at for long enough',
  async ({ ground, ours, leave }) => {
    const lock = leave(ground.ref('tip'), '', -3600)
    expect(await ground.refs.set(ground.ref('tip'), ours)).toBe(true)
    expect(existsSync(lock)).toBe(false)
  },
)

test.concurrent('a tree that is lost is not one without files', async ({ repository, ground }) => {
  await expect(readTree(ground.objects, '1'.repeat(40))).rejects.toThrow('is not in the repository')
  const empty = repository.git('hash-object', '-t', 'tree', '/dev/null')
  expect(await readTree(ground.objects, empty)).toEqual(new Map())
})

test.concurrent.for([['HEAD'], ['refs/heads/main']] as const)(
  'while a lock of %s is in the way that somebody else writes, the checkout stays as it was, and follows when it is gone',
  async ([name], { repository, ground, ours, leave }) => {
    const before = repository.git('status', '--porcelain')
    const lock = leave(name, 'of somebody else\n', 60)
    expect(await publishTip(ground, target, ours)).toMatchObject({
      is: 'waiting',
      failure: { reason: expect.stringContaining(lock) },
    })
    expect(readFileSync(lock, 'utf8')).toBe('of somebody else\n')
    rmSync(lock)
    expect(repository.git('status', '--porcelain')).toBe(before)
    expect(existsSync(path.join(repository.root, 'src/ours.txt'))).toBe(false)
    expect(await publishTip(ground, target, ours)).toMatchObject({ is: 'published' })
    expect(repository.git('rev-parse', 'main').trim()).toBe(ours)
    expect(existsSync(path.join(repository.root, 'src/ours.txt'))).toBe(true)
  },
)

test.concurrent(
  'what a person writes meanwhile into one file of it stays, and keeps no other there',
  async ({ repository, ground, leave }) => {
    repository.git('checkout', '-q', 'aside')
    repository.write('src/more.txt', 'of the run, too\n')
    repository.write('src/third.txt', 'and this\n')
    const newer = repository.commit('more of the run')
    repository.git('checkout', '-q', 'main')
    await ground.refs.set(ground.ref('tip'), newer)
    const lock = leave('HEAD', 'of somebody else\n', 60)
    const outcome = await publishTip(ground, target, newer, (stage) => {
      if (stage === 'index') repository.write('src/more.txt', 'of a person\n')
    })
    expect(outcome).toMatchObject({ is: 'waiting', failure: { reason: expect.stringContaining(lock) } })
    rmSync(lock)
    expect(repository.git('status', '--porcelain', '-uall').trim()).toBe('?? src/more.txt')
    expect(repository.read('src/more.txt')).toBe('of a person\n')
  },
)

test.concurrent(
  'one in a folder that stood in the place of a file keeps none but that file there',
  async ({ repository, ground, leave }) => {
    repository.write('a', 'a file\n')
    const base = repository.commit('a file')
    repository.git('checkout', '-q', '-b', 'again')
    repository.git('rm', '-q', 'a')
    repository.write('a/b', 'of the run\n')
    repository.write('src/third.txt', 'and this\n')
    const newer = repository.commit('a folder in its place')
    repository.git('checkout', '-q', 'main')
    expect(repository.git('rev-parse', 'HEAD').trim()).toBe(base)
    await ground.refs.set(ground.ref('tip'), newer)
    const lock = leave('HEAD', 'of somebody else\n', 60)
    await publishTip(ground, target, newer, (stage) => {
      if (stage === 'index') repository.write('a/b', 'of a person\n')
    })
    rmSync(lock)
    expect(repository.git('diff', '--cached', '--name-only')).toBe('')
    expect(repository.git('status', '--porcelain', '-uall').split('\n')).toEqual(['D a', '?? a/b'])
    expect(repository.read('a/b')).toBe('of a person\n')
  },
)

test.concurrent(
  'a lock that somebody writes is theirs, also where it was made while we held the index',
  ({ ground, ours, leave }) => {
    const lock = leave('HEAD', 'ref: refs/heads/other\n', 60)
    expect(removeLeftLock(ground.own, lock, { commits: new Set([ours]), heldSince: 0, watchedMs: 0 })).toBe(false)
    expect(existsSync(lock)).toBe(true)
  },
)

test.concurrent('an index that a run of another plan holds is waited for', async ({ repository, ground, ours }) => {
  const lock = path.join(repository.root, '.git/index.lock')
  takeIndexLock(lock, 'another')
  const publishing = publishTip(ground, target, ours)
  setTimeout(() => releaseIndexLock(lock, 'another'), 200)
  expect(await publishing).toMatchObject({ is: 'published' })
})

test.concurrent(
  'where that run was killed it is named, and nobody is told to remove its lock',
  async ({ repository, ground, ours }) => {
    takeIndexLock(path.join(repository.root, '.git/index.lock'), 'another')
    const { failure } = (await publishTip(ground, target, ours)) as { failure?: { reason: string; help: string } }
    expect(failure?.reason).toBe('run another of another plan holds git’s index, to be published')
    expect(failure?.help).toContain('resume its plan')
    expect(failure?.help).not.toContain('remove')
  },
)
