import { describe, expect, test } from 'vitest'
import { namedAddresses, researchQueries } from '../../../src/run/steps/research-queries.ts'
import { researchOf } from '../../../src/run/steps/research-record.ts'
import type { Effect } from '../../../src/run/effect.ts'
import type { Outcome } from '../../../src/run/outcome.ts'
import type { RunEvent } from '../../../src/run/event.ts'
import { agentMethod, plan, step, task, World } from '../world.ts'

const two = [step({ id: '1', methods: [agentMethod] }), step({ id: '2', methods: [agentMethod] })]

/** What happens of research, workspaces and attempts, in order. */
const told = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap(({ body }) => {
    if (body.type === 'waiting-set') return [`waits for ${body.waitingOn?.is ?? 'nothing'}`]
    if (body.type === 'effect-settled' && body.outcome.of === 'research') return ['research settled']
    if (body.type !== 'effect-requested') return []
    return ['research', 'prepare-workspace', 'start-attempt'].includes(body.effect.is) ? [body.effect.is] : []
  })

describe('research before a task', () => {
  test('is asked for before anything else, waited for, and once for all its steps', () => {
    const world = new World()
    world.start(plan([task('a', { research: ['web_search'], steps: two })]))
    world.run()
    expect(told(world.log)).toEqual([
      'waits for research',
      'research',
      'research settled',
      'waits for nothing',
      'start-attempt',
      'start-attempt',
    ])
    expect(researchOf(world.state, { key: 'a' })?.outcome).toMatchObject({ is: 'found', findings: ['It is known.'] })
    expect(world.state.status).toBe('finished')
  })

  test('keeps no other task from its work', () => {
    const world = new World()
    world.start(plan([task('a', { research: [] }), task('b')]), { policy: { jobs: 2 } })
    expect(world.started).toEqual(['b/work/primary#1'])
    expect(world.task('a').steps[0]?.waitingOn).toEqual({ is: 'research' })
    expect(researchOf(world.state, { key: 'b' })).toBe(null)
  })

  test('is performed again after a crash, and recorded once', () => {
    const world = new World()
    world.start(plan([task('a', { research: [] })]))
    world.die()
    world.start(plan([task('a', { research: [] })]))
    world.run()
    expect(told(world.log)).toEqual([
      'waits for research',
      'research',
      'research settled',
      'waits for nothing',
      'start-attempt',
    ])
    expect(world.log.filter(({ body }) => body.type === 'effect-repeated').length).toBe(1)
    expect(world.state.course.research.length).toBe(1)
  })

  test('that comes to nothing keeps its task from nothing', () => {
    class Unanswered extends World {
      override perform(effect: Effect): Outcome {
        if (effect.is !== 'research') return super.perform(effect)
        const failure = { reason: 'nobody is there', help: 'look' }
        const looked = { by: [], queries: [], ms: 0, apiCalls: null, tokens: null, troubles: [], kept: [] }
        return { of: 'research', is: 'failed', failure, ...looked }
      }
    }
    const world = new Unanswered()
    world.start(plan([task('a', { research: [] })]))
    world.run()
    expect([world.status('a'), world.started]).toEqual(['done', ['a/work/primary#1']])
  })

  test('is not asked for where the policy switches it off', () => {
    const world = new World()
    world.start(plan([task('a', { research: [] })]), { policy: { research: 'off' } })
    world.run()
    expect([told(world.log).includes('research'), world.state.status]).toEqual([false, 'finished'])
  })
})

const spec = (over: object): Parameters<typeof researchQueries>[0] => ({
  title: 'T',
  description: null,
  steps: [],
  ...over,
})

test.each([
  [{ title: 'Build **it**', description: null }, ['Build it']],
  [
    {
      title: 'Build',
      description: 'By hand. And fast.\nOr not',
      steps: [step({ expected: 'A wall' }), step({ expected: '' })],
    },
    ['Build', 'Build: By hand', 'Build: A wall'],
  ],
  [{ title: 'x'.repeat(200) }, ['x'.repeat(160)]],
  [{ title: 'word '.repeat(40) }, ['word '.repeat(32).trim()]],
  [{ title: '\u001b[2J' }, ['\\x1b[2J']],
])('queries follow from what the plan says: %o', (over, expected) => {
  expect(researchQueries(spec(over))).toEqual(expected)
})

test('addresses are taken out of all that the plan says of a task', () => {
  const steps = [step({ title: 'Read <https://b.example.com/x>', expected: 'as (https://c.example.com).' })]
  expect(namedAddresses(spec({ description: 'See https://a.example.com/y, and http: no', steps }))).toEqual([
    'https://a.example.com/y',
    'https://b.example.com/x',
    'https://c.example.com',
  ])
  expect(namedAddresses(spec({ description: 'http://'.repeat(50_000) })).length).toBeLessThan(6)
})
