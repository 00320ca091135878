/** What briefs are made of beside a task's words comes into the run with the plan, and changes with it. */

import { expect, test } from 'vitest'
import type { AuditItem, TaskSpec } from '../../src/plan/model.ts'
import { fold } from '../../src/run/evolve.ts'
import { plan, task, World } from './world.ts'

const item = (component: string): AuditItem => ({ component, status: 'missing', description: '', text: '' })

/** Reads a plan again in the run that goes on. */
function reread(world: World, more: Partial<TaskSpec>, audit?: readonly AuditItem[]): void {
  world.start({ ...plan([task('A', { mark: 'blocked', ...more })]), ...(audit === undefined ? {} : { audit }) })
}

test('the findings of an audit are those of the plan as it was read last, and stand in the journal', () => {
  const world = new World()
  reread(world, {}, [item('tide')])
  expect(world.state.audit).toEqual([item('tide')])
  const told = (): number =>
    world.log.filter((it) => it.body.type === 'plan-revised' && it.body.audit !== undefined).length
  reread(world, {}, [item('tide')])
  expect(told()).toBe(1)
  reread(world, {}, [item('moon')])
  expect([told(), world.state.audit]).toEqual([2, [item('moon')]])
  expect(fold(world.log).audit).toEqual([item('moon')])
  reread(world, {})
  expect(world.state.audit).toEqual([])
})

test.each<[string, Partial<TaskSpec>]>([
  ['its specialist', { role: 'core' }],
  ['its layer', { layer: 'infra' }],
  ['its kind', { kind: 'fix' }],
  ['its document', { document: 'docs/a.md' }],
])('%s of a task follows the plan, though its words are the same', (_, more) => {
  const world = new World()
  reread(world, {})
  reread(world, more)
  expect(world.task('A').spec).toMatchObject(more)
})
