/** The plan while agents work beside it: what they write into it is found, whoever begins and whatever we write meanwhile. */

import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdPlan, type PlanHold } from '../../src/engine/plan-hold.ts'
import { lateEdits, type LateEdits } from '../../src/system/late-edits.ts'

let top: string
let file: string
let hold: PlanHold
let late: LateEdits
beforeEach(() => {
  top = mkdtempSync(path.join(os.tmpdir(), 'millwright-hold-'))
  file = path.join(top, 'tasks.md')
  writeFileSync(file, begun)
  late = lateEdits({ folder: path.join(top, 'late'), appends: false, isSettled: () => true })
  hold = holdPlan({ file, shown: 'tasks.md', folder: path.join(top, 'kept'), look: () => ({ ticked: [] }), late })
})
afterEach(() => late.close({ isThere: false }))
afterEach(() => rmSync(top, { recursive: true, force: true }))

const begun = '- [ ] one\n- [ ] two\n'
const byAgent = '- [ ] one\n- [ ] two\n- [ ] three, by an agent\n'
const marked = (text: string): string => text.replace('[ ] one', '[X] one')
const kept = (edit: ReturnType<PlanHold['end']>): string => readFileSync(edit!.kept!, 'utf8')
const writeMarks = (): void => {
  const before = readFileSync(file)
  writeFileSync(file, marked(before.toString()))
  hold.wrote(before, readFileSync(file))
}

test('marks of ours are no edit of an agent, and stay', () => {
  hold.begin('A')
  writeMarks()
  expect(hold.end('A', 'A.1')).toBe(null)
  expect(readFileSync(file, 'utf8')).toBe(marked(begun))
})

test('marks of ours over a plan that an agent has changed do not make its edit ours', () => {
  hold.begin('A')
  writeFileSync(file, byAgent)
  writeMarks()
  const edit = hold.end('A', 'A.1')
  expect(edit).toMatchObject({ file: 'tasks.md', during: ['A'], isPutBack: true })
  expect(kept(edit)).toBe(marked(byAgent))
  expect(readFileSync(file, 'utf8')).toBe(begun)
})

test('what a first agent wrote is found at its end although a second one began meanwhile', () => {
  hold.begin('A')
  writeFileSync(file, byAgent)
  hold.begin('B')
  const edit = hold.end('A', 'A.1')
  expect(edit).toMatchObject({ during: ['A', 'B'], isPutBack: true })
  expect(kept(edit)).toBe(byAgent)
  expect(readFileSync(file, 'utf8')).toBe(begun)
  expect([hold.isHeld, hold.end('B', 'B.1'), hold.isHeld]).toEqual([true, null, false])
})

test('what a person writes while nobody is at work is where the next agent begins', () => {
  hold.begin('A')
  expect(hold.end('A', 'A.1')).toBe(null)
  writeFileSync(file, '- [ ] one, by a person\n')
  hold.begin('B')
  expect(hold.end('B', 'B.1')).toBe(null)
  expect(readFileSync(file, 'utf8')).toBe('- [ ] one, by a person\n')
})

test('who has the plan open while it is taken back may go on writing: that is kept, and said', () => {
  const open = openSync(file, 'a')
  hold.begin('A')
  appendFileSync(file, '- [ ] three, by an agent\n')
  expect(hold.end('A', 'A.1')).toMatchObject({ isPutBack: true })
  writeSync(open, 'a note of a person\n')
  closeSync(open)
  expect(late.look()).toEqual([expect.stringContaining('is kept in')])
  const [copy] = readdirSync(path.join(top, 'late'))
  expect(readFileSync(path.join(top, 'late', copy!), 'utf8')).toBe(`${byAgent}a note of a person\n`)
  expect(readFileSync(file, 'utf8')).toBe(begun)
})
