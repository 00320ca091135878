/** What lies outside of every workspace and is nobody's change: what a run of another plan has just published. */

import { utimesSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { lookOutside } from '../../src/workspaces/outside.ts'
import { releaseIndexLock, takeIndexLock, untilPublished } from '../../src/workspaces/publish/index-lock.ts'
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

test.each(['as git looks', 'long after'])('a file of it is not named where it is published %s', async (when) => {
  beginPublish()
  let looks = 0
  const options = {
    ...ground.options,
    // Asked for when git has told what is changed.
    get bookkeeping() {
      looks += 1
      if (when === 'as git looks') endPublish()
      // Longer than anybody would look again and again.
      else if (looks === 1) setTimeout(endPublish, 3_000)
      return []
    },
  }
  expect([...(await lookOutside({ ...ground, options }, true)).keys()]).not.toContain('src/published.txt')
  repository.write('src/own.txt', 'of a person')
  expect([...(await lookOutside(ground, true)).keys()]).toContain('src/own.txt')
})

test('a run that was killed as it was published is not waited for, and its file is named', async () => {
  beginPublish()
  const made = Date.now() / 1_000 - 31
  utimesSync(`${index}.lock`, made, made)
  expect(await Promise.race([untilPublished(`${index}.lock`), Promise.resolve('it is waited for')])).toBe(false)
  expect([...(await lookOutside(ground, true)).keys()]).toContain('src/published.txt')
})
