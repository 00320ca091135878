/** How the steps of a divided task are told, from what has happened to them. */

import { describe, expect, test } from 'vitest'
import type { MethodSpec, StepSpec } from '../../src/plan/model.ts'
import { fold } from '../../src/run/evolve.ts'
import { viewSteps } from '../../src/run/step-views.ts'
import { agentMethod, plan, step, task, World } from './world.ts'

const backup = (n: number): MethodSpec => ({ ...agentMethod, id: `backup-${n}`, instruction: `another way ${n}` })
const named = (id: string, more: Partial<StepSpec> = {}): StepSpec => step({ id, title: `Step ${id}`, ...more })

const policy = { retries: 0, exhausted: 'block' } as const

describe('the steps of a task', () => {
  test('tell what each was done with, what failed before it, and what was left out', () => {
    const methods = [agentMethod, backup(1), backup(2)]
    const steps = [named('1', { methods }), named('2', { critical: false }), named('3', { critical: true })]
    const failing = [{ how: 'failed' as const }]
    const world = new World({
      attempts: { '7/1': [...failing, { says: 'blocked' }, { how: 'finished' }], '7/2': failing, '7/3': failing },
    })
    world.start(plan([task('7', { steps })]), { policy })
    world.run()
    const views = viewSteps(world.task('7'))
    expect(views).toMatchObject([
      {
        name: '7.1',
        title: 'Step 1',
        state: 'done',
        method: { id: 'backup-2', text: 'another way 2' },
        failed: [
          { id: 'primary', why: 'the agent ended with exit code 0' },
          { id: 'backup-1', why: 'said' },
        ],
        attempts: 3,
        reason: null,
      },
      { name: '7.2', state: 'skipped', isGivenUp: true, reason: 'the agent ended with exit code 0' },
      { name: '7.3', state: 'blocked', isGivenUp: false, critical: true, failed: [] },
    ])
    // A journal tells the same.
    const again = fold(world.log)
    const uid = world.task('7').uid
    expect(viewSteps([...again.tasks.values()].find((it) => it.uid === uid) ?? world.task('7'))).toEqual(views)
  })

  test('what failed before a person released it is forgotten', () => {
    const steps = [named('1', { methods: [agentMethod, backup(1)] }), named('2')]
    const world = new World({ attempts: { '7/1': [{ how: 'failed' }, { how: 'failed' }, { how: 'finished' }] } })
    world.start(plan([task('7', { steps })]), { policy })
    world.run()
    expect(viewSteps(world.task('7'))[0]).toMatchObject({ state: 'blocked', failed: [{ id: 'primary' }] })
    world.say({ verb: 'unblock', task: '7', text: '' })
    world.run()
    expect(viewSteps(world.task('7'))[0]).toMatchObject({ failed: [], attempts: 2 })
  })

  test('are those that the plan names: no halves of a criterion, none of ours', () => {
    const of = (...steps: readonly StepSpec[]): number => {
      const world = new World()
      world.start(plan([task('7', { steps })]))
      return viewSteps(world.task('7')).length
    }
    expect([of(step()), of(named('1')), of(named('1'), named('2'))]).toEqual([0, 1, 2])
    expect(of(named('red:AC1', { criterion: 'AC1' }), named('green:AC1', { criterion: 'AC1' }))).toBe(0)
  })

  test('a step whose id begins with that of its task is called by it', () => {
    const world = new World()
    world.start(plan([task('7', { steps: [named('7.1'), named('71')] })]))
    expect(viewSteps(world.task('7')).map(({ name }) => name)).toEqual(['7.1', '7.71'])
  })
})
