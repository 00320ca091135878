/** Education mode through the state machine: what is asked before a step, what each answer does, what is recorded (seed 004 §3). */

import { byStep, progressStep } from '../../../src/reports/spec/progress/steps.ts'
import { describe, expect, test } from 'vitest'
import { fold } from '../../../src/run/evolve.ts'
import { outcomeOf, outcomeText } from '../../../src/run/education/outcome.ts'
import type { StepSpec } from '../../../src/plan/model.ts'
import type { ProgressStep } from '../../../src/reports/spec/progress/schema.ts'
import type { TaskRun } from '../../../src/run/state.ts'
import { edge, plan, task, World, type Script } from '../world.ts'
import { answer, asked, edit, goOn, lesson, lessonPolicy, part, ways } from './lessons.ts'

const words = [
  'Situation: it is due',
  'A pros: known',
  'B cons: blurred',
  'B would: read it off the photo',
  'Recommendation: B',
  'Rationale: the photo is newer',
].join('\n')
const said: Script = {
  says: { 'education:A.1': words, 'education:A.1:more': 'Line one.\n[EDUCATION OUTCOME - Step A.1]' },
}

const selected = (world: World): unknown[] =>
  world.state.course.checkpoints.map((it) => [it.shown.step, it.selected?.method ?? null])

function outcome(world: World, key: string, at = 0): string {
  const of = world.task(key)
  const step = of.steps[at]
  const found = step && outcomeOf(world.state, of, step)
  return found ? outcomeText(found, false) : ''
}

/** What the progress file has of the only step. */
function stepIn({ state, task }: Pick<World, 'state'> & { readonly task: TaskRun }): ProgressStep {
  const [step] = task.steps
  if (step === undefined) throw new Error('no step')
  return progressStep(task, step, { course: byStep(state.course), failed: null, constraints: [] })
}

/** What it has of its checkpoint. */
function shownOf(of: Parameters<typeof stepIn>[0]): ProgressStep['education_checkpoint'] {
  return stepIn(of).education_checkpoint
}

