import { describe, expect, test } from 'vitest'
import type { Plan } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { judgedCompletion, lacksDeliverable } from '../../../src/run/completion/complete-run.ts'
import type { CompletionFinding } from '../../../src/run/completion/finding.ts'
import { goalLines } from '../../../src/reports/spec/goal-text.ts'
import { harbourPlan } from '../../rig/harbour-spec.ts'
import { finding } from '../completion/finding-of.ts'
import { gate, World } from '../world.ts'

const prose = 'Quality: the table reads well'
const command = 'Verification: `npm run check` passes'
const judgement = { agent: 'judge', steps: false, completion: true, retry: false, limitMs: 5_000 }

const check = { ...gate('completion:npm run check'), argv: ['npm', 'run', 'check'], completion: true as const }

const open = (over: Partial<CompletionFinding> = {}): CompletionFinding =>
  finding({ check: 'quality_standards_met', what: prose, found: 'unknown', why: 'nobody can tell', ...over })
const verified = finding({ check: 'verification_passed', what: 'Tested' })

const says = (...met: readonly (boolean | null)[]): string => {
  const judgements = met.map((it, at) => ({
    criterion: at + 1,
    met: it,
    reason: `reason ${at + 1}`,
    confidence: 'high',
  }))
  return JSON.stringify({ judgements })
}

interface Ended {
  readonly world: World
  readonly read: Plan
}

function ended(
  answers: readonly string[],
  findings: readonly CompletionFinding[],
  {
    wanted = [prose],
    hasCheck = false,
    ...over
  }: Partial<Policy> & { readonly wanted?: readonly string[]; readonly hasCheck?: boolean } = {},
): Ended {
  const world = new World({ judges: { 'judgement:completion': answers }, completion: () => findings })
  const criteria = JSON.stringify(wanted)
  const read = harbourPlan(
    `[definition_of_complete]\nprimary_deliverable = "\`table.txt\`"\n[completion_criteria]\nacceptance_criteria = ${criteria}\n`,
  )
  world.start(read, {
    policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true, judgement, ...over },
    gates: hasCheck ? [check] : [],
  })
  return { world: world.run(), read }
}

const questions = ({ log }: World): readonly string[] =>
  log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'judge' ? [body.effect.question] : [],
  )
const reviews = ({ log }: World): readonly string[] =>
  log.flatMap(({ body }) => (body.type === 'review-asked' ? [body.question] : []))

