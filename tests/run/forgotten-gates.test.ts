/** A gate that is configured no more when a run goes on judges nothing in it, and asks nothing. */

import { describe, expect, test } from 'vitest'
import type { GateSpec } from '../../src/run/effect.ts'
import { noteTest, setGates } from '../../src/run/evolve-gates.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

const two = (gates: readonly string[]) =>
  plan(['A', 'B'].map((key) => task(key, { steps: [step({ gates: [...gates] })] })))
const options = (names: readonly string[]) => ({ policy: { workspace: 'worktree' } as const, gates: names.map(gate) })
const runsOfGone = (world: World): number =>
  world.log.filter(({ body }) => body.type === 'effect-requested' && runsGone(body.effect)).length
const runsGone = (effect: { readonly is: string; readonly gate?: string }): boolean =>
  effect.is === 'run-gate' && effect.gate === 'gone'

/** A run with two gates that is left at some point, and goes on with one of them. */
function resumed(script: Script, until: (world: World) => boolean): World {
  const world = new World(script)
  world.start(two(['unit', 'gone']), options(['unit', 'gone']))
  while (!until(world)) if (!world.step()) throw new Error('it never comes')
  const before = runsOfGone(world)
  world.die()
  world.start(two(['unit']), options(['unit']))
  world.run()
  expect(runsOfGone(world)).toBe(before)
  expect(world.state.status).toBe('finished')
  expect(world.statuses()).not.toHaveProperty('baseline:run-1:gone')
  expect(world.state.findings).toEqual([])
  expect([...world.state.holding.keys()].filter((uid) => !world.state.tasks.has(uid))).toEqual([])
  return world
}
const isParked = (world: World): boolean => world.state.status === 'parked'
const isAsked = (purpose: string) => (world: World) =>
  world.pending.some(({ effect }) => effect.is === 'run-gate' && runsGone(effect) && effect.purpose === purpose)

test('its question about the base is taken back', () => {
  const world = resumed({ gates: { 'gone baseline': ['could-not-run'] } }, isParked)
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline', answer: 'withdrawn' }])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  expect(world.task('A').proof).toBe('verified')
})

test('also while it is put to a person', () => {
  const isPut = (world: World): boolean => world.pending.some(({ effect }) => effect.is === 'ask-review')
  const world = resumed({ gates: { 'gone baseline': ['failed'] } }, isPut)
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
})

test('a gate that is defined anew looks at the base again, before anybody has answered for what it said', () => {
  const world = new World({ gates: { 'gone baseline': ['failed', 'passed'] } })
  const spec = gate('gone')
  world.start(two(['gone']), { ...options([]), gates: [spec] })
  world.run()
  expect(world.state.status).toBe('parked')
  world.die()
  world.start(two(['gone']), { ...options([]), gates: [{ ...spec, argv: ['other'] }] })
  world.run()
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline', answer: 'withdrawn' }])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
})

test('what was let pass by a gate is forgotten where it compares something else, and kept where it does not', () => {
  const world = new World({ gates: { sums: ['failed'] } })
  const spec = (atol: number) => ({
    ...gate('sums'),
    kind: 'numeric' as const,
    values: [{ name: 'a', value: 1, atol, rtol: 0, find: { by: 'name' as const }, match: 'only' as const, unit: null }],
  })
  const start = (atol: number): void => {
    world.start(two(['sums']), {
      policy: { workspace: 'worktree', baseline: 'ignore-same' },
      gates: [spec(atol)],
    })
  }
  start(1)
  while (world.state.knownRed.size === 0) if (!world.step()) throw new Error('it never comes')
  world.die()
  start(1)
  expect(world.state.knownRed.has('sums')).toBe(true)
  world.die()
  start(2)
  expect(world.state.knownRed.has('sums')).toBe(false)
})

