import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseError, openDatabase, sqliteCode } from '../../../src/system/database.ts'
import { openJournal, type Journal, type JournalOptions } from '../../../src/engine/journal/journal.ts'
import { databaseProblem } from '../../../src/engine/journal/problem.ts'
import type { ReadEvents } from '../../../src/engine/journal/read-events.ts'
import type { JournalEvent } from '../../../src/engine/journal/stored-event.ts'

let dir = ''
const open: Journal[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-journal-'))
})
afterEach(() => {
  for (const it of open.splice(0)) it.close()
  rmSync(dir, { recursive: true, force: true })
})

function journal(more: Partial<JournalOptions> = {}): Journal {
  const opened = openJournal({ dir, planId: 'plan-a', create: true, ...more })
  if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
  open.push(opened.journal)
  return opened.journal
}

function begin(of: Journal): number {
  const begun = of.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.problem.message)
  return begun.epoch
}

const event = (number: number, body: object = { number }): JournalEvent => ({
  type: 'finding',
  at: 1_000 + number,
  subject: number % 2 === 0 ? null : { task: `t${number}`, step: 's', method: null, attempt: 1, round: null },
  planRevision: number === 0 ? null : 'rev',
  body,
})

/** A journal of `count` events, closed, and the raw database. */
function written(count: number): Raw {
  const made = journal()
  const epoch = begin(made)
  made.append({ run: 'r', expectedSeq: 0, epoch, events: Array.from({ length: count }, (_, index) => event(index)) })
  open.pop()?.close()
  return raw()
}

interface Raw {
  exec(sql: string): void
  close(): void
}
function raw(): Raw {
  const native = createRequire(import.meta.url)('libsql') as new (file: string) => Raw
  return new native(path.join(dir, 'journal.db'))
}

/** What the kernel says of this process's locks of one of the journal's files, without the numbers of the list itself. */
function locksOf(name: string): readonly string[] {
  const { ino } = statSync(path.join(dir, name))
  const lines = readFileSync('/proc/locks', 'utf8').split('\n')
  return lines
    .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))
    .map((line) => line.replace(/^\d+/, ''))
}

describe('appending and reading', () => {
  test('gives back what was kept, in order, chained, after a new start as well', () => {
    const first = journal()
    const epoch = begin(first)
    const events = [event(0), event(1), event(2, { text: 'é\u0000\ud800', list: [1, null] })]
    const appended = first.append({ run: 'r1', expectedSeq: 0, epoch, events })
    first.append({ run: 'r2', expectedSeq: 3, epoch, events: [event(3)] })
    const second = journal()
    const read = second.read()
    expect(read.is).toBe('read')
    expect(
      read.events.map(({ run, seq, at, type, subject, planRevision, body }) => ({
        run,
        seq,
        at,
        type,
        subject,
        planRevision,
        body,
      })),
    ).toEqual([...events, event(3)].map((it, seq) => ({ run: seq < 3 ? 'r1' : 'r2', seq, ...it })))
    expect(appended.is === 'appended' && appended.events).toEqual(read.events.slice(0, 3))
    read.events.slice(1).forEach((it, index) => expect(it.prevHash).toBe(read.events[index]!.hash))
    expect(second.read({ run: 'r2' }).events.map((it) => it.seq)).toEqual([3])
    expect(second.read({ from: 2 }).events.map((it) => it.seq)).toEqual([2, 3])
    expect(second.read({ from: 4 })).toEqual({ is: 'read', events: [] })
    expect(second.verify()).toEqual({ is: 'intact', events: 4, hash: read.events[3]!.hash })
  })

  test('a large body is kept as a blob and comes back the same', () => {
    const it = journal()
    const body = { text: 'é'.repeat(20_000) }
    const appended = it.append({ run: 'r', expectedSeq: 0, epoch: begin(it), events: [event(0, body)] })
    expect(appended.is).toBe('appended')
    expect(journal().read().events[0]?.body).toEqual(body)
    const [one] = readdirSync(path.join(dir, 'blobs'))
    const [name] = readdirSync(path.join(dir, 'blobs', one!))
    writeFileSync(path.join(dir, 'blobs', one!, name!), '{"text":"other"}')
    const damaged = journal().read()
    expect(damaged).toMatchObject({ is: 'damaged', events: [], problem: { code: 'MW701' } })
  })

  test.each([
    ['half a character in a name', { ...event(0), type: 'a\ud800' }],
    ['a NUL in a name', { ...event(0), planRevision: 'a\0b' }],
    ['a time that is not whole', { ...event(0), at: 1.5 }],
  ])('%s is our mistake and is not written', (_, wrong) => {
    const it = journal()
    const epoch = begin(it)
    expect(() => it.append({ run: 'r', expectedSeq: 0, epoch, events: [wrong] })).toThrow(/internal/)
    expect(it.read().events).toEqual([])
  })

  test('runs and notes are kept', () => {
    const it = journal()
    it.newRun('r1', 5)
    it.append({ run: 'r1', expectedSeq: 0, epoch: begin(it), events: [event(0)] })
    it.newRun('r2', 6)
    it.newRun('r1', 99)
    it.setMeta('path', 'a.md')
    it.setMeta('path', 'b.md')
    const again = journal()
    expect(again.runs()).toMatchObject([
      { id: 'r1', at: 5, seq: 0 },
      { id: 'r2', at: 6, seq: 1 },
    ])
    expect([again.meta('path'), again.meta('none')]).toEqual(['b.md', null])
  })
})

