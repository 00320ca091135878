/** What is put into JSON with comments: every comment stays, with what it is about. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readJson } from '../../../src/dialects/json/read-json.ts'
import { valueAt } from '../../../src/dialects/json/tree.ts'
import { addItems, addMembers, layoutOf } from '../../../src/dialects/json/write.ts'

type Where = 'last' | 'behind-first' | 'before-first' | 'before-own'

/** The file with `"new": 0` in its object `it`, or with `0` in its list `it`. */
function put(text: string, where: Where = 'last'): string {
  const source = { path: 'a.jsonc', bytes: Buffer.from(text) }
  const { root } = readJson(source)
  const layout = layoutOf(source.path, source.bytes, root)
  const container = valueAt(root, 'it')
  if (container?.is !== 'object' && container?.is !== 'list') throw new Error('nothing to put it into')
  const [first] = container.is === 'list' ? container.items : container.members.values()
  const spots = {
    last: {},
    'behind-first': { behind: first! },
    'before-first': { before: first!, isSaidOf: true },
    'before-own': { before: first! },
  } as const
  const edit =
    container.is === 'list'
      ? addItems(container, [0], layout, spots[where])
      : addMembers(container, [['new', 0]], layout, spots[where])
  const written = Buffer.from(applyEdits(source, [edit])).toString()
  expect(readJson({ path: 'a.jsonc', bytes: Buffer.from(written) }).diagnostics).toEqual([])
  return written
}

describe('comments stay', () => {
  test.each([
    ['{\n  "it": { // by id\n  }\n}\n', '{\n  "it": { // by id\n    "new": 0\n  }\n}\n'],
    ['{\n  "it": [ /* one a gate */ ]\n}\n', '{\n  "it": [ /* one a gate */\n    0\n  ]\n}\n'],
    [
      '{\r\n  "it": [\r\n    // é\r\n    // two\r\n  ]\r\n}\r\n',
      '{\r\n  "it": [\r\n    // é\r\n    // two\r\n    0\r\n  ]\r\n}\r\n',
    ],
    ['{ "it": [/* one */] }', '{ "it": [/* one */0] }'],
    ['{ "it": [ // one\n ] }', '{ "it": [ // one\n  0\n ] }'],
  ])('in an empty container: %j', (text, written) => {
    expect(put(text)).toBe(written)
  })

  test.each<[Where, string, string]>([
    ['last', '{\n  "it": [\n    1 // one\n  ]\n}\n', '{\n  "it": [\n    1, // one\n    0\n  ]\n}\n'],
    ['last', '{\n  "it": [\n    1, // one\n  ]\n}\n', '{\n  "it": [\n    1, // one\n    0,\n  ]\n}\n'],
    [
      'last',
      '{\n  "it": [\n    1 /* a */, /* b */\n    // more to come\n  ]\n}\n',
      '{\n  "it": [\n    1 /* a */, /* b */\n    0,\n    // more to come\n  ]\n}\n',
    ],
    ['last', '{\n  "it": {\n    "a": 1 // one\n  }\n}\n', '{\n  "it": {\n    "a": 1, // one\n    "new": 0\n  }\n}\n'],
    [
      'behind-first',
      '{\n  "it": [\n    1, // one\n    2 // two\n  ]\n}\n',
      '{\n  "it": [\n    1, // one\n    0,\n    2 // two\n  ]\n}\n',
    ],
    [
      'before-first',
      '{\n  "it": [ // all\n    // one\n    1\n  ]\n}\n',
      '{\n  "it": [ // all\n    0,\n    // one\n    1\n  ]\n}\n',
    ],
    ['before-first', '{\n  "it": [\n    // one\n    1\n  ]\n}\n', '{\n  "it": [\n    0,\n    // one\n    1\n  ]\n}\n'],
    [
      'before-own',
      '{\n  "it": [ // all\n    // one\n    1\n  ]\n}\n',
      '{\n  "it": [ // all\n    // one\n    0,\n    1\n  ]\n}\n',
    ],
    ['last', '{ "it": [1 /* one */] }', '{ "it": [1 /* one */, 0] }'],
    ['last', '{ "it": [1 /* a */ /* b */ ] } // c', '{ "it": [1 /* a */ /* b */, 0 ] } // c'],
    ['last', '{ "it": [1 /* a\n b */, ] }', '{ "it": [1 /* a\n b */, 0, ] }'],
    ['last', '{ "it": [1] } // all', '{ "it": [1, 0] } // all'],
    ['last', '{ "it": [1 // all\n] }', '{ "it": [1, 0 // all\n] }'],
    ['last', '{ "it": [1 /* one */ // all\n] }', '{ "it": [1 /* one */, 0 // all\n] }'],
    ['last', '{ "it": [1, // one\n  2 // two\n] }', '{ "it": [1, // one\n  2, // two\n  0\n] }'],
    ['last', '{ "it": {"a": 1 /* one */} }', '{ "it": {"a": 1 /* one */, "new": 0} }'],
    ['behind-first', '{ "it": [1 /* one */, /* two */ 2] }', '{ "it": [1 /* one */, 0, /* two */ 2] }'],
    ['before-first', '{ "it": [ /* one */ 1 ] }', '{ "it": [ 0, /* one */ 1 ] }'],
    ['before-first', '{ "it": {/* a */ "a": 1} }', '{ "it": {"new": 0, /* a */ "a": 1} }'],
    ['before-own', '{ "it": [ /* all */ 1 ] }', '{ "it": [ /* all */ 0, 1 ] }'],
    ['last', '{\n  "it": [\n    "a/b"\n  ]\n}\n', '{\n  "it": [\n    "a/b",\n    0\n  ]\n}\n'],
  ])('%s: %j', (where, text, written) => {
    expect(put(text, where)).toBe(written)
  })
})

describe('in one line', () => {
  const item = fc.record({ above: fc.boolean(), beside: fc.boolean() })
  const list = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    isObject: fc.boolean(),
    hasComma: fc.boolean(),
    end: fc.constantFrom('', ' ', ' // all\n', ' /* all */ '),
    where: fc.constantFrom<Where>('last', 'behind-first', 'before-first'),
  })

  test('each comment stands beside what it stood beside, and every byte stays', () => {
    fc.assert(
      fc.property(list, ({ items, isObject, hasComma, end, where }) => {
        const parts = items.map(({ above, beside }, at) => {
          const part = isObject ? `"${at}": 1` : `"${at}"`
          return `${above ? `/* <${at} */ ` : ''}${part}${beside ? ` /* ${at}> */` : ''}`
        })
        const inner = `${parts.join(', ')}${hasComma ? ',' : ''}${end}`
        const text = `{ "it": ${isObject ? `{${inner}}` : `[${inner}]`} } // of it\n`
        const now = put(text, where)
        const added = isObject ? '"new": 0' : '0'
        expect([now.replace(`, ${added}`, ''), now.replace(`${added}, `, '')]).toContain(text)
        for (const part of parts) expect(now).toContain(part)
      }),
    )
  })
})
