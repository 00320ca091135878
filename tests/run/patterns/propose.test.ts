/** When a failure has patterns proposed, and when people are asked which way is taken (seed 004 §2.0a, 5 and §2.6, 0). */

import { expect, test } from 'vitest'
import { judgeFeasibility } from '../../../src/run/patterns/feasibility.ts'
import type { Pattern } from '../../../src/run/patterns/pattern.ts'
import { lessonPolicy, part, ways } from '../education/lessons.ts'
import { gate, plan, task, World, type Script } from '../world.ts'

const tides: Pattern = {
  name: 'tide_table',
  summary: 'tides in tables',
  confidence: 'HIGH',
  technologies: ['go'],
  reasoning: '',
  reference: null,
}

/** A collaborative run of tasks of one step each, beside each other, that a pattern about tides is known for. */
function begin(script: Script, instructions: readonly string[], keys = ['A']): World {
  const chosen = { name: 'board', confidence: 'HIGH', technologies: ['go'], reference: null, risk: null } as const
  const feasibility = {
    ...judgeFeasibility(chosen, { technologies: ['go'], steps: 4 }),
    backups: [{ pattern: tides, similarity: 0.9 }],
  }
  const steps = [part('1', { title: 'do it', methods: ways(...instructions), gates: ['unit'] })]
  const world = new World(script)
  world.start(plan(keys.map((key) => task(key, { steps }))), {
    policy: lessonPolicy({}, { mode: 'collaborative', jobs: 2 }),
    gates: [gate('unit')],
    patterns: { feasibility, asked: null, failed: null },
  })
  return world.run()
}

const proposed = ({ log }: World): readonly unknown[] =>
  log.flatMap(({ body }) => (body.type === 'patterns-proposed' ? [body.isAsked] : []))
const asked = ({ log }: World): readonly unknown[] =>
  log.flatMap(({ body }) => (body.type === 'review-asked' ? [body.kind] : []))

const fails = [{ how: 'failed' as const }, {}]

test('what a backup fails of has none proposed: its primary method has failed before', () => {
  const script = { attempts: { 'A/1': [{ how: 'failed' as const }, { how: 'failed' as const }, {}] } }
  expect(proposed(begin({ attempts: { 'A/1': fails } }, ['read tides', 'ask']))).toEqual([true])
  const world = begin(script, ['ask', 'read tides', 'guess'])
  expect([proposed(world), world.status('A')]).toEqual([[], 'done'])
})

test('a draft that failed once it was merged has them logged, and goes on with its next method at once', () => {
  const world = begin({ gates: { 'unit merged': ['failed', 'passed'] } }, ['read tides', 'ask'], ['A', 'B'])
  expect(
    world.log.flatMap(({ body }) => (body.type === 'step-moved' ? [[body.from, body.to, body.because]] : [])),
  ).toContainEqual(['merging', 'working', 'next-method'])
  expect([proposed(world), asked(world)]).toEqual([[false], []])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
})

test('who looks at the failure themselves has it tried by nobody once more: the log tells of no retry', () => {
  const world = begin({ attempts: { 'A/1': fails } }, ['read tides', 'ask'])
  world.say({ verb: 'answer', review: 'R1', answer: 'escalate', text: '' })
  expect([asked(world), world.started]).toEqual([['pattern-alternatives', 'exhausted'], ['A/1/primary#1']])
  expect(world.state.course.moments.map(({ status }) => status)).toEqual(['started', 'failed'])
})
