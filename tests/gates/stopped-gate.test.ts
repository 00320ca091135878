/** A gate that was stopped has judged nothing, whatever it had done to the files by then. */

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGate } from '../../src/gates/command-gate.ts'
import type { GateSpec } from '../../src/run/effect.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mw-gate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const gate = (argv: readonly string[]): GateSpec => ({
  name: 'unit',
  kind: 'command',
  argv,
  cwd: '.',
  env: [],
  timeoutMs: 30_000,
  outputBytes: 100_000,
  repeat: 'safe',
  origin: 'test',
})
/** @param begun called with the first output */
const run = (spec: GateSpec, begun: () => void) =>
  startGate(spec, {
    folder,
    tree: 't',
    environment: 'e',
    from: process.env,
    keep: () => Promise.resolve('output'),
    onOutput: begun,
    edits: () => Promise.resolve({ edited: ['a.txt'], isPutBack: true }),
  })

test('stopped after it has changed files, it is no red gate', async () => {
  const waits = gate([process.execPath, '-e', 'console.log("begun"); setInterval(() => {}, 1000)'])
  const running = run(waits, () => running.stop())
  expect(await running.done).toMatchObject({ result: 'could-not-run', excerpt: expect.stringContaining('was stopped') })
})

test('a gate whose program is not there is none either', async () => {
  const running = run(gate([path.join(folder, 'nowhere')]), () => undefined)
  expect(await running.done).toMatchObject({ result: 'could-not-run' })
})

test('one that came to its end and has changed files is red', async () => {
  const running = run(gate([process.execPath, '-e', 'console.log("begun")']), () => undefined)
  expect(await running.done).toMatchObject({ result: 'failed' })
})
