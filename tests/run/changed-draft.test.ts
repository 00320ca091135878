/** Without git the draft lies in the folder of all: what is changed there before it is merged voids what was said of it. */

import { describe, expect, test } from 'vitest'
import type { FileSpec, Plan } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

/** A folder without git in which, at each merge in turn, such files lie otherwise than in the draft. */
class Folder extends World {
  policy: Partial<Policy> = {}
  plan = plan([task('A', { steps: [step({ gates: ['g'] })] })])
  /** The name that each file of a draft had before. */
  from: string | null = null
  readonly looks: (boolean | undefined)[] = []
  private readonly otherwise: (readonly string[])[]
  constructor(otherwise: readonly (readonly string[])[], script: Script = {}) {
    super(script)
    this.otherwise = [...otherwise]
  }
  override perform(effect: Effect): Outcome {
    const outcome = super.perform(effect)
    if (outcome.of === 'snapshot' && outcome.is === 'taken')
      return { ...outcome, changes: outcome.changes.map((it) => ({ ...it, from: this.from })) }
    if (effect.is !== 'integrate' || effect.stage !== 'merge' || outcome.of !== 'integrate' || outcome.is !== 'merged')
      return outcome
    this.looks.push(effect.lies)
    const paths = this.otherwise.shift() ?? []
    return paths.length === 0 ? outcome : { ...outcome, otherwise: paths }
  }
  gatesRun(purpose: string): number {
    return this.log.filter(
      ({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === purpose,
    ).length
  }
  question(id: string): string | undefined {
    return this.state.reviews.get(id)?.question
  }
}

/** Begins, or goes on with what a run before it has left. */
function begin(world: Folder, policy: Partial<Policy> = world.policy): void {
  world.policy = policy
  world.start(world.plan, {
    policy: { workspace: 'in-place', review: 'always', retries: 1, ...policy },
    gates: [gate('g')],
  })
  world.run()
}

function answer(world: Folder, review: string, said: 'approve' | 'override'): void {
  world.say({ verb: 'answer', review, answer: said, text: 'as it is' })
  begin(world)
}

const isVoid = 'work.txt changed in the folder since R1 was asked, so that the answer to it counts no more'

describe('a file of the draft that was changed since it was shown', () => {
  test('is looked at by its gates, and whoever had said yes is asked anew and told why', () => {
    const world = new Folder([['work.txt']])
    begin(world)
    answer(world, 'R1', 'approve')
    expect(world.status('A')).toBe('reviewing')
    expect(world.question('R2')).toBe(`review A; ${isVoid}`)
    expect(world.gatesRun('draft')).toBe(2)
    expect(world.state.findings.map((it) => it.text)).toEqual([expect.stringContaining(isVoid)])
    answer(world, 'R2', 'approve')
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
  })

  test('is no agent’s to mend where the gates are red of it: the person decides, whatever the policy', () => {
    const world = new Folder([['work.txt']], { gates: { 'g draft': ['passed', 'failed'], 'g merged': ['failed'] } })
    begin(world, { exhausted: 'block' })
    answer(world, 'R1', 'approve')
    expect(world.started).toHaveLength(1)
    expect(world.question('R2')).toContain(`${isVoid}; what lies there now does not hold`)
    answer(world, 'R2', 'override')
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'overridden'])
  })

  test('is asked about though its step may be left out: nobody leaves out what they had said yes to', () => {
    const world = new Folder([['work.txt']], { gates: { 'g draft': ['passed', 'failed'] } })
    world.plan = plan([task('A', { steps: [step({ gates: ['g'], critical: false })] })])
    begin(world, { exhausted: 'block' })
    answer(world, 'R1', 'approve')
    expect([world.status('A'), world.question('R2')]).toEqual(['reviewing', expect.stringContaining(isVoid)])
  })

  test('was let pass by nobody where a person had let the draft pass: the same failure is asked about again', () => {
    const world = new Folder([['work.txt']], { gates: { 'g draft': ['failed'] } })
    begin(world, { exhausted: 'ask', retries: 0 })
    answer(world, 'R1', 'override')
    expect([world.status('A'), world.task('A').overridden]).toEqual(['reviewing', null])
    expect(world.question('R2')).toContain(isVoid)
  })

  test('is asked about as often as it is changed, and each time only once somebody has answered', () => {
    const world = new Folder(Array.from({ length: 6 }, () => ['work.txt']))
    begin(world)
    for (let at = 1; at <= 6; at += 1) answer(world, `R${at}`, 'approve')
    expect(world.status('A')).toBe('reviewing')
    answer(world, 'R7', 'approve')
    expect(world.status('A')).toBe('done')
  })

  test('is taken anew without a word where nobody is asked, and not for ever', () => {
    const once = new Folder([['work.txt']])
    begin(once, { review: 'never' })
    expect([once.status('A'), once.gatesRun('draft')]).toEqual(['done', 2])
    const always = new Folder(Array.from({ length: 20 }, () => ['work.txt']))
    begin(always, { review: 'never' })
    expect(always.task('A').steps[0]?.cause).toMatchObject({
      is: 'not-merged',
      reason: expect.stringContaining('work.txt changed in the folder each time') as string,
    })
  })

  test('is the agent’s to mend where the gates are red of it and nobody was asked', () => {
    const world = new Folder([['work.txt']], { gates: { 'g draft': ['passed', 'failed', 'passed'] } })
    begin(world, { review: 'never' })
    expect([world.status('A'), world.started.length]).toEqual(['done', 2])
  })

  test('is taken anew only so often, too, where a person had let the draft pass, and nobody is asked about what is green', () => {
    const world = new Folder(
      Array.from({ length: 20 }, () => ['work.txt']),
      { gates: { 'g draft': ['failed', 'passed'] } },
    )
    begin(world, { review: 'never', exhausted: 'ask', retries: 0 })
    answer(world, 'R1', 'override')
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'not-merged' })
  })

  test('is looked for again by the executor that comes after one that died', () => {
    const world = new Folder([['work.txt']])
    begin(world)
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.die()
    begin(world)
    expect(world.question('R2')).toBe(`review A; ${isVoid}`)
  })

  test('is the agent’s again once it works on', () => {
    const world = new Folder([['work.txt']])
    begin(world)
    answer(world, 'R1', 'approve')
    world.say({ verb: 'answer', review: 'R2', answer: 'revise', text: 'shorter' })
    begin(world)
    expect([world.started.length, world.question('R3')]).toEqual([2, 'review A'])
  })
})