describe('fencing', () => {
  test('an executor of an older start can append nothing', () => {
    const old = journal()
    const oldEpoch = begin(old)
    old.append({ run: 'r', expectedSeq: 0, epoch: oldEpoch, events: [event(0)] })
    const young = journal()
    const epoch = begin(young)
    expect(epoch).toBe(oldEpoch + 1)
    const refused = old.append({ run: 'r', expectedSeq: 1, epoch: oldEpoch, events: [event(1)], acknowledges: ['x'] })
    expect(refused).toMatchObject({ is: 'refused', because: 'fenced', head: { next: 1, epoch } })
    expect(young.append({ run: 'r', expectedSeq: 1, epoch, events: [event(1)] }).is).toBe('appended')
    expect(journal().read().events).toHaveLength(2)
  })

  test('whoever knows another number of events can append nothing', () => {
    const it = journal()
    const epoch = begin(it)
    it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0), event(1)] })
    for (const expectedSeq of [0, 1, 3]) {
      const refused = it.append({ run: 'r', expectedSeq, epoch, events: [event(9)] })
      expect(refused).toMatchObject({ is: 'refused', because: 'moved', head: { next: 2 } })
    }
    expect(it.verify()).toMatchObject({ is: 'intact', events: 2 })
  })

  test('a head that was forged behind our back is refused', () => {
    const it = journal()
    const epoch = begin(it)
    it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })
    const forger = raw()
    forger.exec("UPDATE head SET hash = 'forged'")
    forger.close()
    expect(it.append({ run: 'r', expectedSeq: 1, epoch, events: [event(1)] })).toMatchObject({ is: 'refused' })
  })
})

