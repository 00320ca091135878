/** A person takes a draft over red gates: they have seen, or are asked about, what each gate says of just that draft (D6, D7). */

import type { StepRun, TaskRun } from '../../src/run/state.ts'
import { describe, expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import type { FileSpec } from '../../src/plan/model.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { notRun } from '../../src/run/against.ts'
import { presentationOf } from '../../src/run/presentation.ts'
import { openReviews, viewRun } from '../../src/run/views.ts'
import { summaryText } from '../../src/reports/run/summary.ts'
import { whyInState, whyText } from '../../src/reports/run/why.ts'
import { presentationLines } from '../../src/reports/run/presentation.ts'
import { messageOf } from '../../src/engine/tip-commit.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const file = (path: string): FileSpec => ({ path, action: 'create', form: 'path', to: null }) as unknown as FileSpec
const all = ['files', 'unit', 'lint']
const read = plan([task('A', { files: [file('a'), file('b')], declaresFiles: true, steps: [step({ gates: all })] })])
const gates = ['unit', 'lint'].map(gate)

function started(
  script: Script,
  over: Partial<Policy> = {},
  it = read,
): { world: World; again: (of?: typeof gates) => void } {
  const policy = { workspace: 'worktree', exhausted: 'ask', retries: 1, ...over } as const
  const world = new World(script)
  const again = (of = gates): void => {
    world.start(it, { policy, gates: of })
    world.run()
  }
  again()
  return { world, again }
}

function override(world: World, text = 'known'): void {
  const [review] = openReviews(world.state)
  world.say({ verb: 'answer', review: review?.id ?? '', answer: 'override', text })
}

const question = (world: World): string => openReviews(world.state)[0]?.question ?? ''

/** Which gates looked at a draft, in order; `files` needs no process. */
const looks = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft'
      ? [body.effect.gate]
      : [],
  )

/** The first draft is wrong for one gate; the last one for all. */
const worse: Script = {
  gates: { unit: ['passed', 'failed'], lint: ['passed', 'passed', 'failed'] },
  absent: [[], ['b']],
}

describe('the last draft', () => {
  test('is looked at by every gate before a person is asked, who is told all that is red', () => {
    const { world } = started(worse)
    expect(looks(world)).toEqual(['unit', 'lint', 'unit', 'lint'])
    expect(question(world)).toMatch(/^2 attempts failed; .*; red: unit, files, lint$/)
  })

  test.each<[string, Partial<Policy>, number]>([
    ['another one follows', { retries: 2 }, 5],
    ['nobody is asked', { exhausted: 'block' }, 3],
  ])('is one on which the gates stop at what is red again where %s', (_what, over, count) => {
    expect(looks(started(worse, over).world)).toHaveLength(count)
  })

  test('is merged with all of it known: by the proof, the summary, `why` and the commit', () => {
    const { world, again } = started(worse)
    override(world)
    again()
    const { state } = world
    expect([world.status('A'), openReviews(state), world.task('A').proof]).toEqual(['done', [], 'overridden'])
    expect(new Map(world.task('A').evidence.map((it) => [it.gate, it.result]))).toEqual(
      new Map(all.map((it) => [it, 'failed'])),
    )
    const told = 'overridden by h with files, unit, lint red: known'
    expect(viewRun(state).tasks.at(-1)?.overridden).toEqual({
      by: 'h',
      text: 'known',
      gates: all,
    })
    expect(summaryText(state, { plan: 'p', colour: false })).toContain(told)
    const { uid } = world.task('A')
    const why = whyInState(state, uid)
    expect(why && whyText(why, { name: 'A', plan: 'p' })).toContain(told)
    expect(messageOf({ state, run: 'r', event: 'e', template: null }, uid, null)).toContain(
      'Millwright-Overridden: files, unit, lint\n',
    )
  })
})