const declared: FileSpec = { path: 'kept.txt', action: 'modify', form: 'path', to: null, note: null }
const gated = { steps: [step({ gates: ['g'] })] }
const isOne = plan([task('A', gated)])
test.each<[string, Plan, string, string | null]>([
  [
    'was declared, though the draft left it as it was',
    plan([task('A', { ...gated, files: [declared] })]),
    'kept.txt',
    null,
  ],
  [
    'is declared by a task that it covers',
    plan([task('B', { ...gated, files: [declared] }), task('A', { ...gated, covers: ['B'] })]),
    'kept.txt',
    null,
  ],
  ['had another name before the draft, and is there by that again', isOne, 'old.txt', 'old.txt'],
])('a file is of the draft, and voids the yes, that %s', (_, of, path, from) => {
  const world = new Folder([[path]], { changes: ['work.txt'] })
  Object.assign(world, { plan: of, from })
  begin(world)
  answer(world, 'R1', 'approve')
  expect(world.question('R2')).toContain(`${path} changed in the folder since R1 was asked`)
})

test.each([
  [['1', '2', '3'], '1, 2, 3 changed'],
  [['1', '2', '3', '4', '5'], '1, 2, 3 and 2 more changed'],
])('of the changed files %j the question names the first', (paths, told) => {
  const world = new Folder([paths], { changes: paths })
  begin(world)
  answer(world, 'R1', 'approve')
  expect(world.question('R2')).toContain(told)
})

test('a file that is no work of the task voids nothing, and nobody is set to work for it', () => {
  const world = new Folder([['notes.txt']])
  begin(world)
  answer(world, 'R1', 'approve')
  expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
  expect(world.started.length).toBe(1)
})

test('what a step that was given up has left there is no change of what was accepted', () => {
  const world = new Folder([])
  const steps = [step({ gates: ['g'] }), step({ id: 'more', critical: false })]
  world.start(plan([task('A', { steps })]), { policy: { workspace: 'in-place', retries: 0 }, gates: [gate('g')] })
  world.run()
  expect(world.looks).toEqual([true])
  const given = new Folder([], { attempts: { 'A/more': [{ how: 'failed' }] } })
  given.start(plan([task('A', { steps })]), { policy: { workspace: 'in-place', retries: 0 }, gates: [gate('g')] })
  given.run()
  expect(given.looks).toEqual([undefined])
})
