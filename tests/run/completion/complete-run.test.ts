/** The end of a spec through the state machine: commands as gates, the look, people where they take part, and the verdict. */

import { describe, expect, test } from 'vitest'
import { escalationDefaults, propagationDefaults } from '../../../src/plan/escalation.ts'
import type { Plan } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import { judgedCompletion, lacksDeliverable } from '../../../src/run/completion/complete-run.ts'
import type { CompletionFinding } from '../../../src/run/completion/finding.ts'
import { criterionCommands, gateOfCommand, unrunCommands } from '../../../src/run/completion/run-commands.ts'
import { checkOf } from '../../../src/run/completion/sort-criterion.ts'
import { completionWanted, type CompletionWanted } from '../../../src/run/completion/wanted.ts'
import { fold } from '../../../src/run/evolve.ts'
import { harbourDraft, harbourPlan } from '../../rig/harbour-spec.ts'
import { finding } from './finding-of.ts'
import { gate, World, type Script } from '../world.ts'

/** Tables that stand above the tasks. */
const said = (criteria: readonly string[]): string =>
  `[definition_of_complete]\nprimary_deliverable = "\`table.txt\`"\n[completion_criteria]\nacceptance_criteria = ${JSON.stringify(criteria)}\n`

const verified = 'Verification: `npm run check` passes'
const prose = 'Quality: the table reads well'
const check = { ...gate('completion:npm run check'), argv: ['npm', 'run', 'check'], completion: true as const }

/** As the look finds it: a file, and what no program can tell. */
const looked = (...over: readonly Partial<CompletionFinding>[]): NonNullable<Script['completion']> => {
  const unknown = { found: 'unknown', why: 'nobody can tell' } as const
  const usual = [
    {},
    { check: 'verification_passed', what: verified, ...unknown },
    { check: 'quality_standards_met', what: prose, ...unknown },
  ] as const
  return () => (over.length === 0 ? usual : over).map(finding)
}

interface Ended {
  readonly world: World
  readonly read: Plan
}

function ended(
  script: Script,
  {
    criteria = [verified, prose],
    skipped,
    ...over
  }: Partial<Policy> & { readonly criteria?: readonly string[]; readonly skipped?: string } = {},
): Ended {
  const world = new World(script)
  const read = harbourPlan(said(criteria))
  world.start(read, {
    policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true, ...over },
    gates: [check],
  })
  if (skipped !== undefined) world.say({ verb: 'skip', task: skipped, text: 'by hand' })
  return { world: world.run(), read }
}

const asked = ({ log }: World): readonly string[] =>
  log.flatMap(({ body }) => (body.type === 'review-asked' ? [body.question] : []))

const effects = ({ log }: World, is: string): number =>
  log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === is).length

function answer({ world, read }: Ended, answer: ReviewAnswer, text = ''): World {
  world.say({ verb: 'answer', review: 'R1', answer, text })
  world.start(read, { policy: world.state.policy, gates: [check] })
  return world.run()
}

describe('commands', () => {
  const { spec } = harbourDraft(said([verified, prose, 'Deployment: `npm publish` was done', 'Verified by `npm test`']))
  if (spec === undefined) throw new Error('no spec')

  test('those that verify something are run, and no others', () => {
    expect(criterionCommands(spec).map(({ line }) => line)).toEqual(['npm run check', 'npm test'])
    expect(completionWanted(spec).criteria.map(({ text }) => text)[0]).toBe('`table.txt`')
  })

  test('words among the points run nothing', () => {
    const criteria = [{ text: 'Run `npm test`.', under: [], isWords: true as const }]
    expect(criterionCommands({ ...spec, completion: { ...spec.completion, criteria } })).toEqual([])
  })

  test('a gate of the tasks that runs the same is theirs', () => {
    const command = criterionCommands(spec)[1]
    if (command === undefined) throw new Error('no command')
    const own = { ...gate('unit'), argv: ['npm', 'test'] }
    expect(gateOfCommand([own], command)?.name).toBe('unit')
    expect(gateOfCommand([{ ...own, cwd: 'web' }], command)).toBeNull()
  })
})

