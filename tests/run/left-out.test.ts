/** What a step that a person leaves out has done stays where no workspace can be put back: they know before and after. */

import { describe, expect, test } from 'vitest'
import { escalationDefaults, propagationDefaults } from '../../src/plan/escalation.ts'
import { unfinished } from '../../src/run/completion/unfinished.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const words = 'skip leaves what it did in the folder'
const read = plan([
  task('A', { steps: [step({ id: '1', retries: 0 }), step({ id: '2', retries: 0, critical: true })] }),
])

/** The second step has failed, and people are asked about it. */
function failed(workspace: Policy['workspace']): World {
  const world = new World({ attempts: { 'A/2': [{ how: 'failed' }] } })
  world.start(read, { policy: { workspace, exhausted: 'ask', unverified: 'accept' } })
  return world.run()
}

const question = ({ state }: World): string => [...state.reviews.values()].at(-1)?.question ?? ''
const told = ({ state }: World): readonly string[] => state.findings.map(({ kind, text }) => `${kind}: ${text}`)

test.each<Policy['workspace']>(['in-place', 'none'])(
  '%s: the question says it, and so does what follows',
  (workspace) => {
    const world = failed(workspace)
    expect(question(world)).toContain(words)
    expect(told(world)).toEqual([])
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    expect(told(world)).toEqual([
      expect.stringMatching(/^left-out: step .* what it did stays in the folder: look at it$/),
    ])
  },
)

test('in a worktree nothing of it is merged, and nothing is said', () => {
  const world = failed('worktree')
  expect(question(world)).not.toContain(words)
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
  expect(told(world)).toEqual([])
})

