/** Which steps education mode pauses before (seed 004 §3). */

import { describe, expect, test } from 'vitest'
import { educationDefaults, type Education, type LearningPace } from '../../../src/plan/education.ts'
import { isTaught, notchesOf, type Lesson } from '../../../src/run/education/pace.ts'

/** Which of the steps of a little table are paused at: c critical, a with alternatives, f first of its task. */
const steps: Readonly<Record<string, Lesson>> = {
  caf: { critical: true, hasAlternatives: true, isFirst: true },
  'ca-': { critical: true, hasAlternatives: true, isFirst: false },
  'c-f': { critical: true, hasAlternatives: false, isFirst: true },
  'c--': { critical: true, hasAlternatives: false, isFirst: false },
  '-af': { critical: false, hasAlternatives: true, isFirst: true },
  '-a-': { critical: false, hasAlternatives: true, isFirst: false },
  '--f': { critical: false, hasAlternatives: false, isFirst: true },
  '---': { critical: false, hasAlternatives: false, isFirst: false },
}

const of = (learningPace: LearningPace, approvalGates: string): Education => ({
  ...educationDefaults,
  learningPace,
  approvalGates,
})

function pausedAt(education: Education): readonly string[] {
  return Object.keys(steps).filter((name) => isTaught(steps[name] as Lesson, education))
}

const major = ['caf', 'ca-']
const decisions = ['caf', 'ca-', 'c-f', 'c--', '-af', '-a-']
const many = [...decisions, '--f']
const every = Object.keys(steps)

describe('the pace', () => {
  test.each<[LearningPace, string, readonly string[]]>([
    ['fast', 'increased', major],
    ['moderate', 'increased', decisions],
    ['slow', 'increased', many],
    ['fast', 'standard', major],
    ['moderate', 'standard', major],
    ['slow', 'minimal', decisions],
    ['fast', 'maximum', decisions],
    ['moderate', 'all', many],
    ['slow', 'all', every],
    ['moderate', 'as you like', decisions],
    ['moderate', '', decisions],
  ])('%s with approval_gates "%s" pauses at %j', (pace, gates, expected) => {
    expect(pausedAt(of(pace, gates))).toEqual(expected)
  })
})

test.each([
  ['Increased', 0],
  ['  Standard ', -1],
  ['every step', 1],
  ['every-step', 1],
  ['constructor', 0],
])('%j moves it by %d', (word, notches) => {
  expect(notchesOf(word)).toBe(notches)
})
