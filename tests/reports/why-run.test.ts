/** What is told of a gate that failed in another way than it was let pass. */

import { describe, expect, test } from 'vitest'
import { whyInState, whyText } from '../../src/reports/run/why.ts'
import { runLines } from '../../src/reports/run/lines.ts'
import { presentationLines } from '../../src/reports/run/presentation.ts'
import { boundWords, presentationOf } from '../../src/run/presentation.ts'
import { openReviews, standing } from '../../src/run/views.ts'
import { gate, plan, step, task, World } from '../run/world.ts'

const banner = '\n> x@1.0.0 test\n> node --test\n\nTAP version 13\n'
const says = {
  'unit baseline': `${banner}not ok 1 - old red\n# duration_ms 84.04`,
  'unit draft': `${banner}not ok 1 - old red\nnot ok 2 - fine\n# duration_ms 91.1`,
}

function blocked(): World {
  const world = new World({ gates: { 'unit baseline': ['failed'], 'unit draft': ['failed'] }, says })
  const policy = { workspace: 'worktree', retries: 0, baseline: 'ignore-same' } as const
  world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), { gates: [gate('unit')], policy })
  return world.run()
}

test('the reason is the failure that is new', () => {
  const world = blocked()
  expect(standing(world.state, world.task('A')).reason).toBe('Implementation failed after 1 attempt: not ok 2 - fine')
})

test('why tells it, too, and never nothing', () => {
  const world = blocked()
  const why = whyInState(world.state, world.task('A').uid)
  expect(why && whyText(why, { name: 'A', plan: 'tasks.md' }))
    .toBe(`In the run A is blocked: Implementation failed after 1 attempt: not ok 2 - fine
  attempts: 1
  gate unit failed: not ok 2 - fine
  told to the last attempts:
    gate unit: not ok 2 - fine
  when the cause is mended: millwright unblock tasks.md A
`)
})

test('what the agent wrote last before it failed is told on one short line, and nothing where it did not fail', () => {
  const world = blocked()
  const [step] = world.task('A').steps
  if (!step?.ended) throw new Error('no attempt')
  const tell = (): string | undefined => {
    const why = whyInState(world.state, world.task('A').uid)
    return why === null ? undefined : /its agent said last.*/.exec(whyText(why, { name: 'A', plan: 'tasks.md' }))?.[0]
  }
  const excerpt = `begins\n\u001b[31mno key\u001b[0m ${'!'.repeat(300)}\n\n`
  step.ended = { ...step.ended, excerpt }
  expect(tell()).toBeUndefined()
  step.ended = { ...step.ended, how: 'failed', exitCode: 1 }
  expect(tell()).toMatch(/^its agent said last: [^\u001b]*no key[^\u001b]*…$/)
  expect(tell()?.length).toBeLessThan(200)
  // A tool is no agent, and what it wrote is told with its failure.
  step.spec = { ...step.spec, methods: step.spec.methods.map((it) => ({ ...it, does: 'tool' })) }
  expect(tell()).toBeUndefined()
})

test('so does the run', () => {
  const world = blocked()
  const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
  const lines = world.log.flatMap((event) => runLines(event, world.state, { colour: false, told }))
  expect(lines.filter((it) => it.startsWith('    gate'))).toEqual(['    gate unit failed (1 ms): not ok 2 - fine'])
})

test('what a check said that has given way to one of a newer base is not told of the last tip', () => {
  const { log, state } = blocked()
  const judged = log.find(({ body }) => body.type === 'effect-settled' && body.outcome.of === 'run-gate')
  if (judged?.subject == null) throw new Error('no gate has judged')
  const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
  const said = (task: string | null): readonly string[] => {
    const subject = task === null || judged.subject === null ? null : { ...judged.subject, task }
    return runLines({ ...judged, subject }, state, { colour: false, told })
  }
  expect(said('gone')).toEqual([expect.stringMatching(/^ {2}on an earlier base: unit failed/)])
  expect(said(null)).toEqual([expect.stringMatching(/^ {2}on the last tip: unit failed/)])
})

