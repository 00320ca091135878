/** What a brief says of its step: its mode, and what is told of its way. */

import { expect, test } from 'vitest'
import { stepBrief } from '../../src/calls/run/step-brief.ts'
import type { Mode, Policy } from '../../src/plan/policy.ts'
import { lessonPolicy, part, taught } from '../run/education/lessons.ts'
import { agentMethod, task } from '../run/world.ts'

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

test('what else the plan says of the primary method is told where that is taken, and not with its backup', () => {
  const methods = [
    { ...agentMethod, instruction: 'By wire', notes: 'Method in the Markdown: With curl' },
    { ...agentMethod, id: 'backup-1', instruction: 'By hand' },
  ]
  const { state } = taught([task('A', { steps: [part('1', { methods, notes: 'Inputs: a' })] })], lessonPolicy({}))
  const [run] = state.tasks.values()
  const first = run?.steps[0]
  if (run === undefined || first === undefined) throw new Error('no step')
  expect(stepBrief(state, run, first, 'primary')?.notes).toBe('Method in the Markdown: With curl\n\nInputs: a')
  expect(stepBrief(state, run, first, 'backup-1')?.notes).toBe('Inputs: a')
})
