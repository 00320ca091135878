/** Ticks of a whole phase against edges that only order: any end of the blocker will do, and no claim hangs on another by them. */

import { expect, test } from 'vitest'
import type { Edge } from '../../src/plan/model.ts'
import { edge, plan, task, World } from './world.ts'

const settled = (from: string, to: string): Edge => edge(from, to, { needs: 'settled' })

/** The statuses after a phase of A, B and C in which some were ticked. */
function ran(ticked: readonly string[], edges: readonly Edge[]): Record<string, string> {
  const world = new World({ ticked, changes: ['x'] })
  const covers = ['A', 'B', 'C']
  world.start(plan([...covers.map((key) => task(key)), task('phase', { covers })], edges), {
    policy: { workspace: 'worktree', retries: 0 },
    selection: [...covers, 'phase'],
  })
  return world.run().statuses()
}

test('a tick holds although a blocker that only orders is not done', () => {
  expect(ran(['B'], [settled('A', 'B')])).toMatchObject({ A: 'pending', B: 'done' })
  expect(ran(['B', 'C'], [edge('A', 'B')])).toMatchObject({ A: 'pending', B: 'pending', C: 'done' })
})

test('a tick that falls takes along what needs it, and not what only comes after it', () => {
  expect(ran(['B', 'C'], [edge('A', 'B'), edge('B', 'C')])).toMatchObject({ B: 'pending', C: 'pending' })
  expect(ran(['B', 'C'], [edge('A', 'B'), settled('B', 'C')])).toMatchObject({ B: 'pending', C: 'done' })
})