describe('what the parameters say', () => {
  const wantedOf = (tables: string): CompletionWanted => {
    const { spec } = harbourDraft(tables)
    if (spec === undefined) throw new Error('no spec')
    return completionWanted(spec)
  }
  const criteriaOf = (tables: string): readonly string[] =>
    wantedOf(tables).criteria.map((it) => `${checkOf(it, false)}: ${it.text}`)

  test.each([
    [
      'error_handling_implemented',
      'quality_standards_met: error handling implemented (error_handling_implemented = true)',
    ],
    ['functional_complete', 'primary_deliverable_exists: functional complete (functional_complete = true)'],
    ['user_tested', 'verification_passed: user tested (user_tested = true)'],
    ['deployment_complete', 'deployment_artifact_exists: deployment complete (deployment_complete = true)'],
    ['documentation_complete', 'user_documentation_exists: documentation complete (documentation_complete = true)'],
  ])('a flag that nothing looks for is a criterion: %s', (flag, criterion) => {
    expect(criteriaOf(`[completion_criteria]\n${flag} = true\nother = false\n`)).toEqual([criterion])
  })

  test.each([
    ['production_ready', { needsProduction: true }],
    ['interface_complete', { needsInterface: true }],
    ['user_interface_implemented', { needsInterface: true }],
    ['documentation', { isForUsers: true }],
    ['user_guide_exists', { isForUsers: true }],
    ['configuration_required', { needsSetup: true }],
  ])('a flag that a check looks for makes it go for any goal: %s', (flag, scope) => {
    const wanted = wantedOf(`[completion_criteria]\n${flag} = true\n`)
    expect(wanted.criteria).toEqual([])
    expect(wanted.scope).toMatchObject({ isBuildGoal: false, ...scope })
    expect(wantedOf(`[completion_criteria]\n${flag} = false\n`).scope).not.toMatchObject(scope)
  })

  test.each([
    ['Production ready: a pilot can use it', true],
    ['No credentials are hard-coded', true],
    ['Every test mode is off', true],
    ['Ready for production', true],
    ['Production of the printed book is paid', false],
    ['A test mode exists that is switched on by default', false],
    ['This is a prototype and need not be production ready', false],
    ['Production readiness is out of scope', false],
    ['Hard-coded months are fine', false],
  ])('so does a criterion that wants what the search looks for: %s', (text, needsProduction) => {
    expect(wantedOf(said([text])).scope).toMatchObject({ needsProduction })
  })

  test('a flag that says more than what its check looks for makes it go, and is a criterion beside it', () => {
    const wanted = wantedOf('[completion_criteria]\ninterface_tested = true\ndocumentation_reviewed = true\n')
    expect(wanted.scope).toMatchObject({ needsInterface: true, isForUsers: true })
    expect(wanted.criteria).toHaveLength(2)
  })

  test('texts, lists, numbers and tables are criteria below their keys', () => {
    expect(
      criteriaOf(`[completion_criteria]
primary_deliverable = "the table"
quality_standards = ["reads well", "fits on a page"]
verification_method = "a pilot reads it"
months = 12
[completion_criteria.quality]
notes = "no blot"
proofread = true
`),
    ).toEqual([
      'primary_deliverable_exists: the table',
      'quality_standards_met: reads well',
      'quality_standards_met: fits on a page',
      'verification_passed: a pilot reads it',
      'quality_standards_met: months: 12',
      'quality_standards_met: no blot',
      'quality_standards_met: proofread (proofread = true)',
    ])
  })
})

