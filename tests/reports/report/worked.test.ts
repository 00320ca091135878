/** What the time of a run was used for, from its events. */

import { expect, test } from 'vitest'
import { workedOn } from '../../../src/reports/report/worked.ts'
import type { EventBody, RunEvent } from '../../../src/run/event.ts'

const about = { task: 'u1', step: '1', method: 'primary', attempt: 1, round: 1 }
const event = (at: number, body: object): RunEvent => ({ at, subject: about, body: body as EventBody })
const name = { run: 'r', task: 'u1', step: '1', method: 'primary', attempt: 1, round: 1 }
const begun = (at: number, id: number): RunEvent =>
  event(at, { type: 'effect-requested', id, effect: { is: 'start-attempt', does: 'agent', name } })
const settled = (at: number, id: number, how: string): RunEvent =>
  event(at, { type: 'effect-settled', id, outcome: { of: 'start-attempt', how } })

test('attempts, gates and questions are stretches from their request to their end', () => {
  const { from, to, byTask } = workedOn([
    begun(1, 9),
    event(100, { type: 'run-started' }),
    begun(200, 1),
    settled(300, 1, 'failed'),
    begun(300, 2),
    settled(1_500, 2, 'finished'),
    event(1_500, { type: 'effect-requested', id: 3, effect: { is: 'run-gate', gate: 'unit' } }),
    event(1_600, { type: 'effect-settled', id: 3, outcome: { of: 'run-gate', evidence: { result: 'passed' } } }),
    event(1_700, { type: 'review-asked', review: 'R1' }),
    event(1_800, { type: 'review-decided', review: 'R1', answer: 'pause' }),
    event(61_700, { type: 'review-decided', review: 'R1', answer: 'approve' }),
  ])
  expect([from, to]).toEqual([100, 61_700])
  expect(byTask.get('u1')?.map((it) => [it.from, it.to, it.tone, it.text])).toEqual([
    [200, 300, 'bad', 'agent, step 1, attempt 1: failed, 100 ms'],
    [300, 1_500, 'good', 'agent, step 1, attempt 1, 1.2 s'],
    [1_500, 1_600, 'other', 'gate unit: passed, 100 ms'],
    [1_700, 61_700, 'warn', 'R1 asked, answered approve, 1 min 0 s'],
  ])
})

test('what has not ended lasts until the last event, and a clock that was set back takes no time away', () => {
  const events = [
    event(5_000, { type: 'run-started' }),
    begun(6_000, 1),
    settled(4_000, 1, 'finished'),
    begun(5_500, 2),
  ]
  const { byTask } = workedOn([...events, event(7_000, { type: 'review-asked', review: 'R1' })])
  expect(byTask.get('u1')?.map((it) => [it.from, it.to, it.name])).toEqual([
    [5_500, 7_000, 'under way'],
    [6_000, 6_000, 'at work'],
    [7_000, 7_000, 'waits for a person'],
  ])
})

test('of a journal without a run there is nothing', () => {
  expect(workedOn([])).toEqual({ from: null, to: null, byTask: new Map() })
})
