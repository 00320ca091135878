/** A gate looks at the base before it judges a draft, and at what a person has committed when it is asked again. */

import { expect, test } from 'vitest'
import { gate, plan, step, task, World } from './world.ts'

const gates = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate'
      ? [`${body.effect.gate} ${body.effect.purpose}`]
      : [],
  )

/** A run that was cut off while its first task was at work, and goes on with one more gate. */
function resumed(script: ConstructorParameters<typeof World>[0]): World {
  const world = new World(script)
  world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), worktree(['unit']))
  while (world.started.length === 0) world.step()
  world.die()
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  return world
}
const worktree = (names: readonly string[]) => ({ policy: { workspace: 'worktree' } as const, gates: names.map(gate) })

test('a gate that comes in with a resumed run looks at the base first', () => {
  const world = resumed({})
  expect(world.status('A')).toBe('done')
  const seen = gates(world)
  expect(seen.indexOf('extra baseline')).toBeLessThan(seen.indexOf('extra draft'))
})

test('red there it is asked about, and charged to nobody', () => {
  const world = resumed({ gates: { extra: ['failed'] } })
  expect([...world.state.reviews.values()]).toMatchObject([
    { kind: 'baseline', question: expect.stringContaining('extra') },
  ])
  expect(world.status('A')).toBe('verifying')
  expect(world.started).toHaveLength(2)
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  expect(world.status('A')).toBe('done')
})

test('blocked there it ends the draft as blocked by the base', () => {
  const world = resumed({ gates: { extra: ['failed'] } })
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'baseline', gate: 'extra' })
})

test('asked again it looks at what was committed meanwhile', () => {
  const world = new World({ gates: { 'unit baseline': ['failed', 'passed'] }, brings: [true, false] })
  const one = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
  world.start(one, worktree(['unit']))
  world.run()
  expect(world.state.status).toBe('parked')
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(one, worktree(['unit']))
  world.run()
  expect(world.status('A')).toBe('done')
  const commits = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
      ? [body.effect.commit]
      : [],
  )
  expect(commits[0]).toBe('c0')
  expect(commits.slice(1)).not.toContain('c0')
})

test.each(['none', 'in-place'] as const)(
  'what a blocked task left in the one folder is looked at before the next task, in %s',
  (workspace) => {
    const two = plan([
      task('A', { steps: [step({ gates: ['unit'] })] }),
      task('B', { steps: [step({ gates: ['unit'] })] }),
    ])
    const world = new World({ gates: { 'unit baseline': ['passed', 'failed'], 'unit draft': ['failed', 'passed'] } })
    const options = { policy: { workspace, retries: 0 } as const, gates: [gate('unit')] }
    world.start(two, options)
    world.run()
    expect(world.status('A')).toBe('blocked')
    expect(world.status('B')).toBe('pending')
    const [review] = [...world.state.reviews.values()]
    expect(review).toMatchObject({
      kind: 'baseline',
      question: expect.stringContaining('with what a blocked task left'),
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    world.start(two, options)
    world.run()
    expect(world.status('B')).toBe('done')
  },
)

test('in worktrees nothing is left, and nothing is looked at again', () => {
  const two = plan([
    task('A', { steps: [step({ gates: ['unit'] })] }),
    task('B', { steps: [step({ gates: ['unit'] })] }),
  ])
  const world = new World({ gates: { 'unit draft': ['failed', 'passed'] } })
  world.start(two, { policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit')] })
  world.run()
  expect(gates(world).filter((it) => it === 'unit baseline')).toHaveLength(1)
  expect(world.statuses()).toMatchObject({ A: 'blocked', B: 'done' })
})
