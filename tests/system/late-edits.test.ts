/** Somebody has a file open while it is replaced, and writes after all looks: nothing of that is lost. */

import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  futimesSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lateEdits, type LateEdits } from '../../src/system/late-edits.ts'
import { replaceVerified } from '../../src/system/write-back.ts'

let top: string
let plan: string
let late: LateEdits
/** Whether what stands in the place is no half of a save. */
let isSettled: boolean
const opened: number[] = []
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-late-')))
  mkdirSync(path.join(top, 'project'))
  plan = path.join(top, 'project', 'plan.md')
  writeFileSync(plan, 'old\n')
  isSettled = true
  late = lateEdits({ folder: path.join(top, 'kept'), appends: true, isSettled: () => isSettled })
})
afterEach(() => {
  late.close({ isThere: false })
  for (const fd of opened.splice(0)) closeSync(fd)
  rmSync(top, { recursive: true, force: true })
})

/** As `>> plan.md` of a shell, and as programs that change a file in place. */
function hold(flags: 'a' | 'r+'): number {
  const fd = openSync(plan, flags)
  opened.push(fd)
  return fd
}

function replace(from: string, to: string): void {
  expect(replaceVerified(plan, Buffer.from(from), Buffer.from(to), late)).toEqual({ is: 'written' })
}

const read = (): string => readFileSync(plan, 'utf8')
const kept = (): readonly string[] => readdirSync(top).filter((it) => it === 'kept')

test('what is put behind the end of the old file goes behind the end of the new one, also once more', () => {
  const fd = hold('a')
  replace('old\n', 'old, marked\n')
  expect([late.look(), read()]).toEqual([[], 'old, marked\n'])
  writeSync(fd, 'a note\n')
  expect(late.look()).toEqual([])
  appendFileSync(plan, 'of another one\n')
  writeSync(fd, 'one more\n')
  expect(late.look()).toEqual([])
  expect(late.look()).toEqual([])
  expect(read()).toBe('old, marked\na note\nof another one\none more\n')
  expect([readdirSync(path.dirname(plan)), kept()]).toEqual([['plan.md'], []])
})

test('also where it was replaced again meanwhile', () => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  replace('marked\n', 'marked twice\n')
  writeSync(fd, 'a note\n')
  late.look()
  expect(read()).toBe('marked twice\na note\n')
})

test('what was changed within the old file is kept beside the journal, and said once', () => {
  const fd = hold('r+')
  replace('old\n', 'old, marked\n')
  ftruncateSync(fd)
  writeSync(fd, 'theirs\n', 0)
  const told = late.look()
  expect(told).toEqual([expect.stringContaining('somebody wrote into plan.md at the moment it was replaced')])
  expect(late.look()).toEqual([])
  const [name = ''] = readdirSync(path.join(top, 'kept'))
  expect(told[0]).toContain(path.join(top, 'kept', name))
  expect(readFileSync(path.join(top, 'kept', name), 'utf8')).toBe('theirs\n')
  expect(read()).toBe('old, marked\n')
})

test('also what has the same length', () => {
  const fd = hold('r+')
  replace('old\n', 'old, marked\n')
  expect(late.look()).toEqual([])
  writeSync(fd, 'new\n', 0)
  // The clock of the file system may not have moved since.
  futimesSync(fd, 1, 1)
  expect(late.look()).toHaveLength(1)
  expect(read()).toBe('old, marked\n')
})

test('who empties it and writes it anew is no one who appends: there is one copy, of all that they wrote', () => {
  const fd = hold('r+')
  replace('old\n', 'old, marked\n')
  ftruncateSync(fd)
  expect(late.look()).toHaveLength(1)
  writeSync(fd, 'old\nand more\n', 0)
  expect(late.look()).toEqual([])
  writeSync(fd, 'and more\n', 13)
  expect(late.look()).toEqual([])
  const [name = '', ...others] = readdirSync(path.join(top, 'kept'))
  expect([readFileSync(path.join(top, 'kept', name), 'utf8'), others]).toEqual(['old\nand more\nand more\n', []])
  expect(read()).toBe('old, marked\n')
})

test('where it may be an agent that writes, nothing comes into the file', () => {
  const fd = hold('a')
  const wary = lateEdits({ folder: path.join(top, 'kept'), appends: false, isSettled: () => true })
  expect(replaceVerified(plan, Buffer.from('old\n'), Buffer.from('marked\n'), wary)).toEqual({ is: 'written' })
  expect(wary.look()).toEqual([])
  writeSync(fd, 'a task\n')
  expect(wary.look()).toEqual([expect.stringContaining('is kept in')])
  expect(wary.close({ isThere: true })).toEqual([])
  const [name = ''] = readdirSync(path.join(top, 'kept'))
  expect([readFileSync(path.join(top, 'kept', name), 'utf8'), read()]).toEqual(['old\na task\n', 'marked\n'])
})

test('what came into a file that another one replaced at that moment comes into that one', () => {
  const fd = hold('a')
  let waits = true
  const beside = lateEdits({
    folder: path.join(top, 'kept'),
    appends: true,
    isSettled: () => {
      if (waits) {
        writeFileSync(`${plan}.new`, 'of another one\n')
        renameSync(`${plan}.new`, plan)
      }
      waits = false
      return true
    },
  })
  expect(replaceVerified(plan, Buffer.from('old\n'), Buffer.from('marked\n'), beside)).toEqual({ is: 'written' })
  writeSync(fd, 'a note\n')
  expect([beside.look(), beside.look(), beside.close({ isThere: true })]).toEqual([[], [], []])
  expect([read(), kept()]).toEqual(['of another one\na note\n', []])
})