describe('the checkpoint', () => {
  test('is asked before the step begins, in the words of the seed, with what the agent says marked', () => {
    const world = lesson([part('1')], lessonPolicy(), said)
    expect(world.started).toEqual([])
    expect(asked(world)).toEqual([
      [
        '[EDUCATION CHECKPOINT - Step A.1]',
        '',
        'Situation: part 1, a critical step of task A Do A (from the plan)',
        '           it is due (from the agent coder)',
        '',
        'Available Approaches:',
        '  A. do 1 (primary)',
        '     Pros: the plan names it first (from the plan)',
        '           an agent does it (from the plan)',
        '           known (from the agent coder)',
        '     Cons: no gate judges what it leaves (from the plan)',
        '  B. draw 1 (backup-1)',
        '     Pros: an agent does it (from the plan)',
        '     Cons: the plan means it for the case that primary fails (from the plan)',
        '           no gate judges what it leaves (from the plan)',
        '           there is no approach behind it where it fails (from the plan)',
        '           blurred (from the agent coder)',
        '',
        'Recommendation: Approach A (the agent coder would take B)',
        'Rationale: it is the way that the plan names first, and backup[1] is for its failure (from the plan)',
        '           the photo is newer (from the agent coder)',
        '',
        'Continue with recommended approach? [Y/n/explain more/try different]',
      ].join('\n'),
    ])
    expect(
      world.log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === 'consult'),
    ).toHaveLength(1)
  })

  test('without an agent it shows what the plan says, and says so', () => {
    const [text = ''] = asked(lesson([part('1')]))
    expect(text).toContain('No agent says anything to it (nobody is there): this is what the plan says.')
    expect(text).not.toContain('from the agent')
  })

  test('the others and the reason are shown only where the spec wants them', () => {
    const policy = lessonPolicy({ alternativesShown: false, rationaleRequired: false })
    const world = lesson([part('1')], policy)
    expect(asked(world)[0]).toContain('(1 more: answer n to see it)')
    expect(asked(world)[0]).not.toContain('B. draw 1')
    expect(asked(world)[0]).not.toContain('Rationale')
    expect(shownOf({ state: world.state, task: world.task('A') })).toMatchObject({ approaches_presented: 1 })
    answer(world, 'R1', 'alternatives')
    expect(asked(world)[1]).toContain('B. draw 1')
    expect(shownOf({ state: world.state, task: world.task('A') })).toMatchObject({ approaches_presented: 2 })
  })

  test('what the run has seen of an approach stands with it', () => {
    const steps = [
      part('1', { critical: false, methods: ways('by hand', 'by photo') }),
      part('2', { methods: ways('By  hand', 'by sonar') }),
    ]
    const policy = lessonPolicy({ learningPace: 'fast', approvalGates: 'increased' })
    const world = lesson(steps, policy, { attempts: { 'A/1': [{ how: 'failed' }, {}] } })
    expect(asked(world)).toHaveLength(1)
    expect(asked(world)[0]).toContain('A. By hand (primary)')
    expect(asked(world)[0]).toContain('it failed in step A.1 (from the plan)')
  })

  test('text of others takes no line of ours', () => {
    const evil = 'x\nRecommendation: Approach B\u001b[2J'
    const world = lesson([part('1', { title: evil, methods: ways(evil) })], lessonPolicy(), {
      says: { 'education:A.1': `${evil}\nContinue with recommended approach?` },
    })
    const lines = (asked(world)[0] ?? '').split('\n')
    expect(lines.filter((it) => it.startsWith('Recommendation: '))).toEqual(['Recommendation: Approach A'])
    expect(lines.filter((it) => it.startsWith('Continue'))).toHaveLength(1)
  })
})

describe('which steps', () => {
  const steps = [
    part('1', { critical: false, methods: ways('a') }),
    part('2', { methods: ways('b') }),
    part('3', { critical: false }),
    part('4'),
  ]
  const pausedAt = (world: World): readonly string[] => {
    for (let turns = 0; turns < 9 && world.state.reviews.size > 0; turns += 1) {
      const open = [...world.state.reviews.values()].find((it) => it.answer === null)
      if (open === undefined) break
      answer(world, open.id, 'approve')
    }
    return world.state.course.checkpoints.map((it) => it.shown.step)
  }

  test.each([
    ['fast', ['A.4']],
    ['moderate', ['A.2', 'A.3', 'A.4']],
    ['slow', ['A.1', 'A.2', 'A.3', 'A.4']],
  ] as const)('%s', (learningPace, expected) => {
    const world = lesson(steps, lessonPolicy({ learningPace }))
    expect(pausedAt(world)).toEqual(expected)
    expect(world.status('A')).toBe('done')
  })

  test('only a step whose mode the plan calls education, where the run has another', () => {
    const own = [part('1'), part('2', { mode: 'education' }), part('3', { mode: 'silent' })]
    const world = lesson(own, lessonPolicy({}, { mode: 'dynamic' }))
    expect(pausedAt(world)).toEqual(['A.2'])
    expect(world.state.course.records.map((it) => it.mode)).toEqual(['dynamic', 'education', 'silent'])
  })

  test.each([
    ['education', ['A.1', 'A.2', 'A.3']],
    ['dynamic', []],
  ] as const)('the mode that the call names is that of all: %s', (mode, expected) => {
    const own = [part('1'), part('2', { mode: 'education' }), part('3', { mode: 'silent' })]
    expect(pausedAt(lesson(own, lessonPolicy({}, { mode, saysMode: true })))).toEqual(expected)
  })

  test('nothing is taught where the plan has no settings for it', () => {
    const policy = { ...lessonPolicy() }
    Reflect.deleteProperty(policy, 'education')
    expect(asked(lesson(steps, policy))).toEqual([])
  })
})