describe('at the end of a run', () => {
  test('a command is run once on the tip, then it is looked, and what passed takes the place of what no program can tell', () => {
    const { world } = ended({ completion: looked() })
    expect(world.state.status).toBe('finished')
    expect([effects(world, 'verify-completion'), effects(world, 'ask-review')]).toEqual([1, 0])
    const finals = world.log.filter(
      ({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'final',
    )
    expect(finals).toHaveLength(1)
    const judged = judgedCompletion(world.state)
    expect(judged?.status).toBe('PARTIAL')
    expect(judged?.checks).toEqual([
      { check: 'primary_deliverable_exists', isMet: true },
      { check: 'quality_standards_met', isMet: false },
      { check: 'verification_passed', isMet: true },
    ])
    expect(judged?.gaps).toEqual([`Not verified: ${prose}: nobody can tell`])
    expect(fold(world.log).course.completion).toEqual(world.state.course.completion)
  })

  test.each([
    ['ACHIEVED', {}, [verified], [{}, { check: 'quality_standards_met' }] as const],
    [
      'PARTIAL',
      { gates: { 'completion:npm run check': ['failed'] } } as const,
      [verified],
      [{}, { check: 'quality_standards_met' }] as const,
    ],
    ['NOT_ACHIEVED', {}, [], [{ found: 'missed' }] as const],
  ])('%s', (status, script, criteria, findings) => {
    const { world } = ended({ ...script, completion: looked(...findings) }, { criteria })
    expect(judgedCompletion(world.state)?.status).toBe(status)
    expect(lacksDeliverable(world.state)).toBe(status === 'NOT_ACHIEVED')
  })

  test('is not ACHIEVED by what lay there before where a critical step has failed', () => {
    const { world } = ended(
      {
        attempts: { '1/1': [{ how: 'failed' }, { how: 'failed' }, { how: 'failed' }] },
        completion: looked({}, { check: 'quality_standards_met' }),
      },
      { criteria: [verified], exhausted: 'block', retries: 0 },
    )
    const judged = judgedCompletion(world.state)
    expect(judged?.checks.every(({ isMet }) => isMet)).toBe(true)
    expect([judged?.status, judged?.gaps]).toEqual([
      'PARTIAL',
      [
        'Critical step 1.1 "Read the file of the gauge" is blocked',
        'Critical step 2.2 "Fit their amplitudes" was not worked on',
        'Critical step 4.1 "Lay out the months" was not worked on',
        'No task of the plan was completed',
      ],
    ])
  })

  test('nor where a person has left out what is critical, though nobody has worked on it', () => {
    const { world } = ended(
      { completion: looked({}, { check: 'quality_standards_met' }) },
      { criteria: [verified], skipped: '4' },
    )
    const judged = judgedCompletion(world.state)
    expect([judged?.status, judged?.gaps]).toEqual(['PARTIAL', ['Critical step 4.1 "Lay out the months" was left out']])
  })

  test('a command that passes tells nothing of what else its criterion says', () => {
    const more = 'Verification: `npm run check` passes, and a captain has signed'
    const looks = looked(
      {},
      { check: 'quality_standards_met' },
      { check: 'verification_passed', what: more, found: 'unknown' },
    )
    const of = (mode: 'silent' | 'collaborative'): World =>
      ended({ completion: looks }, { criteria: [more], mode, review: 'never' }).world
    expect(judgedCompletion(of('silent').state)).toMatchObject({
      status: 'PARTIAL',
      gaps: [
        `Not verified: ${more}: npm run check passed at the end of the run; what else it says a person or an agent has to judge`,
      ],
    })
    expect(asked(of('collaborative'))).toEqual([expect.stringMatching(/ 1\. Verification: [^0-9]*$/)])
  })

  test('a command that needs a shell is not run, and what it was to tell stays open beside one that passed', () => {
    const both = 'Verification: `npm run check` and `npm run build && npm run pack` pass'
    const { world } = ended({ completion: looked({}, { check: 'quality_standards_met' }) }, { criteria: [both] })
    expect(judgedCompletion(world.state)).toMatchObject({
      status: 'PARTIAL',
      gaps: [`Not verified: ${both}: npm run build && npm run pack was not run: needs a shell (&&)`],
    })
  })

  test('more commands than anybody looks through are not run, and each of them says so', () => {
    const many = Array.from({ length: 25 }, (_, at) => `Verified by \`npm run check${at}\``)
    const { spec } = harbourDraft(said(many))
    if (spec === undefined) throw new Error('no spec')
    expect(criterionCommands(spec)).toHaveLength(20)
    expect(unrunCommands(spec).map(({ why }) => why)).toEqual(
      [20, 21, 22, 23, 24].map((at) => `npm run check${at} was not run: a spec is verified by at most 20 commands`),
    )
  })

  test('a gate that could not run leaves it open', () => {
    const { world } = ended({ completion: looked(), gates: { 'completion:npm run check': ['could-not-run'] } })
    expect(judgedCompletion(world.state)?.gaps).toContainEqual(
      expect.stringMatching(/^Not verified: .*npm run check could not run/),
    )
  })

  test('nothing is looked at where the run is not to, where tasks are left out, and while people are asked', () => {
    const { world } = ended({ completion: looked() }, { verifiesCompletion: undefined as never })
    expect([effects(world, 'verify-completion'), judgedCompletion(world.state)]).toEqual([0, null])
    const some = new World({ completion: looked() })
    some.start(harbourPlan(said([verified])), {
      policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true },
      gates: [check],
      selection: ['1'],
    })
    some.run()
    expect([some.state.status, effects(some, 'verify-completion')]).toEqual(['finished', 0])
    const waits = ended(
      { attempts: { '1/1': [{ how: 'failed' }] }, completion: looked() },
      { exhausted: 'ask', retries: 0 },
    )
    expect([waits.world.state.status, effects(waits.world, 'verify-completion')]).toEqual(['parked', 0])
  })

  test.each(['error_handling_implemented', 'production_ready'])(
    'a spec that builds nothing and has only a flag is verified: %s',
    (flag) => {
      const world = new World({ completion: () => [] })
      world.start(harbourPlan(`[completion_criteria]\n${flag} = true\n`), {
        policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true },
      })
      world.run()
      expect(judgedCompletion(world.state)).toMatchObject({ status: 'NOT_ACHIEVED' })
    },
  )

  test('of a spec that says nothing of its end nothing is said', () => {
    const world = new World({ completion: looked() })
    world.start(harbourPlan(), { policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true } })
    world.run()
    expect([world.state.status, effects(world, 'verify-completion')]).toEqual(['finished', 0])
  })

  test('where something has come to its end since, nothing is said of it until it is looked once more', () => {
    const watched = { escalation: escalationDefaults, propagation: propagationDefaults }
    const { world, read } = ended(
      { attempts: { '4/1': [{ how: 'failed' }] }, completion: looked() },
      { exhausted: 'block', retries: 0, mode: 'collaborative', review: 'never', ...watched },
    )
    expect([judgedCompletion(world.state)?.status, effects(world, 'verify-completion')]).toEqual(['PARTIAL', 1])
    world.say({ verb: 'accept', task: '4', text: '' })
    expect(judgedCompletion(world.state)).toBeNull()
    answer({ world, read }, 'approve')
    expect([judgedCompletion(world.state)?.status, effects(world, 'verify-completion')]).toEqual(['PARTIAL', 2])
  })
})

