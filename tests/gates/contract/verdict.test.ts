import { describe, expect, test } from 'vitest'
import { placesOf } from '../../../src/gates/contract/languages.ts'
import type { FileSignatures } from '../../../src/gates/contract/signature.ts'
import type { Entries } from '../../../src/gates/contract/stored-contract.ts'
import { judgeTouched, type TouchedFile } from '../../../src/gates/contract/verdict.ts'

const read = (path: string, ...texts: readonly string[]): FileSignatures => ({
  path,
  is: 'read',
  signatures: texts.map((text, at) => ({ name: text.split('(')[0] ?? '', text, line: at + 1 })),
})
const broken = (path: string): FileSignatures => ({ path, is: 'broken', line: 3, column: 7, what: 'near {' })
const stored = (...texts: readonly string[]): Entries =>
  new Map(texts.map((text) => [text.split('(')[0] ?? '', [text]]))
const touched = (of: Partial<TouchedFile>): TouchedFile => ({
  path: 'a.ts',
  stored: null,
  before: null,
  now: null,
  place: '',
  goes: [],
  ...of,
})
const judge = (of: Partial<TouchedFile>, additions: 'pass' | 'fail' = 'pass') => judgeTouched([touched(of)], additions)

describe('what a draft does to its contract', () => {
  test('nothing', () => {
    const { result, text } = judge({ before: read('a.ts', 'f(int)'), now: read('a.ts', 'f(int)') })
    expect([result, text]).toEqual(['passed', 'no public signature changed'])
  })

  test('a changed signature fails and shows both, with where it is now', () => {
    const { result, text } = judge({ before: read('a.ts', 'g()', 'f(int)'), now: read('a.ts', 'g()', 'f(long)') })
    expect([result, text]).toEqual(['failed', '✗ a.ts:2: f was changed\n  - f(int)\n  + f(long)'])
  })

  test('a removed one fails, and so does a file that is gone', () => {
    expect(judge({ before: read('a.ts', 'f()', 'g()'), now: read('a.ts', 'g()') }).text).toBe(
      '✗ a.ts: f was removed\n  - f()',
    )
    expect(judge({ before: read('a.ts', 'f()'), now: null })).toMatchObject({ result: 'failed', acceptable: ['a.ts'] })
  })

  test('an added one passes and is told, unless it may not', () => {
    const of = { before: read('a.ts', 'f()'), now: read('a.ts', 'f()', 'g()') }
    expect(judge(of)).toMatchObject({ result: 'passed', text: 'a.ts:2: g was added\n  + g()' })
    expect(judge(of, 'fail').result).toBe('failed')
  })

  test('a new overload is an addition, an overload less is none', () => {
    const one: FileSignatures = { path: 'a.ts', is: 'read', signatures: [{ name: 'f', text: 'f(int)', line: 1 }] }
    const two: FileSignatures = { ...one, signatures: [...one.signatures, { name: 'f', text: 'f(long)', line: 2 }] }
    expect(judge({ before: one, now: two }).result).toBe('passed')
    expect(judge({ before: two, now: one }).result).toBe('failed')
  })

  test('a new file has no contract', () => {
    expect(judge({ now: read('a.ts', 'f()') }).result).toBe('passed')
  })

  test('the stored contract goes before what was there', () => {
    const before = read('a.ts', 'f(int)')
    expect(judge({ stored: stored('f(long)'), before, now: read('a.ts', 'f(long)') }).result).toBe('passed')
    expect(judge({ stored: stored('f(long)'), before, now: read('a.ts', 'f(short)') }).result).toBe('failed')
  })

  test('what the stored contract has otherwise already is told and not held against a draft', () => {
    const verdict = judge({ stored: stored('f(long)'), before: read('a.ts', 'f(int)'), now: read('a.ts', 'f(int)') })
    expect(verdict.result).toBe('passed')
    expect(verdict.text).toContain('nothing of this draft')
  })

  test('what the stored contract does not name may change, and is told', () => {
    const verdict = judge({ stored: stored('f()'), before: read('a.ts', 'f()', 'g()'), now: read('a.ts', 'f()') })
    expect(verdict.result).toBe('passed')
    expect(verdict.text).toContain('the stored contract does not name it')
  })

  test('a file that no longer parses fails with its place; one that never did cannot be judged', () => {
    expect(judge({ before: read('a.ts', 'f()'), now: broken('a.ts') })).toMatchObject({
      result: 'failed',
      text: '✗ a.ts:3:7: it no longer parses: near {',
      acceptable: [],
    })
    expect(judge({ now: broken('a.ts') }).result).toBe('failed')
    expect(judge({ before: broken('a.ts'), now: broken('a.ts') }).result).toBe('could-not-run')
  })

  test('of a file that could not be read before nobody knows what it had, and that is told', () => {
    const { result, text } = judge({ before: broken('a.ts'), now: read('a.ts', 'f()') })
    expect(result).toBe('passed')
    expect(text).toContain('a.ts: it could not be read before')
  })

  test('a file that was not looked into cannot be judged', () => {
    const now: FileSignatures = { path: 'a.ts', is: 'refused', why: 'it is too large' }
    expect(judge({ before: read('a.ts', 'f()'), now }).result).toBe('could-not-run')
  })

  describe('what is gone from one file and has come in another one', () => {
    const moved = (from: string, to: string, were = ['f()'], come = were) => {
      const files = [
        touched({ path: from, before: read(from, ...were), now: read(from), ...placesOf(from) }),
        touched({ path: to, now: read(to, ...come), ...placesOf(to) }),
      ]
      return judgeTouched(files, 'pass').result
    }
    test.each([
      ['a.cpp', 'b.cpp', 'passed'],
      ['a.hpp', 'b.h', 'passed'],
      ['a.cpp', 'a.hpp', 'passed'],
      // What others include does not say it any more.
      ['a.hpp', 'a.cpp', 'failed'],
      ['geo/a.go', 'geo/b.go', 'passed'],
      // Another folder is another package.
      ['geo/a.go', 'other/a.go', 'failed'],
      ['a.ts', 'b.ts', 'failed'],
      ['a.py', 'b.py', 'failed'],
      ['a.rs', 'b.rs', 'failed'],
    ])('%s → %s: %s', (from, to, result) => {
      expect(moved(from, to)).toBe(result)
    })

    test('of overloads all have to come', () => {
      const overloads = (path: string, ...texts: readonly string[]): FileSignatures => ({
        path,
        is: 'read',
        signatures: texts.map((text, at) => ({ name: 'f', text, line: at + 1 })),
      })
      const result = (...come: readonly string[]) =>
        judgeTouched(
          [
            touched({
              path: 'a.cpp',
              before: overloads('a.cpp', 'f(int)', 'f(long)'),
              now: null,
              ...placesOf('a.cpp'),
            }),
            touched({ path: 'b.cpp', now: overloads('b.cpp', ...come), ...placesOf('b.cpp') }),
          ],
          'pass',
        ).result
      expect([result('f(int)', 'f(long)'), result('f(long)')]).toEqual(['passed', 'failed'])
    })
  })

  test('the same failure is the same wherever it stands in the file, and in whatever form', () => {
    const before = read('a.ts', 'f(int)')
    const one = judge({ before, now: read('a.ts', 'f(long)') })
    const other = judge({ before, now: read('a.ts', 'g()', 'f(long)') })
    expect(other.failures).toEqual(one.failures)
    expect(judge({ before, now: read('a.ts', 'f( long )') }).failures).toEqual(one.failures)
  })
})
