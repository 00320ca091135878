import { describe, expect, test } from 'vitest'
import type { MethodSpec, StepSpec } from '../../src/plan/model.ts'
import { fold } from '../../src/run/evolve.ts'
import { agentMethod, edge, gate, plan, step, task, World } from './world.ts'

const backup = (n: number): MethodSpec => ({ ...agentMethod, id: `backup-${n}`, instruction: `another way ${n}` })

describe('the core fits what comes, without a second loop, state or table', () => {
  test('a diamond with a failure: one side blocks, the other runs, the join waits for ever', () => {
    const world = new World({ attempts: { 'B/work': [{ how: 'failed' }] } })
    world.start(
      plan(
        [task('A'), task('B'), task('C'), task('D')],
        [edge('A', 'B'), edge('A', 'C'), edge('B', 'D'), edge('C', 'D')],
      ),
    )
    world.run()
    expect(world.statuses()).toEqual({ A: 'done', B: 'blocked', C: 'done', D: 'pending' })
    expect(world.started.filter((it) => it.startsWith('B/'))).toHaveLength(4)
    expect(world.state.status).toBe('finished')

    // The human's way back releases the descendants by itself.
    const again = new World()
    again.state = fold(world.log)
    again.log.push(...world.log)
    again.say({ verb: 'unblock', task: 'B', text: '' })
    again.start(
      plan(
        [task('A'), task('B'), task('C'), task('D')],
        [edge('A', 'B'), edge('A', 'C'), edge('B', 'D'), edge('C', 'D')],
      ),
      { run: 'run-2' },
    )
    again.run()
    expect(again.statuses()).toEqual({ A: 'done', B: 'done', C: 'done', D: 'done' })
    expect(again.started).toEqual(['B/work/primary#5', 'D/work/primary#1'])
  })

  test('a step with two backups: primary and its retries, then each backup with its own, in order', () => {
    const world = new World({
      attempts: {
        'S/work': [{ how: 'failed' }, { how: 'failed' }, { how: 'failed' }, { how: 'failed' }, { how: 'finished' }],
      },
    })
    world.start(plan([task('S', { steps: [step({ methods: [agentMethod, backup(1), backup(2)] })] })]), {
      policy: { retries: 1 },
    })
    world.run()
    expect(world.started).toEqual([
      'S/work/primary#1',
      'S/work/primary#2',
      'S/work/backup-1#3',
      'S/work/backup-1#4',
      'S/work/backup-2#5',
    ])
    expect(world.status('S')).toBe('done')
    const moves = world.log.filter((it) => it.body.type === 'step-moved' && it.body.because === 'next-method')
    expect(moves).toHaveLength(2)
  })

  test('a step that is not critical is used up and its task goes on', () => {
    const world = new World({ attempts: { 'S/one': [{ how: 'failed' }] } })
    world.start(plan([task('S', { steps: [step({ id: 'one', critical: false }), step({ id: 'two' })] })]), {
      policy: { retries: 0 },
    })
    world.run()
    expect(world.task('S').steps.map((it) => it.status)).toEqual(['skipped', 'done'])
    expect(world.task('S').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted' })
    expect(world.status('S')).toBe('done')
  })

  test('a loop of three chosen actions: each choice appends steps to one open task', () => {
    const choose = (n: number): StepSpec => step({ id: `choose-${n}`, yields: 'revision' })
    const act = (n: number): StepSpec => step({ id: `act-${n}` })
    const proposal = (n: number) => ({ tasks: [], edges: [], steps: [act(n), choose(n + 1)], finished: false })
    const world = new World({
      attempts: {
        'skill/choose-1': [{ proposal: proposal(1) }],
        'skill/choose-2': [{ proposal: proposal(2) }],
        'skill/choose-3': [{ proposal: proposal(3) }],
        'skill/choose-4': [{ proposal: { tasks: [], edges: [], steps: [], finished: true } }],
      },
    })
    world.start(plan([task('skill', { open: true, steps: [choose(1)] }), task('after')], [edge('skill', 'after')]))
    world.run()
    expect(world.started.map((it) => it.split('/')[1])).toEqual([
      'choose-1',
      'act-1',
      'choose-2',
      'act-2',
      'choose-3',
      'act-3',
      'choose-4',
      'work',
    ])
    expect(world.status('skill')).toBe('done')
    expect(world.log.filter((it) => it.body.type === 'plan-revised' && it.body.cause === 'proposal')).toHaveLength(3)
  })

  test('a choice that is no choice is told back and tried again, then the task is used up', () => {
    const world = new World({ attempts: { 'skill/choose': [{}] } })
    world.start(plan([task('skill', { open: true, steps: [step({ id: 'choose', yields: 'revision' })] })]), {
      policy: { retries: 1 },
    })
    world.run()
    expect(world.status('skill')).toBe('blocked')
    expect(world.task('skill').steps[0]?.feedback.map((it) => it.text)).toEqual([
      'it proposes no change of the plan',
      'it proposes no change of the plan',
    ])
  })

  test('a decomposition that proposes nothing is tried again, and asked about where used up tasks are', () => {
    const read = plan([task('A', { steps: [step({ review: 'always' })] })])
    const choice = { policy: { rejected: 'decompose', retries: 1, exhausted: 'ask' } } as const
    const world = new World()
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'too big' })
    world.start(read, choice)
    world.run()
    expect(world.started).toEqual([
      'A/work/primary#1',
      'decompose:A.2/propose/primary#1',
      'decompose:A.2/propose/primary#2',
    ])
    expect(world.state.reviews.get('R2')).toMatchObject({
      kind: 'exhausted',
      options: ['revise', 'skip', 'block', 'pause'],
      question: expect.stringContaining('it proposes no tasks'),
    })
    world.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
    world.start(read, choice)
    world.run()
    expect([world.statuses(), world.state.status]).toEqual([{ A: 'failed', 'decompose:A.2': 'blocked' }, 'finished'])
  })

  test('of a phase that is handed out as a whole, and of a proposal, nothing is proposed anew: the rejection is the end', () => {
    const read = plan([task('A'), task('P', { covers: ['A'], steps: [step({ review: 'always' })] })])
    const choice = { policy: { rejected: 'decompose' }, selection: ['A', 'P'] } as const
    const world = new World()
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'too big' })
    world.start(read, choice)
    world.run()
    expect(world.statuses()).toMatchObject({ P: 'failed' })
    expect([...world.state.byKey.keys()].filter((key) => key.startsWith('decompose'))).toEqual([])
  })

  test('a pulled task whose connection is lost and claimed again: the old claim is fenced', () => {
    const world = new World()
    const pulled = task('P', { steps: [step({ methods: [{ ...agentMethod, does: 'pull' }], gates: ['unit'] })] })
    world.start(plan([pulled, task('Q')], [edge('P', 'Q')]), { gates: [gate('unit')] })
    world.run()
    expect(world.status('P')).toBe('working')
    expect(world.state.parkedFor).toBe('waiting')
    world.start(plan([pulled, task('Q')], [edge('P', 'Q')]), { gates: [gate('unit')] })
    world.say({ verb: 'claim', task: 'P' }, 'agent')
    expect(world.task('P').steps[0]?.claim).toBe(1)
    world.say({ verb: 'claim', task: 'P' }, 'agent')
    expect(world.log.at(-1)?.body).toMatchObject({ type: 'command-refused', because: 'P is claimed already' })
    world.say({ verb: 'lose', task: 'P', claim: 1 }, 'agent')
    expect(world.task('P').steps[0]?.waitingOn).toEqual({ is: 'connection' })
    world.say({ verb: 'claim', task: 'P' }, 'agent')
    expect(world.task('P').steps[0]?.claim).toBe(2)
    world.say({ verb: 'report', task: 'P', claim: 1, says: 'done', text: '', proposal: null }, 'agent')
    expect(world.status('P')).toBe('working')
    world.say({ verb: 'report', task: 'P', claim: 2, says: 'done', text: '', proposal: null }, 'agent')
    world.run()
    expect(world.statuses()).toMatchObject({ P: 'done', Q: 'done' })
    expect(world.task('P').proof).toBe('verified')
  })

  test('a task that an agent added is written down, and enters the run only where the policy says so', () => {
    const script = {
      attempts: {
        'A/work': [{ proposal: { tasks: [task('A+1', { origin: 'agent' })], edges: [], steps: [], finished: false } }],
      },
    }
    const files = {
      files: [{ path: 'a', action: 'create', form: 'path', to: null, note: null } as const],
      declaresFiles: true,
    }
    const recorded = new World(script)
    recorded.start(plan([task('A', files)]))
    recorded.run()
    expect(recorded.statuses()).toEqual({ A: 'done' })
    expect(recorded.task('A').deviations.map((it) => it.what)).toEqual(['Added task: Do A+1'])
    const accepted = new World(script)
    accepted.start(plan([task('A', files)]), { policy: { addedTasks: 'accept' } })
    accepted.run()
    expect(accepted.statuses()).toEqual({ A: 'done', T001: 'done' })
  })

  test('an agent may not use the verbs of a human', () => {
    const world = new World({ attempts: { 'A/work': [{ how: 'failed' }] } })
    world.start(plan([task('A')]), { policy: { retries: 0 } })
    world.run()
    world.say({ verb: 'accept', task: 'A', text: '' }, 'agent')
    expect(world.status('A')).toBe('blocked')
    expect(world.log.at(-1)?.body).toMatchObject({ type: 'command-refused', because: 'only a human may accept' })
    world.say({ verb: 'accept', task: 'A', text: 'did it' })
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('by-human')
  })
})
