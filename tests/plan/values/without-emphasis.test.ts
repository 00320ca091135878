/** What of a sentence is a sign of emphasis, and what belongs to its words. */

import { expect, test } from 'vitest'
import { withoutEmphasis } from '../../../src/plan/values/without-emphasis.ts'

test.each([
  ['**Primary deliverable:** `report.md` exists', 'Primary deliverable: `report.md` exists'],
  ['**Primary deliverable: `a.md`** is *all* there', 'Primary deliverable: `a.md` is all there'],
  ['__Quality standards:__ none *of these*', 'Quality standards: none of these'],
  ['***Both*** of **a** and **b**', 'Both of a and b'],
])('%s: %s', (text, plain) => {
  expect(withoutEmphasis(text)).toBe(plain)
})

test.each([
  '`**/*.svg` and `a * b * c`',
  'src/** and x/**/*.ts',
  '*.md and *.txt',
  '2 * 3 * 4 = 24',
  '`__init__.py` and __init__ are there',
  'an `unclosed **code',
  'snake_case_name and _filing_',
  'a ** b ** c',
])('%s stays', (text) => {
  expect(withoutEmphasis(text)).toBe(text)
})

test('a very long line costs no more than its length', () => {
  expect(withoutEmphasis('**a'.repeat(50_000)).length).toBeGreaterThan(0)
  expect(withoutEmphasis('*a '.repeat(50_000)).length).toBeGreaterThan(0)
  expect(withoutEmphasis('__'.repeat(50_000)).length).toBeGreaterThan(0)
})
