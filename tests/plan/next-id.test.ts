import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextIds } from '../../src/plan/next-id.ts'

test.each([
  ['four digits', ['T0001', 'T0007'], ['T0008', 'T0009']],
  ['three digits', ['T001', 'T002'], ['T003', 'T004']],
  ['a letter behind the number is not counted on', ['T005', 'T005A', 'T005B'], ['T006', 'T007']],
  ['the width that most have', ['T001', 'T002', 'T0030'], ['T031', 'T032']],
  ['of equals the one used last', ['T001', 'T0002'], ['T0003', 'T0004']],
  ['a number that no longer fits grows', ['T998'], ['T999', 'T1000']],
  ['another prefix', ['FE-101', 'FE-102'], ['FE-103', 'FE-104']],
  ['names without a number are passed over', ['setup', 'T010'], ['T011', 'T012']],
  ['letters that only look alike', ['T001', '\u0422005', '\u0422006'], ['T002', 'T003']],
  ['nothing to go by', [], ['T001', 'T002']],
  ['numbers without end are passed over', ['T00000000000000000001', 'T003'], ['T004', 'T005']],
])('%s', (_name, taken, expected) => {
  expect(nextIds(taken, 2)).toEqual(expected)
})

test('what is taken is never given, and nothing is given twice', () => {
  const id = fc.tuple(fc.constantFrom('T', 't', 'FE-', ''), fc.nat(1200), fc.nat(5), fc.constantFrom('', 'A'))
  fc.assert(
    fc.property(
      fc.array(id.map(([prefix, number, width, rest]) => `${prefix}${String(number).padStart(width, '0')}${rest}`)),
      (taken) => {
        const found = nextIds(taken, 5)
        expect(new Set([...found, ...taken]).size).toBe(new Set(taken).size + 5)
      },
    ),
  )
})