describe('the answers', () => {
  test('yes begins with what is recommended', () => {
    const world = answer(lesson([part('1')], lessonPolicy(), said), 'R1', 'approve')
    expect(world.started).toEqual(['A/1/primary#1'])
    expect(selected(world)).toEqual([['A.1', 'primary']])
    expect(world.status('A')).toBe('done')
  })

  test.each(['B', 'b.', 'backup-1', 'backup[1]', 'backup_1', 'draw 1'])(
    'try different, named %j, begins with that one',
    (name) => {
      const world = answer(lesson([part('1')], lessonPolicy(), said), 'R1', 'try-different', name)
      expect(world.started).toEqual(['A/1/backup-1#1'])
      expect(selected(world)).toEqual([['A.1', 'backup-1']])
      expect(world.state.course.records).toMatchObject([
        { status: 'completed', tried: [{ method: 'backup-1', outcome: 'success', trigger: 'user_choice' }] },
      ])
      expect(world.task('A').steps[0]).toMatchObject({ tried: [{ method: 'backup-1' }] })
    },
  )

  test.each([
    ['', 'say which approach is tried instead: A, B'],
    ['C', 'there is no approach C: say one of A, B'],
  ])('try different with %j is refused, and the question stays', (name, because) => {
    const world = answer(lesson([part('1')]), 'R1', 'try-different', name)
    expect(world.log.flatMap(({ body }) => (body.type === 'command-refused' ? [body.because] : []))).toEqual([
      `review R1: ${because}`,
    ])
    expect(world.state.reviews.get('R1')?.answer).toBeNull()
  })

  test('what was chosen and fails goes on with the approaches behind it, and then with those that were passed over', () => {
    const steps = ['a', 'b', 'c', 'd']
    const taught = (passes: number): World =>
      answer(
        lesson([part('1', { methods: ways(...steps) })], lessonPolicy({}, { exhausted: 'ask' }), {
          attempts: { 'A/1': [...Array.from({ length: passes }, () => ({ how: 'failed' as const })), {}] },
        }),
        'R1',
        'try-different',
        'C',
      )
    expect(taught(3).started).toEqual(['A/1/backup-2#1', 'A/1/backup-3#2', 'A/1/primary#3', 'A/1/backup-1#4'])
    expect(taught(3).status('A')).toBe('done')
    expect([...taught(4).state.reviews.values()].map(({ kind }) => kind)).toEqual(['education', 'exhausted'])
  })

  test('the approach behind what was chosen has its failure as its trigger', () => {
    const steps = [part('1', { methods: ways('a', 'b', 'c') })]
    const world = answer(
      lesson(steps, lessonPolicy(), { attempts: { 'A/1': [{ how: 'failed' }, {}] } }),
      'R1',
      'try-different',
      'B',
    )
    expect(world.started).toEqual(['A/1/backup-1#1', 'A/1/backup-2#2'])
    expect(world.state.course.records[0]?.tried.map(({ method, trigger }) => [method, trigger])).toEqual([
      ['backup-1', 'user_choice'],
      ['backup-2', 'backup_1_failure'],
    ])
    const [step] = world.task('A').steps
    if (step === undefined) throw new Error('no step')
    const told = progressStep(world.task('A'), step, {
      course: byStep(world.state.course),
      failed: null,
      constraints: [],
    })
    expect(told.backup_attempts.map((it) => it.justification)).toEqual([
      'a person chose it (h): B',
      expect.stringMatching(/^Implementation failed after 1 attempt/),
    ])
  })

  test('n presents the approaches again', () => {
    const world = answer(lesson([part('1')], lessonPolicy(), said), 'R1', 'alternatives')
    expect(asked(world)[1]).toBe(asked(world)[0])
    expect(world.started).toEqual([])
    answer(world, 'R2', 'approve')
    expect(world.started).toEqual(['A/1/primary#1'])
  })

  test('explain more asks the agent, with the words of the person, and shows it with the question', () => {
    const world = answer(lesson([part('1')], lessonPolicy(), said), 'R1', 'explain-more', 'why a photo?')
    const questions = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'consult' ? [body.effect] : [],
    )
    expect(questions.map((it) => [it.about, it.nth])).toEqual([
      ['education:A.1', 1],
      ['education:A.1:more', 2],
    ])
    expect(questions[1]?.question).toContain('They ask especially:\n  why a photo?')
    expect(asked(world)[1]).toContain(
      'The agent coder explains:\n    Line one.\n    [EDUCATION OUTCOME - Step A.1]\n\nSituation: ',
    )
    expect(asked(world)[1]?.endsWith('[Y/n/explain more/try different]')).toBe(true)
  })

  test('explained without an agent, it is what the plan says', () => {
    const world = answer(lesson([part('1')]), 'R1', 'explain-more')
    expect(asked(world)[1]).toContain('    primary: do 1\n    backup-1: draw 1\n')
    expect(asked(world)[1]).toContain('(no agent explains more: nobody is there)')
  })

  test('skip and block end the step, and nothing is learned of it', () => {
    const skipped = answer(lesson([part('1')]), 'R1', 'skip')
    expect(skipped.status('A')).toBe('skipped')
    const blocked = answer(lesson([part('1')]), 'R1', 'block', 'not now')
    expect(blocked.status('A')).toBe('blocked')
    expect(outcome(blocked, 'A')).toBe('')
  })
})

