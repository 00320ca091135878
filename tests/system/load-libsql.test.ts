/** SQLite's library is loaded without having Node describe the whole process. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/system/database.ts'
import { linuxBuild } from '../../src/system/load-libsql.ts'

const require = createRequire(import.meta.filename)

test.each([
  ['x64', '\x7fELF..../lib64/ld-linux-x86-64.so.2\0', 'linux-x64-gnu'],
  ['arm64', '\x7fELF..../lib/ld-linux-aarch64.so.1\0', 'linux-arm64-gnu'],
  ['x64', '\x7fELF..../lib/ld-musl-x86_64.so.1\0', 'linux-x64-musl'],
  ['arm64', '\x7fELF..../lib/ld-musl-aarch64.so.1\0', 'linux-arm64-musl'],
  ['x64', '\x7fELF..../nix/store/abc-glibc-2.40/lib/ld-linux-x86-64.so.2\0', 'linux-x64-gnu'],
  ['x64', '\x7fELF, linked statically', null],
  ['x64', '', null],
  ['arm', '\x7fELF..../lib/ld-linux-armhf.so.3\0', null],
  ['riscv64', '\x7fELF..../lib/ld-linux-riscv64-lp64d.so.1\0', null],
])('a program for %s that begins with %j', (arch, head, build) => {
  expect(linuxBuild(arch, Buffer.from(head))).toBe(build)
})

test('a file that cannot be read tells nothing', () => {
  expect(linuxBuild('x64', null)).toBeNull()
})

const isKnown = process.platform === 'linux' && linuxBuild(process.arch, readFileSync(process.execPath)) !== null

test.skipIf(!isKnown)('a database opens without a report, and what answered for it is gone (only Linux)', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-libsql-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const asked = vi.spyOn(process.report, 'getReport')
  onTestFinished(() => asked.mockRestore())

  const database = openDatabase(path.join(folder, 'a.db'), 0)
  expect(database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  database.close()
  expect(asked).not.toHaveBeenCalled()

  const fromLibsql = createRequire(require.resolve('libsql'))
  const { currentTarget } = fromLibsql('@neon-rs/load') as { currentTarget: () => string }
  expect(fromLibsql('detect-libc')).toHaveProperty('versionSync')
  // The module itself, which asks, says what was said in its place.
  expect(currentTarget()).toBe(linuxBuild(process.arch, readFileSync(process.execPath)))
  expect(asked).toHaveBeenCalled()
})
