/** Whose files are kept when an executor ends: of every task that may have work which no draft holds. */

import { expect, test } from 'vitest'
import { keepWork } from '../../src/engine/keep-work.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { gate, plan, step, task, World } from '../run/world.ts'

/** Asks for the work to be kept; @returns the workspaces that were asked for, and what is said. */
async function kept(world: World, fails = false): Promise<{ asked: readonly string[]; said: readonly string[] }> {
  const asked: string[] = []
  const keep = (workspace: string): Promise<null> => {
    asked.push([...world.state.tasks.values()].find((it) => it.workspace === workspace)?.spec.key ?? workspace)
    return fails ? Promise.reject(new Error('git add: no')) : Promise.resolve(null)
  }
  const said = await keepWork(world.state, { keep } as unknown as Workspaces)
  return { asked, said }
}

function until(world: World, has: () => boolean): void {
  while (!has() && world.step()) continue
  expect(has()).toBe(true)
}

const begun = (keys: readonly string[], review = false): World => {
  const world = new World()
  const steps = [step({ gates: ['unit'] })]
  const policy = { workspace: 'worktree', ...(review ? { review: 'always' as const } : {}) } as const
  world.start(plan(keys.map((key) => task(key, { steps }))), { policy, gates: [gate('unit')] })
  return world
}
const isAtWork = (world: World): boolean => world.pending.some(({ effect }) => effect.is === 'start-attempt')

test('of a task that is at work, and of none that has not begun', async () => {
  const world = begun(['A'])
  expect(await kept(world)).toEqual({ asked: [], said: [] })
  until(world, () => isAtWork(world))
  expect(await kept(world)).toEqual({ asked: ['A'], said: [] })
})

test('of a task that waits for a person, who may be looking at its files', async () => {
  const world = begun(['A'], true)
  world.run()
  expect(world.status('A')).toBe('reviewing')
  expect(await kept(world)).toEqual({ asked: ['A'], said: [] })
})

test('of a task whose line left the plan', async () => {
  const world = begun(['A', 'B'])
  until(world, () =>
    world.pending.some(({ effect }) => effect.is === 'start-attempt' && effect.name.task === world.task('A').uid),
  )
  const read = { plan: plan([task('B', { steps: [step({ gates: ['unit'] })] })]), hash: 'edited', named: 'tasks.md' }
  world.feed({ is: 'plan-read', read, by: 'the plan file', during: [] })
  until(world, () => world.status('A') === 'skipped')
  expect((await kept(world)).asked).toContain('A')
  world.run()
  expect(world.status('B')).toBe('done')
  expect(await kept(world)).toEqual({ asked: ['A'], said: [] })
})

test('of no task that is done; and what cannot be kept is said by its name', async () => {
  const world = begun(['A'])
  until(world, () => isAtWork(world))
  expect((await kept(world, true)).said).toEqual([
    'the unfinished work of A could not be kept and stays where it is: git add: no',
  ])
  world.run()
  expect(world.status('A')).toBe('done')
  expect(await kept(world, true)).toEqual({ asked: [], said: [] })
})
