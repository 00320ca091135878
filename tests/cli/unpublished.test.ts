/** What was never brought to the person's branch is not lost: `verify` and `unblock` must not send anybody to do it again. */

import { expect, test } from 'vitest'
import { unpublishedOf } from '../../src/calls/journal/lost-work.ts'
import { newState } from '../../src/run/new-state.ts'

const tip = 'c0ffee'
const publish = { effect: { is: 'publish', tip }, task: null, step: null } as const

test.each([
  ['waits to be published', { unpublished: true, tip }, [tip]],
  ['was being published when the executor died', { tip, effects: new Map([[7, publish]]) }, [tip]],
  ['is published', { tip }, []],
  ['was never made', { unpublished: true, tip: null }, []],
])('work that %s', (_what, state, expected) => {
  expect(unpublishedOf({ ...newState(), ...state })).toEqual(expected)
})
