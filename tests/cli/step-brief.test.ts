/** What a brief says of the mode of its step. */

import { expect, test } from 'vitest'
import { stepBrief } from '../../src/calls/run/step-brief.ts'
import type { Mode, Policy } from '../../src/plan/policy.ts'
import { lessonPolicy, part, taught } from '../run/education/lessons.ts'
import { task } from '../run/world.ts'

test.each<[string, Mode, Partial<Policy>]>([
  ['its own', 'silent', {}],
  ['that of the call', 'dynamic', { saysMode: true }],
])('an agent is told the mode of its step: %s', (_what, mode, over) => {
  const steps = [part('1', { mode: 'silent' }), part('2')]
  const { state } = taught([task('A', { steps })], lessonPolicy({}, { mode: 'dynamic', ...over }))
  const [run] = state.tasks.values()
  const first = run?.steps[0]
  if (run === undefined || first === undefined) throw new Error('no step')
  expect(stepBrief(state, run, first, 'primary')?.mode).toBe(mode)
})
