/** What was safe and is gone is told, also where what is left is whole in itself. */

import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openJournal, type Journal } from '../../../src/engine/journal/journal.ts'
import { openDatabase } from '../../../src/system/database.ts'

let dir = ''
const opened: Journal[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-high-water-'))
})
afterEach(() => {
  for (const it of opened.splice(0)) it.close()
  rmSync(dir, { recursive: true, force: true })
})

function openIn(folder: string, create = false): Journal {
  const result = openJournal({ dir: folder, planId: 'plan-a', create })
  if (result.is !== 'open') throw new Error(JSON.stringify(result))
  opened.push(result.journal)
  return result.journal
}

function add(to: Journal, epoch: number, count: number): void {
  const event = { type: 'finding', at: 1, subject: null, planRevision: null, body: {} }
  for (let left = count; left > 0; left -= 1) {
    const appended = to.append({ run: 'r', expectedSeq: to.head().next, epoch, events: [event] })
    if (appended.is !== 'appended') throw new Error(JSON.stringify(appended))
  }
}

function epochOf(of: Journal): number {
  const begun = of.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.problem.message)
  return begun.epoch
}

const files = ['journal.db', 'journal.db-wal', 'journal.count']

/** What a kill leaves of a journal of so many events. */
function killed(events: number): string {
  const source = path.join(dir, `of-${events}`)
  const journal = openIn(source, true)
  add(journal, epochOf(journal), events)
  const copy = path.join(dir, `killed-${events}`)
  mkdirSync(copy)
  for (const it of files) copyFileSync(path.join(source, it), path.join(copy, it))
  return copy
}

const told = (events: number, gone: string, intact: string): object => ({
  is: 'damaged',
  problem: {
    code: 'MW702',
    message: expect.stringContaining(`the journal held ${events} events and ${gone}; ${intact}`),
  },
})

test('a log that somebody deleted: MW702, with what is gone, and it is not forgotten by looking', () => {
  const copy = killed(7)
  rmSync(path.join(copy, 'journal.db-wal'))
  const all = told(7, 'the last 7 are gone', 'no event before it')
  for (let times = 0; times < 2; times += 1) {
    const journal = openIn(copy)
    expect(journal.read()).toMatchObject({ ...all, events: [] })
    expect(journal.verify()).toMatchObject({ ...all, intact: 0 })
    opened.pop()?.close()
  }
})

test('an older copy that was put back: MW702, and the events that are there are shown', () => {
  const older = killed(4)
  const copy = killed(5)
  for (const it of ['journal.db', 'journal.db-wal']) copyFileSync(path.join(older, it), path.join(copy, it))
  expect(openIn(copy).read()).toMatchObject({
    ...told(5, 'the last one is gone', 'events 0-3 are intact'),
    events: { length: 4 },
  })
})

test('of the last write it tells whether it was safe: what was is missed, and what was cut off is dropped', () => {
  const [safe, torn] = [killed(6), killed(8)]
  const flip = (copy: string): void => {
    const log = path.join(copy, 'journal.db-wal')
    const bytes = readFileSync(log)
    bytes.writeUInt8((bytes.at(-9) ?? 0) ^ 1, bytes.length - 9)
    writeFileSync(log, bytes)
  }
  flip(safe)
  expect(openIn(safe).read()).toMatchObject(told(6, 'the last one is gone', 'events 0-4 are intact'))
  flip(torn)
  copyFileSync(path.join(dir, 'of-6', 'journal.count'), path.join(torn, 'journal.count'))
  const journal = openIn(torn)
  expect(journal.isCutOff()).toBe(true)
  expect(journal.read()).toMatchObject({ is: 'read', events: { length: 7 } })
})

test('what goes while the journal is open is told as well: what was noted later counts', () => {
  const folder = path.join(dir, 'plan')
  const journal = openIn(folder, true)
  add(journal, epochOf(journal), 5)
  const beside = openDatabase(path.join(folder, 'journal.db'), 1_000)
  beside.run('DELETE FROM events WHERE seq >= 3')
  beside.run('UPDATE head SET next = 3, hash = (SELECT hash FROM events WHERE seq = 2)')
  beside.close()
  expect(journal.read()).toMatchObject(told(5, 'the last 2 are gone', 'events 0-2 are intact'))
})

test('nothing is written behind damage in a log, also where no note tells of what is gone', () => {
  const copy = killed(7)
  rmSync(path.join(copy, 'journal.count'))
  const log = path.join(copy, 'journal.db-wal')
  const damaged = readFileSync(log)
  const middle = damaged.length >> 1
  damaged.writeUInt8((damaged.at(middle) ?? 0) ^ 1, middle)
  writeFileSync(log, damaged)
  const journal = openIn(copy)
  expect(journal.post({ id: 'c', at: 1, by: 'h', body: {} })).toMatchObject({ is: 'failed' })
  expect(journal.read()).toMatchObject({ is: 'damaged', problem: { code: 'MW701' } })
  expect(readFileSync(log).equals(damaged)).toBe(true)
})

test('a note that is damaged, half, or gone says nothing', () => {
  const copy = killed(3)
  rmSync(path.join(copy, 'journal.db-wal'))
  const note = path.join(copy, 'journal.count')
  const sound = readFileSync(note, 'latin1')
  for (const text of [sound.replace('3', '7'), sound.slice(0, 20), sound.slice(1), '', `${sound}9`]) {
    writeFileSync(note, text)
    expect(openIn(copy).read(), text).toMatchObject({ is: 'read', events: [] })
    opened.pop()?.close()
  }
  rmSync(note)
  expect(openIn(copy).read()).toMatchObject({ is: 'read', events: [] })
})