describe('the inbox', () => {
  const command = { id: 'c1', at: 7, by: 'human', body: { verb: 'pause' } }

  test('keeps a command once, also from elsewhere, until an event acknowledges it', () => {
    const executor = journal()
    const epoch = begin(executor)
    const other = journal({ create: false })
    expect(other.post(command)).toEqual({ is: 'stored' })
    expect(other.post({ ...command, body: { verb: 'stop' } })).toEqual({ is: 'known' })
    other.post({ ...command, id: 'c0' })
    expect(executor.pending()).toEqual({ is: 'read', commands: [command, { ...command, id: 'c0' }] })
    executor.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)], acknowledges: ['c1'] })
    expect(other.pending()).toMatchObject({ commands: [{ id: 'c0' }] })
    expect(other.post(command)).toEqual({ is: 'known' })
  })

  test('one that is no JSON any more comes as its text, with the others, and is dealt with as they are', () => {
    const it = journal()
    const epoch = begin(it)
    it.post(command)
    it.post({ ...command, id: 'c2' })
    const database = raw()
    database.exec("UPDATE inbox SET body = 'not json' WHERE id = 'c1'")
    database.close()
    expect(it.pending()).toMatchObject({ is: 'read', commands: [{ id: 'c1', body: 'not json' }, { id: 'c2' }] })
    it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)], acknowledges: ['c1'] })
    expect(it.pending()).toMatchObject({ is: 'read', commands: [{ id: 'c2' }] })
  })

  test('an append that is refused acknowledges nothing', () => {
    const it = journal()
    const epoch = begin(it)
    it.post(command)
    it.append({ run: 'r', expectedSeq: 5, epoch, events: [event(0)], acknowledges: ['c1'] })
    expect(it.pending()).toMatchObject({ commands: [{ id: 'c1' }] })
  })

  test('waiting for a writer has an end, and nothing is broken by it', () => {
    const it = journal({ busyMs: 20 })
    const epoch = begin(it)
    const writer = raw()
    writer.exec('BEGIN IMMEDIATE')
    expect(it.post(command)).toMatchObject({ is: 'failed', problem: { code: 'MW705', passing: true } })
    expect(it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })).toMatchObject({ is: 'failed' })
    writer.exec('ROLLBACK')
    writer.close()
    expect(it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })).toMatchObject({ is: 'appended' })
  })
})

