import { expect, test } from 'vitest'
import { scriptedAnswer, type ScriptedAnswer } from '../../src/reviewers/scripted-reviewer.ts'

test('answers in order, the last one holds, no answer is never a yes', () => {
  const answers = new Map<string, ScriptedAnswer[]>([
    ['T1', ['revise', 'approve']],
    ['*', ['reject']],
  ])
  const all = ['approve', 'revise', 'reject', 'pause'] as const
  expect([1, 2, 3].map((nth) => scriptedAnswer(answers, 'T1', nth, all))).toEqual(['revise', 'approve', 'approve'])
  expect(scriptedAnswer(answers, 'T2', 1, all)).toBe('reject')
  expect(scriptedAnswer(answers, 'T2', 1, ['approve', 'pause'])).toBeNull()
  expect(scriptedAnswer(new Map(), 'T2', 1, all)).toBeNull()
})