describe('what no program can tell', () => {
  const mode = { mode: 'collaborative', review: 'never' } as const

  test('where no deliverable is named what they approve makes the goal PARTIAL, with that gap', () => {
    const world = new World({ completion: looked({ check: 'quality_standards_met', found: 'unknown' }) })
    const read = harbourPlan(`[completion_criteria]\nacceptance_criteria = ["${verified}", "Code is documented"]\n`)
    world.start(read, {
      policy: { workspace: 'worktree', verifiesCompletion: true, ...mode },
      gates: [check],
    })
    world.run()
    expect(judgedCompletion(world.state)?.status).toBe('PARTIAL')
    answer({ world, read }, 'approve')
    expect([judgedCompletion(world.state)?.status, judgedCompletion(world.state)?.gaps]).toEqual([
      'PARTIAL',
      ['The spec names no primary deliverable: nobody can tell whether it exists'],
    ])
    expect(lacksDeliverable(world.state)).toBe(false)
  })

  test('an answer says nothing of a criterion that came after the question', () => {
    const { world } = ended({ completion: looked() }, mode)
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    const later = harbourPlan(said([verified, prose, 'Quality: a priest has read it']))
    world.start(later, { policy: world.state.policy, gates: [check] })
    world.run()
    expect([world.state.status, asked(world).length]).toEqual(['parked', 2])
    expect(judgedCompletion(world.state)?.status).toBe('PARTIAL')
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    world.start(later, { policy: world.state.policy, gates: [check] })
    world.run()
    expect(judgedCompletion(world.state)?.status).toBe('ACHIEVED')
  })

  test('what was there when they were asked, and is not there once they have answered, is missing', () => {
    let isGone = false
    const there = looked()
    const found: typeof there = (effect) => {
      const [book = finding({}), ...others] = there(effect)
      return isGone ? [{ ...book, found: 'missed', why: 'it is gone' }, ...others] : [book, ...others]
    }
    const before = ended({ completion: found }, mode)
    isGone = true
    const world = answer(before, 'approve')
    expect([world.state.status, asked(world).length]).toEqual(['finished', 1])
    expect([judgedCompletion(world.state)?.status, judgedCompletion(world.state)?.gaps]).toEqual([
      'NOT_ACHIEVED',
      ['`table.txt`: it is gone'],
    ])
    expect(judgedCompletion(fold(world.log))).toEqual(judgedCompletion(world.state))
  })

  test('nor of one that nobody could tell only once they had answered', () => {
    const other = 'Quality: it has twelve months'
    let isThere = false
    const there = looked()
    const found: typeof there = (effect) => [
      ...there(effect),
      finding({ check: 'quality_standards_met', what: other, found: isThere ? 'unknown' : 'missed', why: 'so' }),
    ]
    const before = ended({ completion: found }, mode)
    expect(asked(before.world)[0]).not.toContain(other)
    isThere = true
    const world = answer(before, 'approve')
    expect(judgedCompletion(world.state)?.gaps).toEqual([`Not verified: ${other}: so`])
    expect(judgedCompletion(world.state)?.status).toBe('PARTIAL')
  })

  test('nor of those that are too many to be asked about', () => {
    const many = Array.from({ length: 120 }, (_, at) => ({
      what: `Quality: point ${at}`,
      check: 'quality_standards_met' as const,
      found: 'unknown' as const,
    }))
    const before = ended({ completion: looked({}, ...many) }, mode)
    expect(asked(before.world)[0]).toMatch(/ 100\. Quality: point 99 and 20 more, which are not asked about$/)
    const world = answer(before, 'approve')
    expect([judgedCompletion(world.state)?.status, judgedCompletion(world.state)?.gaps.length]).toEqual(['PARTIAL', 20])
  })

  test.each<[ReviewAnswer, string, string]>([
    ['approve', 'ACHIEVED', ''],
    ['reject', 'PARTIAL', 'it reads badly'],
  ])('people who take part are asked once: %s', (said, status, text) => {
    const before = ended({ completion: looked() }, mode)
    expect(before.world.state.status).toBe('parked')
    expect(asked(before.world)).toEqual([`Do these criteria of the goal hold, which no program can judge? 1. ${prose}`])
    const world = answer(before, said, text)
    expect(world.state.status).toBe('finished')
    expect([asked(world).length, effects(world, 'verify-completion')]).toEqual([1, 2])
    const judged = judgedCompletion(world.state)
    expect(judged?.status).toBe(status)
    expect(judged?.findings.find(({ what }) => what === prose)).toMatchObject({
      by: 'person',
      ...(text === '' ? {} : { why: text }),
    })
  })

  describe('what a search has found in files may be a false alarm', () => {
    const alarm = {
      check: 'production_ready',
      what: 'No credential is written down',
      found: 'missed',
      by: 'program',
      why: 'a.ts:3 a password;',
      places: [{ path: 'a.ts', line: 3, note: 'a password' }],
      mayBeFalse: '0a1b2c3d4e5f6071',
    } as const
    const question =
      'Are these false alarms, so that the criteria hold all the same? 1. No credential is written down: a.ts:3 a password;'

    test.each<[ReviewAnswer, string, Partial<CompletionFinding>]>([
      ['approve', 'ACHIEVED', { found: 'met', by: 'person', why: 'h says so: a.ts:3 a password;' }],
      ['reject', 'PARTIAL', { found: 'missed', by: 'person', why: 'h says no: a.ts:3 a password;' }],
    ])('and people are asked once: %s', (said, status, found) => {
      const quality = { check: 'quality_standards_met', what: prose } as const
      const before = ended({ completion: looked({}, quality, alarm) }, mode)
      expect(asked(before.world)).toEqual([question])
      const world = answer(before, said)
      expect([world.state.status, asked(world).length, judgedCompletion(world.state)?.status]).toEqual([
        'finished',
        1,
        status,
      ])
      expect(judgedCompletion(world.state)?.findings.find((it) => it.what === alarm.what)).toMatchObject(found)
    })

    test('they are asked beside what no program can tell, and a yes to that is none to the alarm', () => {
      const prosaic = { check: 'quality_standards_met', what: prose, found: 'unknown', why: 'nobody can tell' } as const
      const before = ended({ completion: looked({}, prosaic, alarm) }, mode)
      expect(asked(before.world)).toEqual([expect.stringContaining(prose), question])
      before.world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
      // Until it has been looked once more nothing is said.
      expect(judgedCompletion(before.world.state)).toBe(null)
      before.world.say({ verb: 'answer', review: 'R2', answer: 'reject', text: '' })
      before.world.start(before.read, { policy: before.world.state.policy, gates: [check] })
      expect(judgedCompletion(before.world.run().state)?.gaps).toEqual([
        expect.stringContaining('No credential is written down'),
      ])
    })

    test('what a later look finds otherwise was seen by nobody, and is asked about anew', () => {
      const other = { ...alarm, why: 'a.ts:3 a password; b.ts:7 a key;', mayBeFalse: 'f0e1d2c3b4a59687' }
      const rest = [finding({}), finding({ check: 'quality_standards_met', what: prose })]
      let looks = 0
      const before = ended({ completion: () => [...rest, finding(looks++ === 0 ? alarm : other)] }, mode)
      const world = answer(before, 'approve')
      expect([world.state.status, asked(world).length]).toEqual(['parked', 2])
      expect(judgedCompletion(world.state)?.findings).toContainEqual(finding(other))
      world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
      world.start(before.read, { policy: world.state.policy, gates: [check] })
      world.run()
      expect([world.state.status, asked(world).length, looks]).toEqual(['finished', 2, 3])
      expect(judgedCompletion(world.state)?.status).toBe('ACHIEVED')
    })

    test.each([
      [50, 1],
      [51, 0],
    ])('of %i places people are asked %i times: nobody looks through more', (many, questions) => {
      const places = Array.from({ length: many }, (_, at) => ({ path: 'a.ts', line: at + 1, note: 'a password' }))
      const { world } = ended({ completion: looked({}, { ...alarm, places }) }, mode)
      expect(asked(world)).toHaveLength(questions)
      expect(world.state.status).toBe(questions === 1 ? 'parked' : 'finished')
    })

    test('another criterion that was missed is nothing that people are asked about', () => {
      const { mayBeFalse: _, ...missed } = alarm
      expect(asked(ended({ completion: looked({}, missed) }, mode).world)).toEqual([])
    })
  })

  test.each([['silent'], ['dynamic']] as const)('in %s mode nobody is asked', (quiet) => {
    expect(asked(ended({ completion: looked() }, { mode: quiet }).world)).toEqual([])
  })
})
