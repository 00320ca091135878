/** What a verdict is good for: the same tree, the same gate in the same environment, the same failure. */

import { describe, expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import { isKnownRed, type KnownRed } from '../../src/run/verdict.ts'
import type { Effect, GateSpec } from '../../src/run/effect.ts'
import type { Evidence, Outcome } from '../../src/run/outcome.ts'
import { isOfPresentGate } from '../../src/run/evidence-key.ts'
import { edge, evidence, gate, plan, step, task, World } from './world.ts'

const checked = (key: string) => task(key, { steps: [step({ gates: ['unit'] })] })

const drafts = (world: World): number =>
  world.log.filter(
    ({ body }) => body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft',
  ).length

describe('green on a tree', () => {
  const ran = (workspace: 'worktree' | 'none'): World => {
    const world = new World({ sameTree: true })
    world.start(plan([checked('A'), checked('B')]), { policy: { workspace }, gates: [gate('unit')] })
    return world.run()
  }
  test('is not measured again on that tree, and says so', () => {
    const world = ran('worktree')
    expect([drafts(world), world.statuses()]).toMatchObject([1, { A: 'done', B: 'done' }])
    expect(world.task('B').steps[0]?.verdicts[0]).toMatchObject({ gate: 'unit', result: 'passed', reused: true })
  })

  test('is measured for each where there are no trees', () => {
    expect(drafts(ran('none'))).toBe(2)
  })

  test.each<[string, Partial<GateSpec>, string, number]>([
    ['the same', {}, 'e', 1],
    ['by another command', { argv: ['unit', '--all'] }, 'e', 2],
    ['in another folder', { cwd: 'packages/a' }, 'e', 2],
    ['in another environment', {}, 'f', 2],
  ])('in an earlier run, now %s', (_, now, environment, expected) => {
    const world = new World({ sameTree: true })
    const feed = world.feed.bind(world)
    const start = (only: string, spec: Partial<GateSpec>, unit: string): void => {
      world.feed = (input) => feed(input.is === 'start' ? { ...input, environments: { unit } } : input)
      const read = plan([checked('A'), checked('B')])
      const gates = [{ ...gate('unit'), ...spec }]
      world.start(read, { policy: { workspace: 'worktree' }, gates, selection: [only], run: only })
      world.run()
      expect(world.status(only)).toBe('done')
    }
    start('A', {}, 'e')
    start('B', now, environment)
    expect(drafts(world)).toBe(expected)
  })
})

describe('a gate that changed the files while it judged them', () => {
  /** The first verdict on the one tree is about files that nobody keeps. */
  const ran = (first: Evidence['result'], editedTree: boolean): World => {
    const world = new World({ sameTree: true, gates: { 'unit draft': [first, 'passed'] } })
    const perform = world.perform.bind(world)
    let judged = 0
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      if (outcome.of !== 'run-gate' || effect.is !== 'run-gate' || effect.purpose !== 'draft') return outcome
      judged += 1
      return judged === 1 && editedTree ? { ...outcome, editedTree, edited: ['src/a.txt'], isPutBack: true } : outcome
    }
    world.start(plan([checked('A'), checked('B')]), { policy: { workspace: 'worktree' }, gates: [gate('unit')] })
    return world.run()
  }
  const found = (world: World): string[] =>
    world.log.flatMap(({ body }) => (body.type === 'finding' ? [body.kind] : [])).sort()

  test('is no evidence for another draft with those files, and is told', () => {
    expect([drafts(ran('passed', false)), found(ran('passed', false))]).toEqual([1, []])
    expect([drafts(ran('passed', true)), found(ran('passed', true))]).toEqual([2, ['MW606']])
  })

  test('is not called flaky when it passes on those files later', () => {
    expect(found(ran('failed', false))).toEqual(['flaky'])
    expect(found(ran('failed', true))).toEqual(['MW606'])
  })
})

test('what a stand-in says is no word about files: red and then green of them is not flaky', () => {
  const world = new World({ sameTree: true, gates: { 'unit draft': ['failed', 'passed'] } })
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    return outcome.of === 'run-gate' ? { ...outcome, evidence: { ...outcome.evidence, scripted: true } } : outcome
  }
  world.start(plan([checked('A')]), { policy: { workspace: 'worktree' }, gates: [gate('unit')] })
  world.run()
  expect([world.status('A'), world.state.findings]).toEqual(['done', []])
})

