/** A plan that has lost tasks is believed once it has stayed so for a moment, whatever the clock says. */

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileFacts, freshness } from '../../src/calls/run/fresh-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-fresh-'))
  file = path.join(folder, 'plan.md')
  writeFileSync(file, 'one\n')
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'hrtime'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** The clock of the wall, so long after the file was written last. */
const setAfter = (ms: number): void => void vi.setSystemTime(statSync(file).ctimeMs + ms)

/** Writes until the file system gives it another time. */
function writeLater(text: string): void {
  const before = statSync(file).ctimeMs
  while (statSync(file).ctimeMs === before) writeFileSync(file, text)
}

test('it is fresh for five seconds', () => {
  const isFresh = freshness(file)
  setAfter(4_900)
  expect(isFresh(5_000)).toBe(true)
  setAfter(5_100)
  expect(isFresh(5_000)).toBe(false)
})

test('before the clock was set back it is fresh until it was watched for as long, and anew after each change', () => {
  const isFresh = freshness(file)
  setAfter(-3_600_000)
  expect(isFresh(5_000)).toBe(true)
  vi.advanceTimersByTime(4_900)
  expect(isFresh(5_000)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(isFresh(5_000)).toBe(false)
  writeLater('two\n')
  expect(isFresh(5_000)).toBe(true)
  vi.advanceTimersByTime(4_900)
  expect(isFresh(5_000)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(isFresh(5_000)).toBe(false)
})

test('one that is gone is fresh, and has no facts', () => {
  rmSync(file)
  vi.setSystemTime(0)
  expect([freshness(file)(5_000), fileFacts(file)]).toEqual([true, null])
})

test('what the file system says of one that was only just written is not relied on', () => {
  setAfter(10)
  expect(fileFacts(file)).toBeNull()
  setAfter(-10)
  expect(fileFacts(file)).toBeNull()
  setAfter(40)
  const facts = fileFacts(file)
  expect(facts).not.toBeNull()
  expect(fileFacts(file)).toBe(facts)
  writeLater('two\n')
  setAfter(40)
  expect(fileFacts(file)).not.toBe(facts)
})