test('it is as long at any count, and goes on where the next executor begins', () => {
  const folder = path.join(dir, 'plan')
  const note = path.join(folder, 'journal.count')
  for (const [more, count] of [
    [9, 9],
    [1, 10],
    [120, 130],
  ] as const) {
    const journal = openIn(folder, true)
    add(journal, epochOf(journal), more)
    expect(journal.verify()).toMatchObject({ is: 'intact', events: count })
    opened.pop()?.close()
    const digits = String(count).padStart(16, '0')
    expect(readFileSync(note, 'latin1')).toBe(`${digits} ${digits}\n`)
  }
})

test('a journal of which nothing is left begins anew and knows nothing of the one before', () => {
  const copy = killed(5)
  for (const it of files) rmSync(path.join(copy, it))
  const journal = openIn(copy, true)
  expect(existsSync(path.join(copy, 'journal.count'))).toBe(false)
  add(journal, epochOf(journal), 2)
  expect(journal.verify()).toMatchObject({ is: 'intact', events: 2 })
})

test.each([
  ['its log', ['journal.count'], 'journal.db-wal is still there'],
  ['the note', ['journal.db-wal'], 'journal.count is still there'],
  ['both', [], 'journal.db-wal and journal.count are still there'],
])(
  'a database that somebody removed, with %s still there, is no journal that was never begun: MW701',
  (_, gone, told) => {
    const copy = killed(5)
    for (const it of ['journal.db', ...gone]) rmSync(path.join(copy, it))
    for (const create of [false, true])
      expect(openJournal({ dir: copy, planId: 'plan-a', create })).toMatchObject({
        is: 'refused',
        problem: {
          code: 'MW701',
          message: expect.stringContaining(`journal.db is gone and ${told}`) as string,
        },
      })
  },
)

test('where it cannot be written the journal goes on without it', () => {
  const folder = path.join(dir, 'plan')
  const journal = openIn(folder, true)
  mkdirSync(path.join(folder, 'journal.count'))
  add(journal, epochOf(journal), 2)
  expect(journal.verify()).toMatchObject({ is: 'intact', events: 2 })
})

test.each<[string, (note: string, theirs: string) => void]>([
  ['a link', (note, theirs) => symlinkSync(theirs, note)],
  ['a second name of another file', (note, theirs) => linkSync(theirs, note)],
  ['a pipe', (note) => execFileSync('mkfifo', [note])],
])('%s in its place is replaced, not written into, and what it leads to says nothing', (what, put) => {
  const folder = path.join(dir, 'plan')
  const note = path.join(folder, 'journal.count')
  const theirs = path.join(dir, 'elsewhere')
  const text = `${'9'.padStart(16, '0')} ${'9'.padStart(16, '0')}\n`
  writeFileSync(theirs, text)
  const journal = openIn(folder, true)
  put(note, theirs)
  // Of a second name the content is the same file's: a copy by names counts as one.
  if (what !== 'a second name of another file') expect(journal.read()).toMatchObject({ is: 'read', events: [] })
  add(journal, epochOf(journal), 3)
  expect(readFileSync(theirs, 'utf8')).toBe(text)
  expect(readFileSync(note, 'latin1')).toBe(text.replaceAll('9', '3'))
})

test('what is longer than a note is cut to one, and a number that no count can be is none', () => {
  const folder = path.join(dir, 'plan')
  const note = path.join(folder, 'journal.count')
  const journal = openIn(folder, true)
  writeFileSync(note, 'x'.repeat(100))
  add(journal, epochOf(journal), 2)
  expect(readFileSync(note, 'latin1')).toBe(`${'2'.padStart(16, '0')} ${'2'.padStart(16, '0')}\n`)
  writeFileSync(note, `${'9'.repeat(16)} ${'9'.repeat(16)}\n`)
  expect(journal.read()).toMatchObject({ is: 'read', events: { length: 2 } })
})

test('whoever may read the journal may read it, and it is closed with it', () => {
  const folder = path.join(dir, 'plan')
  const journal = openIn(folder, true)
  add(journal, epochOf(journal), 1)
  const note = path.join(folder, 'journal.count')
  expect(statSync(note).mode & 0o777).toBe(statSync(path.join(folder, 'journal.db')).mode & 0o777)
  const fd = openSync(note, 'r')
  closeSync(fd)
  opened.pop()?.close()
  // The system gives the lowest free number: with the note's own closed, that is one before.
  const again = openSync(note, 'r')
  closeSync(again)
  expect(again).toBeLessThan(fd)
})

test('what somebody appends while the events are read is not missed', () => {
  const folder = path.join(dir, 'plan')
  const writer = openIn(folder, true)
  const epoch = epochOf(writer)
  add(writer, epoch, 3)
  const reader = openIn(folder)
  const parse = JSON.parse.bind(JSON)
  let isAdded = false
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string): unknown => {
    if (!isAdded) {
      isAdded = true
      add(writer, epoch, 1)
    }
    return parse(text)
  })
  try {
    expect(reader.read()).toMatchObject({ is: 'read', events: { length: 3 } })
  } finally {
    spy.mockRestore()
  }
  expect(isAdded).toBe(true)
  expect(reader.read()).toMatchObject({ is: 'read', events: { length: 4 } })
})
