/** A draft is accepted by one question that names all that stands against it, and never by a red gate. */

import { describe, expect, test } from 'vitest'
import { edge, gate, plan, step, task, World } from './world.ts'

const reviews = (world: World) => [...world.state.reviews.values()]
const open = (world: World) => reviews(world).find((it) => it.answer === null)

/** Answers the open question and goes on. */
function answer(world: World, say: 'approve' | 'override' | 'revise', again: () => void): void {
  const review = open(world)
  if (!review) throw new Error('nothing is asked')
  world.say({ verb: 'answer', review: review.id, answer: say, text: 'x' })
  world.run()
  if (world.state.status !== 'parked') return
  again()
  world.run()
}

describe('after too many revisions', () => {
  test('a red gate can be overridden only', () => {
    const world = new World({
      gates: { 'unit draft': ['failed'], 'unit merged': ['failed'], 'unit baseline': ['passed'] },
    })
    const start = (): void => {
      world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), {
        policy: { workspace: 'worktree', exhausted: 'ask', retries: 0, reviewRounds: 1 },
        gates: [gate('unit')],
      })
    }
    start()
    world.run()
    while (open(world)?.options.includes('revise')) answer(world, 'revise', start)
    expect(open(world)?.options).toEqual(['override', 'reject', 'skip', 'block', 'pause'])
    answer(world, 'override', start)
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('overridden')
  })

  test('without workspaces it is never accepted', () => {
    const world = new World({ gates: { unit: ['passed', 'failed'] } })
    const start = (): void => {
      world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), {
        policy: { exhausted: 'ask', retries: 0, reviewRounds: 0 },
        gates: [gate('unit')],
      })
    }
    start()
    world.run()
    expect(open(world)?.options).toEqual(['reject', 'skip', 'block', 'pause'])
  })

  test('a green one can be approved', () => {
    const world = new World({})
    const start = (): void => {
      world.start(plan([task('A', { steps: [step({ gates: ['unit'], review: 'always' })] })]), {
        policy: { reviewRounds: 0 },
        gates: [gate('unit')],
      })
    }
    start()
    world.run()
    expect(open(world)?.options).toEqual(['approve', 'reject', 'pause'])
  })
})

describe('what a draft redefines is named', () => {
  const redefines = { redefines: ['setup.sh'], defined: { is: 'set-up' } } as const
  const named = 'it changes what defines the set-up, and does not declare that: setup.sh'

  test('where no gate checks the task', () => {
    const world = new World(redefines)
    world.start(plan([task('A', { steps: [step({ gates: [] })] })]), {
      policy: { workspace: 'worktree', unverified: 'ask' },
    })
    world.run()
    expect(reviews(world)).toMatchObject([
      { kind: 'deviation', question: `${named}; no gate checks this task; accept it as it is?` },
    ])
  })

  test('where a red gate is to be overridden', () => {
    const world = new World({ ...redefines, gates: { 'unit draft': ['failed'] } })
    world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), {
      policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 },
      gates: [gate('unit')],
    })
    world.run()
    expect(reviews(world)).toMatchObject([{ kind: 'exhausted', question: expect.stringContaining(named) }])
  })
})

describe('a pause for an answer', () => {
  test('leaves a run that nobody drives as it is, and the question open', () => {
    const world = new World({})
    world.start(plan([task('A', { steps: [step({ review: 'always' })] })]), {})
    world.run()
    expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'waiting' })
    world.say({ verb: 'answer', review: 'R1', answer: 'pause', text: '' })
    expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'waiting' })
    expect(world.pending).toEqual([])
    expect(open(world)?.id).toBe('R1')
  })
})

