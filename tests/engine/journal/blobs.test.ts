import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBlobs } from '../../../src/engine/journal/blobs.ts'
import { openJournal, type Journal } from '../../../src/engine/journal/journal.ts'

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

function open(): Journal {
  const opened = openJournal({ dir, planId: 'plan-a', create: true })
  if (opened.is !== 'open') throw new Error(opened.is)
  return opened.journal
}

/** Opens the journal, appends what `work` gives as the body of one event, and closes it. */
function append(work: (journal: Journal) => object): void {
  const journal = open()
  const begun = journal.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.problem.message)
  const body = work(journal)
  const event = { type: 'finding', at: 1, subject: null, planRevision: null, body }
  const { next } = journal.head()
  expect(journal.append({ run: 'r', expectedSeq: next, epoch: begun.epoch, events: [event] }).is).toBe('appended')
  journal.close()
}

const kept = (journal: Journal, content: string): string => {
  const put = journal.blobs.put(content)
  if (put.is !== 'stored') throw new Error(put.failure.reason)
  return put.hash
}
const textOf = (journal: Journal, hash: string): string => {
  const got = journal.blobs.get(hash)
  return got.is === 'found' ? Buffer.from(got.bytes).toString() : got.is
}

test('a small one is there at once, and for ever with the next append; without one it never was', () => {
  let [hash, lost] = ['', '']
  append((journal) => {
    hash = kept(journal, 'small \0 é')
    expect(textOf(journal, hash)).toBe('small \0 é')
    return { hash }
  })
  const journal = open()
  expect(textOf(journal, hash)).toBe('small \0 é')
  lost = kept(journal, 'never named')
  journal.close()
  const again = open()
  expect([textOf(again, hash), textOf(again, lost)]).toEqual(['small \0 é', 'missing'])
  again.close()
  expect(readdirSync(dir).filter((it) => it === 'blobs')).toEqual([])
})

test('a large one is a file', () => {
  const large = 'x'.repeat(20_000)
  let hash = ''
  append((journal) => {
    hash = kept(journal, large)
    expect(statSync(journal.blobs.path(hash)).size).toBe(large.length)
    return { hash }
  })
  const journal = open()
  expect(textOf(journal, hash)).toBe(large)
  journal.close()
})

test('a small one that was changed in the database is damaged, and keeping it again repairs it', () => {
  let hash = ''
  append((journal) => ({ hash: (hash = kept(journal, 'content')) }))
  const Native = createRequire(import.meta.url)('libsql') as new (file: string) => {
    exec(sql: string): void
    close(): void
  }
  const raw = new Native(path.join(dir, 'journal.db'))
  raw.exec("UPDATE blobs SET bytes = x'00'")
  raw.close()
  const journal = open()
  expect(journal.blobs.get(hash)).toEqual({ is: 'damaged' })
  journal.close()
  append((it) => ({ hash: kept(it, 'content') }))
  const again = open()
  expect(textOf(again, hash)).toBe('content')
  again.close()
})

test('a journal of the version before is read as it is, and gets the table when its next run begins', () => {
  let hash = ''
  append(() => ({}))
  const Native = createRequire(import.meta.url)('libsql') as new (file: string) => {
    exec(sql: string): void
    close(): void
  }
  const raw = new Native(path.join(dir, 'journal.db'))
  raw.exec("DROP TABLE blobs; UPDATE meta SET value = '1' WHERE key = 'version'")
  raw.close()
  const journal = open()
  hash = kept(journal, 'a file')
  expect([textOf(journal, hash), journal.meta('version'), journal.read().events.length]).toEqual(['a file', '1', 1])
  expect(readFileSync(journal.blobs.path(hash), 'utf8')).toBe('a file')
  journal.close()
  append((it) => ({ hash: kept(it, 'in the table') }))
  const again = open()
  expect([textOf(again, hash), again.meta('version'), again.verify().is]).toEqual(['a file', '2', 'intact'])
  again.close()
})