describe('a failure that a person let pass', () => {
  const read = plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })])
  const again = (world: World): World => {
    world.start(read, {
      policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 },
      gates: [gate('unit'), gate('lint')],
    })
    return world.run()
  }
  /** @param over what is said on the merged tree; `drafted` of the draft; `known` was let pass before */
  const merged = (over: Partial<Evidence>, drafted: Partial<Evidence> = {}, known?: KnownRed): World => {
    const world = new World({ gates: { 'unit draft': ['failed'] } })
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      // Others have changed what it is merged onto.
      if (outcome.of === 'integrate' && outcome.is === 'merged') return { ...outcome, evidenceTree: 't-merged' }
      if (outcome.of !== 'run-gate' || effect.is !== 'run-gate') return outcome
      if (effect.purpose === 'draft' && effect.gate === 'unit')
        return { ...outcome, evidence: { ...outcome.evidence, ...drafted } }
      if (effect.purpose !== 'merged') return outcome
      const red = { result: 'failed', exitCode: 1, fingerprint: 'failed' } as const
      const judged = effect.gate === 'unit' ? { ...red, ...over } : {}
      const other = over.gate === effect.gate ? { ...red, ...over } : judged
      return { ...outcome, evidence: { ...outcome.evidence, ...other, gate: effect.gate } }
    }
    again(world)
    if (known) world.state.knownRed = known
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    return again(world)
  }

  test.each<[string, Partial<Evidence>, string]>([
    ['the very same', {}, 'done'],
    ['another failure of the same gate', { fingerprint: 'another' }, 'reviewing'],
    ['another result', { result: 'timed-out' }, 'reviewing'],
    ['the same failure of another gate', { gate: 'lint' }, 'reviewing'],
  ])('%s, on the merged tree', (_, over, status) => {
    const world = merged(over)
    expect(world.status('A')).toBe(status)
    if (status === 'done') expect(world.task('A').proof).toBe('overridden')
  })

  test.each<[string, Partial<Evidence>]>([
    ['another failure', { fingerprint: 'another' }],
    ['another gate', { gate: 'lint' }],
  ])('what was asked about after the merge (%s) is asked once', (_, over) => {
    const world = merged(over)
    expect(world.state.reviews.get('R2')?.question).toContain('after the merge with what others did')
    world.say({ verb: 'answer', review: 'R2', answer: 'override', text: 'known, too' })
    again(world)
    expect([world.status('A'), world.task('A').proof, world.state.reviews.size]).toEqual(['done', 'overridden', 2])
  })

  test('what is new after the merge is what the question names', () => {
    const world = merged({ fingerprint: 'another', excerpt: 'FAIL a\nFAIL b' }, { excerpt: 'FAIL a' })
    expect(world.state.reviews.get('R2')?.question).toContain('FAIL b')
  })

  test('another draft is not let pass for what the last one was', () => {
    const over = { fingerprint: 'another' }
    const drafted: { result?: 'passed'; exitCode?: 0 } = {}
    const world = merged(over, drafted)
    over.fingerprint = 'failed'
    Object.assign(drafted, { result: 'passed', exitCode: 0 })
    world.say({ verb: 'answer', review: 'R2', answer: 'revise', text: 'again' })
    expect([again(world).status('A'), world.state.reviews.has('R3')]).toEqual(['reviewing', true])
  })

  test('a set-up that a draft breaks is let pass whatever it says the next time', () => {
    const said = (fingerprint: string): Partial<Evidence> => ({
      result: 'could-not-run',
      breaksSetUp: true,
      fingerprint,
    })
    const world = merged(said('log 2'), said('log 1'))
    expect([world.status('A'), world.state.reviews.size]).toEqual(['done', 1])
  })

  test('a set-up that only what others did breaks is not let pass with another failure', () => {
    const world = merged({ result: 'could-not-run', exitCode: null, breaksSetUp: true })
    expect([world.status('A'), world.state.reviews.has('R2')]).toEqual(['reviewing', true])
  })

  test('with what was let pass before, it is asked about no more', () => {
    const [one, other] = ['1'.repeat(8), '2'.repeat(8)]
    const print = (...lines: readonly string[]): string =>
      [`${lines.length}`.repeat(16), 'exit1', ...lines.map((it) => `${it}x1`)].join(' ')
    const both = { fingerprint: print(one, other) }
    expect(merged(both, { fingerprint: print(one) }).status('A')).toBe('reviewing')
    const known = new Map([['unit', print(other)]])
    expect(merged(both, { fingerprint: print(one) }, known).status('A')).toBe('done')
  })
})

describe('a verdict is about the gate as it is now', () => {
  const of = (over: Partial<Evidence>, environments: Record<string, string>): boolean => {
    const world = new World()
    world.start(plan([task('A')]), { gates: [gate('unit')] })
    world.state.environments = new Map(Object.entries(environments))
    return isOfPresentGate(world.state, evidence('unit', 't', over))
  }

  test.each<[string, Partial<Evidence>, Record<string, string>, boolean]>([
    ['as it was', {}, { unit: 'e' }, true],
    ['in another environment', {}, { unit: 'f' }, false],
    ['in an environment that was not told then', { environment: '' }, { unit: 'f' }, true],
    ['in an environment that is not told now', {}, {}, true],
    ['with another command', { argv: ['unit', '--all'] }, { unit: 'e' }, false],
    ['with another command and no environment', { argv: ['unit', '--all'] }, {}, false],
    ['of a gate that there is no more', { gate: 'lint', argv: ['lint'] }, { unit: 'f' }, true],
    ['without a command', { argv: [] }, { unit: 'f' }, true],
  ])('%s', (_, over, environments, expected) => {
    expect(of(over, environments)).toBe(expected)
  })

  test.each([
    ['.', ['unit', 'lint']],
    ['sub', ['lint']],
  ])('and where it runs now: in %s', (cwd, expected) => {
    const read = plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })])
    const policy = { workspace: 'worktree', exhausted: 'ask', retries: 0 } as const
    const world = new World({ gates: { 'lint draft': ['failed'] } })
    world.start(read, { policy, gates: [gate('unit'), gate('lint')] })
    world.run()
    world.start(read, { policy, gates: [{ ...gate('unit'), cwd }, gate('lint')] })
    expect(world.task('A').steps[0]?.verdicts.map((it) => it.gate)).toEqual(expected)
  })
})