describe('a gate that was let pass', () => {
  const two = plan(
    [task('A', { steps: [step({ gates: ['unit'] })] }), task('B', { steps: [step({ gates: ['unit'] })] })],
    [edge('A', 'B')],
  )

  test.each(['none', 'worktree'] as const)(
    'is held against who breaks it again once the tip was green, in %s',
    (workspace) => {
      const world = new World({
        gates: { 'unit baseline': ['failed'], 'unit draft': ['passed', 'failed'], 'unit merged': ['passed', 'failed'] },
      })
      world.start(two, { policy: { workspace, baseline: 'ignore-same', retries: 0 }, gates: [gate('unit')] })
      world.run()
      expect([world.status('A'), world.status('B')]).toEqual(['done', 'blocked'])
    },
  )

  describe('and was green for another while a draft that it is red for is looked at', () => {
    const asked = (after: 'passed' | 'failed'): World => {
      const world = new World({ gates: { 'unit baseline': ['failed'], 'unit draft': ['failed', 'passed', after] } })
      const start = (): void => {
        world.start(
          plan([
            task('A', { steps: [step({ gates: ['unit'], review: 'always' })] }),
            task('B', { steps: [step({ gates: ['unit'] })] }),
          ]),
          { policy: { workspace: 'none', baseline: 'ignore-same', retries: 0, jobs: 2 }, gates: [gate('unit')] },
        )
      }
      start()
      world.run()
      expect([world.status('A'), world.status('B'), world.state.knownRed.size]).toEqual(['reviewing', 'done', 0])
      answer(world, 'approve', start)
      return world
    }

    test('looks again before the draft is accepted', () => {
      const world = asked('failed')
      expect(world.status('A')).toBe('blocked')
      expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted' })
    })

    test('and what it shows then is asked about', () => {
      const world = asked('passed')
      expect([world.status('A'), reviews(world).length]).toEqual(['reviewing', 2])
      answer(world, 'approve', () => undefined)
      expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
    })
  })

  test('is forgiven as long as it is red', () => {
    const world = new World({
      gates: { 'unit baseline': ['failed'], 'unit draft': ['failed'], 'unit merged': ['failed'] },
    })
    world.start(two, { policy: { baseline: 'ignore-same', retries: 0 }, gates: [gate('unit')] })
    world.run()
    expect([world.status('A'), world.status('B')]).toEqual(['done', 'done'])
    expect(world.task('A').proof).toBe('unverified')
  })
})

test('a gate that is defined anew while a draft is asked about looks at it before anybody can accept it', () => {
  const world = new World({ gates: { 'unit draft': ['passed', 'failed'] } })
  const start = (argv: readonly string[], run: string): void => {
    world.start(plan([task('A', { steps: [step({ gates: ['unit'], review: 'always' })] })]), {
      policy: { workspace: 'none', retries: 0 },
      gates: [{ ...gate('unit'), argv }],
      run,
    })
    world.run()
  }
  start(['lenient'], 'run-1')
  expect(world.status('A')).toBe('reviewing')
  start(['strict'], 'run-2')
  expect([world.status('A'), open(world)]).toEqual(['blocked', undefined])
})

describe('rounds and attempts', () => {
  const one = plan([task('A', { steps: [step({ gates: ['unit'] })] })])

  test.each([1, 2])('gate_rounds = %i ends the step after as many red passes', (gateRounds) => {
    const world = new World({ gates: { 'unit draft': ['failed'] } })
    world.start(one, { policy: { workspace: 'worktree', retries: 9, gateRounds }, gates: [gate('unit')] })
    world.run()
    expect(world.status('A')).toBe('blocked')
    expect(world.started).toHaveLength(gateRounds)
  })

  test('told are those since a person released it, without those that were cut off', () => {
    const world = new World({
      gates: { 'unit draft': ['failed'] },
      attempts: { 'A/work': [{ how: 'interrupted' }, {}] },
    })
    const start = (run = 'run-1'): void => {
      world.start(one, { policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit')], run })
      world.run()
    }
    start()
    start()
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted', attempts: 1 })
    world.say({ verb: 'unblock', task: 'A', text: '' })
    start('run-2')
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted', attempts: 1 })
  })
})

test('a gate that cannot run on the merged tree blocks its task and is no failed attempt', () => {
  const world = new World({ gates: { 'unit merged': ['could-not-run'] } })
  const two = plan([task('A', { steps: [step({ gates: [] })] }), task('B', { steps: [step({ gates: ['unit'] })] })])
  world.start(two, { policy: { workspace: 'worktree', jobs: 2 }, gates: [gate('unit')] })
  world.run()
  expect(world.task('B').steps[0]?.cause).toMatchObject({ is: 'gate-cannot-run', gate: 'unit' })
  expect(world.started.filter((it) => it.startsWith('B'))).toHaveLength(1)
})
