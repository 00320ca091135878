import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codeEntry, codes } from '../../src/plan/codes.ts'

const src = path.join(import.meta.dirname, '..', '..', 'src')

test('every code that the program can say is in the catalogue, once', () => {
  const said = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith(path.join('plan', 'codes')))
    .flatMap((name) =>
      [...readFileSync(path.join(src, name), 'utf8').matchAll(/'(MW\d{3})'/g)].map((it) => it[1] ?? ''),
    )
  expect([...new Set(said)].filter((code) => codeEntry(code) === null)).toEqual([])
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length)
})

test('what reading a plan finds is found by check', () => {
  expect(codes.filter(({ implemented, byCheck }) => implemented && !byCheck)).toEqual([])
})