describe('criteria that no program can tell', () => {
  test.each([
    ['met', says(true), 'ACHIEVED', []],
    ['not met', says(false), 'PARTIAL', [`${prose}: judged by agent judge (confidence high): reason 1`]],
    [
      'not to be told',
      says(null),
      'PARTIAL',
      [`Not verified: ${prose}: nobody can tell (no judgement of agent judge: reason 1)`],
    ],
    ['said nothing of', '{}', 'PARTIAL', [expect.stringContaining('in the form that was asked for') as string]],
  ])('%s: counts as what it is, and is told beside the status', (_, answer, status, gaps) => {
    const { world } = ended([answer], [finding({}), open(), verified])
    const judged = judgedCompletion(world.state)
    expect([world.state.status, questions(world).length, judged?.status, judged?.gaps]).toEqual([
      'finished',
      1,
      status,
      gaps,
    ])
    const byAgent = answer === says(true) || answer === says(false)
    expect(judged?.judgedByAgent).toBe(byAgent ? 1 : 0)
    expect(goalLines(world.state)[0]?.endsWith(', 1 criterion judged by an agent')).toBe(byAgent)
    expect(reviews(world)).toEqual([])
  })

  test('met, and the agent is not sure of it: it stays open', () => {
    const unsure = says(true).replace('high', 'low')
    const { world } = ended([unsure], [finding({}), open(), verified])
    expect(judgedCompletion(world.state)).toMatchObject({
      status: 'PARTIAL',
      judgedByAgent: 0,
      unjudged: [{ what: prose }],
    })
  })

  test('no word of an agent makes a program wrong, or stands for a command that was not run', () => {
    const findings = [
      finding({ what: 'cover.txt', found: 'missed', why: 'it is not there' }),
      open(),
      open({ check: 'verification_passed', what: command, why: 'npm run check could not run' }),
    ]
    const { world } = ended([says(true, true, true)], findings, { wanted: [prose, command] })
    expect(questions(world)[0]).toContain(`> 1. ${prose}\n\nAnswer`)
    const judged = judgedCompletion(world.state)
    expect([judged?.status, judged?.judgedByAgent]).toEqual(['NOT_ACHIEVED', 1])
    expect(judged?.unjudged.map(({ what }) => what)).toEqual([command])
  })

  test('what a criterion says beside its command that has passed, unless another command of it was not run', () => {
    const rest = 'Verification: `npm run check` passes, and a captain has read it'
    const shell = 'Verification: `npm run check` and `npm test && npm run pack` pass, and a mate has read it'
    const { world } = ended([says(true, true)], [finding({})], { wanted: [rest, shell], hasCheck: true })
    expect(questions(world)[0]).toContain(`> 1. ${rest}\n\nAnswer`)
    const judged = judgedCompletion(world.state)
    expect([judged?.status, judged?.judgedByAgent]).toEqual(['PARTIAL', 1])
    expect(judged?.unjudged.map(({ what }) => what)).toEqual([shell, shell])
  })

  test('a deliverable that it holds for missing is a gap, and no more than that', () => {
    const { world } = ended(
      [says(false)],
      [finding({}), open({ check: 'primary_deliverable_exists', what: 'A book' }), verified],
    )
    expect([judgedCompletion(world.state)?.status, lacksDeliverable(world.state)]).toEqual(['PARTIAL', false])
  })

  test('all are put into one question; of none nobody is asked, nor where it is switched off', () => {
    const two = ended([says(true, false)], [finding({}), open(), open({ what: 'It is short' }), verified])
    expect(questions(two.world).length).toBe(1)
    expect(judgedCompletion(two.world.state)?.judgedByAgent).toBe(2)
    expect(questions(ended([says(true)], [finding({}), verified]).world)).toEqual([])
    const off = ended([says(true)], [finding({}), open(), verified], { judgement: { ...judgement, completion: false } })
    expect(questions(off.world)).toEqual([])
  })
})

test.each([
  ['approve', says(false), 'ACHIEVED'],
  ['reject', says(true), 'PARTIAL'],
] as const)('people are shown what it holds, and their word counts more: %s', (answer, said, status) => {
  const { world, read } = ended([said], [finding({}), open(), verified], { mode: 'collaborative', review: 'never' })
  expect(reviews(world)).toEqual([
    expect.stringMatching(
      /1\. Quality: the table reads well \((?:not )?met, judged by agent judge \(confidence high\): reason 1\)/,
    ),
  ])
  world.say({ verb: 'answer', review: 'R1', answer, text: '' })
  world.start(read, { policy: world.state.policy })
  world.run()
  expect(judgedCompletion(world.state)).toMatchObject({ status, judgedByAgent: 0 })
  expect(questions(world).length).toBe(1)
})

test('cut off while it is asked, it is asked once more and recorded once', () => {
  const world = new World({ judges: { 'judgement:completion': [says(true)] }, completion: () => [finding({}), open()] })
  const read = harbourPlan(`[completion_criteria]\nacceptance_criteria = ${JSON.stringify([prose])}\n`)
  const policy = { workspace: 'worktree', mode: 'silent', verifiesCompletion: true, judgement } as const
  world.start(read, { policy })
  for (let turn = 0; turn < 500 && !world.pending.some(({ effect }) => effect.is === 'judge'); turn += 1) world.step()
  world.die()
  world.start(read, { policy })
  world.run()
  expect([questions(world).length, world.log.filter(({ body }) => body.type === 'completion-judged').length]).toEqual([
    1, 1,
  ])
  expect(world.state.status).toBe('finished')
})
