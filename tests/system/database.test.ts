/** A database that is only looked at until somebody writes into it. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase, openToLook } from '../../src/system/database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-database-'))
  file = path.join(folder, 'a.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what was set while it was only read holds for what writes later', () => {
  const first = openDatabase(file, 0)
  first.all('PRAGMA journal_mode = WAL')
  inTransaction(first, () => first.run('CREATE TABLE t (x INTEGER)'))
  const log = (): Buffer => readFileSync(`${file}-wal`)
  const before = log()

  const looking = openToLook(file, 0)
  looking.all('PRAGMA journal_mode = WAL')
  looking.all('PRAGMA cache_size = 77')
  looking.all('PRAGMA synchronous = OFF')
  expect(looking.get('SELECT count(*) AS n FROM t')).toEqual({ n: 0 })
  expect(() => looking.run('INSERT INTO t VALUES (1)')).toThrow(/readonly/)
  expect(log().equals(before)).toBe(true)

  inTransaction(looking, () => looking.run('INSERT INTO t VALUES (2)'))
  expect(looking.all('SELECT x FROM t')).toEqual([{ x: 2 }])
  expect(first.all('SELECT x FROM t')).toEqual([{ x: 2 }])
  expect([looking.get('PRAGMA cache_size'), looking.get('PRAGMA synchronous')]).toEqual([
    { cache_size: 77 },
    { synchronous: 0 },
  ])
  looking.close()
  first.close()
})

test('there is nothing to look at where there is no file', () => {
  expect(() => openToLook(file, 0)).toThrow()
})
