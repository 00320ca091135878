import { expect, test } from 'vitest'
import type { Feedback } from '../../src/run/effect.ts'
import { remembered } from '../../src/run/feedback.ts'

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
