/** What a brief tells of the tasks before: what of them is there, and nothing that was left out. */

import { expect, test } from 'vitest'
import { blockerOutputs } from '../../src/calls/run/blocker-outputs.ts'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import { edge, plan, step, task, World } from './world.ts'

const policy = {
  ...({ workspace: 'worktree', retries: 0, mode: 'silent', exhausted: 'ask' } as const),
  escalation: escalationDefaults,
}

/** The second step fails, having written something; a person leaves it out where it is critical. */
function told(critical: boolean): { readonly world: World; readonly changes: readonly string[] | null } {
  const read = plan(
    [task('A', { steps: [step({ id: '1', critical: true }), step({ id: '2', critical })] }), task('B')],
    [edge('A', 'B', { needs: 'settled' })],
  )
  const world = new World({
    attempts: { 'A/2': [{ how: 'failed' }] },
    changesBy: { 'A/1': ['one.txt'], 'A/2': ['junk.txt'], '1': ['one.txt'], '2': ['junk.txt'] },
  })
  const go = (): World => {
    world.start(read, { policy })
    return world.run()
  }
  go()
  if (critical) {
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    go()
  }
  // The world of these tests has no commits of its own.
  if (critical) world.task('A').commit = 'c'
  const hide = (text: string): string => text
  const outputs = blockerOutputs(world.state, world.task('B'), { kept: () => null, hide })
  return { world, changes: outputs[0]?.changes.map(({ path }) => path) ?? null }
}

test('what a step has written that was left out is not told', () => {
  const { world, changes } = told(false)
  expect([world.status('A'), changes]).toEqual(['done', ['one.txt']])
})

test('what is merged of a task that is not done for a step that was left out is told', () => {
  const { world, changes } = told(true)
  expect([world.status('A'), changes]).toEqual(['skipped', ['one.txt']])
})
