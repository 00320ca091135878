/** A plan that is read anew during a run: what stands there half written is waited for. */

import { sha256 } from '../../src/system/digest.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPlan, type OpenedPlan } from '../../src/calls/plan/open-plan.ts'
import { rereader } from '../../src/calls/run/reread-plan.ts'
import type { PlanReading } from '../../src/engine/plan-watch.ts'
import { select } from '../../src/plan/selection.ts'
import type { Standing } from '../../src/plan/standard-plan.ts'

const text = `## Phase 06: Implementation

- [ ] T001 One
  files: a.txt (CREATE)
- [ ] T002 Two
  files: b.txt (CREATE)
`
const nobody: Standing = {
  marks: new Map(),
  phases: [],
  begun: new Set(),
  waiting: new Set(),
  chosen: null,
  gone: [],
}

let folder: string
let reread: (known: string) => Promise<PlanReading | null>
const write = (now: string): string => {
  writeFileSync(path.join(folder, 'tasks.md'), now)
  return sha256(Buffer.from(now))
}
const open = async (): Promise<OpenedPlan | null> => {
  const opening = await openPlan('tasks.md', { cwd: folder, env: {} })
  return opening.is === 'opened' ? opening : null
}
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-reread-'))
  write(text)
  const opened = await open()
  if (opened === null) throw new Error('the plan is not sound')
  const again = rereader(opened, {
    open,
    select: (plan) => select(plan, { phases: null, only: null, until: null }),
    chosen: new Set(opened.plan.tasks.map((it) => it.key)),
    gates: [],
    agents: new Map(),
    split: null,
    handedOut: { mechanical: true, respectOrder: true },
  })
  reread = (known) => again(known, () => nobody, false)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cut = { is: 'unsound', reason: 'it ends in the middle of a line' }

test('it ends in the middle of a line', async () => {
  write(text.slice(0, -4))
  expect(await reread(sha256(Buffer.from(text)))).toEqual(cut)
})

test('it does so and is longer than it was, since marks were written', async () => {
  const marked = text
    .replace('- [ ] T001', '- [BLOCKED] T001')
    .replace('(CREATE)', `(CREATE)\n  reason: ${'so '.repeat(9)}`)
  expect(await reread(write(marked))).toBeNull()
  expect(marked.length - 4).toBeGreaterThan(text.length)
  write(marked.slice(0, -4))
  expect(await reread(sha256(Buffer.from(marked)))).toEqual(cut)
})

test('another edit is read', async () => {
  write(text.replace('b.txt', 'c.txt'))
  expect(await reread(sha256(Buffer.from(text)))).toMatchObject({ is: 'sound', read: { plan: { tasks: [{}, {}] } } })
})