test('where its folder became a link to another one, nothing is written there', () => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  writeSync(fd, 'a note\n')
  const elsewhere = path.join(top, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(path.join(elsewhere, 'plan.md'), 'of others\n')
  renameSync(path.join(top, 'project'), path.join(top, 'away'))
  symlinkSync(elsewhere, path.join(top, 'project'))
  expect([late.look(), read(), kept()]).toEqual([[], 'of others\n', []])
  unlinkSync(path.join(top, 'project'))
  renameSync(path.join(top, 'away'), path.join(top, 'project'))
  late.look()
  expect(read()).toBe('marked\na note\n')
})

test('while somebody saves the new file nothing is put behind its half, and what waits to the end is kept', () => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  writeSync(fd, 'a note\n')
  isSettled = false
  expect([late.look(), read(), kept()]).toEqual([[], 'marked\n', []])
  isSettled = true
  expect([late.look(), read()]).toEqual([[], 'marked\na note\n'])
  isSettled = false
  writeSync(fd, 'another\n')
  expect(late.look()).toEqual([])
  expect(late.close({ isThere: true })).toEqual([expect.stringContaining('is kept in')])
  const [name = ''] = readdirSync(path.join(top, 'kept'))
  expect([readFileSync(path.join(top, 'kept', name), 'utf8'), read()]).toEqual([
    'old\na note\nanother\n',
    'marked\na note\n',
  ])
})

test('what cannot be kept is told at the end', () => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  writeSync(fd, 'a note\n')
  writeFileSync(path.join(top, 'kept'), 'in its way')
  expect(late.close({ isThere: false })).toEqual([
    expect.stringMatching(/^somebody wrote into plan\.md at the moment it was replaced, and it could not be kept: ./),
  ])
})

test.each([
  ['into the plan, where that still stands there', true, 'marked\na note\n', 0],
  ['into a copy, where something else does', false, 'marked\n', 1],
])('what is only seen at the end comes %s', (_, isThere, expected, told) => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  writeSync(fd, 'a note\n')
  expect(late.close({ isThere })).toHaveLength(told)
  expect([read(), kept().length]).toEqual([expected, told])
})

test('who is let go of because others come is looked at before', () => {
  const fd = hold('a')
  replace('old\n', 'number 0\n')
  writeSync(fd, 'a note\n')
  for (let at = 1; at <= 64; at++) replace(`number ${at - 1}\n`, `number ${at}\n`)
  expect(late.look()).toEqual([expect.stringContaining('is kept in')])
  expect(late.look()).toEqual([])
})

test('a file that lives on under another name is its owner’s: nothing of it comes into the plan', () => {
  const fd = hold('a')
  linkSync(plan, path.join(top, 'backup'))
  replace('old\n', 'marked\n')
  writeSync(fd, 'into the backup\n')
  expect([late.look(), read()]).toEqual([[], 'marked\n'])
})

test('while the place is empty it waits, and into a link or a pipe that came there it does not write', () => {
  const fd = hold('a')
  replace('old\n', 'marked\n')
  writeSync(fd, 'a note\n')
  unlinkSync(plan)
  expect([late.look(), kept()]).toEqual([[], []])
  const elsewhere = path.join(top, 'elsewhere')
  writeFileSync(elsewhere, 'of nobody here\n')
  symlinkSync(elsewhere, plan)
  expect([late.look(), readFileSync(elsewhere, 'utf8')]).toEqual([[], 'of nobody here\n'])
  unlinkSync(plan)
  execFileSync('mkfifo', [plan])
  expect(late.look()).toEqual([])
  unlinkSync(plan)
  writeFileSync(plan, 'back\n')
  late.look()
  expect(read()).toBe('back\na note\n')
})

test('so many are held and no more: who has one of the sixty-four before the last open is heard', () => {
  const texts = Array.from({ length: 66 }, (_, at) => `number ${at}\n`)
  writeFileSync(plan, texts[0] ?? '')
  const held = texts.slice(1).map((text, at) => {
    const fd = hold('a')
    replace(texts[at] ?? '', text)
    return fd
  })
  late.look()
  for (const [at, fd] of held.entries()) writeSync(fd, `late ${at}\n`)
  late.look()
  const lines = Array.from({ length: 64 }, (_, at) => `late ${at + 1}\n`)
  expect(read()).toBe(['number 65\n', ...lines].join(''))
})

test('who goes on writing into one of them is held for as long as they do, however many come after', () => {
  const fd = hold('a')
  replace('old\n', 'number 0\n')
  let notes = ''
  for (let at = 1; at <= 200; at++) {
    replace(`number ${at - 1}\n${notes}`, `number ${at}\n${notes}`)
    if (at % 40 !== 0) continue
    writeSync(fd, `late ${at}\n`)
    late.look()
    notes += `late ${at}\n`
  }
  expect([read(), kept()]).toEqual([`number 200\n${notes}`, []])
})

test('a line that comes while it is looked is taken whole or not yet, never its first byte', async () => {
  // Lines that fit a page of memory: a write over the edge of one may be seen in two halves.
  const line = (text: string): string => `${text.padEnd(63)}\n`
  writeFileSync(plan, line('old'))
  const fd = hold('a')
  replace(line('old'), line('marked'))
  const script = `for (let at = 0; at < 4000; at++) fs.writeSync(1, ('late ' + at).padEnd(63) + '\\n')`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', fd, 'inherit'] })
  while (child.exitCode === null && child.signalCode === null) {
    late.look()
    appendFileSync(plan, line('of another one'))
    await turn()
  }
  late.look()
  const lines = read().split('\n')
  expect(lines.filter((it) => it.length !== 63)).toEqual([''])
  expect(lines.filter((it) => it.startsWith('late')).map((it) => Number(it.slice(5)))).toEqual(
    Array.from({ length: 4000 }, (_, at) => at),
  )
})