describe('what is wrong with a journal is said', () => {
  test.each<[string, string, string, number]>([
    [
      'a changed content',
      `UPDATE events SET body = '{"number":18}' WHERE seq = 17`,
      'event 17 does not match its hash; events 0-16 are intact, 24 later events are not trusted',
      17,
    ],
    [
      'a changed place in the plan',
      `UPDATE events SET task = 't5' WHERE seq = 17`,
      'event 17 does not match its hash',
      17,
    ],
    ['a missing event', 'DELETE FROM events WHERE seq = 17', 'event 17 is missing', 17],
    [
      'a missing end',
      'DELETE FROM events WHERE seq >= 40',
      'event 40 is missing; events 0-39 are intact, 1 later event is',
      40,
    ],
    ['a missing beginning', 'DELETE FROM events WHERE seq = 0', 'event 0 is missing; no event before it, 41 later', 0],
    ['a changed head', `UPDATE head SET hash = 'x'`, "the journal's end does not match its seal", 42],
    ['a head behind its events', `UPDATE head SET next = 41`, "the journal's end does not match its seal", 42],
    [
      'an exchanged chain',
      `UPDATE events SET prev_hash = 'x' WHERE seq = 3`,
      'event 3 does not follow the event before it',
      3,
    ],
    ['an executor that never was', `UPDATE head SET epoch = 0`, 'event 0 is of an executor that never began', 0],
  ])('%s: MW702', (_, sql, message, intact) => {
    const database = written(42)
    database.exec(sql)
    database.close()
    const it = journal()
    expect(it.read()).toMatchObject({
      is: 'damaged',
      problem: { code: 'MW702', message: expect.stringContaining(message) },
    })
    expect(it.read().events.map((stored) => stored.seq)).toEqual(Array.from({ length: intact }, (_unused, seq) => seq))
    expect(it.verify()).toMatchObject({
      is: 'damaged',
      intact,
      problem: { message: expect.stringContaining(message) },
    })
  })

  test.each([
    ['run', `'another'`],
    ['schema', 'schema + 1'],
    ['epoch', 'epoch + 1'],
    ['plan_revision', `'another'`],
    ['task', `'another'`],
    ['step', `'another'`],
    ['method', `'another'`],
    ['attempt', '2'],
    ['round', '2'],
    ['at', 'at + 1'],
    ['type', `'mark-shown'`],
    ['body', `'{}'`],
    ['body_blob', `'another'`],
  ])('nothing of an event is changed unnoticed: %s', (column, other) => {
    const database = written(3)
    database.exec(`UPDATE events SET ${column} = ${other} WHERE seq = 1`)
    database.close()
    expect(journal().verify()).toMatchObject({
      is: 'damaged',
      intact: 1,
      problem: { code: 'MW702', message: expect.stringContaining('event 1 does not match its hash') },
    })
  })

  test('an empty file and one that is no database: MW701, and they stay as they are', () => {
    for (const content of ['', 'this is no database, and long enough to look like one'.repeat(50)]) {
      writeFileSync(path.join(dir, 'journal.db'), content)
      expect(openJournal({ dir, planId: 'plan-a', create: true })).toMatchObject({
        is: 'refused',
        problem: { code: 'MW701' },
      })
    }
  })

  test('damage in the log is told: SQLite reads it up to there and says nothing', () => {
    written(0).close()
    const before = journal()
    const epoch = begin(before)
    for (let seq = 0; seq < 12; seq += 1) before.append({ run: 'r', expectedSeq: seq, epoch, events: [event(seq)] })
    const log = readFileSync(path.join(dir, 'journal.db-wal'))
    const readCopy = (bytes: Uint8Array): ReadEvents<unknown> => {
      const copy = mkdtempSync(path.join(dir, 'copy-'))
      copyFileSync(path.join(dir, 'journal.db'), path.join(copy, 'journal.db'))
      writeFileSync(path.join(copy, 'journal.db-wal'), bytes)
      const opened = openJournal({ dir: copy, planId: 'plan-a', create: false })
      if (opened.is !== 'open') throw new Error('not open')
      open.push(opened.journal)
      const read = opened.journal.read()
      expect(opened.journal.verify().is).toBe(read.is === 'read' ? 'intact' : 'damaged')
      return read
    }
    expect(readCopy(log)).toMatchObject({ is: 'read', events: { length: 12 } })
    for (const at of [3, 5, 10, 20, 30, 32 + 9, 32 + 100, Math.floor(log.length / 2)]) {
      const flipped = Uint8Array.from(log)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const read = readCopy(flipped)
      expect(read).toMatchObject({
        is: 'damaged',
        problem: { code: 'MW701', message: expect.stringContaining('what was written later is damaged in its log') },
      })
      expect(read.events.length).toBeLessThan(11)
    }
    // A write that was cut off was never acknowledged: it is dropped, and what was acknowledged is whole.
    expect(readCopy(log.subarray(0, log.length - 1))).toMatchObject({ is: 'read', events: { length: 11 } })
    expect(open.at(-1)?.isCutOff()).toBe(true)
    expect(before.isCutOff()).toBe(false)
  })

  /** Opens the journal as it would be with other bytes in its log. */
  function withLog(log: Uint8Array): Journal {
    const copy = mkdtempSync(path.join(dir, 'copy-'))
    copyFileSync(path.join(dir, 'journal.db'), path.join(copy, 'journal.db'))
    writeFileSync(path.join(copy, 'journal.db-wal'), log)
    return journal({ dir: copy, create: false })
  }

  /** Where the pages of a log lie by which a write ends, from the first. */
  function ends(log: Buffer): readonly number[] {
    const frame = 24 + 4096
    const all = Array.from({ length: Math.floor((log.length - 32) / frame) }, (_, at) => 32 + at * frame)
    return all.filter((at) => log.readUInt32BE(at + 4) !== 0).map((at) => at + 24)
  }

  test('damage in the last write is one that was cut off; in the one before it something is lost that was safe', () => {
    written(0).close()
    const before = journal()
    const epoch = begin(before)
    for (let seq = 0; seq < 5; seq += 1) before.append({ run: 'r', expectedSeq: seq, epoch, events: [event(seq)] })
    const log = readFileSync(path.join(dir, 'journal.db-wal'))
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(log)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const last = withLog(flipped(ends(log).at(-1) ?? 0))
    expect([last.isCutOff(), last.read().is, last.read().events.length]).toEqual([true, 'read', 4])
    const earlier = withLog(flipped(ends(log).at(-2) ?? 0))
    expect([earlier.isCutOff(), earlier.read().is, earlier.read().events.length]).toEqual([false, 'damaged', 3])
  })

  test('a log whose header is damaged loses also the only write that it holds', () => {
    written(3).close()
    begin(journal())
    const whole = readFileSync(path.join(dir, 'journal.db-wal'))
    const log = whole.subarray(0, (ends(whole)[0] ?? 0) + 4096)
    log[9] = (log[9] ?? 0) ^ 1
    expect(withLog(log).read()).toMatchObject({ is: 'damaged', problem: { code: 'MW701' } })
  })

  test('what an earlier round of the log has left behind its end is no damage', () => {
    const it = journal()
    const epoch = begin(it)
    for (let seq = 0; seq < 12; seq += 1) it.append({ run: 'r', expectedSeq: seq, epoch, events: [event(seq)] })
    const database = openDatabase(path.join(dir, 'journal.db'), 1_000)
    database.all('PRAGMA wal_checkpoint(RESTART)')
    database.close()
    it.append({ run: 'r', expectedSeq: 12, epoch, events: [event(12)] })
    expect(ends(readFileSync(path.join(dir, 'journal.db-wal'))).length).toBeGreaterThan(2)
    expect([it.isCutOff(), journal().read().is]).toEqual([false, 'read'])
  })

  test.skipIf(process.platform !== 'linux')(
    'looking at the log frees none of the locks by which SQLite keeps other processes away',
    () => {
      const it = journal()
      const epoch = begin(it)
      it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })
      const held = locksOf('journal.db-shm')
      expect(held).toHaveLength(1)
      expect([it.isCutOff(), it.read().is, it.verify().is, journal().read().is]).toEqual([
        false,
        'read',
        'intact',
        'read',
      ])
      expect(locksOf('journal.db-shm')).toEqual(held)
    },
  )

  test.runIf(process.platform === 'linux')(
    'a process that opens it once more beside a write that was cut off still keeps others away',
    () => {
      const it = journal()
      it.append({ run: 'r', expectedSeq: 0, epoch: begin(it), events: [event(0)] })
      const log = path.join(dir, 'journal.db-wal')
      // The last frame once more: it belongs to this log, and its checksum does not fit there.
      appendFileSync(log, readFileSync(log).subarray(-(24 + 4096)))
      const held = locksOf('journal.db')
      expect(held).toHaveLength(1)
      const again = journal()
      expect(again.isCutOff()).toBe(true)
      expect(again.read().events).toHaveLength(1)
      again.close()
      expect(locksOf('journal.db')).toEqual(held)
    },
  )

  test('a small blob in a damaged database is called damaged', () => {
    const it = journal()
    const epoch = begin(it)
    const put = it.blobs.put('what an agent said')
    it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })
    const database = openDatabase(path.join(dir, 'journal.db'), 1_000)
    database.all('PRAGMA wal_checkpoint(TRUNCATE)')
    const { rootpage } = database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'blobs'") as { rootpage: number }
    database.close()
    it.close()
    open.pop()
    const bytes = readFileSync(path.join(dir, 'journal.db'))
    writeFileSync(path.join(dir, 'journal.db'), bytes.fill(0, (rootpage - 1) * 4096, rootpage * 4096))
    expect(journal().blobs.get(put.is === 'stored' ? put.hash : '')).toEqual({ is: 'damaged' })
  })

  test('an inbox that somebody dropped is no intact journal, though its pages are sound', () => {
    const database = written(3)
    database.exec('DROP TABLE inbox')
    database.close()
    expect(journal().verify()).toMatchObject({ is: 'damaged', intact: 3, problem: { code: 'MW701' } })
  })

  test('nor one whose columns somebody renamed', () => {
    const database = written(3)
    database.exec('ALTER TABLE inbox RENAME COLUMN body TO words')
    database.close()
    expect(journal().verify()).toMatchObject({ is: 'damaged', intact: 3, problem: { code: 'MW701' } })
  })

  test('after a write that failed nothing more is written until it is opened anew', () => {
    const it = journal()
    const epoch = begin(it)
    const large = event(0, { text: 'x'.repeat(100_000) })
    writeFileSync(path.join(dir, 'blobs'), 'in the way')
    const failed = it.append({ run: 'r', expectedSeq: 0, epoch, events: [large] })
    expect(failed).toMatchObject({ is: 'failed', problem: { code: 'MW705' } })
    rmSync(path.join(dir, 'blobs'))
    expect(it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })).toEqual(failed)
    const again = journal()
    expect(again.append({ run: 'r', expectedSeq: 0, epoch: begin(again), events: [large] }).is).toBe('appended')
  })

  test.skipIf(process.platform === 'win32')('what is replaced while it is open takes nothing: it would be lost', () => {
    const it = journal()
    const epoch = begin(it)
    it.append({ run: 'r', expectedSeq: 0, epoch, events: [event(0)] })
    const file = path.join(dir, 'journal.db')
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
    expect(it.append({ run: 'r', expectedSeq: 1, epoch, events: [event(1)] })).toMatchObject({
      is: 'failed',
      problem: { code: 'MW705', message: expect.stringContaining('deleted or replaced') },
    })
  })

  test('a newer version: MW703, readable and not to be continued', () => {
    const database = written(3)
    database.exec("UPDATE meta SET value = '99' WHERE key = 'version'")
    database.close()
    const it = journal()
    expect(it.readOnly).toMatchObject({ code: 'MW703' })
    expect(it.read().events).toHaveLength(3)
    expect(it.append({ run: 'r', expectedSeq: 3, epoch: 1, events: [event(3)] })).toMatchObject({
      problem: { code: 'MW703' },
    })
    expect(it.beginEpoch()).toMatchObject({ is: 'failed', problem: { code: 'MW703' } })
    expect(it.post({ id: 'c', at: 1, by: 'h', body: {} })).toMatchObject({ is: 'failed' })
  })

  test("another plan's: MW704", () => {
    written(1).close()
    expect(openJournal({ dir, planId: 'plan-b', create: true })).toMatchObject({
      is: 'refused',
      problem: { code: 'MW704' },
    })
  })

  test.each([
    ['UNKNOWN_SQLITE_ERROR_1544', 'MW705', 'it is read-only'],
    ['UNKNOWN_SQLITE_ERROR_6922', 'MW705', 'the disk reported an error'],
    ['UNKNOWN_SQLITE_ERROR_11', 'MW701', 'damaged'],
    ['SQLITE_FULL', 'MW705', 'the disk is full'],
  ])('what libsql calls %s is %s', (given, code, says) => {
    const problem = databaseProblem(dir, new DatabaseError(sqliteCode(given, 'x'), 'x', null))
    expect([problem.code, problem.message]).toEqual([code, expect.stringContaining(says)])
  })

  test('what the system refuses libsql itself says nothing of the file: MW705', () => {
    const said = 'Too many open files (os error 24)'
    const problem = databaseProblem(dir, new DatabaseError(sqliteCode(undefined, said), said, null))
    expect([problem.code, problem.message]).toEqual(['MW705', expect.stringContaining(said)])
  })

  test('a folder that cannot be made: MW705', () => {
    writeFileSync(path.join(dir, 'file'), '')
    const opened = openJournal({ dir: path.join(dir, 'file', 'x'), planId: 'p', create: true })
    expect(opened).toMatchObject({ is: 'refused', problem: { code: 'MW705' } })
  })

  test('a journal that is not there is not made by a reader', () => {
    expect(openJournal({ dir: path.join(dir, 'none'), planId: 'p', create: false })).toEqual({ is: 'missing' })
    expect(readdirSync(dir)).toEqual([])
  })

  test('a new journal leaves nothing half made', () => {
    journal().close()
    open.pop()
    expect(readdirSync(dir).filter((it) => it.includes('.new'))).toEqual([])
  })
})
