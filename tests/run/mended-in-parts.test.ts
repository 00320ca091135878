/** A base that is red in several ways and let pass: tasks mend it one after another, and none may break it again. */

import { expect, test } from 'vitest'
import { edge, gate, plan, step, task, World } from './world.ts'

const digest = { a: 'aaaaaaaa', b: 'bbbbbbbb', c: 'cccccccc' }
const failing = (names: readonly (keyof typeof digest)[]): string =>
  `${names
    .map((it) => it.repeat(8))
    .join('')
    .slice(0, 16)
    .padEnd(16, '0')} exit1 ${names.map((it) => `${digest[it]}x1`).join(' ')}`

/** A run of two tasks, of which each leaves some of what the base fails by. */
function ran(left: Readonly<Record<'A' | 'B', readonly (keyof typeof digest)[]>>): World {
  const world = new World({})
  const perform = world.perform.bind(world)
  const of = (uid: string | null): readonly (keyof typeof digest)[] => {
    const key = uid === null ? null : world.state.tasks.get(uid)?.spec.key
    return key === 'A' || key === 'B' ? left[key] : ['a', 'b']
  }
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate') return outcome
    const asked = [...world.state.effects.values()].find((it) => it.effect === effect)
    const names = of(asked?.task ?? null)
    const red = { result: 'failed', fingerprint: failing(names) } as const
    return { ...outcome, evidence: { ...outcome.evidence, ...(names.length > 0 ? red : { result: 'passed' }) } }
  }
  const checked = (key: string): ReturnType<typeof task> => task(key, { steps: [step({ gates: ['g'] })] })
  world.start(plan([checked('A'), checked('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree', baseline: 'ignore-same', retries: 0 },
    gates: [gate('g')],
  })
  return world.run()
}

test('each mends its part: nobody is charged with what is left', () => {
  const world = ran({ A: ['b'], B: [] })
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  expect([world.task('A').proof, world.task('B').proof]).toEqual(['unverified', 'verified'])
})

test('what one has mended, the next may not break again', () => {
  expect(ran({ A: ['b'], B: ['a', 'b'] }).statuses()).toMatchObject({ A: 'done', B: 'blocked' })
})

test('in place that is so of what is committed, also where all is green in the folder', () => {
  const merged = { A: ['b'], B: ['a', 'b'] } as const
  const world = new World({ isUncommitted: true })
  world.folder = 'with what nobody has committed'
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate' || effect.is !== 'run-gate') return outcome
    const isOfFolder = effect.purpose === 'draft' || (effect.purpose === 'baseline' && effect.commit === null)
    const key = world.state.tasks.get(world.state.integrating[0] ?? '')?.spec.key
    const names = effect.purpose === 'merged' && (key === 'A' || key === 'B') ? merged[key] : (['a', 'b'] as const)
    const red = { result: 'failed', fingerprint: failing(names) } as const
    return { ...outcome, evidence: { ...outcome.evidence, ...(isOfFolder ? {} : red) } }
  }
  const checked = (key: string): ReturnType<typeof task> => task(key, { steps: [step({ gates: ['g'] })] })
  world.start(plan([checked('A'), checked('B')]), {
    policy: { workspace: 'in-place', baseline: 'ignore-same', retries: 0 },
    gates: [gate('g')],
  })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'blocked' })
})

test('what is new beside it is charged', () => {
  expect(ran({ A: ['b', 'c'], B: [] }).statuses()).toMatchObject({ A: 'blocked' })
})

test('a draft that was begun before the mending is not charged with what it stands on', () => {
  const red = { result: 'failed', fingerprint: failing(['a']) } as const
  const world = new World()
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate') return outcome
    const task = [...world.state.effects.values()].find((it) => it.effect === effect)?.task
    const key = world.state.tasks.get(task ?? '')?.spec.key
    // A mends the base; B stands on it as it was, until it is merged with what A did.
    const isRed = key !== 'A' && effect.is === 'run-gate' && effect.purpose !== 'merged'
    return { ...outcome, evidence: { ...outcome.evidence, ...(isRed ? red : {}) } }
  }
  const checked = (key: string): ReturnType<typeof task> => task(key, { steps: [step({ gates: ['g'] })] })
  world.start(plan([checked('A'), checked('B')]), {
    policy: { workspace: 'worktree', baseline: 'ignore-same', retries: 0, jobs: 2 },
    gates: [gate('g')],
  })
  const isOfB = (it: (typeof world.pending)[number]): boolean =>
    it.effect.is === 'start-attempt' && it.effect.name.task === world.task('B').uid
  while (!world.pending.every(isOfB)) world.step(world.pending.findIndex((it) => !isOfB(it)))
  expect([world.status('A'), world.status('B'), world.state.knownRed.size]).toEqual(['done', 'working', 0])
  world.run()
  expect([world.status('B'), world.task('B').proof]).toEqual(['done', 'verified'])
})
