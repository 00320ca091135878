/** Before index and branch name a commit, its files are safe: also that some of them are gone. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { publishTip } from '../../src/workspaces/publish/publish.ts'
import { optionsFor, plannedRepository, type Repository } from './repository.ts'

const real = { openSync: fs.openSync, fsyncSync: fs.fsyncSync }

let repository: Repository
let ground: Ground
let tip: string
beforeEach(async () => {
  repository = plannedRepository()
  repository.write('src/stays.txt', 'stays\n')
  repository.write('src/goes.txt', 'goes\n')
  repository.write('old/part/alone.txt', 'the only one\n')
  repository.commit('what is there')
  repository.git('checkout', '-q', '-b', 'aside')
  repository.git('rm', '-q', 'src/goes.txt', 'old/part/alone.txt')
  tip = repository.commit('takes files away')
  repository.git('checkout', '-q', 'main')
  const options = await optionsFor(repository)
  ground = await openGround(options, options.git!)
  await ground.refs.set(ground.ref('tip'), tip)
})
afterEach(async () => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
  ground.objects.close()
  await repository.end()
})

test('the folder of a removed file is flushed, and where it went with it the one above that is left', async () => {
  const names = new Map<number, string>()
  const flushed = new Set<string>()
  Object.assign(fs, {
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const fd = real.openSync(...args)
      names.set(fd, path.relative(repository.root, String(args[0])))
      return fd
    },
    fsyncSync: (fd: number) => {
      real.fsyncSync(fd)
      flushed.add(names.get(fd) ?? '')
    },
  })
  syncBuiltinESMExports()
  const before: string[] = []
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: repository.git('rev-parse', 'main') }
  const published = await publishTip(ground, target, tip, (stage) => {
    if (stage === 'files') before.push(...flushed)
  })
  expect(published.is).toBe('published')
  expect(before).toEqual(expect.arrayContaining(['src', '']))
})