test('of a task that the run was not begun for it says so, and of one that it does nothing of the kind', () => {
  const world = new World({})
  world.start(plan([task('A'), task('B')]), { selection: ['A'] })
  world.run()
  const reasons = ['A', 'B'].map((it) => whyInState(world.state, world.task(it).uid)?.reason)
  expect(reasons).toEqual([null, 'this run was begun for other tasks'])
})

describe('a gate that is red as it was before', () => {
  const asBefore = Object.fromEntries(
    ['baseline', 'draft', 'merged'].map((it) => [`unit ${it}`, says['unit baseline']]),
  )
  const begun = (): { world: World; goOn: () => void } => {
    const world = new World({ gates: { unit: Array<'failed'>(9).fill('failed') }, says: asBefore })
    const policy = { workspace: 'worktree', review: 'always', baseline: 'ignore-same' } as const
    const goOn = (): void => {
      world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), { gates: [gate('unit')], policy })
      world.run()
    }
    goOn()
    return { world, goOn }
  }
  const known = 'gate unit failed, as before, when it was let pass'

  test('is told as that by the run, by what is shown to a person, and by why, also of what is done', () => {
    const { world, goOn } = begun()
    const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
    const lines = world.log.flatMap((event) => runLines(event, world.state, { colour: false, told }))
    expect(lines.filter((it) => it.startsWith('    gate unit'))).toEqual([
      '    gate unit failed (1 ms), as before, when it was let pass: not ok 1 - old red',
    ])
    const review = world.state.reviews.get('R1')
    const shown = review ? presentationOf(world.state, review) : null
    if (shown === null) throw new Error('nothing is shown')
    const words = { diff: null, proposals: [], colour: false, mostDiffLines: 9 }
    expect(presentationLines(shown, words)).toContain(`  ${known}`)
    const tell = (): string => {
      const why = whyInState(world.state, world.task('A').uid)
      return why === null ? '' : whyText(why, { name: 'A', plan: 'tasks.md' })
    }
    expect(tell()).toContain(`  ${known}: not ok 1 - old red\n`)
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    goOn()
    expect(world.task('A').proof).toBe('unverified')
    expect(tell()).toContain(`  ${known}: not ok 1 - old red\n`)
    // A run after it knows of nothing that is red.
    goOn()
    expect(world.state.knownRed.size).toBe(0)
    expect(tell()).toContain(`  ${known}: not ok 1 - old red\n`)
  })

  test('is what an answer is bound to: an approval of what was forgiven is none of what is not, nor of what proves nothing', () => {
    const { world } = begun()
    const review = world.state.reviews.get('R1')
    const shown = review ? presentationOf(world.state, review) : null
    if (shown === null) throw new Error('nothing is shown')
    expect(shown.forgiven).toEqual(['unit'])
    expect(boundWords({ ...shown, forgiven: [] })).not.toBe(boundWords(shown))
    const without = shown.gates.map((it) => ({ ...it, without: 'build' }))
    expect(boundWords({ ...shown, gates: without })).not.toBe(boundWords(shown))
  })

  test('is not told as that of the task that was overridden itself', () => {
    const world = new World({ gates: { 'unit draft': ['failed'], 'unit merged': ['failed'] } })
    const policy = { workspace: 'worktree', retries: 0, exhausted: 'ask' } as const
    const goOn = (): void => {
      world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), { gates: [gate('unit')], policy })
      world.run()
    }
    goOn()
    const { id = '' } = openReviews(world.state)[0] ?? {}
    world.say({ verb: 'answer', review: id, answer: 'override', text: 'goes out anyway' })
    goOn()
    expect(world.task('A').proof).toBe('overridden')
    const why = whyInState(world.state, world.task('A').uid)
    expect(why?.gates.map((it) => [it.gate, it.result, it.isForgiven])).toEqual([['unit', 'failed', false]])
  })
})
