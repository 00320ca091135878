/** What steers a run while agents work beside it: what they change of it is found, kept and taken back. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdSteering, type SteeringHold } from '../../src/engine/steering-hold.ts'
import { lateEdits, type LateEdits } from '../../src/system/late-edits.ts'

let top: string
let hold: SteeringHold
let late: LateEdits
beforeEach(() => {
  top = mkdtempSync(path.join(os.tmpdir(), 'millwright-steering-'))
  mkdirSync(at('.millwright/prompts'), { recursive: true })
  write('millwright.contract', begun)
  write('.millwright/prompts/core.md', 'core\n')
  late = lateEdits({ folder: path.join(top, 'late'), appends: false, isSettled: () => true })
  hold = holdSteering({ root: at('.'), folder: path.join(top, 'kept'), late })
})
afterEach(() => late.close({ isThere: false }))
afterEach(() => rmSync(top, { recursive: true, force: true }))

const begun = 'millwright contract 1\n'
const at = (file: string): string => path.join(top, 'project', file)
const write = (file: string, text: string): void => writeFileSync(at(file), text)
const read = (file: string): string => readFileSync(at(file), 'utf8')

test('what was changed, added and deleted is as it was, and kept', () => {
  hold.begin('A')
  write('millwright.contract', 'by an agent\n')
  write('.millwright/prompts/new.md', 'new\n')
  rmSync(at('.millwright/prompts/core.md'))
  const taken = hold.end('A', 'A.1')
  expect(taken.map(({ file, during, isPutBack }) => [file, during, isPutBack])).toEqual([
    ['.millwright/prompts/core.md', ['A'], true],
    ['.millwright/prompts/new.md', ['A'], true],
    ['millwright.contract', ['A'], true],
  ])
  expect(taken.map(({ kept }) => (kept === null ? null : readFileSync(kept, 'utf8')))).toEqual([
    null,
    'new\n',
    'by an agent\n',
  ])
  expect([read('millwright.contract'), read('.millwright/prompts/core.md')]).toEqual([begun, 'core\n'])
  expect(existsSync(at('.millwright/prompts/new.md'))).toBe(false)
})

test('what is as it was is no change, and what was changed while nobody worked is a person’s', () => {
  hold.begin('A')
  write('millwright.contract', begun)
  expect(hold.end('A', 'A.1')).toEqual([])
  write('millwright.contract', 'by a person\n')
  hold.begin('A')
  expect(hold.end('A', 'A.2')).toEqual([])
  expect(read('millwright.contract')).toBe('by a person\n')
})

test('while another branch is checked out nothing is taken back', () => {
  hold.begin('A')
  write('millwright.contract', 'of the other branch\n')
  hold.leave('A')
  expect(read('millwright.contract')).toBe('of the other branch\n')
})

test('a contract that was not there is taken away, and what is written into it then is kept', () => {
  rmSync(at('millwright.contract'))
  hold.begin('A')
  write('millwright.contract', 'by an agent\n')
  expect(hold.end('A', 'A.1')).toMatchObject([{ file: 'millwright.contract', isPutBack: true }])
  expect(existsSync(at('millwright.contract'))).toBe(false)
})

test('a link in the place of the contract goes, and nothing is written through one in the place of a folder', () => {
  hold.begin('A')
  rmSync(at('millwright.contract'))
  writeFileSync(path.join(top, 'elsewhere'), 'mine\n')
  symlinkSync('../elsewhere', at('millwright.contract'))
  rmSync(at('.millwright'), { recursive: true })
  mkdirSync(path.join(top, 'other'))
  symlinkSync('../other', at('.millwright'))
  expect(hold.end('A', 'A.1').map(({ file, isPutBack }) => [file, isPutBack])).toEqual([
    ['.millwright', true],
    ['.millwright/prompts/core.md', true],
    ['millwright.contract', true],
  ])
  expect([lstatSync(at('millwright.contract')).isFile(), read('millwright.contract')]).toEqual([true, begun])
  expect(readFileSync(path.join(top, 'elsewhere'), 'utf8')).toBe('mine\n')
  expect(existsSync(path.join(top, 'other/prompts'))).toBe(false)
})

test('what else the plan is read from is held like that', () => {
  write('parameters.toml', 'critical = true\n')
  const wider = holdSteering({ root: at('.'), folder: path.join(top, 'kept'), sources: ['parameters.toml'], late })
  wider.begin('A')
  write('parameters.toml', 'critical = false\n')
  write('notes.toml', 'by an agent\n')
  expect(wider.end('A', 'A.1').map(({ file, isPutBack }) => [file, isPutBack])).toEqual([['parameters.toml', true]])
  expect([read('parameters.toml'), read('notes.toml')]).toEqual(['critical = true\n', 'by an agent\n'])
})
