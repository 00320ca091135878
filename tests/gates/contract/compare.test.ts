import { expect, test } from 'vitest'
import { differencesOf } from '../../../src/gates/contract/compare.ts'

const area = { name: 'area', text: 'double area(const double &)', written: 'double area(double const &w)', line: 1 }
const held = (text: string): string =>
  JSON.stringify(differencesOf('a.hpp', new Map([['area', [text]]]), [area]).map(({ is }) => is))

test.each([area.text, area.written, 'double area( double const & w )'])(
  'a contract that somebody wrote by hand may name parameters, or not: %s',
  (text) => {
    expect(held(text)).toBe('[]')
  },
)

test('and is held to the names that it has', () => {
  expect(held('double area(double const &h)')).toBe('["changed"]')
})