test.each([
  ['was green there', 'command', 'passed', 1],
  ['was let pass there', 'command', 'failed', 2],
  ['was green there', 'environment', 'passed', 1],
  // The same failure is let pass by the word that was given.
  ['was let pass there', 'environment', 'failed', 1],
] as const)(
  'also where it %s: what another %s makes it say of the base is charged to no task',
  (_how, what, first, asked) => {
    const world = new World({
      gates: { 'gone baseline': [first, 'failed'], 'gone draft': ['failed'], 'gone merged': ['failed'] },
    })
    const spec = gate('gone')
    const start = (isOther = false): void =>
      world.start(two(['gone']), {
        ...options([]),
        gates: [what === 'command' && isOther ? { ...spec, argv: ['other'] } : spec],
        environments: { gone: what === 'environment' && isOther ? 'other' : 'one' },
      })
    const letPass = (): void => {
      const open = [...world.state.reviews.values()].find(({ answer }) => answer === null)
      world.say({ verb: 'answer', review: open?.id ?? '', answer: 'ignore-same', text: '' })
    }
    start()
    if (first === 'failed') {
      world.run()
      letPass()
      start()
    }
    while (!world.pending.some(({ effect }) => effect.is === 'start-attempt'))
      if (!world.step()) throw new Error('none')
    world.die()
    start(true)
    world.run()
    letPass()
    start(true)
    world.run()
    expect([...world.state.reviews.values()].filter(({ kind }) => kind === 'baseline')).toHaveLength(asked)
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  },
)

test('what needs a gate that is defined anew looks at the base again, too', () => {
  const world = new World({ gates: { 'gone baseline': ['passed', 'failed'], 'gone draft': ['failed'] } })
  const start = (argv: readonly string[]): void =>
    world.start(plan([task('A', { steps: [step({ gates: ['build', 'gone'] })] })]), {
      policy: { workspace: 'worktree' },
      gates: [{ ...gate('build'), argv }, gate('gone')],
    })
  start(['old'])
  const isJudged = isAsked('draft')
  while (!isJudged(world)) if (!world.step()) throw new Error('none')
  world.die()
  start(['new'])
  world.run()
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline', answer: null }])
  expect([world.status('A'), world.started.length]).toEqual(['verifying', 1])
})

test.each([
  ['its draft was accepted', 'merge'],
  ['it judges the draft', 'draft'],
] as const)('what is defined anew while %s waits for its base', (_how, at) => {
  const world = new World({
    gates: {
      'gone baseline': ['passed', 'failed'],
      'gone draft': [at === 'draft' ? 'failed' : 'passed'],
      'gone merged': ['failed'],
    },
  })
  const spec = gate('gone')
  const one = plan([task('A', { steps: [step({ gates: ['gone'] })] })])
  const start = (argv: readonly string[]): void =>
    world.start(one, { policy: { workspace: 'worktree', retries: 0 }, gates: [{ ...spec, argv }] })
  const isThere = ({ effect }: (typeof world.pending)[number]): boolean =>
    at === 'merge'
      ? effect.is === 'integrate' && effect.stage === 'merge'
      : effect.is === 'run-gate' && effect.purpose === 'draft'
  start(['lenient'])
  while (!world.pending.some(isThere)) if (!world.step()) throw new Error('it never comes')
  world.die()
  start(['strict'])
  world.run()
  expect([world.status('A'), world.state.status]).not.toContain('blocked')
  const asked = [...world.state.reviews.values()].filter(({ answer }) => answer === null)
  expect(asked).toMatchObject([{ kind: 'baseline' }])
  world.say({ verb: 'answer', review: asked[0]!.id, answer: 'ignore-same', text: '' })
  start(['strict'])
  world.run()
  expect([world.status('A'), world.started.length]).toEqual(['done', 1])
})

/** A is being merged when its executor dies, and its gate is another one when the run goes on, red on the base. */
function mergedAside(workspace: 'in-place' | 'worktree'): { readonly world: World; readonly start: () => void } {
  const world = new World({
    gates: { 'gone baseline': ['passed', 'failed'], 'gone draft': ['passed'], 'gone merged': ['failed'] },
  })
  const spec = gate('gone')
  const checked = (key: string, name: string): ReturnType<typeof task> =>
    task(key, { steps: [step({ gates: [name] })] })
  const three = plan([checked('A', 'gone'), checked('B', 'unit'), checked('C', 'unit')])
  const begin = (argv: readonly string[]): void =>
    world.start(three, { policy: { workspace, retries: 0, jobs: 2 }, gates: [{ ...spec, argv }, gate('unit')] })
  begin(['lenient'])
  while (!world.pending.some(({ effect }) => effect.is === 'integrate' && effect.stage === 'merge'))
    if (!world.step()) throw new Error('it never comes')
  world.die()
  begin(['strict'])
  world.run()
  return { world, start: () => begin(['strict']) }
}

