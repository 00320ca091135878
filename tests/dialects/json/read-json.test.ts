import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../../src/dialects/json/read-json.ts'
import type { JsonNode } from '../../../src/dialects/json/tree.ts'
import { positionAt } from '../../../src/plan/position.ts'
import type { Source } from '../../../src/plan/source.ts'

const encoder = new TextEncoder()

function sourceOf(text: string | Uint8Array, path = 'state.json'): Source {
  return { path, bytes: typeof text === 'string' ? encoder.encode(text) : text }
}

/** The findings of a text, each in one line as it is printed. */
function said(text: string | Uint8Array, path?: string): readonly string[] {
  const source = sourceOf(text, path)
  return readJson(source).diagnostics.map(({ code, severity, message, span }) => {
    const { line, column } = positionAt(source, span!.offset)
    return `${source.path}:${line}:${column}: ${severity} ${code} ${message}`
  })
}

/** What a program would make of a tree; objects without a prototype. */
function plain(node: JsonNode | null): unknown {
  switch (node?.is) {
    case undefined:
      return undefined
    case 'string':
      return node.text
    case 'number':
    case 'literal':
      return node.value
    case 'list':
      return node.items.map(plain)
    case 'object':
      return Object.assign(
        Object.create(null) as object,
        Object.fromEntries([...node.members.values()].map((it) => [it.name, plain(it.value)])),
      )
  }
}

function nodesOf(node: JsonNode | null): readonly JsonNode[] {
  if (node === null) return []
  if (node.is === 'list') return [node, ...node.items.flatMap(nodesOf)]
  if (node.is === 'object') return [node, ...[...node.members.values()].flatMap((it) => nodesOf(it.value))]
  return [node]
}

describe('the examples of the catalogue (RELIABILITY 7, D)', () => {
  test.each([
    [
      '{\n  "status": "pending",\n  "status": "done"\n}',
      'state.json:3:3: error MW402 duplicate key "status" (first at 2:3)',
    ],
    ['{\n  "errors": [],\n}', 'state.json:2:15: error MW400 trailing comma'],
    [
      '{\n  "tasks": [{"id": 1, "sta',
      'state.json:2:27: error MW401 file ends inside a string; object opened at 2:13 is not closed (partial write?)',
    ],
    ['{ "__proto__": {"a": 1} }', 'state.json:1:3: error MW403 key "__proto__" is not allowed'],
  ])('%j', (text, expected) => {
    expect(said(text)).toEqual([expected])
  })

  test('a file that is cut off names what was opened last', () => {
    const source = sourceOf('{\n  "tasks": [{"id": 1, "sta')
    const [cut] = readJson(source).diagnostics
    expect(cut?.related.map(({ span }) => positionAt(source, span.offset))).toEqual([{ line: 2, column: 13 }])
  })
})

describe('what people and programs write in the place of JSON', () => {
  test.each([
    ['// hello\n{}', ['1:1: error MW400 comments are not JSON']],
    ["{'a': 'b'}", ['1:2: error MW400 single quote; JSON needs "', '1:7: error MW400 single quote; JSON needs "']],
    ['{a: 1, null: 2}', ['1:2: error MW400 a key needs quotes', '1:8: error MW400 a key needs quotes']],
    [
      '[01, 1., .5]',
      [
        "1:2: error MW400 '01' is not a JSON number",
        "1:6: error MW400 '1.' is not a JSON number",
        "1:10: error MW400 '.5' is not a JSON value",
      ],
    ],
    ['{"a":1 "b":2}', ["1:8: error MW400 ',' or '}' expected"]],
    ['[1,,2]', ["1:4: error MW400 ',' in the place of a value"]],
    ['{"a":[1}', ["1:8: error MW400 ',' or ']' expected"]],
    ['{"a" 1}', ["1:6: error MW400 ':' expected"]],
    ['{"a":}', ['1:6: error MW400 a value is missing']],
    ['["a\\q"]', ['1:2: error MW400 unknown escape in a string']],
    [
      '["a\n"]',
      [
        '1:4: error MW400 the line ends inside a string',
        '2:3: error MW401 file ends inside a string; list opened at 1:1 is not closed (partial write?)',
      ],
    ],
    ['{"a":1}/* x', ['1:8: error MW400 a comment is never closed']],
    ['[tru', ['1:5: error MW401 file ends inside a value (partial write?)']],
    ['', ['1:1: error MW401 file ends before a value']],
    ['{} []', ['1:4: error MW410 something follows the value']],
    [
      '[NaN, -Infinity]',
      ['1:2: error MW405 NaN is not a JSON number', '1:7: error MW405 -Infinity is not a JSON number'],
    ],
    [
      '[1e999, -0, 9007199254740993]',
      [
        '1:2: error MW405 1e999 is too large for a number',
        '1:9: error MW405 -0 has a sign that programs lose',
        '1:13: error MW405 9007199254740993 is too large to be kept exactly',
      ],
    ],
    [
      '["\\ud800", "\\ud83d\\ude00", "x\\udc00"]',
      [
        '1:3: error MW406 lone surrogate \\ud800: half of a character',
        '1:30: error MW406 lone surrogate \\udc00: half of a character',
      ],
    ],
    ['<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n', ['1:1: error MW010 unresolved merge marker <<<<<<<']],
    [
      '{"constructor": 1, "a": {"prototype": 2}}',
      ['1:2: error MW403 key "constructor" is not allowed', '1:26: error MW403 key "prototype" is not allowed'],
    ],
  ])('%j', (text, expected) => {
    expect(said(text)).toEqual(expected.map((it) => `state.json:${it}`))
  })

  test('goes on after a slip that has one reading, and does not call the file whole', () => {
    const { root, whole } = readJson(sourceOf("{'a': [1, 2,], b: 'c', /* d */ \"e\": 3}"))
    expect(plain(root)).toEqual({ a: [1, 2], b: 'c', e: 3 })
    expect(whole).toBe(false)
  })

  test('of a key that is given twice the first one stays', () => {
    expect(plain(readJson(sourceOf('{"a": 1, "a": 2}')).root)).toEqual({ a: 1 })
  })

  test('takes comments and trailing commas where the name says so', () => {
    const text = '{\n  // why\n  "a": [1, 2,],\n}\n'
    expect(said(text, 'plan.jsonc')).toEqual([])
    expect(plain(readJson(sourceOf(text, 'plan.jsonc')).root)).toEqual({ a: [1, 2] })
  })

  test('refuses UTF-16', () => {
    expect(said(Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0))).toEqual([
      'state.json:1:1: error MW002 the file is UTF-16, not UTF-8',
    ])
  })
})

