/** What a task, a run and a day may use of attempts and time. */

import { describe, expect, test } from 'vitest'
import type { Budgets, Policy } from '../../src/plan/policy.ts'
import { builtInPolicy } from '../../src/plan/policy.ts'
import { amountText, spentOfDay } from '../../src/run/budget.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World } from './world.ts'

const hour = 60 * 60_000
const limits = { ...builtInPolicy.limits, attemptMs: hour }

test.each([
  ['attempts', 1, '1 attempt'],
  ['attempts', 12, '12 attempts'],
  ['ms', 90 * 60_000, '90 min'],
  ['ms', 90_000, '90 s'],
  ['ms', 2_500, '2.5 s'],
] as const)('an amount is told as it was said: %s %i', (of, limit, text) => {
  expect(amountText(of, limit)).toBe(text)
})

/** A world in which each attempt takes so long, by its own clock. */
class Timed extends World {
  readonly takes: number
  constructor(takes: number, script: ConstructorParameters<typeof World>[0] = {}) {
    super(script)
    this.takes = takes
  }

  override perform(effect: Effect): Outcome {
    const outcome = super.perform(effect)
    if (outcome.of !== 'start-attempt') return outcome
    const durationMs = Math.min(this.takes, (effect as Extract<Effect, { is: 'start-attempt' }>).limitMs ?? hour)
    this.now += durationMs
    return { ...outcome, durationMs }
  }
}

const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `T${at}`)
const planOf = (count: number) => plan(keys(count).map((key) => task(key)))

function begin(world: World, budgets: Budgets, over: Partial<Policy> = {}, count = 3): void {
  world.start(planOf(count), { policy: { limits, budgets, ...over } })
}

const granted = (world: World): readonly (number | undefined)[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.limitMs] : [],
  )
const findings = (world: World): readonly string[] => world.state.findings.map((it) => it.text)

test('without a budget nothing is limited but each attempt', () => {
  const world = new World()
  world.start(planOf(3))
  world.run()
  expect(granted(world)).toEqual([undefined, undefined, undefined])
  expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done' })
})

describe('of a task', () => {
  const red = { gates: { unit: ['failed'], 'unit baseline': ['passed'] } } as const
  const read = plan([task('A', { steps: [step({ gates: ['unit'] })] })])

  test('attempts: it ends blocked before one more is begun, and a person who releases it gives it all anew', () => {
    const world = new World(red)
    const reviewed = task('B', { steps: [step({ review: 'always' })] })
    const start = (): void =>
      world.start(plan([...read.tasks, reviewed]), {
        policy: { workspace: 'worktree', budgets: { task: { attempts: 2 } } },
        gates: [gate('unit')],
      })
    start()
    world.run()
    const ofA = (): readonly string[] => world.started.filter((it) => it.startsWith('A/'))
    expect([ofA().length, world.state.status]).toEqual([2, 'parked'])
    expect(world.task('A').steps[0]?.cause).toEqual({ is: 'budget', of: 'attempts', limit: 2 })
    // The run waits for a person, because of another task.
    world.say({ verb: 'unblock', task: 'A', text: '' })
    start()
    world.run()
    expect(ofA()).toHaveLength(4)
  })

  test('time: an attempt gets what is left, and where that is nothing it is not begun', () => {
    const world = new Timed(40 * 60_000, red)
    world.start(read, { policy: { limits, budgets: { task: { ms: hour } } }, gates: [gate('unit')] })
    world.run()
    expect(granted(world)).toEqual([undefined, 20 * 60_000])
    expect(world.task('A').steps[0]?.cause).toEqual({ is: 'budget', of: 'ms', limit: hour })
  })
})