test('who waits for that holds up nobody else’s merge', () => {
  const { world, start } = mergedAside('worktree')
  expect(world.statuses()).toMatchObject({ A: 'merging', B: 'done', C: 'done' })
  const asked = [...world.state.reviews.values()].find(({ answer }) => answer === null)
  world.say({ verb: 'answer', review: asked!.id, answer: 'ignore-same', text: '' })
  start()
  world.run()
  expect([world.status('A'), world.started.length]).toEqual(['done', 3])
})

test('in one folder nobody is merged before who came first', () => {
  const { world } = mergedAside('in-place')
  expect([world.status('A'), world.status('B')]).toEqual(['merging', 'merging'])
})

test('one of the same batch, whose ground is known, is merged without who waits', () => {
  const world = new World({ gates: { 'gone baseline': ['passed', 'failed'], 'gone draft': ['failed'] } })
  const spec = gate('gone')
  const unit = (id: string): ReturnType<typeof step> => step({ id, gates: ['unit'] })
  const three = plan([
    task('Z', { steps: [unit('code')] }),
    task('A', { steps: [step({ id: 'test', gates: ['gone'], expect: 'red' }), unit('code')] }),
    task('B', { steps: [unit('code')] }),
  ])
  const start = (argv: readonly string[]): void =>
    world.start(three, {
      policy: { workspace: 'worktree', retries: 0, jobs: 3 },
      gates: [{ ...spec, argv }, gate('unit')],
    })
  start(['lenient'])
  const stepAny = (isWanted: (it: (typeof world.pending)[number]) => boolean): boolean => {
    const at = world.pending.findIndex(isWanted)
    return at >= 0 && world.step(at)
  }
  const { uid: z } = world.task('Z')
  const isOther = ({ effect, id }: (typeof world.pending)[number]): boolean =>
    effect.is === 'run-gate' &&
    effect.purpose === 'draft' &&
    effect.gate === 'unit' &&
    world.state.effects.get(id)?.task !== z
  while (world.status('Z') !== 'done') if (!stepAny((it) => !isOther(it))) throw new Error('Z is never done')
  // Both are accepted before anybody merges them.
  while (stepAny(({ effect }) => effect.is !== 'integrate')) continue
  while (world.state.integrating.length < 2) if (!world.step()) throw new Error('they are no batch')
  world.die()
  start(['strict'])
  world.run()
  expect([world.status('A'), world.status('B')]).toEqual(['merging', 'done'])
})

/** A run whose gate judges a draft when its executor dies, and is another one when the run goes on, red on the base. */
function cutOff(gates: readonly string[], workspace: 'none' | 'worktree'): World {
  const red = ['failed'] as const
  const world = new World({
    gates: {
      'gone baseline': ['passed', 'failed'],
      'gone draft': red,
      'gone merged': red,
      'unit baseline': red,
      'unit draft': red,
      'unit merged': red,
    },
  })
  const spec = gate('gone')
  const one = plan([task('A', { steps: [step({ gates: [...gates] })] })])
  const start = (argv: readonly string[]): void =>
    world.start(one, {
      policy: { workspace, retries: 0, baseline: 'ignore-same' },
      gates: [{ ...spec, argv }, gate('unit')],
    })
  start(['lenient'])
  while (!isAsked('draft')(world)) if (!world.step()) throw new Error('it never comes')
  world.die()
  start(['strict'])
  world.run()
  return world
}

test('also beside another one that is red, and let pass', () => {
  expect(cutOff(['unit', 'gone'], 'worktree').status('A')).toBe('done')
})

test('without a workspace the draft lies in the base itself, and is excused nothing by that', () => {
  expect(cutOff(['gone'], 'none').status('A')).toBe('blocked')
})

