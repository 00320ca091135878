/** What a run knows to be secret at its start stays so, whatever comes to lie in the checkout later. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownSecrets } from '../../src/calls/run/known-secrets.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millwright-known-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const known = (): ReturnType<typeof knownSecrets> =>
  knownSecrets({ root, given: { share: [], copy: [] }, env: {}, config: [], programs: [] })

const long = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at * 7919}`).join('_')

test('files that fill up what can be looked for let go of none that was known before, and the shortest come first', () => {
  const token = long('k', 400)
  writeFileSync(path.join(root, '.env'), `API_TOKEN="${token}"\n`)
  const { tooMany, ask } = known()
  expect([tooMany, ask()]).toEqual([null, [token]])
  for (let at = 0; at < 20; at++) writeFileSync(path.join(root, `.env.${at}`), `A_TOKEN="${long(`f${at}x`, 4_000)}"\n`)
  writeFileSync(path.join(root, '.env.new'), 'B_TOKEN=canary-1zq7x\n')
  const found = ask()
  expect(found.slice(0, 2)).toEqual([token, 'canary-1zq7x'])
  expect(found.length).toBeGreaterThan(2)
  expect(found.length).toBeLessThan(22)
  // A run that begins with all of them is told so.
  expect(known().tooMany?.message).toMatch(/^what is known to be secret comes to \d+ KB/)
})

test('signs that are long in other spellings count as those', () => {
  for (const file of ['.env', '.env.local']) {
    const text = Array.from({ length: 18_000 }, (_, at) =>
      String.fromCharCode(0xac00 + ((at * (file.length + 7)) % 11_000)),
    )
    writeFileSync(path.join(root, file), `API_TOKEN="${text.join('')}"\n`)
  }
  expect(known().tooMany).not.toBeNull()
})