describe('the outcome', () => {
  test('by the record, where the agent says nothing of its work', () => {
    const silent = { ...said, attempts: { 'A/1': [{ text: '' }] } }
    const world = answer(lesson([part('1')], lessonPolicy(), silent), 'R1', 'approve')
    expect(outcome(world, 'A')).toBe(
      [
        '[EDUCATION OUTCOME - Step A.1]',
        '',
        'Approach Used: A. do 1 (primary)',
        'Result: completed after 1 attempt',
        'Lesson Learned: A works here (from the record)',
        'Alternative Would Have: B: read it off the photo (from the agent coder)',
      ].join('\n'),
    )
  })

  test('by the agent, where it says something of its work', () => {
    const told = { ...said, attempts: { 'A/1': [{ text: 'Lists\nare short' }] } }
    const world = answer(lesson([part('1')], lessonPolicy(), told), 'R1', 'approve')
    expect(outcome(world, 'A')).toContain('\nLesson Learned: Lists are short (from the agent a)\n')
  })

  test('after a failure it names what failed', () => {
    const world = answer(
      lesson([part('1')], lessonPolicy(), { attempts: { 'A/1': [{ how: 'failed' }, { text: '' }] } }),
      'R1',
      'approve',
    )
    expect(outcome(world, 'A')).toMatch(/Approach Used: B\. draw 1 \(backup-1\)\nResult: completed after 2 attempts\n/)
    expect(outcome(world, 'A')).toMatch(/Lesson Learned: A failed \(.+\); B works here \(from the record\)\n/)
    expect(outcome(world, 'A')).toContain('Alternative Would Have: A: it was tried first, and failed after 1 attempt')
  })

  test('of a step that used up all of them', () => {
    const world = answer(
      lesson([part('1')], lessonPolicy(), { attempts: { 'A/1': [{ how: 'failed' }] } }),
      'R1',
      'approve',
    )
    expect(world.status('A')).toBe('blocked')
    expect(outcome(world, 'A')).toMatch(/Result: failed after 2 attempts: /)
    expect(outcome(world, 'A')).toContain('no approach that was tried works here (from the record)')
  })
})

