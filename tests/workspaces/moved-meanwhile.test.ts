/** Somebody moves the tip or the branch at the very moment when we are about to: what they put there is not lost. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { bringIn } from '../../src/workspaces/integrate.ts'
import { publishTip } from '../../src/workspaces/publish/publish.ts'
import { optionsFor, plannedRepository, type Repository } from './repository.ts'

const tipRef = 'refs/millwright/run=201/tip'

let repository: Repository
let ground: Ground
let start: string
/** A commit of the run, with a new file. */
let ours: string
beforeEach(async () => {
  repository = plannedRepository()
  start = repository.git('rev-parse', 'HEAD')
  repository.git('checkout', '-q', '-b', 'aside')
  repository.write('src/ours.txt', 'of the run\n')
  ours = repository.commit('of the run')
  repository.git('checkout', '-q', 'main')
  const options = await optionsFor(repository)
  ground = await openGround(options, options.git!)
  await ground.refs.set(ground.ref('tip'), ours)
})
afterEach(async () => {
  ground.objects.close()
  await repository.end()
})

/** A commit on top of another one that no branch holds. */
const commitOn = (parent: string, message: string): string =>
  repository.git('commit-tree', `${parent}^{tree}`, '-p', parent, '-m', message)
const move = (name: string, to: string): void => void repository.git('update-ref', name, to)
const holds = (name: string): string[] => repository.git('log', '--format=%s', name).split('\n')

/** Does something once, just before a reference would be moved. */
function beforeTheMove(act: () => void): Ground {
  let waits = true
  const once = (): void => {
    if (waits) act()
    waits = false
  }
  const { refs } = ground
  const swap: Ground['refs']['swap'] = (...args) => {
    once()
    return refs.swap(...args)
  }
  const swapWith: Ground['refs']['swapWith'] = (...args) => {
    once()
    return refs.swapWith(...args)
  }
  return { ...ground, refs: { ...refs, swap, swapWith } }
}

test('commits are brought into the tip as it is, not as it was read', async () => {
  repository.write('src/theirs.txt', 'of the person\n')
  const theirs = repository.commit('of the person')
  const on = beforeTheMove(() => move(tipRef, commitOn(ours, 'meanwhile')))
  const brought = await bringIn(on, theirs, 'main')
  expect(brought).toEqual({ is: 'brought', tip: repository.git('rev-parse', tipRef) })
  expect(holds(tipRef)).toEqual(expect.arrayContaining(['of the run', 'meanwhile', 'of the person']))
})

test('a tip that is never left alone is no endless work, and stays as somebody else put it', async () => {
  repository.write('src/theirs.txt', 'of the person\n')
  const theirs = repository.commit('of the person')
  let times = 0
  const swap = async (...args: Parameters<Ground['refs']['swap']>): Promise<boolean> => {
    times += 1
    move(tipRef, commitOn(repository.git('rev-parse', tipRef), `meanwhile ${times}`))
    return ground.refs.swap(...args)
  }
  await expect(bringIn({ ...ground, refs: { ...ground.refs, swap } }, theirs, 'main')).rejects.toThrow('kept moving')
  expect(holds(tipRef)[0]).toBe(`meanwhile ${times}`)
})

test('a branch that nobody stands on gets the tip with what came onto it meanwhile', async () => {
  move('refs/heads/side', start)
  const on = beforeTheMove(() => move('refs/heads/side', commitOn(start, 'meanwhile')))
  expect(await publishTip(on, { branch: 'refs/heads/side', at: start }, ours)).toMatchObject({ is: 'published' })
  expect(holds('side')).toEqual(expect.arrayContaining(['of the run', 'meanwhile']))
  expect(repository.git('rev-parse', 'side')).toBe(repository.git('rev-parse', tipRef))
})

test('a branch that somebody makes just before us keeps what they put there', async () => {
  const on = beforeTheMove(() => move('refs/heads/side', commitOn(start, 'meanwhile')))
  expect(await publishTip(on, { branch: 'refs/heads/side', at: null }, ours)).toMatchObject({ is: 'published' })
  expect(holds('side')).toEqual(expect.arrayContaining(['of the run', 'meanwhile']))
})