describe('a draft that no gate has looked at, since its attempt failed', () => {
  const failed = { attempts: { 'A/work': [{ how: 'failed' as const }] } }

  test('is shown so', () => {
    const { world } = started(failed)
    expect(looks(world)).toEqual([])
    expect(question(world)).toMatch(/; not run on this draft: files, unit, lint$/)
    const [review] = openReviews(world.state)
    const shown = review && presentationOf(world.state, review)
    expect(shown?.notRun).toEqual(all)
    const lines = shown && presentationLines(shown, { diff: null, proposals: [], colour: false, mostDiffLines: 1 })
    expect(lines).toContain('  gate unit not run on this draft')
  })

  test('is looked at when a person takes it, and merged where nothing is red', () => {
    const { world, again } = started(failed)
    override(world)
    again()
    expect(looks(world)).toEqual(['unit', 'lint'])
    // Nothing was let pass then: what an agent says of itself proves nothing, and takes nothing away.
    expect([world.status('A'), world.task('A').proof, world.started.length]).toEqual(['done', 'verified', 2])
    const { uid } = world.task('A')
    expect(messageOf({ state: world.state, run: 'r', event: 'e', template: null }, uid, null)).not.toContain(
      'Overridden',
    )
  })

  test.each([false, true])(
    'is asked about again where something is red, which they have not seen (cut off: %s)',
    (dies) => {
      const { world, again } = started(
        { ...failed, absent: [['b']], gates: { lint: ['passed', 'failed'] } },
        { retries: 5 },
      )
      override(world)
      if (dies) world.die()
      again()
      expect([world.status('A'), openReviews(world.state).map(({ kind }) => kind)]).toEqual([
        'reviewing',
        ['exhausted'],
      ])
      expect(question(world)).toMatch(/; red: files, lint$/)
      expect(world.started).toHaveLength(6)
      override(world, 'also that')
      again()
      expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'overridden'])
      expect(viewRun(world.state).tasks.at(-1)?.overridden?.gates).toEqual(['files', 'lint'])
    },
  )

  test('is looked at by all, also where what was red before is red again and attempts are left', () => {
    const attempts = { 'A/work': [{}, { says: 'blocked' as const }] }
    const { world, again } = started({ attempts, gates: { unit: ['passed', 'failed'] } }, { retries: 5 })
    expect(question(world)).toMatch(/not run on this draft: files, unit, lint$/)
    override(world)
    again()
    expect([looks(world), world.started.length]).toEqual([['unit', 'lint', 'unit', 'lint'], 2])
    expect(question(world)).not.toContain('not run')
  })

  test('is not asked about once more where a review was to follow', () => {
    const it = plan([task('A', { steps: [step({ gates: ['unit'], review: 'always' })] })])
    const { world, again } = started(failed, {}, it)
    override(world)
    again()
    expect(world.status('A')).toBe('done')
  })
})

test('a gate that is another one since a person was asked looks at the draft before they are asked again; what they saw stands', () => {
  const { world, again } = started({ gates: { 'unit draft': ['failed'] } })
  const other = gates.map((it) => (it.name === 'lint' ? { ...it, argv: ['lint', '--strict'] } : it))
  again(other)
  expect(looks(world)).toEqual(['unit', 'lint', 'unit', 'lint', 'lint'])
  override(world)
  again(other)
  expect(looks(world)).toHaveLength(5)
  expect([world.status('A'), openReviews(world.state)]).toEqual(['done', []])
})

test('gates that judge no draft have not failed to look at one', () => {
  const one = { spec: { methods: [], gates: ['unit'] }, draft: {}, verdicts: [] } as unknown as StepRun
  expect(notRun({ steps: [one] } as unknown as TaskRun, one)).toEqual([])
})

test('what failed and has no gate at all is told as overridden, and not as proved', () => {
  const bare = plan([task('B', { steps: [step({ gates: [] })] })])
  const { world, again } = started({ attempts: { 'B/work': [{ how: 'failed' }] } }, { retries: 0 }, bare)
  override(world, 'fine')
  again()
  expect([world.status('B'), world.task('B').proof]).toEqual(['done', 'overridden'])
})

test('with a gate that did not look, what kept it from that is let pass: whoever comes next is not charged with it', () => {
  /** Without `prep`, of which nobody has anything but B, no gate looks. */
  class Behind extends World {
    override perform(effect: Effect): Outcome {
      const outcome = super.perform(effect)
      if (outcome.of !== 'run-gate' || outcome.evidence.result === 'passed' || outcome.evidence.gate !== 'unit')
        return outcome
      return { ...outcome, evidence: { ...outcome.evidence, without: 'prep' } }
    }
  }
  const said = 'prep is broken'
  const world = new Behind({
    gates: { 'unit draft': ['failed'], 'unit merged': ['failed'], 'prep draft': ['failed'], 'prep merged': ['failed'] },
    says: Object.fromEntries(
      ['unit', 'prep'].flatMap((it) => [`${it} draft`, `${it} merged`].map((key) => [key, said])),
    ),
  })
  const two = plan(
    [task('A', { steps: [step({ gates: ['unit'] })] }), task('B', { steps: [step({ gates: ['prep', 'unit'] })] })],
    [edge('A', 'B')],
  )
  const again = (): void => {
    world.start(two, {
      policy: { workspace: 'worktree', exhausted: 'ask', retries: 0 },
      gates: ['prep', 'unit'].map(gate),
    })
    world.run()
  }
  again()
  override(world)
  again()
  expect([world.status('A'), world.status('B'), openReviews(world.state)]).toEqual(['done', 'done', []])
})

test('what was red of the draft, and is green of what is merged, was not let pass', () => {
  const { world, again } = started({ gates: { 'unit draft': ['failed'], 'unit merged': ['passed'] }, sameTree: false })
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    // Others have merged what mends it.
    return outcome.of === 'integrate' && outcome.is === 'merged'
      ? { ...outcome, evidenceTree: `${outcome.evidenceTree}-merged` }
      : outcome
  }
  override(world)
  again()
  expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
  expect(world.state.knownRed.size).toBe(0)
})