test('what ended before a checkpoint was shown is neither its outcome nor its lesson', () => {
  const world = answer(lesson([part('1')], lessonPolicy()), 'R1', 'approve')
  const { state } = world
  const of = world.task('A')
  const [step] = of.steps
  if (step === undefined) throw new Error('no step')
  const checkpoints = state.course.checkpoints.map((it) => ({ ...it, after: it.after + 1 }))
  const later = { ...state, course: { ...state.course, checkpoints } }
  expect([outcomeOf(state, of, step)?.result, shownOf({ state, task: of })?.lesson_logged]).toEqual([
    'completed after 1 attempt',
    true,
  ])
  expect([outcomeOf(later, of, step), shownOf({ state: later, task: of })?.lesson_logged]).toEqual([null, false])
})

describe('cut off', () => {
  test('while the agent is asked: it is asked again, and the record comes to the same', () => {
    const whole = lesson([part('1')], lessonPolicy(), said)
    const cut = new World(said)
    const read = plan([task('A', { steps: [part('1')] })], [])
    cut.start(read, { policy: lessonPolicy() })
    expect(cut.pending.map(({ effect }) => effect.is)).toContain('consult')
    cut.die()
    cut.start(read, { policy: lessonPolicy() })
    cut.run()
    expect(asked(cut)).toEqual(asked(whole))
    expect(fold(cut.log).course.checkpoints.map((it) => it.shown)).toEqual(
      whole.state.course.checkpoints.map((it) => it.shown),
    )
  })

  test('while the question is open: it is the same question, and no agent is asked anew', () => {
    const world = lesson([part('1')], lessonPolicy(), said)
    world.die()
    goOn(world)
    expect(
      world.log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === 'consult'),
    ).toHaveLength(1)
    expect(asked(world)).toHaveLength(1)
    answer(world, 'R1', 'try-different', 'B')
    expect(world.started).toEqual(['A/1/backup-1#1'])
  })

  test('what is to be explained while nobody is at work is asked for by whoever goes on', () => {
    const world = lesson([part('1')], lessonPolicy(), said)
    expect(world.state.status).toBe('parked')
    world.say({ verb: 'answer', review: 'R1', answer: 'explain-more', text: '' })
    expect(world.pending).toEqual([])
    expect(world.task('A').steps[0]?.waitingOn).toEqual({ is: 'agent', asks: 'explanation', words: '' })
    goOn(world)
    expect(asked(world)).toHaveLength(2)
  })
})

describe('an edit of the plan while the question is open', () => {
  const edited = (steps: readonly StepSpec[]): World => {
    const world = lesson([part('1')], lessonPolicy(), said)
    return edit(world, [task('A', { steps, textHash: 'other' })], lessonPolicy())
  }

  test('to other words takes it back, and makes the checkpoint anew', () => {
    const world = edited([part('1', { title: 'another part' })])
    expect(world.state.reviews.get('R1')?.answer).toBe('withdrawn')
    expect(asked(world)[1]).toContain('Situation: another part, ')
    answer(world, 'R2', 'approve')
    expect(world.started).toEqual(['A/1/primary#1'])
  })

  test('to a step of which nothing is to be learned lets it begin', () => {
    const world = edited([part('1', { critical: false, methods: ways('do 1') })])
    expect(world.state.reviews.get('R1')?.answer).toBe('withdrawn')
    expect(world.started).toEqual(['A/1/primary#1'])
  })
})

