import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNatural } from '../../src/plan/natural.ts'

describe('the natural order of ids', () => {
  test.each([
    ['T9', 'T10'],
    ['T009', 'T10'],
    ['T005', 'T005A'],
    ['T005A', 'T005B'],
    ['T005Z', 'T006'],
    ['FE-205', 'FE-205-1'],
    ['FE-205-2', 'FE-205-10'],
    ['FE-205-10', 'FE-206'],
    ['TD-9', 'TD-10-1'],
    ['1.2', '1.10'],
    ['T0999', 'T1000'],
    ['', 'T1'],
    ['T12345678901234567890123', 'T12345678901234567890124'],
    ['T2', 'T00000000000000000000000000000003'],
  ])('%s comes before %s', (a, b) => {
    expect(compareNatural(a, b)).toBeLessThan(0)
    expect(compareNatural(b, a)).toBeGreaterThan(0)
  })

  test('ids that differ in leading zeros alone are told apart', () => {
    expect(compareNatural('T05', 'T005')).not.toBe(0)
    expect(compareNatural('T05A', 'T005B')).toBeLessThan(0)
  })

  // Short strings of few characters, so that equal prefixes, zeros and numbers of every length do meet.
  const id = fc.oneof(
    fc.string({ unit: fc.constantFrom('0', '1', '9', 'T', 'a', '-', '.', ':', 'é', '٣'), maxLength: 6 }),
    fc.string(),
  )

  test('it is total: two ways give one answer, and only equal texts are equal', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(Math.sign(compareNatural(a, b)) + Math.sign(compareNatural(b, a))).toBe(0)
        expect(compareNatural(a, b) === 0).toBe(a === b)
      }),
      { numRuns: 2000 },
    )
  })

  test('it is transitive', () => {
    fc.assert(
      fc.property(id, id, id, (a, b, c) => {
        if (compareNatural(a, b) <= 0 && compareNatural(b, c) <= 0) expect(compareNatural(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 5000 },
    )
  })

  test('numbers are compared by value wherever they stand', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(Math.sign(compareNatural(`T${a}x`, `T${b}x`))).toBe(Math.sign(a - b))
      }),
    )
  })
})
