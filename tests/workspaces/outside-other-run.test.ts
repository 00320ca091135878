/** What lies outside of every workspace and is nobody's change: what a run of another plan has just published. */

import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { lookOutside } from '../../src/workspaces/outside.ts'
import { releaseIndexLock, takeIndexLock } from '../../src/workspaces/publish/index-lock.ts'
import { optionsFor, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let ground: Ground
let index = ''
beforeEach(async () => {
  repository = plannedRepository()
  index = path.join(repository.root, '.git/index')
  const options = await optionsFor(repository)
  ground = await openGround(options, options.git!)
})
afterEach(async () => {
  ground.objects.close()
  ground.refs.close()
  await repository.end()
})

/** Another run has written a file, and holds the index that does not know it yet. */
function beginPublish(): void {
  takeIndexLock(`${index}.lock`, 'another')
  repository.write('src/published.txt', 'of another run')
}

function endPublish(): void {
  releaseIndexLock(`${index}.lock`, 'another')
  repository.git('update-index', '--add', 'src/published.txt')
}

test.each([1, 2])('a file of it is not named where it is published at look %s', async (which) => {
  beginPublish()
  let looks = 0
  const options = {
    ...ground.options,
    // Asked for when git has told what is changed.
    get bookkeeping() {
      looks += 1
      if (looks === which) endPublish()
      return []
    },
  }
  expect([...(await lookOutside({ ...ground, options }, true)).keys()]).not.toContain('src/published.txt')
  repository.write('src/own.txt', 'of a person')
  expect([...(await lookOutside(ground, true)).keys()]).toContain('src/own.txt')
})
