/** The one integrator: who is merged next, and what it does when the tip is no longer where the merge was made for. */

import { expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World } from './world.ts'

const policy = { workspace: 'worktree', jobs: 3 } as const
const gates = [gate('unit')]
const read = plan(['A', 'B', 'C'].map((key) => task(key, { steps: [step({ gates: ['unit'] })] })))

/** The stages of the integration that were asked for, by task. */
function stages(world: World): readonly string[] {
  return world.log.flatMap(({ subject, body }) =>
    body.type === 'effect-requested' && body.effect.is === 'integrate' && subject !== null
      ? [`${body.effect.stage} ${world.state.tasks.get(subject.task)?.spec.key ?? ''}`]
      : [],
  )
}

test('of those that wait it takes the first of the plan, not the one that came first', () => {
  const world = new World()
  world.start(read, { policy, gates })
  const isOf = (key: string) => (it: { effect: Effect }) =>
    it.effect.is === 'run-gate' && it.effect.workspace === world.task(key).workspace && it.effect.purpose === 'draft'
  const nextOf = (found: (it: { effect: Effect }) => boolean): number => world.pending.findIndex(found)
  // All drafts are there and none is judged; then the gates answer in another order than that of the plan.
  while (!['A', 'B', 'C'].every((key) => nextOf(isOf(key)) >= 0))
    world.step(nextOf((it) => !['A', 'B', 'C'].some((key) => isOf(key)(it))))
  for (const key of ['A', 'C', 'B']) world.step(nextOf(isOf(key)))
  expect(['A', 'B', 'C'].map((key) => world.status(key))).toEqual(['merging', 'merging', 'merging'])
  world.run()
  expect(stages(world).filter((it) => it.startsWith('merge'))).toEqual(['merge A', 'merge B', 'merge C'])
})

test('it merges anew where the tip has moved meanwhile', () => {
  const world = new World()
  const perform = world.perform.bind(world)
  let isMoved = false
  world.perform = (effect: Effect): Outcome => {
    if (effect.is !== 'integrate' || effect.stage !== 'move' || isMoved) return perform(effect)
    isMoved = true
    return { of: 'integrate', is: 'tip-moved', tip: 'theirs' }
  }
  world.start(plan([task('A')]), { policy, gates })
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
  expect(stages(world)).toEqual(['merge A', 'commit A', 'move A', 'merge A', 'commit A', 'move A'])
})

test('red after the merge, the next attempt goes on from the merged files: the work of others is in them', () => {
  const world = new World({ gates: { 'unit merged': ['failed', 'passed'] } })
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    if (outcome.of !== 'integrate' || outcome.is !== 'merged') return outcome
    return { ...outcome, tree: 'merged', evidenceTree: 't-merged', tip: 'theirs' }
  }
  const one = task('A', { steps: [step({ gates: ['unit'] })] })
  world.start(plan([one]), { policy: { ...policy, redraft: 'draft', retries: 1 }, gates })
  world.run()
  const asked = world.log.flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect] : []))
  const attempts = asked.flatMap((it) => (it.is === 'start-attempt' ? [[it.from, it.base]] : []))
  const merges = asked.flatMap((it) => (it.is === 'integrate' && it.stage === 'merge' ? [it.base] : []))
  expect([attempts[1], merges[1]]).toEqual([['draft', 'merged'], 'theirs'])
  expect(world.status('A')).toBe('done')
})

test('what is asked for of the branch and of the marks is asked for once at a time', () => {
  const world = new World({ brings: [true, true, false] })
  const feed = world.feed.bind(world)
  const most = { publish: 0, project: 0 }
  world.feed = (input) => {
    feed(input)
    for (const is of ['publish', 'project'] as const)
      most[is] = Math.max(most[is], world.pending.filter(({ effect }) => effect.is === is).length)
  }
  world.start(read, { policy, gates })
  const isShowing = ({ effect }: (typeof world.pending)[number]): boolean =>
    effect.is === 'publish' || effect.is === 'project'
  // Everything else goes on while they are under way; a person ends tasks and opens them again meanwhile.
  const said = [{ verb: 'unblock', task: 'C', text: '' } as const, { verb: 'skip', task: 'C', text: '' } as const]
  while (world.state.status !== 'finished') {
    const command = world.pending.some(({ effect }) => effect.is === 'publish') ? said.pop() : undefined
    if (command) world.say(command)
    if (
      !world.step(
        Math.max(
          0,
          world.pending.findIndex((it) => !isShowing(it)),
        ),
      )
    )
      break
  }
  expect([most, world.state.status, said]).toEqual([{ publish: 1, project: 1 }, 'finished', []])
})

test('commits of others are brought in once at a time, whatever a person says and whoever dies meanwhile', () => {
  const world = new World()
  const ended = plan([task('A'), task('B', { mark: 'skipped' }), task('C', { mark: 'skipped' })])
  const publishes = (): number => world.pending.filter(({ effect }) => effect.is === 'publish').length
  world.start(ended, { policy })
  for (const key of ['B', 'C']) world.say({ verb: 'unblock', task: key, text: '' })
  expect(publishes()).toBe(1)
  world.die()
  world.start(ended, { policy })
  expect(publishes()).toBe(1)
  expect(world.run().statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
})
