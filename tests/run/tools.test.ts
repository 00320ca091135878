/** Programs that a plan names as backups: how often they are tried, and what follows where they are not run. */

import { describe, expect, test } from 'vitest'
import type { MethodSpec, StepSpec } from '../../src/plan/model.ts'
import { scriptOf, toolsOf } from '../../src/plan/tools.ts'
import { agentMethod, edge, plan, step, task, World, type Script } from './world.ts'

const tool = (id: string): MethodSpec => ({
  ...agentMethod,
  id,
  does: 'tool',
  argv: ['sh', `./${id}.sh`],
  repeat: 'ask',
})
const work = (over: Partial<StepSpec> = {}): StepSpec =>
  step({ id: '1', methods: [agentMethod, tool('backup-1'), { ...agentMethod, id: 'backup-2' }], ...over })

function ran(script: Script, steps: readonly StepSpec[] = [work()], over = {}): World {
  const world = new World(script)
  world.start(plan([task('A', { steps, ...over })]), { policy: { workspace: 'worktree', retries: 2 } })
  return world.run()
}

const methods = (world: World): string[] => world.started.map((it) => it.split('/')[2] ?? '')
const failed = { how: 'failed' } as const
const retried = ['primary#1', 'primary#2', 'primary#3']

describe('how often a tool is tried', () => {
  test('once, whatever the policy says of retries; then the next method has its turn', () => {
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, failed, {}] } })
    expect([methods(world), world.status('A')]).toEqual([[...retried, 'backup-1#4', 'backup-2#5'], 'done'])
  })

  test('as often as its step says', () => {
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, failed, failed, {}] } }, [work({ retries: 1 })])
    expect(methods(world)).toEqual(expect.arrayContaining(['backup-1#3', 'backup-1#4']))
    expect(world.started.filter((it) => it.includes('backup-1'))).toHaveLength(2)
  })

  test('its last lines are what the next one is told', () => {
    const printed = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, { ...failed, excerpt: printed }, {}] } })
    const told = world.log.flatMap(({ body }) => (body.type === 'feedback-given' ? [body.feedback.text] : [])).at(-1)
    expect(told?.split('\n')).toEqual([
      expect.stringContaining('the tool ended with'),
      ...Array.from({ length: 10 }, (_, at) => `line ${at + 20}`),
    ])
  })
})

describe('a tool that is not run', () => {
  test('since it cannot be: the next method has its turn', () => {
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, { how: 'missing' }, {}] } })
    expect([methods(world).at(-1), world.status('A')]).toEqual(['backup-2#5', 'done'])
  })

  test('it counts as no attempt: neither of its method, nor of those that failed', () => {
    const attempts = { 'A/1': [failed, { how: 'missing' } as const, failed] }
    const world = new World({ attempts })
    world.start(plan([task('A', { steps: [work()] })]), { policy: { workspace: 'worktree', retries: 0 } })
    world.run()
    const [ended] = world.task('A').steps
    expect(ended?.tried.map((it) => [it.method, it.attempts, it.failure?.cause.is])).toEqual([
      ['primary', 1, 'retries-exhausted'],
      ['backup-1', 0, 'tool-missing'],
    ])
    expect(ended?.cause).toMatchObject({ is: 'retries-exhausted', attempts: 2 })
  })

  test('since it cannot be, and there is no other method: it ends blocked, and says what is to be mended', () => {
    const attempts = { 'A/1': [failed, { how: 'missing' } as const] }
    const world = new World({ attempts })
    const steps = [work({ methods: [agentMethod, tool('backup-1')] })]
    world.start(plan([task('A', { steps })]), { policy: { workspace: 'worktree', retries: 0, exhausted: 'ask' } })
    world.run()
    expect([world.status('A'), world.state.reviews.size]).toEqual(['blocked', 0])
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'tool-missing', tool: 'backup 1 of step A.1' })
  })

  test('since nobody has trusted it: no other method takes its place unasked', () => {
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, { how: 'missing', untrusted: true }, {}] } })
    expect([methods(world).at(-1), world.status('A')]).toEqual(['backup-1#4', 'blocked'])
  })
})

describe('what defines a tool', () => {
  const defined = { is: 'tool', name: 'backup 1 of step A.1' } as const

  test('a draft that changes it is asked about, also where the plan lets its task write the file', () => {
    const file = { path: 'x.sh', action: 'modify', form: 'path', to: null, note: null } as const
    for (const over of [{}, { files: [file], declaresFiles: true }]) {
      const world = ran({ defined, redefines: ['x.sh'], changes: ['x.sh'] }, [work()], over)
      expect([...world.state.reviews.values()].map((it) => [it.kind, it.question])).toEqual([
        ['deviation', 'it changes what a tool of the plan runs: x.sh'],
      ])
    }
  })

  test('commits of others that change it stop a run that still has it, and no other', () => {
    const script = { defined, brings: [true, false], bringsRedefined: ['x.sh'] }
    const status = (named: 'A' | 'B'): readonly unknown[] => {
      const world = new World({ ...script, defined: { is: 'tool', name: `backup 1 of step ${named}.1` } })
      const both = ['A', 'B'].map((it) => task(it, { steps: [work()] }))
      world.start(plan(both, [edge('A', 'B')]), { policy: { workspace: 'worktree' } })
      world.run()
      return [world.state.status, world.statuses()]
    }
    expect(status('B')).toEqual(['parked', { A: 'done', B: 'pending' }])
    expect(status('A')).toEqual(['finished', { A: 'done', B: 'done' }])
  })
})

describe('a tool whose end nobody saw', () => {
  test('is asked about in a worktree as well, and named', () => {
    const world = ran({ attempts: { 'A/1': [failed, failed, failed, { how: 'interrupted' }, {}] } })
    expect([...world.state.reviews.values()].map((it) => [it.kind, it.options, it.question])).toEqual([
      [
        'interrupted',
        ['retry', 'block', 'pause'],
        'the tool backup 1 of step A.1 (sh ./backup-1.sh) was interrupted: nobody saw how far it came; run it again?',
      ],
    ])
    expect(methods(world).at(-1)).toBe('backup-1#4')
  })
})

test('the tools of a plan are named by their steps', () => {
  const steps = [work(), work({ id: '2', methods: [agentMethod] }), work({ id: '3' })]
  expect(toolsOf([task('A', { id: '4', steps })]).map(({ name }) => name)).toEqual([
    'backup 1 of step 4.1',
    'backup 1 of step 4.3',
  ])
})

test.each([
  [['python3', './scripts/a.py', '--x'], 'scripts/a.py'],
  [['./scripts/a', './b'], 'scripts/a'],
  [['make', 'all'], null],
  [[], null],
] as const)('the script of %j is %j', (argv, script) => {
  expect(scriptOf(argv)).toBe(script)
})
