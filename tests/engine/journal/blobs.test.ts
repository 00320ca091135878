import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBlobs } from '../../../src/engine/journal/blobs.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-blobs-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function put(content: string | Uint8Array): string {
  const stored = openBlobs(dir).put(content)
  if (stored.is !== 'stored') throw new Error(stored.failure.reason)
  return stored.hash
}

test('bytes and text are kept under their hash and come back', () => {
  const blobs = openBlobs(dir)
  const hash = put('é')
  expect(hash).toBe(put(Buffer.from('é')))
  const found = blobs.get(hash)
  expect(found.is === 'found' && Buffer.from(found.bytes).toString()).toBe('é')
  expect(blobs.path(hash)).toBe(path.join(dir, 'blobs', hash.slice(0, 2), hash.slice(2)))
  expect(readdirSync(path.dirname(blobs.path(hash)))).toEqual([hash.slice(2)])
})

test('the same thing again is not written again', () => {
  const file = openBlobs(dir).path(put('same'))
  const { ino } = statSync(file)
  put('same')
  expect(statSync(file).ino).toBe(ino)
})

test('what does not fit its name is damaged, and keeping it again repairs it', () => {
  const blobs = openBlobs(dir)
  const hash = put('content')
  writeFileSync(blobs.path(hash), 'c0ntent')
  expect(blobs.get(hash)).toEqual({ is: 'damaged' })
  put('content')
  expect(readFileSync(blobs.path(hash), 'utf8')).toBe('content')
})

test('a hash that nobody kept, and a name that is no hash, are missing', () => {
  const blobs = openBlobs(dir)
  expect(blobs.get('0'.repeat(64))).toEqual({ is: 'missing' })
  expect(blobs.get(`..${'/x'.repeat(31)}`)).toEqual({ is: 'missing' })
})

test('a folder that cannot be written is a failure with words', () => {
  writeFileSync(path.join(dir, 'blobs'), 'in the way')
  expect(openBlobs(dir).put('x')).toMatchObject({ is: 'failed', failure: { code: 'ENOTDIR' } })
})
