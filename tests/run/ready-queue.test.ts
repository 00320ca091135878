/** Which of the ready tasks comes out next. */

import { expect, test } from 'vitest'
import { newReadyQueue, popReady, pushReady } from '../../src/run/ready-queue.ts'

test('the lowest priority number, and of equals the one whose uid was given first', () => {
  const queue = newReadyQueue()
  for (const [uid, priority] of [
    ['u100', 0],
    ['u10', 0],
    ['u2', 1],
    ['u9', 0],
    ['u11', -1],
  ] as const)
    pushReady(queue, uid, priority)
  expect(Array.from({ length: 6 }, () => popReady(queue))).toEqual(['u11', 'u9', 'u10', 'u100', 'u2', null])
})
