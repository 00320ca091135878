/** A file by itself: what is tested is the first time that SQLite's library is loaded in a process. */

import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/system/database.ts'

const require = createRequire(import.meta.filename)

test('modules that a program has loaded before for itself are left to it', () => {
  const fromLibsql = createRequire(require.resolve('libsql'))
  const file = fromLibsql.resolve('detect-libc')
  const own: unknown = fromLibsql('detect-libc')

  const database = openDatabase(':memory:', 0)
  expect(database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  database.close()
  expect(require.cache[file]?.exports).toBe(own)
  expect(fromLibsql('detect-libc')).toBe(own)
})