test('the branch that is checked out is looked at again when it was moved while its files were written', async () => {
  let waits = true
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: start }
  const published = await publishTip(ground, target, ours, (stage) => {
    // Git's lock on the index keeps commits away, but nobody from moving the reference itself.
    if (stage !== 'index' || !waits) return
    waits = false
    move('refs/heads/main', commitOn(start, 'meanwhile'))
  })
  expect(published).toMatchObject({ is: 'published', to: 'main' })
  expect(holds('main')).toEqual(expect.arrayContaining(['of the run', 'meanwhile']))
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('a branch that is never left alone waits, and is not called published', async () => {
  let times = 0
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: start }
  const published = await publishTip(ground, target, ours, (stage) => {
    if (stage !== 'index') return
    times += 1
    move('refs/heads/main', commitOn(repository.git('rev-parse', 'main'), `meanwhile ${times}`))
  })
  expect(published).toMatchObject({ is: 'waiting', failure: { reason: 'the branch keeps moving' } })
  expect(holds('main')[0]).toBe(`meanwhile ${times}`)
})

test('a branch that somebody makes with another history keeps it, and nothing is moved', async () => {
  const other = repository.git('commit-tree', `${start}^{tree}`, '-m', 'of another history')
  move('refs/heads/side', other)
  expect(await publishTip(ground, { branch: 'refs/heads/side', at: null }, ours)).toMatchObject({
    is: 'diverged',
    failure: { reason: expect.stringContaining('they have no history in common') },
  })
  expect([repository.git('rev-parse', 'side'), repository.git('rev-parse', tipRef)]).toEqual([other, ours])
})

test('a commit of the run stays in the history where a person has committed the very same', async () => {
  repository.write('src/ours.txt', 'of the run\n')
  const theirs = repository.commit('of the person')
  await bringIn(ground, theirs, 'main')
  expect(holds(tipRef)).toEqual(expect.arrayContaining(['of the run', 'of the person']))
})

test('what was brought into a checkout whose branch is never left alone is taken back, and is nobody’s change later', async () => {
  repository.git('checkout', '-q', 'aside')
  repository.write('src/ours.txt', 'of the run, later\n')
  const later = repository.commit('later')
  repository.git('checkout', '-q', 'main')
  const before = repository.git('ls-files', '-s')
  let times = 0
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: start }
  const waited = await publishTip(ground, target, ours, (stage) => {
    if (stage !== 'index') return
    times += 1
    move('refs/heads/main', commitOn(repository.git('rev-parse', 'main'), `meanwhile ${times}`))
  })
  expect(waited).toMatchObject({ is: 'waiting', failure: { reason: 'the branch keeps moving' } })
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.git('ls-files', '-s')).toBe(before)

  await ground.refs.set(ground.ref('tip'), later)
  expect(await publishTip(ground, target, later)).toMatchObject({ is: 'published' })
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.git('show', 'main:src/ours.txt')).toBe('of the run, later')
})

test('what is in the branch of somebody who moved it is not taken back', async () => {
  const same = repository.git('commit-tree', `${ours}^{tree}`, '-p', start, '-m', 'the very same')
  let waits = true
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: start }
  const published = await publishTip(ground, target, ours, (stage) => {
    if (stage !== 'index' || !waits) return
    waits = false
    move('refs/heads/main', same)
  })
  expect(published).toMatchObject({ is: 'published' })
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('what was brought stays where somebody has gone on from it, and another program holds the branch', async () => {
  const lock = path.join(repository.root, '.git', 'refs', 'heads', 'main.lock')
  const target = { branch: 'refs/heads/main', home: 'refs/heads/main', at: start }
  const published = await publishTip(ground, target, ours, (stage) => {
    if (stage !== 'index' || existsSync(lock)) return
    move('refs/heads/main', commitOn(ours, 'on top of it'))
    writeFileSync(lock, `${start}\n`)
  })
  rmSync(lock)
  expect(published).toMatchObject({ is: 'waiting', failure: { reason: expect.stringContaining('main.lock') } })
  expect([holds('main')[0], repository.git('status', '--porcelain')]).toEqual(['on top of it', ''])
})
