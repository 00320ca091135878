/** What a person types at a checkpoint of education mode (seed 004 §3). */

import { expect, test } from 'vitest'
import { typedAnswer } from '../../src/cli/checkpoint-answer.ts'

test.each([
  ['', 'approve', ''],
  ['   ', 'approve', ''],
  ['Y', 'approve', ''],
  ['yes', 'approve', ''],
  ['n', 'alternatives', ''],
  ['No', 'alternatives', ''],
  ['explain more', 'explain-more', ''],
  ['Explain  More why a photo?', 'explain-more', 'why a photo?'],
  ['explain', 'explain-more', ''],
  ['try different', 'try-different', ''],
  ['try different B', 'try-different', 'B'],
  ['try B', 'try-different', 'B'],
  ['try-different backup[1]', 'try-different', 'backup[1]'],
  ['pause', 'pause', ''],
  ['skip not now', 'skip', 'not now'],
])('%j is %s with %j', (typed, answer, text) => {
  expect(typedAnswer(typed)).toEqual({ answer, text })
})

test.each(['B', 'yess', 'e', 'revise', 'constructor'])('%j is none', (typed) => {
  expect(typedAnswer(typed)).toBeNull()
})