describe('without a workspace', () => {
  /** A run that dies while the first of two gates judges a draft, and goes on with another second one, red from then on. */
  const goesOn = (baseline: 'ask' | 'ignore-same', keys: readonly string[], before: 'passed' | 'failed'): World => {
    const world = new World({
      gates: { 'gone baseline': [before, 'failed'], 'gone draft': ['failed'], 'unit draft': ['passed'] },
    })
    const all = plan(keys.map((key) => task(key, { steps: [step({ gates: ['unit', 'gone'] })] })))
    const start = (argv: readonly string[]): void =>
      world.start(all, {
        policy: { workspace: 'none', retries: 0, baseline },
        gates: [{ ...gate('gone'), argv }, gate('unit')],
      })
    start(['lenient'])
    const judges = (): boolean =>
      world.pending.some(({ effect: it }) => it.is === 'run-gate' && it.gate === 'unit' && it.purpose === 'draft')
    while (!judges()) if (!world.step()) throw new Error('it never comes')
    world.die()
    start([before === 'passed' ? 'strict' : 'lenient'])
    world.run()
    return world
  }

  test.each(['ask', 'ignore-same'] as const)(
    'a draft is not excused by a gate that is another one and has not begun yet (%s)',
    (baseline) => {
      const world = goesOn(baseline, ['A'], 'passed')
      expect([world.status('A'), world.state.reviews.size]).toEqual(['blocked', 0])
      expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted' })
    },
  )

  test('nor by what another task has to know of it before that begins', () => {
    const world = goesOn('ignore-same', ['A', 'B'], 'passed')
    expect([world.status('A'), world.status('B')]).toEqual(['blocked', 'done'])
  })

  test('what was red when it began is excused also when the run goes on', () => {
    expect(goesOn('ignore-same', ['A'], 'failed').status('A')).toBe('done')
  })
})

test.each(['baseline', 'draft'])('what it was asked of the %s is not waited for', (purpose) => {
  const world = resumed({ gates: { 'gone draft': ['passed'] } }, isAsked(purpose))
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
})

test('nor what it was asked of the last tip', () => {
  const world = new World({ gates: { 'gone final': ['could-not-run'] } })
  const each = (gates: readonly string[]) =>
    plan([task('A', { steps: [step({ gates: [...gates] })] }), task('B', { steps: [step({ gates: ['unit'] })] })])
  world.start(each(['unit', 'gone']), options(['unit', 'gone']))
  while (!isAsked('final')(world)) world.step()
  world.die()
  world.start(each(['unit']), options(['unit']))
  world.run()
  expect(world.state.status).toBe('finished')
  expect(world.state.findings).toEqual([])
})

test('no task is judged by what it has said, and that stays', () => {
  const said = (world: World): boolean => world.task('A').steps[0]?.verdicts.some((it) => it.gate === 'gone') ?? false
  const world = new World({ gates: { 'gone draft': ['failed'] } })
  world.start(two(['gone', 'unit']), options(['gone', 'unit']))
  while (!said(world)) world.step()
  world.die()
  world.start(two(['unit']), options(['unit']))
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1'])
  expect(world.task('A').evidence.map((it) => it.gate)).toEqual(['unit'])
  expect(said(world)).toBe(true)
})

test('what was done before it was taken away keeps its evidence', () => {
  const world = new World()
  world.start(two(['unit', 'gone']), options(['unit', 'gone']))
  while (world.status('A') !== 'done') world.step()
  world.die()
  world.start(two(['unit']), options(['unit']))
  world.run()
  expect(world.task('A').evidence.map((it) => it.gate)).toEqual(['unit', 'gone'])
  expect(world.task('B').evidence.map((it) => it.gate)).toEqual(['unit'])
})

test('whether it is run again is not asked any more', () => {
  const world = new World()
  const once = { ...gate('gone'), repeat: 'ask' } as const
  world.start(two(['unit', 'gone']), { ...options([]), gates: [gate('unit'), once] })
  while (!isAsked('draft')(world)) world.step()
  world.die()
  world.start(two(['unit', 'gone']), { ...options([]), gates: [gate('unit'), once] })
  world.run()
  expect(world.state.status).toBe('parked')
  world.start(two(['unit']), options(['unit']))
  world.run()
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'interrupted', answer: 'withdrawn' }])
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
})

test('a plan that names it means it', () => {
  const world = new World({ gates: { 'gone baseline': ['could-not-run'] } })
  world.start(two(['unit', 'gone']), options(['unit', 'gone']))
  world.run()
  world.start(two(['unit', 'gone']), options(['unit']))
  world.run()
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline', answer: null }])
  expect(world.started).toEqual([])
})

