import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCriteriaAnswer, readOutputAnswer } from '../../../src/run/judgement/read-answer.ts'

const yes = '{"match": true, "reason": "All days are there.", "confidence": "high"}'
const no = '{"match": false, "reason": "Sunday is missing.", "confidence": "medium"}'

test.each([
  ['as it was asked for', yes, { holds: true, reason: 'All days are there.', confidence: 'high' }],
  ['between words', `I looked at it {carefully}.\n\`\`\`json\n${no}\n\`\`\`\nThat is all.`, { holds: false }],
  ['said twice', `${yes} ${yes}`, { holds: true }],
  ['that it cannot be told', '{"match": null, "reason": "No file is shown."}', { holds: null, confidence: null }],
  [
    'in other letters',
    '{"match": "False", "reason": "x", "confidence": " HIGH "}',
    { holds: false, confidence: 'high' },
  ],
  ['with brackets in its words', '{"match": true, "reason": "{ \\"a\\": } is closed"}', { holds: true }],
  ['with words that steer', '{"match": true, "reason": "a\\n\\u001b[2Jb"}', { reason: 'a \\x1b[2Jb' }],
])('an answer is read: %s', (_, text, expected) => {
  expect(readOutputAnswer(text)).toMatchObject(expected)
})

test.each([
  ['nothing', ''],
  ['words alone', 'It matches, I am sure: match = true'],
  ['no reason', '{"match": true}'],
  ['an empty reason', '{"match": true, "reason": " \\n"}'],
  ['another word', '{"match": "probably", "reason": "x"}'],
  ['a number', '{"match": 1, "reason": "x"}'],
  ['what is no JSON', "{match: true, reason: 'x'}"],
  ['what is cut off', yes.slice(0, -3)],
  ['two that differ', `${yes}\n${no}`],
  ['a list', `[true]`],
  ['one within another', `{"answer": ${yes}}`],
])('nothing is guessed from %s', (_, text) => {
  expect(readOutputAnswer(text)).toBe(null)
})

test('a constraint is known by its letters and digits, where no other one is called exactly so', () => {
  const names = ['Keys are `never` stored', 'max_pages', 'Max-Pages', 'Budget']
  const constraints = { 'keys are never stored.': true, max_pages: false, 'MAX PAGES': true, other: true }
  const answer = JSON.stringify({ match: true, reason: 'so', constraints })
  expect(readOutputAnswer(answer, names)?.constraints).toEqual({
    'Keys are `never` stored': true,
    max_pages: false,
    'Max-Pages': null,
    Budget: null,
  })
})

test('a long reason is cut, and brackets without end are soon read', () => {
  expect(readOutputAnswer(`{"match": true, "reason": "${'x'.repeat(3_000)}"}`)?.reason.length).toBe(501)
  expect(readOutputAnswer('{'.repeat(100_000))).toBe(null)
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const read = readOutputAnswer(text)
      expect(read === null || read.reason !== '').toBe(true)
    }),
  )
})

test('criteria are read by their numbers: of others, and of what is said in two ways, nothing', () => {
  const entry = (criterion: unknown, met: unknown, reason = 'so'): object => ({ criterion, met, reason })
  const answer = JSON.stringify({
    judgements: [entry(1, true), entry('2', false), entry(3, true), entry(3, false), entry(5, true), entry(0, true), 7],
  })
  const read = readCriteriaAnswer(`Here:\n${answer}`, 4)
  expect([...read].map(([nth, { holds }]) => [nth, holds])).toEqual([
    [1, true],
    [2, false],
  ])
  const bare = readCriteriaAnswer(JSON.stringify([entry(1, null), entry(2, true)]), 2)
  expect([...bare].map(([nth, { holds }]) => [nth, holds])).toEqual([
    [1, null],
    [2, true],
  ])
  expect(readCriteriaAnswer('nothing of the kind', 2).size).toBe(0)
})
