/** A pattern as a way to do a step, and what a run that goes on knows already. */

import { describe, expect, test } from 'vitest'
import type { MethodSpec, StepSpec } from '../../../src/plan/model.ts'
import { judgeFeasibility, withBackups } from '../../../src/run/patterns/feasibility.ts'
import { asksPeople, isKnown, needsWord, type PatternsJudged } from '../../../src/run/patterns/judged.ts'
import type { PatternMatch } from '../../../src/run/patterns/pattern.ts'
import { patternMethod, patternsOf, withoutPatterns, withPatterns } from '../../../src/run/patterns/pattern-method.ts'
import { letterOf } from '../../../src/run/patterns/texts.ts'

const method = (id: string, more: Partial<MethodSpec> = {}): MethodSpec => ({
  id,
  does: 'agent',
  agent: null,
  instruction: id,
  argv: [],
  repeat: 'safe',
  ...more,
})
const match: PatternMatch = {
  pattern: {
    name: 'tide_tables\n## Do',
    summary: 'For harbours',
    technologies: ['go', 'sqlite'],
    confidence: 'HIGH',
    reference: 'https://example.org/tides',
    reasoning: 'Keeps tides in tables',
  },
  similarity: 0.5,
}
const step = { methods: [method('primary', { agent: 'coder' }), method('backup-1')] } as unknown as StepSpec

describe('a pattern as a method', () => {
  const [primary] = step.methods
  const made = patternMethod(match, 2, { primary })

  test('is done by the same agent, told of its approach', () => {
    expect(made).toEqual({
      id: 'pattern-2',
      does: 'agent',
      agent: 'coder',
      instruction:
        'Do it as the pattern tide_tables ## Do does.\n\nKeeps tides in tables\n\nFor harbours\n\nTechnologies: go, sqlite\n\nReference: https://example.org/tides',
      argv: [],
      repeat: 'safe',
      trigger: 'primary_failure',
    })
    expect(patternMethod(match, 1, { primary: method('primary', { does: 'tool', argv: ['x'] }) }).agent).toBeNull()
  })

  test('stands behind the primary, once, and goes with the plan’s own words', () => {
    const taken = withPatterns(step, [made])
    expect(taken.methods.map(({ id }) => id)).toEqual(['primary', 'pattern-2', 'backup-1'])
    expect(withPatterns(taken, [method('pattern-2')])).toBe(taken)
    expect(withPatterns(step, patternsOf(taken))).toEqual(taken)
    expect(withoutPatterns(taken)).toEqual(step)
    expect(withoutPatterns(step)).toBe(step)
  })
})

describe('what is known', () => {
  const chosen = { name: 'a', confidence: 'LOW', technologies: ['go'], reference: null, risk: null } as const
  const judged = (steps: number, more: Partial<PatternsJudged> = {}): PatternsJudged => ({
    feasibility: judgeFeasibility(chosen, { technologies: ['go'], steps }),
    asked: 'patterns',
    failed: null,
    ...more,
  })
  const before = judged(4)
  const known = (now: PatternsJudged): PatternsJudged => ({
    ...now,
    feasibility: now.feasibility === null ? null : withBackups(now.feasibility, [match]),
  })
  const course = (of: PatternsJudged) => ({ judged: of, at: 1, decided: null })

  test.each([
    ['the same', course(known(before)), true],
    ['nothing', null, false],
    ['a source that gave no answer', course({ ...before, failed: 'it is closed' }), false],
    ['another source', course({ ...known(before), asked: 'other' }), false],
    ['a spec of another risk', course(known(judged(60))), false],
    ['no pattern', course({ feasibility: null, asked: null, failed: null }), false],
  ])('%s', (_, of, is) => expect(isKnown(of, before)).toBe(is))

  test('that a spec has no pattern is known as well', () => {
    const none = { feasibility: null, asked: null, failed: null }
    expect([isKnown(course(none), none), needsWord(none)]).toEqual([true, false])
  })

  test('a person has to know of a deviation, and of a high risk', () => {
    expect(needsWord(before)).toBe(true)
    expect(
      needsWord({ ...before, feasibility: judgeFeasibility(chosen, { technologies: ['go'], steps: 4, threshold: 3 }) }),
    ).toBe(false)
    expect(
      needsWord({
        ...before,
        feasibility: judgeFeasibility({ ...chosen, confidence: 'HIGH' }, { technologies: [], steps: 4 }),
      }),
    ).toBe(true)
  })
})

test('people decide in the modes in which they take part', () => {
  expect((['silent', 'dynamic', 'collaborative', 'education'] as const).map(asksPeople)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('letters are those of the questions, and of no others', () => {
  expect([
    letterOf('pattern-deviation', 'approve'),
    letterOf('pattern-deviation', 'escalate'),
    letterOf('pattern-alternatives', 'escalate'),
    letterOf('pattern-alternatives', 'pause'),
    letterOf('draft', 'approve'),
  ]).toEqual(['A', 'B', 'D', null, null])
})
