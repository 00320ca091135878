/** What is left of a SPECLet that has failed, once a person has said that the run goes on without it, or halts (seed 004 §2.0b, 6). */

import { describe, expect, test } from 'vitest'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import { whyInState, whyText } from '../../../src/reports/run/why.ts'
import type { Review } from '../../../src/run/state.ts'
import { branchesDraft, branchesPlan } from '../../rig/branches-spec.ts'
import { attempts, ProgressWorld } from '../progress-world.ts'

function start(world: ProgressWorld): ProgressWorld {
  const { escalation, ...told } = branchesDraft().policy ?? {}
  const triggers = { ...escalationDefaults, ...escalation }
  world.start(branchesPlan(), {
    policy: { ...told, escalation: triggers, retries: 0, exhausted: 'ask', jobs: 2 },
  })
  return world
}

const open = (world: ProgressWorld): readonly Review[] =>
  [...world.state.reviews.values()].filter(({ answer }) => answer === null)

/** Task 1 has failed with its only method, and a person has answered. */
function answered(given: ReviewAnswer, script = 'fail'): ProgressWorld {
  const world = start(new ProgressWorld(attempts({ '1.1': script }))).run()
  world.say({ verb: 'answer', review: open(world)[0]?.id ?? '', answer: given, text: '' })
  return world
}

/** Since the failure people look at each draft: they say yes to all, and to nothing else. */
function goOn(world: ProgressWorld): ProgressWorld {
  start(world).run()
  for (let [review] = open(world); review?.kind === 'draft'; [review] = open(world)) {
    world.say({ verb: 'answer', review: review.id, answer: 'approve', text: '' })
    start(world).run()
  }
  return world
}

const speclets = ({ document }: ProgressWorld): unknown => document.speclet_progress

const leftOf = {
  p1: { status: 'failed', tasks_failed: [1] },
  p2: { status: 'completed' },
}

describe.each([
  ['halt', { status: 'blocked', blocked_reason: 'dependency_failed' }],
  ['skip-blocked', { status: 'skipped' }],
] as const)('after %s', (given, dependent) => {
  test('the rest of the failed SPECLet is neither begun nor asked about, and what needs nothing of it goes on', () => {
    const world = goOn(answered(given))
    expect(open(world)).toEqual([])
    expect(world.statuses()).toMatchObject({ 1: 'blocked', 2: 'pending', 3: 'done', 4: 'done' })
    expect(world.state.status).toBe('finished')
    expect(speclets(world)).toMatchObject({ ...leftOf, p3: dependent })
    expect(world.faults).toEqual([])
    expect(world.refolded()).toBe(world.texts.at(-1))
  })

  test('at each moment the progress file has the SPECLet failed, and its rest blocked with the reason', () => {
    const world = answered(given)
    const before = world.texts.length
    goOn(world)
    for (const text of world.texts.slice(before)) {
      const { speclet_progress, tasks } = JSON.parse(text) as ProgressWorld['document']
      expect(speclet_progress).toMatchObject({ p1: leftOf.p1, p3: dependent })
      expect(tasks[1]).toMatchObject({ status: 'blocked', blocked_reason: 'SPECLet p1 failed at step 1.1' })
    }
  })

  test('why of the rest names the step that failed, and the task that it waits for', () => {
    const world = goOn(answered(given))
    const why = whyInState(world.state, world.task('2').uid)
    expect(why && whyText(why, { name: '2', plan: 'spec_branches.md' }).split('\n')).toEqual([
      'In the run 2 is blocked: SPECLet p1 failed at step 1.1',
      '  pending    2.1 Do part 2',
      expect.stringMatching(/^ {2}waits for 1 \(blocked: 1 attempt failed/),
      '',
    ])
  })

  test('once the failed step is to be tried again, the rest of its SPECLet comes after it', () => {
    const world = goOn(answered(given, 'fail done'))
    world.say({ verb: 'unblock', task: '1', text: '' })
    goOn(world)
    expect(world.statuses()).toMatchObject({ 1: 'done', 2: 'done' })
    expect(speclets(world)).toMatchObject({ p1: { status: 'completed' } })
  })

  test('a later run of the plan leaves it as well', () => {
    const world = goOn(answered(given))
    const began = world.started.length
    goOn(world)
    expect(world.started.slice(began)).toEqual([])
    expect(world.status('2')).toBe('pending')
  })
})

test.each([
  ['accept', 'done'],
  ['skip', 'skipped'],
] as const)(
  'a person who gives the failed step another end with %s lets the rest of its SPECLet go on',
  (verb, end) => {
    const world = goOn(answered('halt'))
    world.say({ verb, task: '1', text: '' })
    goOn(world)
    expect(world.statuses()).toEqual({ 1: end, 2: 'done', 3: 'done', 4: 'done', 5: 'done' })
  },
)

test('block ends the failed step alone: what comes after it in its SPECLet is asked about', () => {
  const world = goOn(answered('block'))
  expect(open(world)).toMatchObject([{ kind: 'escalation', task: world.task('2').uid }])
})