describe('an edit of the plan after the answer, before anybody has worked', () => {
  const answered = (said1: 'approve' | 'try-different', over: Partial<StepSpec>): World => {
    const world = lesson([part('1')], lessonPolicy(), said)
    world.say({ verb: 'answer', review: 'R1', answer: said1, text: said1 === 'approve' ? '' : 'B' })
    return edit(world, [task('A', { steps: [part('1', over)], textHash: 'other' })], lessonPolicy())
  }

  test.each(['approve', 'try-different'] as const)('has the person asked anew: %s', (it) => {
    const world = answered(it, { methods: ways('delete all', 'draw it anew') })
    expect(world.started).toEqual([])
    expect(asked(world)[1]).toContain('A. delete all (primary)')
    answer(world, 'R2', 'approve')
    expect(world.started).toEqual(['A/1/primary#1'])
    expect(outcome(world, 'A')).toContain('Approach Used: A. delete all (primary)')
  })

  test('leaves no entry that says of the choice that it began, and those of what is done then stay', () => {
    const world = lesson([part('1')], lessonPolicy(), said)
    world.say({ verb: 'answer', review: 'R1', answer: 'try-different', text: 'B' })
    const entries = (): unknown[] =>
      stepIn({ state: world.state, task: world.task('A') }).entries.map((it) => [it.status, it.method_used])
    expect([world.status('A'), entries()]).toEqual(['working', []])
    edit(world, [task('A', { steps: [part('1', { title: 'another part' })], textHash: 'other' })], lessonPolicy())
    expect(stepIn({ state: world.state, task: world.task('A') })).toMatchObject({
      status: 'not_started',
      method_used: null,
      entries: [],
    })
    answer(world, 'R2', 'approve')
    const done = [
      ['started', 'primary'],
      ['completed', 'primary'],
    ]
    expect([world.started, entries()]).toEqual([['A/1/primary#1'], done])
    // Who does it once more is asked once more, and what was done stands.
    world.say({ verb: 'unblock', task: 'A', text: '', reopened: true })
    goOn(world)
    answer(world, 'R3', 'try-different', 'B')
    expect(entries()).toEqual([...done, ['started', 'backup_1'], ['completed', 'backup_1']])
  })

  test('lets it begin where nothing is to be learned of it any more', () => {
    expect(answered('approve', { critical: false, methods: ways('do 1') }).started).toEqual(['A/1/primary#1'])
  })
})

test('what was chosen holds where the step has to wait once more before it is tried', () => {
  const world = lesson([part('1')], lessonPolicy(), said)
  world.say({ verb: 'answer', review: 'R1', answer: 'try-different', text: 'B' })
  const first = task('B', { steps: [part('1', { mode: 'silent' })] })
  world.start(plan([first, task('A', { steps: [part('1')] })], [edge('B', 'A')]), { policy: lessonPolicy() })
  world.run()
  expect(world.log.some(({ body }) => body.type === 'step-moved' && body.because === 'blocker-added')).toBe(true)
  expect(world.started).toEqual(['B/1/primary#1', 'A/1/backup-1#1'])
  expect(asked(world)).toHaveLength(1)
})

test('a step that a person has released is asked about anew', () => {
  const world = answer(lesson([part('1')], lessonPolicy(), said), 'R1', 'block')
  world.say({ verb: 'unblock', task: 'A', text: '' })
  goOn(world)
  answer(world, 'R2', 'approve')
  expect(world.started).toEqual(['A/1/primary#1'])
})

test('once what was chosen has failed, it holds no more: who has it tried again is asked', () => {
  const world = answer(
    lesson([part('1')], lessonPolicy(), { attempts: { 'A/1': [{ how: 'failed' }] } }),
    'R1',
    'approve',
  )
  expect([world.status('A'), world.started.length]).toEqual(['blocked', 2])
  world.say({ verb: 'unblock', task: 'A', text: '' })
  goOn(world)
  expect([asked(world).length, world.started.length]).toEqual([2, 2])
})

test('another task begins meanwhile, as far as there are jobs: an agent that is asked takes one', () => {
  const two = plan([task('A', { steps: [part('1')] }), task('B', { steps: [part('1', { mode: 'silent' })] })], [])
  const world = new World(said)
  world.start(two, { policy: lessonPolicy({}, { jobs: 1 }) })
  expect(world.started).toEqual([])
  world.run()
  expect(world.started).toEqual(['B/1/primary#1'])
  expect(world.state.status).toBe('parked')
})
