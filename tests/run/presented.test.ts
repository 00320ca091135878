/** An answer is bound to what was shown: a yes to something else is none (RELIABILITY P16). */

import { describe, expect, test } from 'vitest'
import type { CommandBody } from '../../src/run/command.ts'
import { boundWords, presentationOf } from '../../src/run/presentation.ts'
import { gate, plan, step, task, World } from './world.ts'

const read = (criterion: string) =>
  plan([task('A', { id: 'A', textHash: criterion, criteria: [criterion], steps: [step({ gates: ['unit'] })] })])

function asked(): World {
  const world = new World()
  world.start(read('it works'), { policy: { workspace: 'worktree', review: 'always' }, gates: [gate('unit')] })
  return world.run()
}

function refusal(world: World, body: Partial<Extract<CommandBody, { verb: 'answer' }>>): string | null {
  const { id } = world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '', ...body })
  const found = world.log.find(({ body: it }) => 'command' in it && it.command === id)?.body
  return found?.type === 'command-refused' ? found.because : null
}

const presentedIn = (world: World): string => world.state.reviews.get('R1')?.presented ?? ''

describe('an answer', () => {
  test('that names what it was shown is taken, and kept with that, who gave it, and when', () => {
    const world = asked()
    const presented = presentedIn(world)
    expect(presented).toMatch(/^[0-9a-f]{64}$/)
    expect(refusal(world, { presented: presented.slice(0, 8), text: 'good' })).toBeNull()
    const by = { who: 'h', as: 'human' }
    expect(world.state.decided).toMatchObject([{ review: 'R1', answer: 'approve', by, text: 'good', presented }])
    expect(world.state.decided[0]?.at).toBe(world.now)
    expect(world.status('A')).toBe('merging')
  })

  test.each(['approve', 'reject', 'revise'] as const)('of %s to something else is refused', (answer) => {
    const world = asked()
    const other = refusal(world, { answer, text: 'no', presented: '0'.repeat(12) })
    expect(other).toBe(
      'what is shown of review R1 now is not what the answer names (--presented): look at it again, and answer what is shown then',
    )
    expect(refusal(world, { answer, text: 'no', presented: presentedIn(world).slice(0, 7) })).toBe(other)
    expect([world.status('A'), world.state.decided]).toEqual(['reviewing', []])
  })

  test('of revise without a word is refused', () => {
    const world = asked()
    expect(refusal(world, { answer: 'revise', text: ' \n' })).not.toBeNull()
    expect(world.state.reviews.get('R1')?.answer).toBeNull()
  })

  test('is bound to the deviations that were shown', () => {
    const { state } = asked()
    const review = state.reviews.get('R1')
    const shown = review ? presentationOf(state, review) : null
    if (shown === null) throw new Error('nothing is shown')
    const deviation = { kind: 'outside', path: 'p', what: 'w' } as unknown as (typeof shown.deviations)[number]
    expect(boundWords({ ...shown, deviations: [deviation] })).not.toBe(boundWords(shown))
  })

  test('of pause leaves the question open, and is kept with its words', () => {
    const world = asked()
    expect(refusal(world, { answer: 'pause', text: 'ask the physicist' })).toBeNull()
    world.run()
    expect(world.state.reviews.get('R1')?.answer).toBeNull()
    expect(world.state.decided).toMatchObject([{ answer: 'pause', text: 'ask the physicist' }])
    expect(refusal(world, {})).toBeNull()
    expect(world.state.decided.map((it) => it.answer)).toEqual(['pause', 'approve'])
  })
})

