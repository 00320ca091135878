/** On which tasks a state says that much hangs. */

import { expect, test } from 'vitest'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'

test.each([
  [{ risk_level: 'high' }, true],
  [{ priority: 'Critical' }, true],
  [{ risk_level: 'Very High' }, true],
  [{ priority: 'P0', risk_level: 'low' }, true],
  [{ risk_level: 'medium' }, undefined],
  [{ priority: 1 }, undefined],
  [{}, undefined],
])('%j', (says, isCritical) => {
  const state = { tasks: [{ id: 'A-1', title: 'x', layer: 'core', ...says }] }
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  expect(readProjectState([{ path: 'state.json', bytes }]).tasks.map((it) => it.isCritical)).toEqual([isCritical])
})
