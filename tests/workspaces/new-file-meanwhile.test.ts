/** A person makes a file where the run is about to put a new one of its own: theirs stays, and it is looked at again. */

import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGround, type Ground } from '../../src/workspaces/ground.ts'
import { bringForward } from '../../src/workspaces/publish/bring-forward.ts'
import { optionsFor, plainEnvironment, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let ground: Ground
let from: string
let to: string
beforeEach(async () => {
  repository = plannedRepository()
  from = repository.git('rev-parse', 'HEAD')
  repository.write('src/new.txt', 'of the run\n')
  to = repository.commit('what is to be published')
  repository.git('reset', '-q', '--hard', from)
  const options = await optionsFor(repository)
  ground = await openGround(options, options.git!)
})
afterEach(async () => {
  ground.objects.close()
  await repository.end()
})

/** Calls `act` when git is asked for something with an index that has the new file: the paths have been judged by then. */
function afterTheLook(act: () => void): Ground {
  const { own } = ground
  const knows = (index: string): boolean => {
    const env = { ...plainEnvironment(repository.top), GIT_INDEX_FILE: index }
    return execFileSync('git', ['ls-files'], { cwd: repository.root, env, encoding: 'utf8' }).includes('src/new.txt')
  }
  return {
    ...ground,
    own: {
      ...own,
      env: (of) => {
        if (of?.index !== undefined && knows(of.index)) act()
        return own.env(of)
      },
    },
  }
}

const forward = (on: Ground) =>
  bringForward(on, {
    root: repository.root,
    head: { branch: 'refs/heads/main', commit: from },
    from,
    to,
    inPlace: false,
  })

test('between the look and the placing it keeps its content, and the branch stays', async () => {
  const on = afterTheLook(() => repository.write('src/new.txt', 'of the person\n'))
  expect(await forward(on)).toEqual({ is: 'moved' })
  expect(repository.read('src/new.txt')).toBe('of the person\n')
  expect(repository.git('rev-parse', 'main')).toBe(from)
  expect(await forward(ground)).toMatchObject({ is: 'waiting', paths: ['src/new.txt'] })
})