describe('gates that run in another environment when a run goes on', () => {
  const choice = (unit: string) => ({
    policy: { workspace: 'worktree', review: 'always', exhausted: 'ask', retries: 0 } as const,
    gates: [gate('unit')],
    environments: { unit },
  })
  const withdrawn = (world: World): readonly string[] =>
    world.log.flatMap(({ body }) => (body.type === 'review-withdrawn' ? [body.because] : []))
  const because = 'unit is defined anew, or in another environment, since it was asked'

  test('look at a draft again before a person is asked about it again', () => {
    const world = new World()
    world.start(read('it works'), choice('e'))
    world.run()
    world.start(read('it works'), choice('other'))
    expect([withdrawn(world), world.status('A')]).toEqual([[because], 'verifying'])
    world.run()
    const open = [...world.state.reviews.values()].filter(({ answer }) => answer === null)
    expect(open.map(({ id, kind }) => [id, kind])).toEqual([['R2', 'draft']])
    expect(world.task('A').steps[0]?.verdicts.map(({ gate: of, result }) => [of, result])).toEqual([['unit', 'passed']])
    expect(refusal(world, { review: 'R2' })).toBeNull()
    expect([world.status('A'), world.started.length]).toEqual(['merging', 1])
  })

  test('look again at what is used up, too, and no attempt follows', () => {
    const world = new World({ gates: { 'unit draft': ['failed'] } })
    world.start(read('it works'), choice('e'))
    world.run()
    expect(world.state.reviews.get('R1')?.kind).toBe('exhausted')
    world.start(read('it works'), choice('other'))
    expect([withdrawn(world), world.status('A')]).toEqual([[because], 'verifying'])
    world.run()
    expect(world.state.reviews.get('R2')).toMatchObject({ kind: 'exhausted', answer: null })
    expect([world.started.length, world.task('A').steps[0]?.verdicts.length]).toEqual([1, 1])
  })

  test('are integration tests, too', () => {
    const io = { ...gate('integration:io'), integration: { layer: 'all', covers: [] } }
    const world = new World({ gates: { 'integration:io': ['failed', 'passed'] } })
    const of = (digest: string) => ({
      policy: { workspace: 'worktree', milestoneRounds: 0 } as const,
      gates: [gate('unit'), io],
      environments: { unit: 'e', 'integration:io': digest },
    })
    world.start(read('it works'), of('e'))
    world.run()
    expect(world.state.reviews.get('R1')?.kind).toBe('milestone')
    world.start(read('it works'), of('other'))
    world.run()
    expect([withdrawn(world), world.state.status]).toEqual([
      ['io is defined anew, or in another environment, since it was asked'],
      'finished',
    ])
  })
})

describe('an edit of the plan while a draft is asked about', () => {
  test('that changes what is shown takes the question back and asks anew', () => {
    const world = asked()
    world.feed({ is: 'plan-read', read: { plan: read('it works twice'), hash: 'edited' }, by: 'a person' })
    expect(world.state.reviews.get('R1')?.answer).toBeNull()
    const taken = 'review R1 was taken back: what it was about has changed; look at what is asked now'
    expect(refusal(world, {})).toBe(taken)
    expect(world.state.reviews.get('R1')?.answer).toBe('withdrawn')
    expect(refusal(world, {})).toBe(
      'review R1 was taken back: what it was about has changed; look at what is asked now',
    )
    expect(refusal(world, { review: 'R2' })).toBeNull()
    expect(world.state.decided.map((it) => it.review)).toEqual(['R2'])
    // They were shown what the task says now, and the work is not done again for it.
    expect(world.status('A')).toBe('merging')
    expect(world.task('A').steps[0]?.attempts).toBe(1)
  })

  test('is part of what is let pass, too: who overrides what is red has been shown what the task says now', () => {
    const world = new World({ gates: { 'unit draft': ['failed'] } })
    const policy = { workspace: 'worktree', exhausted: 'ask', retries: 0 } as const
    world.start(read('it works'), { policy, gates: [gate('unit')] })
    world.run()
    world.feed({ is: 'plan-read', read: { plan: read('it works twice'), hash: 'edited' }, by: 'a person' })
    expect(refusal(world, { answer: 'override', text: 'known' })).toContain('was taken back')
    expect(refusal(world, { review: 'R2', answer: 'override', text: 'known' })).toBeNull()
    expect([world.status('A'), world.started.length]).toEqual(['merging', 1])
  })

  test('of words that are not shown is no part of what was approved: it is worked on again', () => {
    const world = asked()
    const spec = task('A', {
      ...{ id: 'A', textHash: 'another document', criteria: ['it works'] },
      steps: [step({ gates: ['unit'] })],
    })
    world.feed({ is: 'plan-read', read: { plan: plan([spec]), hash: 'edited' }, by: 'a person' })
    expect(refusal(world, {})).toBeNull()
    expect([world.status('A'), world.task('A').steps[0]?.because]).toEqual(['working', 'reworded'])
  })

  test('that changes nothing of it leaves the question as it is', () => {
    const world = asked()
    const more = { ...read('it works'), tasks: [...read('it works').tasks, task('B')] }
    world.feed({ is: 'plan-read', read: { plan: more, hash: 'edited' }, by: 'a person' })
    expect(world.state.reviews.get('R1')?.answer).toBeNull()
    expect(refusal(world, {})).toBeNull()
  })
})

test('a journal of an earlier version binds no answer, and is answered as before', () => {
  const world = asked()
  Object.assign(world.state.reviews.get('R1') ?? {}, { presented: null })
  expect(refusal(world, {})).toBeNull()
})

test.each([
  ['never', []],
  ['critical', ['B']],
  ['always', ['A', 'B']],
] as const)('with review = "%s" a person is asked about %j', (review, wanted) => {
  const world = new World()
  const tasks = [task('A'), task('B', { isCritical: true })]
  world.start(plan(tasks), { policy: { review, workspace: 'worktree', jobs: 2 } })
  world.run()
  expect([...world.state.reviews.values()].map((it) => world.state.tasks.get(it.task)?.spec.key)).toEqual(wanted)
})
