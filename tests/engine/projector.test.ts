/** What people see is on record first. */

import { expect, test } from 'vitest'
import { recordedFirst, type Projector } from '../../src/engine/projector.ts'
import { newState } from '../../src/run/new-state.ts'

const order: string[] = []
const plan: Projector = {
  path: 'tasks.md',
  project(bytes) {
    order.push('shown')
    return { is: 'projected', bytes, shown: [], unplaced: [], withheld: null }
  },
}

test('what was decided is written before it is shown, each time anew', () => {
  order.length = 0
  const [it] = recordedFirst([plan], () => order.push('recorded'))
  const bytes = new Uint8Array([1])
  expect([it?.path, it?.project(bytes, newState(), []), it?.project(null, newState(), [])]).toMatchObject([
    'tasks.md',
    { is: 'projected', bytes },
    { is: 'projected', bytes: null },
  ])
  expect(order).toEqual(['recorded', 'shown', 'recorded', 'shown'])
})

test('what cannot be written is not shown', () => {
  order.length = 0
  const [it] = recordedFirst([plan], () => {
    throw new Error('the disk is full')
  })
  expect(() => it?.project(null, newState(), [])).toThrow('the disk is full')
  expect(order).toEqual([])
})