describe('of a run', () => {
  test('attempts: what is under way ends, nothing more begins, and the run waits for a person', () => {
    const world = new World()
    begin(world, { run: { attempts: 2 } })
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'working' })
    expect([world.state.status, world.state.parkedFor]).toEqual(['parked', 'paused'])
    expect(findings(world)).toEqual([
      'all that this run may use is used: 2 attempts (policy.budgets.run_attempts); nothing more is begun before that is raised',
    ])
  })

  test('going on with the same budget begins nothing, with a larger one the rest', () => {
    const world = new World()
    begin(world, { run: { attempts: 2 } })
    world.run()
    begin(world, { run: { attempts: 2 } })
    world.run()
    expect([world.state.status, world.started.length, findings(world).length]).toEqual(['parked', 2, 1])
    begin(world, { run: { attempts: 3 } })
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done' })
    expect(findings(world)).toEqual([])
  })

  test('a task between two attempts needs nobody to unblock it, and whoever tries is told so', () => {
    const world = new World()
    begin(world, { run: { attempts: 2 } })
    world.run()
    world.say({ verb: 'unblock', task: 'T2', text: '' })
    expect(world.log.findLast(({ body }) => body.type === 'command-refused')?.body).toMatchObject({
      because: 'T2 is working and needs no help: it goes on with the run',
    })
    begin(world, { run: { attempts: 3 } })
    world.run()
    expect(world.status('T2')).toBe('done')
  })

  test('time of several at once: charged before the start, so that together they cannot take more', () => {
    const world = new Timed(10 * 60_000)
    begin(world, { run: { ms: 90 * 60_000 } }, { jobs: 3, workspace: 'worktree' }, 4)
    while (world.pending.some(({ effect }) => effect.is !== 'start-attempt'))
      world.step(world.pending.findIndex(({ effect }) => effect.is !== 'start-attempt'))
    // An hour for the first, what is left for the second; the third waits for what these give back.
    expect(granted(world)).toEqual([undefined, 30 * 60_000])
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done', T3: 'done' })
    expect(world.state.spent).toEqual({ attempts: 4, ms: 40 * 60_000 })
  })

  test('what nobody saw the end of took what it may have taken, and the count survives a death', () => {
    const world = new Timed(10 * 60_000)
    const start = (): void => begin(world, { run: { attempts: 5, ms: 4 * hour } }, { workspace: 'worktree' })
    const untilAtWork = (): void => {
      while (!world.pending.some(({ effect }) => effect.is === 'start-attempt')) if (!world.step()) return
    }
    const spent = () => [world.state.spent.attempts, Math.round(world.state.spent.ms / 60_000)]
    start()
    untilAtWork()
    world.now += 20 * 60_000
    world.die()
    start()
    untilAtWork()
    expect(spent()).toEqual([2, 20])
    // Where the clock was put back meanwhile, all that it might have taken.
    world.now -= 5 * hour
    world.die()
    start()
    untilAtWork()
    expect(spent()).toEqual([3, 80])
    world.run()
    expect(spent()).toEqual([5, 110])
  })

  test('an agent with a shorter limit of its own is charged with no more than that, whatever the clock says meanwhile', () => {
    const world = new Timed(1_000)
    const start = (): void =>
      begin(world, { run: { ms: hour } }, { agentsMs: { a: 5_000 }, jobs: 3, workspace: 'worktree' })
    start()
    while (world.pending.some(({ effect }) => effect.is !== 'start-attempt'))
      world.step(world.pending.findIndex(({ effect }) => effect.is !== 'start-attempt'))
    // What each may take is known, so that none has to wait for what the others give back.
    expect(granted(world)).toEqual([undefined, undefined, undefined])
    world.now += 2 * hour
    world.die()
    start()
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done' })
    expect(world.state.spent).toEqual({ attempts: 6, ms: 3 * 5_000 + 3 * 1_000 })
  })
})

describe('of a day', () => {
  test('all runs of the plan count, and what is older than 24 hours does not', () => {
    const world = new Timed(10 * 60_000)
    const budgets = { day: { attempts: 3 } }
    begin(world, budgets, {}, 2)
    world.run()
    expect(world.state.status).toBe('finished')
    world.now += 10 * hour
    world.start(planOf(4), { policy: { limits, budgets }, run: 'run-2' })
    world.run()
    expect(world.started).toHaveLength(3)
    expect(findings(world)).toEqual([
      'all that the runs of this plan may use in 24 hours is used: 3 attempts (policy.budgets.day_attempts); nothing more is begun before that is raised, or some of it is 24 hours old',
    ])
    world.now += 14 * hour
    world.start(planOf(4), { policy: { limits, budgets } })
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done', T3: 'done' })
    expect(spentOfDay(world.state, world.now).attempts).toBe(2)
  })

  test('what a clock that was a year ahead has noted counts for a day, not for the year', () => {
    const world = new Timed(1_000)
    const budgets = { day: { attempts: 3 } }
    const right = world.now
    world.now += 365 * 24 * hour
    begin(world, budgets, {}, 3)
    world.run()
    world.now = right
    world.start(planOf(4), { policy: { limits, budgets }, run: 'run-2' })
    world.run()
    expect(world.started).toHaveLength(3)
    world.now = right + 25 * hour
    world.start(planOf(4), { policy: { limits, budgets } })
    world.run()
    expect(world.statuses()).toEqual({ T0: 'done', T1: 'done', T2: 'done', T3: 'done' })
  })
})
