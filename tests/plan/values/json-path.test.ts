import { expect, test } from 'vitest'
import { readJsonPath } from '../../../src/plan/values/json-path.ts'

test.each([
  ['$', []],
  ['$.a', ['a']],
  ['$.a.b[0].c', ['a', 'b', 0, 'c']],
  ['$[-1]', [-1]],
  [`$["a b"]['c.d']`, ['a b', 'c.d']],
  [String.raw`$["a\"b\\"]`, ['a"b\\']],
  ['$.größe-1', ['größe-1']],
  ['$.__proto__', ['__proto__']],
])('%s', (text, steps) => {
  expect(readJsonPath(text)).toEqual({ steps })
})

test.each([
  ['', 'a path begins with $', 0],
  ['a.b', 'a path begins with $', 0],
  ['$a', 'only .key and [ … ] may follow', 1],
  ['$.', 'a key is missing; one with other signs is written ["like this"]', 2],
  ['$..a', '. could name several places: name the one key or number', 2],
  ['$.*', '* could name several places: name the one key or number', 2],
  ['$[*]', '[*] could name several places: name the one key or number', 2],
  ['$[0:2]', '[0:2] could name several places: name the one key or number', 2],
  ['$[?(@.a)]', '[?(@.a)] could name several places: name the one key or number', 2],
  ['$[a]', '[a] is no number; a key stands in quotes', 2],
  ['$[0', '[ is not closed', 1],
  ['$["a', '" is not closed', 2],
  ['$["a"', '] is missing', 5],
  [String.raw`$["\n"]`, 'a backslash stands before a quote or a backslash only', 3],
  [`$${'.a'.repeat(600)}`, 'a path has at most 1000 characters', 1000],
])('refuses %s', (text, fault, at) => {
  expect(readJsonPath(text)).toEqual({ fault, at })
})
