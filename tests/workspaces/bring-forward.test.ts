import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { bringForward } from '../../src/workspaces/publish/bring-forward.ts'
import { optionsFor, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let ground: Ground
let from: string
let to: string
beforeEach(async () => {
  repository = plannedRepository()
  from = repository.git('rev-parse', 'HEAD')
  repository.write('src/b.txt', 'b2\n')
  to = repository.commit('what is to be published')
  repository.git('reset', '-q', '--hard', from)
  const options = await optionsFor(repository)
  ground = await openGround(options, options.git!)
})
afterEach(async () => {
  ground.objects.close()
  await repository.end()
})

const forward = () =>
  bringForward(ground, {
    root: repository.root,
    head: { branch: 'refs/heads/main', commit: from },
    from,
    to,
    inPlace: false,
  })

test('the checkout comes forward from where it was seen', async () => {
  expect(await forward()).toEqual({ is: 'forward' })
  expect(repository.read('src/b.txt')).toBe('b2\n')
  expect(repository.git('rev-parse', 'main')).toBe(to)
})

test.each<[string, () => void]>([
  ['committed', () => repository.commit('meanwhile')],
  ['switched to another branch at the same commit', () => repository.git('checkout', '-q', '-b', 'aside')],
  ['left the branch', () => repository.git('checkout', '-q', '--detach')],
])('a human who has %s since then is looked at again: nothing was touched', async (_what, meanwhile) => {
  meanwhile()
  const main = repository.git('rev-parse', 'main')
  expect(await forward()).toEqual({ is: 'moved' })
  expect(repository.read('src/b.txt')).toBe('b1\n')
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.git('rev-parse', 'main')).toBe(main)
  expect(existsSync(path.join(repository.root, '.git/index.lock'))).toBe(false)
})

test('a change that was made in the very second of its staging is one for git afterwards, too', async () => {
  const second = (): number => Math.floor(statSync(path.join(repository.root, 'own.txt')).ctimeMs / 1000)
  let staged: number
  do {
    repository.write('own.txt', 'one\n')
    staged = second()
    repository.git('add', 'own.txt')
    repository.write('own.txt', 'two\n')
  } while (second() !== staged)
  // An index that is written in a later second is what makes git trust the times.
  while (Math.floor(Date.now() / 1000) === staged) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await forward()).toEqual({ is: 'forward' })
  expect(repository.git('diff', '--name-only')).toBe('own.txt')
})

test('what a person stages between two of them is seen by the second, also where the file is as it was', async () => {
  repository.git('reset', '-q', '--hard', to)
  repository.write('src/b.txt', 'b3\n')
  const next = repository.commit('what comes next')
  repository.git('reset', '-q', '--hard', from)
  expect(await forward()).toEqual({ is: 'forward' })
  repository.write('src/b.txt', 'theirs\n')
  repository.git('add', 'src/b.txt')
  repository.write('src/b.txt', 'b2\n')
  const staged = repository.git('ls-files', '-s', 'src/b.txt')
  const head = { branch: 'refs/heads/main', commit: to }
  const second = await bringForward(ground, { root: repository.root, head, from: to, to: next, inPlace: false })
  expect(second).toMatchObject({ is: 'waiting', paths: ['src/b.txt'] })
  expect([repository.git('ls-files', '-s', 'src/b.txt'), repository.git('rev-parse', 'main')]).toEqual([staged, to])
})
