/** A plan names a gate that nobody defines, and its severity was lowered (MW613): such tasks end blocked, the others go on. */

import { expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import { viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

test.each(['ask', 'ignore-same', 'block'] as const)('with baseline = %s', (baseline: Policy['baseline']) => {
  const world = new World({ gates: { mystery: ['could-not-run'] } })
  const named = (key: string, ...gates: string[]) => task(key, { steps: [step({ gates })] })
  world.start(plan([named('A', 'unit', 'mystery'), named('B', 'unit'), named('C', 'unit')], [edge('A', 'C')]), {
    policy: { workspace: 'worktree', baseline },
    gates: [gate('unit')],
  })
  world.run()
  const shown = viewRun(world.state).tasks.filter(({ key }) => ['A', 'B', 'C'].includes(key))
  expect(shown.map(({ state, reason }) => [state, reason])).toEqual([
    ['blocked', expect.stringMatching(/^Gate mystery could not run: /)],
    ['done', null],
    ['blocked', 'Unmet dependencies: A'],
  ])
  expect(world.task('A').steps[0]?.attempts).toBe(0)
})
