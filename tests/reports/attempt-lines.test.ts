/** What is told of an attempt that ended at a limit of its time or its output. */

import { expect, test } from 'vitest'
import { runLines } from '../../src/reports/run/lines.ts'
import type { AttemptEnd } from '../../src/run/state.ts'
import { plan, task, World } from '../run/world.ts'

function told(more: Partial<AttemptEnd>): readonly string[] {
  const world = new World({})
  world.start(plan([task('A')]), { policy: { workspace: 'worktree' } })
  const { log, state } = world.run()
  for (const event of log) {
    const { body } = event
    if (body.type !== 'effect-settled' || body.outcome.of !== 'start-attempt') continue
    const ended = { ...event, body: { ...body, outcome: { ...body.outcome, ...more } } }
    return runLines(ended, state, {
      colour: false,
      told: { headed: new Set(['u-A', world.task('A').uid]), deviations: new Map(), last: world.task('A').uid },
    })
  }
  throw new Error('no attempt has ended')
}

test('nothing of one that ended well, but what of its output is lost', () => {
  expect(told({ how: 'finished' })).toEqual([])
  expect(told({ how: 'finished', dropped: 12 })).toEqual([
    '    12 bytes in the middle of its output were dropped (policy.limits.attempt_output)',
  ])
})

test('the limit that ended it, its length, and what of its output is lost', () => {
  const limit = { key: 'agents.coder.idle_timeout', ms: 600_000 }
  expect(told({ how: 'idle', exitCode: null, limit, dropped: 12, excerpt: 'waiting for you' })).toEqual([
    '    idle after 10m (agents.coder.idle_timeout): waiting for you',
    '    12 bytes in the middle of its output were dropped (policy.limits.attempt_output)',
  ])
})
