/**
 * Whatever people do, and however effects end: nothing throws, no two attempts of a task are made at once, none before what
 * blocks it is done, and once people have answered all that is asked the run ends, and its plan says what it says.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOf, scenario } from './people-scenario.ts'

test('a run that people play with goes by its rules, and comes to an end that the plan shows', () => {
  fc.assert(
    fc.property(scenario, (it) => {
      expect(faultsOf(it)).toEqual([])
    }),
    { numRuns: 150 },
  )
})
