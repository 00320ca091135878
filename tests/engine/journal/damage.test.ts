/** A database that is cut off, or damaged within: what is left of the events is shown, and what is lost is said. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal, type JournalOpened } from '../../../src/engine/journal/journal.ts'
import { openDatabase } from '../../../src/system/database.ts'

const page = 4096
const count = 120
let top = ''
let dir = ''
let file = ''
beforeEach(() => {
  top = mkdtempSync(path.join(os.tmpdir(), 'millwright-damage-'))
  dir = top
  file = path.join(dir, 'journal.db')
  write()
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

function open(): JournalOpened {
  return openJournal({ dir, planId: 'plan-a', create: true })
}

/** A closed journal of `count` events, some hundred bytes each. */
function write(): void {
  const opened = open()
  if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
  const { journal } = opened
  const begun = journal.beginEpoch()
  const events = Array.from({ length: count }, (_, number) => ({
    type: 'finding',
    at: number,
    subject: null,
    planRevision: null,
    body: { number, text: 'x'.repeat(300) },
  }))
  journal.append({ run: 'r', expectedSeq: 0, epoch: begun.is === 'begun' ? begun.epoch : 0, events })
  journal.close()
  change('PRAGMA user_version = 0')
}

/** Changes it by SQL, and has all of it in its own file. */
function change(sql: string): void {
  const database = openDatabase(file, 1_000)
  database.run(sql)
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Reads what is there, and changes nothing of it. @returns how many events are intact */
function readAgain(): { readonly intact: number; readonly message: string } {
  const before = readFileSync(file)
  const opened = open()
  expect(readFileSync(file).equals(before)).toBe(true)
  if (opened.is === 'missing') throw new Error('missing')
  if (opened.is === 'refused') {
    expect(opened.problem.code).toBe('MW701')
    return { intact: 0, message: opened.problem.message }
  }
  const { journal } = opened
  try {
    const verified = journal.verify()
    if (verified.is === 'intact') throw new Error('it is said to be intact')
    expect(journal.read().events.map(({ seq }) => seq)).toEqual([...Array(verified.intact).keys()])
    return { intact: verified.intact, message: verified.problem.message }
  } finally {
    journal.close()
  }
}

/** What is to be said of so many intact events. */
function left(intact: number): string {
  const lost = count - intact
  if (intact === 0) return `none of its ${count} events can be read`
  return lost === 0
    ? `events 0-${count - 1} are intact`
    : `events 0-${intact - 1} are intact, ${lost} later events are lost`
}

test('cut off anywhere, the events before the cut are shown, and how many are lost is said', () => {
  const bytes = readFileSync(file)
  const intact: number[] = []
  for (let size = page; size < bytes.length; size += page / 2) {
    writeFileSync(file, bytes.subarray(0, size))
    const read = readAgain()
    // A cut within a page leaves the rest of it empty: that is a break of the chain.
    if (size % page === 0) expect(read.message).toContain(left(read.intact))
    intact.push(read.intact)
  }
  expect(intact).toEqual(intact.toSorted((one, other) => one - other))
  expect(intact.at(-2)).toBeGreaterThan(count / 2)
})

test('with a page that is zeroed, the events before it are shown', () => {
  const bytes = readFileSync(file)
  const seen = new Set<number>()
  for (let at = 0; at < bytes.length; at += page) {
    writeFileSync(file, Buffer.from(bytes).fill(0, at, at + page))
    const { intact, message } = readAgain()
    expect(message).toContain(left(intact))
    expect(message).not.toContain('\n')
    seen.add(intact)
  }
  // The first page and the root of the events; tables beside the events; and many places within.
  expect([seen.has(0), seen.has(count), seen.size > 8]).toEqual([true, true, true])
})

test('a journal that was looked at takes what is written next', () => {
  const live = open()
  if (live.is !== 'open') throw new Error('not open')
  const event = { type: 'finding', at: 1, subject: null, planRevision: null, body: {} }
  const begun = live.journal.beginEpoch()
  live.journal.append({ run: 'r', expectedSeq: count, epoch: begun.is === 'begun' ? begun.epoch : 0, events: [event] })
  const looking = open()
  if (looking.is !== 'open') throw new Error('not open')
  expect(looking.journal.verify()).toMatchObject({ is: 'intact' })
  expect(looking.journal.post({ id: 'c1', at: 2, by: 'ada', body: { verb: 'pause' } })).toEqual({ is: 'stored' })
  expect(live.journal.pending()).toMatchObject({ is: 'read', commands: [{ id: 'c1' }] })
  const next = looking.journal.beginEpoch()
  const epoch = next.is === 'begun' ? next.epoch : 0
  expect(looking.journal.append({ run: 'r', expectedSeq: count + 1, epoch, events: [event] })).toMatchObject({
    is: 'appended',
  })
  looking.journal.close()
  live.journal.close()
})

test.each(['meta', 'head', 'runs', 'inbox', 'blobs'])(
  'without its table %s it is not intact, and its events are shown',
  (table) => {
    change(`DROP TABLE ${table}`)
    const { intact, message } = readAgain()
    expect(intact).toBe(count)
    expect(message).toMatch(new RegExp(String.raw`table:? ${table}\b.*; ${left(count)}$`))
  },
)

/** A rollback journal of SQLite that holds one page as it was (sqlite.org/fileformat2.html#the_rollback_journal). */
function rollback(number: number, bytes: Uint8Array, pages: number): Buffer {
  const header = Buffer.alloc(512)
  header.write('d9d505f920a163d7', 'hex')
  ;[1, 7, pages, 512, bytes.length].forEach((it, at) => header.writeUInt32BE(it, 8 + 4 * at))
  const [front, end] = [Buffer.alloc(4), Buffer.alloc(4)]
  front.writeUInt32BE(number)
  let sum = 7
  for (let at = bytes.length - 200; at > 0; at -= 200) sum += bytes[at] ?? 0
  end.writeUInt32BE(sum)
  return Buffer.concat([header, front, bytes, end])
}

test('cut off by a loss of power as its log was switched on, it is whole again', () => {
  const bytes = readFileSync(file)
  const before = Buffer.from(bytes.subarray(0, page))
  // The numbers by which a database has no log.
  before.fill(1, 18, 20)
  // Another file than the one that this process has written.
  dir = path.join(dir, 'copy')
  file = path.join(dir, 'journal.db')
  mkdirSync(dir)
  writeFileSync(file, bytes)
  writeFileSync(`${file}-journal`, rollback(1, before, bytes.length / page))
  writeFileSync(`${file}-wal`, Buffer.concat([Buffer.from('377f0682002de218', 'hex'), Buffer.alloc(24)]))
  const opened = open()
  if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
  expect(opened.journal.readOnly).toBe(null)
  expect(opened.journal.verify()).toMatchObject({ is: 'intact', events: count })
  expect(opened.journal.beginEpoch()).toMatchObject({ is: 'begun' })
  opened.journal.close()
})

test('what was damaged as it was opened takes nothing more', () => {
  change('DROP TABLE runs')
  const opened = open()
  if (opened.is !== 'open') throw new Error(opened.is)
  const { journal } = opened
  expect(journal.readOnly).toMatchObject({ code: 'MW701', message: expect.stringContaining(left(count)) as string })
  expect(journal.post({ id: 'c', at: 1, by: 'h', body: {} })).toMatchObject({ is: 'failed' })
  expect(journal.beginEpoch()).toMatchObject({ is: 'failed' })
  journal.close()
})

test.each<[string, () => void]>([
  ['the table events of the journal is gone', () => change('DROP TABLE events')],
  ['the journal is damaged (file is not a database)', () => writeFileSync(file, 'this is no database'.repeat(100))],
  ['journal.db is empty', () => writeFileSync(file, '')],
  ['journal.db is cut off after 1 of its bytes', () => writeFileSync(file, 'S')],
])('%s: none of its events can be read', (what, damage) => {
  damage()
  const { intact, message } = readAgain()
  expect([intact, message]).toEqual([0, `${dir}: ${what}; ${left(0)}`])
})

test.skipIf(process.platform === 'win32').each<[string, string, (place: string) => void]>([
  ['a folder', 'journal.db', (place) => mkdirSync(place)],
  ['no file', 'journal.db', (place) => execFileSync('mkfifo', [place])],
  ['no file', 'journal.db-wal', (place) => execFileSync('mkfifo', [place])],
])('%s in place of %s is told and not waited for', (is, name, make) => {
  rmSync(path.join(dir, name), { force: true })
  make(path.join(dir, name))
  const message = `${dir}: ${name} is ${is}; ${left(0)}`
  expect(open()).toMatchObject({ is: 'refused', problem: { code: 'MW701', message } })
})
