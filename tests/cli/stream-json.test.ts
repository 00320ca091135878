import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/output.ts'
import { streamJson } from '../../src/cli/stream-json.ts'
import { safeJson } from '../../src/plan/safe-text.ts'

function written(value: unknown): readonly string[] {
  const parts: string[] = []
  const stdout = { write: (text: string) => void parts.push(text), isTTY: false, colour: false }
  streamJson({ stdout } as unknown as Io, value)
  return parts
}

test('any value is the very text that one piece would be', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(written(value).join('')).toBe(`${safeJson(value)}\n`)
    }),
  )
})

test('members that are undefined are left out, and what could steer a terminal is spelled out', () => {
  const value = { a: undefined, b: [{ c: undefined, d: '\u001b[2J\u202e' }], e: {}, f: [], '\u0007': [[[['g\nh']]]] }
  expect(written(value).join('')).toBe(`${safeJson(value)}\n`)
  expect(written(value).join('')).toMatch(/^[\n\P{C}]*$/u)
})

test('a long list comes in pieces', () => {
  const tasks = Array.from({ length: 10_000 }, (_, at) => ({ key: `T${at}`, files: [{ path: `src/${at}.ts` }] }))
  const parts = written({ plan: { tasks } })
  expect(parts.length).toBeGreaterThan(5)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(100_000)
  expect(JSON.parse(parts.join(''))).toEqual({ plan: { tasks } })
})
