import { expect, test } from 'vitest'
import { countWishes } from '../../src/cli/count-wishes.ts'

test('signals that come together are one wish, and one that comes later is the next', () => {
  const nth = countWishes()
  expect([0, 20, 199, 200, 399, 400].map(nth)).toEqual([1, null, null, 2, null, 3])
})