test('what was found by a gate goes with it, and what others have found stays where a test turns green', () => {
  const world = new World()
  world.start(two(['unit', 'gone']), options(['unit', 'gone']))
  const found = [
    { kind: 'final', text: 'of gone', gate: 'gone' },
    { kind: 'final', text: 'of a test', gate: 'integration:io' },
    { kind: 'milestone', text: 'of a milestone', gate: 'integration:io' },
  ]
  Object.assign(world.state, { findings: found })
  setGates(world.state, [gate('unit')])
  expect(world.state.findings.map(({ text }) => text)).toEqual(['of a test', 'of a milestone'])
  noteTest(world.state, 'integration:io', true)
  expect(world.state.findings.map(({ text }) => text)).toEqual(['of a test'])
})

test('a contract that is held by other rules has let nothing pass', () => {
  const world = new World()
  const by = (additions: 'pass' | 'fail') =>
    ({ ...gate('unit'), kind: 'contract', contract: { additions, ignore: [] } }) as GateSpec
  world.start(two(['unit']), { ...options([]), gates: [by('pass')] })
  const known = new Map([['unit', 'a fingerprint']])
  Object.assign(world.state, { knownRed: known })
  world.task('A').forgiven = known
  setGates(world.state, [by('pass')])
  expect([world.state.knownRed.size, world.task('A').forgiven.size]).toEqual([1, 1])
  setGates(world.state, [by('fail')])
  expect([world.state.knownRed.size, world.task('A').forgiven.size]).toEqual([0, 0])
})

test('a baseline that a person does not let pass is the reason why nothing begins', () => {
  const world = new World({ gates: { gone: ['failed'] } })
  world.start(two(['gone']), { policy: { workspace: 'worktree', baseline: 'ask' }, gates: [gate('gone')] })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  const check = world.state.tasks.get(world.state.reviews.get('R1')?.task ?? '')
  expect(check?.steps[0]?.cause).toEqual({ is: 'baseline', gate: 'gone' })
})

test('a gate that names what it needs when its draft waits judges it anew, and nobody calls it flaky', () => {
  const world = new World({ gates: { 'unit baseline': ['passed'], 'unit draft': ['failed', 'passed'] } })
  const one = plan([task('A', { steps: [step({ gates: ['prep', 'unit'] })] })])
  const start = (needs?: readonly string[]): void =>
    world.start(one, {
      policy: { workspace: 'worktree', retries: 0, exhausted: 'ask' },
      gates: [gate('prep'), { ...gate('unit'), ...(needs === undefined ? {} : { needs }) }],
    })
  start()
  world.run()
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'exhausted', answer: null }])
  world.die()
  start(['prep'])
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done' })
  expect(world.state.findings.filter(({ kind }) => kind === 'flaky')).toEqual([])
})

test.each([
  ['another command of the build', [{ ...gate('build'), argv: ['other'] }, gate('unit')], ['build', 'unit']],
  ['a build above it that was not there', [gate('configure'), gate('build'), gate('unit')], ['build', 'unit']],
  ['no other build', [gate('build'), gate('unit')], []],
])('what a gate said of a draft that waits is said anew behind %s', (_, later, again) => {
  const world = new World({})
  const one = plan([task('A', { steps: [step({ gates: ['build', 'unit'], review: 'always' })] })])
  const looks = (): readonly string[] =>
    world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft'
        ? [body.effect.gate]
        : [],
    )
  world.start(one, { policy: { workspace: 'worktree' }, gates: [gate('build'), gate('unit')] })
  world.run()
  const before = looks().length
  world.start(one, { policy: { workspace: 'worktree' }, gates: later })
  world.run()
  world.say({ verb: 'answer', review: [...world.state.reviews.keys()].at(-1) ?? '', answer: 'approve', text: '' })
  world.start(one, { policy: { workspace: 'worktree' }, gates: later })
  world.run()
  expect(looks().slice(before)).toEqual(again)
})

test('what was let pass behind other gates is asked about anew, and the order in which they are named is all one', () => {
  const world = new World({ gates: { unit: ['failed'] } })
  const start = (needs: readonly string[]): void =>
    world.start(two(['unit']), {
      policy: { workspace: 'worktree', baseline: 'ignore-same' },
      gates: [gate('prep'), gate('more'), { ...gate('unit'), needs }],
    })
  start(['prep', 'more'])
  while (world.state.knownRed.size === 0) if (!world.step()) throw new Error('it never comes')
  world.die()
  start(['more', 'prep'])
  expect(world.state.knownRed.has('unit')).toBe(true)
  world.die()
  start(['prep'])
  expect(world.state.knownRed.has('unit')).toBe(false)
})
