/** The step of a task that has none of its own. */

import type { StepSpec } from './model.ts'

/** What a task is where nobody divides it: one attempt of an agent at the task itself. Gates are assigned later. */
export const workStep: StepSpec = {
  id: 'work',
  title: '',
  methods: [{ id: 'primary', does: 'agent', agent: null, instruction: '', argv: [], repeat: 'safe' }],
  gates: [],
  expect: 'green',
  review: 'never',
  critical: true,
  yields: 'draft',
}