describe('the tree', () => {
  test('has the place of every value, key and member, in bytes', () => {
    const text = '\ufeff{"é": ["ü", {"b": -1.5e3}], "n": null}'
    const source = sourceOf(text)
    const { root } = readJson(source)
    const written = (place: { start: number; end: number }): string =>
      new TextDecoder().decode(source.bytes.subarray(place.start, place.end))
    expect(root?.is === 'object' && [...root.members.values()].map((it) => [written(it.key), written(it)])).toEqual([
      ['"é"', '"é": ["ü", {"b": -1.5e3}]'],
      ['"n"', '"n": null'],
    ])
    expect(nodesOf(root).map(written)).toEqual([
      '{"é": ["ü", {"b": -1.5e3}], "n": null}',
      '["ü", {"b": -1.5e3}]',
      '"ü"',
      '{"b": -1.5e3}',
      '-1.5e3',
      'null',
    ])
  })

  test('is what JSON.parse makes of any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        const { root, whole } = readJson(sourceOf(text))
        if (!whole) return
        expect(JSON.stringify(plain(root))).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  test('says of any text what JSON.parse says: sound or not', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '1', 'null', ' ', '\n', '\\', 'x', "'")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let parses = true
        try {
          JSON.parse(text)
        } catch {
          parses = false
        }
        const { whole, diagnostics } = readJson(sourceOf(text))
        const isTwice = diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'MW402')
        expect(whole || isTwice).toBe(parses)
      }),
      { numRuns: 3_000 },
    )
  })

  test('has spans inside the file whatever is cut or flipped', () => {
    const base = encoder.encode('{"a": [1, "é\\u00e9\\"", {"b": null}], \'c\': -1e5, "d": "\\ud83d\\ude00"}')
    fc.assert(
      fc.property(
        fc.nat(base.length),
        fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { maxLength: 4 }),
        (cut, flips) => {
          const bytes = base.slice(0, cut)
          for (const [at, value] of flips) if (at < cut) bytes[at] = value
          const { root, diagnostics } = readJson(sourceOf(bytes))
          for (const { start, end } of nodesOf(root)) expect(0 <= start && start <= end && end <= cut).toBe(true)
          for (const { span, related } of diagnostics)
            for (const it of [span!, ...related.map((one) => one.span)])
              expect(it.offset >= 0 && it.length >= 0 && it.offset + it.length <= cut).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('sizes', () => {
  test('depth costs no stack', () => {
    expect(said('['.repeat(200_000))).toEqual(['state.json:1:65: error MW404 nested deeper than 64 levels'])
    expect(said('['.repeat(64) + ']'.repeat(64))).toEqual([])
  })

  test('work grows with the length, whatever stands there', () => {
    for (const unit of ['"\\u0041",', '{"a":', "'a',", '/* */', '1 ', '"a" : ', '\n', '-', '\\u', '"'])
      expect(() => readJson(sourceOf(`[${unit.repeat(20_000)}`))).not.toThrow()
  })
})
