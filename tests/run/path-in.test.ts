import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, pathIn } from '../../src/run/path-pattern.ts'

test.each([
  ['tests/integrate/dfpt_*/', 'tests/integrate/dfpt_new/new'],
  ['lib/*.cpp', 'lib/new.cpp'],
  ['g*.txt', 'gnew.txt'],
  ['src/**/a?.{ts,tsx}', 'src/new/ax.ts'],
  ['**', 'new'],
])('%s leaves room for %s', (pattern, path) => {
  expect(pathIn(pattern, 'new')).toBe(path)
})

test('whatever the pattern, the path lies in it', () => {
  const segment = fc.oneof(
    fc.constant('**'),
    fc.stringMatching(/^[a-c.]{0,2}[*?]{0,2}[a-c]{1,2}$/),
    fc.constant('{a,b}c'),
  )
  const pattern = fc.tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/'))
  fc.assert(
    fc.property(pattern, ([segments, end]) => {
      const path = segments.join('/') + end
      expect(covers({ path, action: 'create', form: 'glob', to: null, note: null }, pathIn(path, 'new'))).toBe(true)
    }),
  )
})
