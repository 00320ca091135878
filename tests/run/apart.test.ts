/** Work of a spec that does not merge with what others did, which a person ends and opens again. */

import { expect, test } from 'vitest'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import { plan, step, task, World } from './world.ts'

const read = plan([task('A', { steps: [step({ id: '1', critical: true }), step({ id: '2', critical: true })] })])
const policy = { workspace: 'worktree', mode: 'silent', exhausted: 'ask', escalation: escalationDefaults } as const

test.each(['retry', 'block'] as const)('after %s, unblock does it anew, with what they say', (answer) => {
  const world = new World({ conflicts: ['A'] })
  const go = (): World => {
    world.start(read, { policy })
    return world.run()
  }
  go()
  expect([...world.state.reviews.values()].map((it) => [it.kind, it.options])).toEqual([
    ['exhausted', ['retry', 'block', 'pause']],
  ])
  world.say({ verb: 'answer', review: 'R1', answer, text: 'first thought' })
  if (answer === 'block') {
    expect(world.status('A')).toBe('blocked')
    world.say({ verb: 'unblock', task: 'A', text: 'keep their lines' })
  }
  const before = world.log.length
  go()
  const begun = world.log
    .slice(before)
    .flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect] : [],
    )
  expect(begun.map(({ name }) => name.step)).toEqual(['1', '2'])
  const said = answer === 'block' ? 'keep their lines' : 'first thought'
  expect(begun[0]?.feedback.map(({ text }) => text)).toEqual([expect.stringContaining('conflicts in a.txt'), said])
})