test('a red gate that a person lets pass with one task is not charged to those that stand on it', () => {
  const world = new World({ gates: { 'unit draft': ['failed'], 'unit merged': ['failed'] } })
  const read = plan([
    task('A', { steps: [step({ gates: ['unit'] })] }),
    task('B', { steps: [step({ gates: ['unit'] })] }),
  ])
  const start = { policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 }, gates: [gate('unit')] } as const
  world.start(read, start)
  while (world.state.reviews.size === 0) world.step()
  world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
  world.run()
  expect([world.task('A').proof, world.task('B').proof, world.state.reviews.size]).toEqual([
    'overridden',
    'unverified',
    1,
  ])
})

describe('a red draft that a person lets pass excuses nobody else', () => {
  function excused(of: Partial<Evidence>): World {
    const world = new World({ gates: { 'unit draft': ['failed'], 'unit merged': ['passed'] } })
    const perform = world.perform.bind(world)
    let merges = 0
    world.perform = (effect) => {
      const outcome = perform(effect)
      // Others have changed what it is merged onto.
      if (outcome.of === 'integrate' && outcome.is === 'merged')
        return { ...outcome, evidenceTree: `merged${merges++}` }
      if (outcome.of !== 'run-gate' || outcome.evidence.result === 'passed') return outcome
      return { ...outcome, evidence: { ...outcome.evidence, ...of } }
    }
    const gated = (key: string): TaskSpec => task(key, { steps: [step({ gates: ['unit'] })] })
    const start = { policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 }, gates: [gate('unit')] } as const
    world.start(plan([gated('A'), gated('B')], [edge('A', 'B')]), start)
    while (world.state.reviews.size === 0) world.step()
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    return world.run()
  }

  test.each<[string, Partial<Evidence>]>([
    ['where the gate is green on what it was merged into', {}],
    ['where it breaks the set-up', { result: 'could-not-run', exitCode: null, breaksSetUp: true }],
  ])('%s', (_, of) => {
    const world = excused(of)
    expect(['A', 'B'].map((key) => world.status(key))).toEqual(['done', 'reviewing'])
  })

  test('and where it breaks the set-up, no other gate is asked: none could start', () => {
    const world = new World({})
    const perform = world.perform.bind(world)
    const asked: string[] = []
    world.perform = (effect) => {
      const outcome = perform(effect)
      if (outcome.of !== 'run-gate' || effect.is !== 'run-gate' || effect.purpose !== 'draft') return outcome
      asked.push(effect.gate)
      const broken = { result: 'could-not-run', exitCode: null, breaksSetUp: true } as const
      return { ...outcome, evidence: { ...outcome.evidence, ...broken } }
    }
    world.start(plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })]), {
      policy: { workspace: 'worktree', retries: 1 },
      gates: [gate('unit'), gate('lint')],
    })
    world.run()
    expect([asked, world.status('A')]).toEqual([['unit', 'unit'], 'blocked'])
  })

  test('nor where it breaks the set-up as it is merged, too', () => {
    const broken = { result: 'could-not-run', exitCode: null, breaksSetUp: true } as const
    expect(isKnownRed(new Map([['unit', 'failed']]), evidence('unit', 't', { ...broken, fingerprint: 'failed' }))).toBe(
      false,
    )
  })
})

test('a draft that is green says nothing of the tip, where it was never merged', () => {
  const world = new World({
    gates: {
      'lint baseline': ['failed'],
      'lint draft': ['passed', 'failed'],
      lint: ['failed'],
      'unit draft': ['failed'],
    },
  })
  const of = (key: string, gates: readonly string[]) => task(key, { steps: [step({ gates })] })
  world.start(plan([of('A', ['lint', 'unit']), of('B', ['lint'])]), {
    policy: { workspace: 'worktree', baseline: 'ignore-same', retries: 0, jobs: 1 },
    gates: [gate('lint'), gate('unit')],
  })
  world.run()
  expect([world.status('A'), world.status('B'), world.task('B').proof]).toEqual(['blocked', 'done', 'unverified'])
})
