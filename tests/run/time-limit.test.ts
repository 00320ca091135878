import { expect, test } from 'vitest'
import { limitText, stricter } from '../../src/run/time-limit.ts'

test.each([
  [300, '300ms'],
  [1500, '1500ms'],
  [90_000, '90s'],
  [900_000, '15m'],
  [3_600_000, '1h'],
  [5_400_000, '90m'],
  [0, '0ms'],
])('%d ms stand there as a configuration has them', (ms, written) => {
  expect(limitText({ key: 'policy.limits.idle', ms })).toBe(`${written} (policy.limits.idle)`)
})

test('the shorter limit counts, and of equal ones the first', () => {
  const [first, other] = [
    { key: 'a', ms: 10 },
    { key: 'b', ms: 10 },
  ]
  expect(stricter(first, other)).toBe(first)
  expect(stricter(first, null)).toBe(first)
  expect(stricter(first, { ...other, ms: 9 })).toEqual({ key: 'b', ms: 9 })
})