describe('what the other steps of its task have left is judged by the gates of the task', () => {
  const policy: Partial<Policy> = {
    ...({ workspace: 'worktree', retries: 0, mode: 'dynamic', exhausted: 'ask', unverified: 'accept' } as const),
    ...{ escalation: escalationDefaults, propagation: { ...propagationDefaults, strategy: 'halt_on_critical' } },
  }
  const plans = plan(
    [
      task('A', { steps: [step({ id: '1', critical: true }), step({ id: '2', critical: false, gates: ['g'] })] }),
      task('B', { steps: [step({ id: '1', critical: true })] }),
    ],
    [edge('A', 'B', { needs: 'settled' })],
  )
  const goOn = (world: World): World => {
    world.start(plans, { policy, gates: [gate('g')] })
    return world.run()
  }
  const ofA = (world: World): readonly unknown[] => [
    world.status('A'),
    ...world.task('A').steps.map((it) => [it.status, it.mergedAt !== null]),
  ]
  const asked = ({ state }: World): readonly string[] => [...state.reviews.values()].map((it) => it.question)
  const red = {
    attempts: { 'A/2': [{ how: 'failed' }] },
    gates: { 'g baseline': ['passed'], 'g merged': ['failed'] },
  } as const

  test('where they pass it is merged without the step', () => {
    const world = goOn(new World({ ...red, gates: { 'g baseline': ['passed'], 'g merged': ['passed'] } }))
    expect(ofA(world)).toEqual(['done', ['done', true], ['skipped', true]])
    expect(world.task('A').evidence.map((it) => [it.gate, it.result])).toEqual([['g', 'passed']])
  })

  test('where one is red people are asked, and who leaves it out leaves out all of it', () => {
    const world = goOn(new World(red))
    expect(asked(world)).toEqual([
      'what the other steps of its task have left is red where it is left out: after the merge with what others did: gate g: failed, exit code 1; skip leaves out all that its task has left',
    ])
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    goOn(world)
    expect(ofA(world)).toEqual(['skipped', ['done', false], ['skipped', false]])
    expect(unfinished(world.state)[0]).toBe('Nothing of critical step A.1 "" is merged: its task is not done')
    // They know of it: what comes after it begins, with a warning.
    expect(asked(world).slice(1)).toEqual(['review B'])
    expect(world.state.course.decisions.at(-1)?.error_propagation_decision).toBe('continue_with_warning')
  })

  test.each(['worktree', 'none'] as const)(
    'in %s: who blocks it is asked about what comes after it, and has no goal without it',
    (workspace) => {
      const world = new World(red)
      const own = { policy: { ...policy, workspace }, gates: [gate('g')] }
      world.start(plans, own)
      world.run()
      world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
      world.start(plans, own)
      world.run()
      expect(asked(world).slice(1)).toEqual([
        expect.stringContaining('critical step A.1 is not merged and task B comes after its task'),
      ])
      expect(unfinished(world.state)[0]).toBe('Nothing of critical step A.1 "" is merged: its task is not done')
    },
  )

  test('nor where its task is opened again and cannot begin', () => {
    const world = new World({
      ...red,
      gates: { 'g baseline': ['passed', 'failed'], 'g merged': ['failed'] },
      brings: [true],
    })
    const own = {
      policy: { ...policy, propagation: propagationDefaults, baseline: 'block' as const },
      gates: [gate('g')],
    }
    world.start(plans, own)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
    world.say({ verb: 'unblock', task: 'A', text: '' })
    expect(world.status('A')).toBe('pending')
    expect(unfinished(world.state)[0]).toBe('Nothing of critical step A.1 "" is merged: its task is not done')
  })

  test('what is merged without it says nothing of how it kept a constraint', () => {
    const weighs = { gates: { 'g baseline': ['passed'], 'g draft': ['failed'], 'g merged': ['passed'] } } as const
    const world = goOn(new World(weighs))
    expect(ofA(world)).toEqual(['done', ['done', true], ['skipped', true]])
    expect(world.state.course.records.find((it) => it.step === 'A.2')?.constraints).toEqual({ g: false })
  })

  test('it is told once that what it did stays in the folder', () => {
    const world = new World(red)
    const own = { policy: { ...policy, workspace: 'in-place' as const }, gates: [gate('g')] }
    world.start(plans, own)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    expect(told(world).filter((it) => it.startsWith('left-out'))).toHaveLength(1)
  })

  test('its failure is the cause of the question, whatever the step itself is', () => {
    const world = goOn(new World(red))
    expect(world.log.flatMap(({ body }) => (body.type === 'mode-changed' ? [body.reason] : []))).toEqual([
      'what the task of step A.2 has left is red without it',
    ])
  })

  test('sent back, the step is done on what they have left', () => {
    const world = goOn(
      new World({
        ...red,
        attempts: { 'A/2': [{ how: 'failed' }, {}] },
        gates: { 'g baseline': ['passed'], 'g merged': ['failed', 'passed'], 'g A': ['passed'] },
      }),
    )
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'mend it' })
    goOn(world)
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    goOn(world)
    expect(ofA(world)).toEqual(['done', ['done', true], ['done', true]])
  })

  test('a policy that asks nobody blocks it', () => {
    const world = new World(red)
    world.start(plans, { policy: { ...policy, mode: 'silent', exhausted: 'block' }, gates: [gate('g')] })
    world.run()
    expect(world.task('A').steps.map((it) => it.cause)).toEqual([
      null,
      { is: 'red-without', gate: 'g', last: expect.stringContaining('gate g') as unknown },
    ])
  })

  test('a step before it is not held for unchecked, since they judge it, too', () => {
    const world = new World({ gates: { g: ['passed'] } })
    world.start(plans, { policy: { ...policy, unverified: 'block' }, gates: [gate('g')] })
    world.run()
    expect(world.status('A')).toBe('done')
  })

  test.each([
    [{ gates: ['g'] }, 'blocked'],
    [{}, 'done'],
  ])('without workspaces nothing else judges it, so that it is not left out: %j', (given, status) => {
    const steps = [step({ id: '1', critical: true }), step({ id: '2', critical: false, ...given })]
    const world = new World({ attempts: { 'A/2': [{ how: 'failed' }] }, gates: { g: ['passed'] } })
    const own = { ...policy, workspace: 'none', mode: 'silent', exhausted: 'block' } as const
    world.start(plan([task('A', { steps })]), { policy: own, gates: [gate('g')] })
    world.run()
    expect(world.status('A')).toBe(status)
  })
})
