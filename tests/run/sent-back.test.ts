/** A draft that a person has sent back: they only wanted it otherwise, and whatever becomes of the revision they are asked. */

import { expect, test } from 'vitest'
import { agentMethod, plan, step, task, World, type Script } from './world.ts'

const methods = [agentMethod, { ...agentMethod, id: 'backup-1' }]

/** A step that is not critical, whose draft is sent back. @param how of the attempts after the first one */
function sentBack(how: readonly ('failed' | 'finished')[], both = false): World {
  const attempts: Script['attempts'] = { 'A/1': [{}, ...how.map((it) => ({ how: it }))] }
  const own = step({ id: '1', critical: false, retries: 0, review: 'always', ...(both ? { methods } : {}) })
  const read = plan([task('A', { steps: [own] })])
  const world = new World({ attempts })
  world.start(read, { policy: { workspace: 'worktree' } })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'in metres' })
  world.start(read, { policy: world.state.policy })
  return world.run()
}

const asked = ({ state }: World): readonly string[] => [...state.reviews.values()].map(({ kind }) => kind)

test('a revision that fails is asked about, and what was seen can be taken', () => {
  const world = sentBack(['failed'])
  const before = world.task('A').steps[0]?.draft?.commit
  // The first attempt's, and not what the revision has left.
  expect(before).toBe('c1')
  expect([...world.state.reviews.values()].at(-1)?.question).toContain(
    'what stands there is the draft that was sent back',
  )
  expect([world.status('A'), asked(world)]).toEqual(['reviewing', ['draft', 'exhausted']])
  expect([...world.state.reviews.values()].at(-1)?.options).toContain('override')
  world.say({ verb: 'answer', review: 'R2', answer: 'override', text: '' })
  world.start(plan([world.task('A').spec]), { policy: world.state.policy })
  world.run()
  expect([world.status('A'), world.task('A').steps[0]?.draft?.commit]).toEqual(['done', before])
})

test('left out by a person it is left out as one that is not critical: its task goes on without it', () => {
  const own = step({ id: '1', critical: false, retries: 0, review: 'always' })
  const read = plan([task('A', { steps: [own, step({ id: '2', critical: true })] })])
  const world = new World({ attempts: { 'A/1': [{}, { how: 'failed' }] } })
  const go = (review: string, answer: 'revise' | 'skip'): void => {
    world.say({ verb: 'answer', review, answer, text: 'in metres' })
    world.start(read, { policy: { workspace: 'worktree' } })
    world.run()
  }
  world.start(read, { policy: { workspace: 'worktree' } })
  world.run()
  go('R1', 'revise')
  go('R2', 'skip')
  const [first, second] = world.task('A').steps
  expect([first?.status, first?.because, second?.status, world.status('A')]).toEqual([
    'skipped',
    'not-critical',
    'done',
    'done',
  ])
})

test('each way to do it begins on what was seen, and on nothing that one before it has left', () => {
  const ways = [...methods, { ...agentMethod, id: 'backup-2' }]
  const own = step({ id: '1', critical: false, retries: 0, review: 'always', methods: ways })
  const read = plan([task('A', { steps: [own] })])
  const world = new World({ attempts: { 'A/1': [{}, { how: 'failed' }, { how: 'failed' }, {}] } })
  world.start(read, { policy: { workspace: 'worktree' } })
  world.run()
  const seen = world.task('A').steps[0]?.draft?.commit
  world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'in metres' })
  world.start(read, { policy: world.state.policy })
  world.run()
  const begun = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.base] : [],
  )
  expect(begun.slice(1)).toEqual([seen, seen, seen])
})

test('another way to do it goes on from what was seen', () => {
  const world = sentBack(['failed', 'finished'], true)
  const begun = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt'
      ? [`${body.effect.name.method} ${body.effect.from}`]
      : [],
  )
  expect(begun).toEqual(['primary base', 'primary draft', 'backup-1 draft'])
  expect(asked(world)).toEqual(['draft', 'draft'])
})
