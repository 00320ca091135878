import { describe, expect, test } from 'vitest'
import type { Feedback } from '../../src/run/effect.ts'
import { excerptTold, remembered } from '../../src/run/feedback.ts'
import { plan, task, World, type AttemptScript } from './world.ts'

const said = (from: Feedback['from'], text: string): Feedback => ({ from, source: 's', text, output: null })

test('what a person asked for stays, however often a program fails after it', () => {
  let feedback: readonly Feedback[] = [said('review', 'keep the name'), said('person', 'and the order')]
  for (let at = 0; at < 20; at++) feedback = remembered([...feedback, said('attempt', String(at))])
  expect(feedback.map((it) => it.text)).toEqual(['keep the name', 'and the order', '15', '16', '17', '18', '19'])
})

test('of many words of people the last are kept, in their order among those of programs', () => {
  let feedback: readonly Feedback[] = []
  for (let at = 0; at < 9; at++) feedback = remembered([...feedback, said('gate', `g${at}`), said('review', `r${at}`)])
  expect(feedback.map((it) => it.text)).toEqual(['g4', 'r4', 'g5', 'r5', 'g6', 'r6', 'g7', 'r7', 'g8', 'r8'])
})

describe('what an attempt wrote before it failed', () => {
  /** Feedback of the last attempt that is begun. */
  function toldAfter(...attempts: readonly AttemptScript[]): readonly Feedback[] {
    const world = new World({ attempts: { 'A/work': [...attempts, { how: 'finished' }] } })
    world.start(plan([task('A')]), { policy: { retries: 3 } })
    const begun = world.run().log.flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect] : []))
    return begun.findLast((it) => it.is === 'start-attempt')?.feedback ?? []
  }
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`)

  test('is told to the next one, its last lines alone', () => {
    expect(toldAfter({ how: 'failed', excerpt: 'looking\n\nboom: no module\n' })).toMatchObject([
      { text: 'the agent ended with exit code 0', excerpt: 'looking\nboom: no module' },
    ])
    expect(toldAfter({ how: 'failed', excerpt: lines.join('\n') })[0]?.excerpt).toBe(lines.slice(-10).join('\n'))
    expect(toldAfter({ how: 'timed-out', excerpt: 'waits' })[0]?.excerpt).toBe('waits')
  })

  test('is not told where it wrote nothing, ended by itself, or says the same of itself', () => {
    expect('excerpt' in (toldAfter({ how: 'failed', excerpt: ' \n' })[0] ?? {})).toBe(false)
    expect('excerpt' in (toldAfter({ says: 'failed', text: 'no tides', excerpt: 'no tides' })[0] ?? {})).toBe(false)
    expect(
      'excerpt' in (toldAfter({ how: 'failed', says: 'failed', text: 'no tides', excerpt: 'no tides' })[0] ?? {}),
    ).toBe(false)
  })

  test('is told once, where it is told of a method that has failed', () => {
    const feedback: Feedback = { ...said('attempt', 'it failed'), excerpt: 'boom: no module' }
    expect(excerptTold(feedback, [])).toBe('boom: no module')
    expect(excerptTold(feedback, ['looking\nboom: no module\n'])).toBe('')
    expect(excerptTold(said('attempt', 'it failed'), ['x'])).toBe('')
  })
})
