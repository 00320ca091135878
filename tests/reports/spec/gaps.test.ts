/** What keeps a goal from being reached, as people are told of it. */

import { expect, test } from 'vitest'
import { gapLines, gapsSeen } from '../../../src/reports/spec/gaps.ts'

const open = (what: string, why = 'a person has to judge it') => ({ what, why })
const textOf = ({ what, why }: ReturnType<typeof open>): string => `Not verified: ${what}: ${why}`

test('what is missing comes first, and what nobody has judged for one reason is told together', () => {
  const many = ['calm', 'warm', 'dry'].map((it) => open(it))
  const alone = [open('signed', 'no answer'), open('read', 'no answer')]
  const gaps = [...many.map(textOf), 'Artifact: nothing was found', ...alone.map(textOf)]
  const unjudged = [...many, ...alone]
  expect(gapLines(gaps, unjudged)).toEqual([
    'Artifact: nothing was found',
    'Not verified: 3 criteria, the first of them "calm": a person has to judge it',
    'Not verified: signed: no answer',
    'Not verified: read: no answer',
  ])
  expect(gapsSeen(gaps, unjudged)).toEqual(['Artifact: nothing was found'])
})

test('nothing of them is lost where nobody says which are unjudged', () => {
  expect(gapLines(['one', textOf(open('two'))], [])).toEqual(['one', textOf(open('two'))])
})
