import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFile, writeFileAtomic } from '../../src/system/files.ts'
import { replaceVerified, writeOneByte } from '../../src/system/write-back.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => path.join(folder, name)
const bytes = (text: string): Uint8Array => Buffer.from(text)

describe('reading', () => {
  test('gives all bytes and the permissions, up to the limit', () => {
    writeFileSync(at('a'), 'twelve bytes')
    chmodSync(at('a'), 0o640)
    const read = readFile(at('a'), 12)
    expect(read).toMatchObject({ is: 'read', mode: 0o640 })
    expect(read.is === 'read' && Buffer.from(read.bytes).toString()).toBe('twelve bytes')
    expect(readFile(at('a'), 11)).toMatchObject({ is: 'failed', failure: { code: 'TOO-LARGE' } })
  })

  test('a file whose size the system does not know beforehand is read to its end', () => {
    const read = readFile('/proc/self/status', 1_000_000)
    if (process.platform === 'linux') expect(read.is === 'read' && read.bytes.length > 500).toBe(true)
    expect(process.platform !== 'linux' || readFile('/proc/self/status', 10).is === 'failed').toBe(true)
  })

  test('what the system cannot open at all, such as a socket, is no ordinary file', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve))
    const read = readFile(at('socket'), 10)
    await new Promise((resolve) => server.close(resolve))
    expect(read).toMatchObject({ is: 'failed', failure: { code: 'EINVAL' } })
    expect(read.is === 'failed' && read.failure.reason).toMatch(/: it is no ordinary file$/)
  })

  test.each([
    ['a missing file', 'gone', 'ENOENT'],
    ['a folder', '.', 'EISDIR'],
    ['a file used as a folder', 'a/b', 'ENOTDIR'],
    ['a circle of links', 'circle', 'ELOOP'],
  ])('%s is a failure with words', (_, name, code) => {
    writeFileSync(at('a'), '')
    symlinkSync('circle', at('circle'))
    const read = readFile(at(name), 10)
    expect(read).toMatchObject({ is: 'failed', failure: { code } })
    expect(read.is === 'failed' && read.failure.reason).toContain(folder)
    expect(read.is === 'failed' && read.failure.help).not.toBe('')
  })

  test.runIf(process.platform !== 'win32')('a named pipe does not hold us up', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(readFile(at('pipe'), 10)).toMatchObject({ is: 'failed', failure: { code: 'EINVAL' } })
  })
})

describe('writing a whole file', () => {
  test('replaces the bytes, keeps the permissions and leaves nothing beside it', () => {
    writeFileSync(at('a'), 'old')
    chmodSync(at('a'), 0o751)
    expect(writeFileAtomic(at('a'), 'new')).toEqual({ is: 'written' })
    expect(readFileSync(at('a'), 'utf8')).toBe('new')
    expect(statSync(at('a')).mode & 0o777).toBe(0o751)
    expect(readdirSync(folder)).toEqual(['a'])
  })

  test('a link stays a link', () => {
    writeFileSync(at('real'), 'old')
    symlinkSync('real', at('link'))
    writeFileAtomic(at('link'), 'new')
    expect(readFileSync(at('real'), 'utf8')).toBe('new')
    expect(readdirSync(folder).sort()).toEqual(['link', 'real'])
  })

  test('a folder in its place and a missing folder are failures, and nothing is left behind', () => {
    mkdirSync(at('d'))
    expect(writeFileAtomic(at('d'), 'x')).toMatchObject({ is: 'failed', failure: { code: 'EISDIR' } })
    expect(writeFileAtomic(at('e/f'), 'x')).toMatchObject({ is: 'failed', failure: { code: 'ENOENT' } })
    expect(readdirSync(folder)).toEqual(['d'])
  })

  test.runIf(existsSync('/dev/full'))('a full disk is named as such', () => {
    // The device refuses every write as a full disk does; the file beside it is made in its folder and removed again.
    const result = writeOneByte({ path: '/dev/full', offset: 0, byte: 1, whole: Uint8Array.of(0) })
    expect(result).toMatchObject({ is: 'failed', failure: { code: 'ENOSPC', help: expect.stringContaining('free') } })
  })
})

describe('one byte', () => {
  const plan = '- [ ] T001 a\n- [ ] T002 b\n'
  const mark = (): ReturnType<typeof writeOneByte> =>
    writeOneByte({ path: at('plan'), offset: 16, byte: 88, whole: bytes(plan) })

  test('is written in place and nothing else changes', () => {
    writeFileSync(at('plan'), plan)
    const { ino } = statSync(at('plan'))
    expect(mark()).toEqual({ is: 'written' })
    expect(readFileSync(at('plan'), 'utf8')).toBe('- [ ] T001 a\n- [X] T002 b\n')
    expect(statSync(at('plan')).ino).toBe(ino)
  })

  test.each([
    ['a line was added before it', `new\n${plan}`],
    ['the cell holds something else', plan.replace('[ ] T002', '[x] T002')],
    ['the file became shorter', plan.slice(0, 15)],
  ])('is not written when %s', (_, now) => {
    writeFileSync(at('plan'), now)
    expect(mark()).toEqual({ is: 'changed' })
    expect(readFileSync(at('plan'), 'utf8')).toBe(now)
  })

  test('of a missing file is a failure', () => {
    expect(mark()).toMatchObject({ is: 'failed', failure: { code: 'ENOENT' } })
  })

  test('outside the file is our mistake', () => {
    expect(() => writeOneByte({ path: at('plan'), offset: 2, byte: 1, whole: bytes('- ') })).toThrow(/internal/)
  })
})

describe('a verified replacement', () => {
  test('is made when the file holds what was expected', () => {
    writeFileSync(at('plan'), 'old')
    chmodSync(at('plan'), 0o600)
    expect(replaceVerified(at('plan'), bytes('old'), bytes('longer'))).toEqual({ is: 'written' })
    expect(readFileSync(at('plan'), 'utf8')).toBe('longer')
    expect(statSync(at('plan')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['plan'])
  })

  test('is not made over what a person wrote', () => {
    writeFileSync(at('plan'), 'old')
    appendFileSync(at('plan'), ' and mine')
    expect(replaceVerified(at('plan'), bytes('old'), bytes('longer'))).toEqual({ is: 'changed' })
    writeFileSync(at('other'), 'theirs')
    renameSync(at('other'), at('plan'))
    expect(replaceVerified(at('plan'), bytes('old'), bytes('longer'))).toEqual({ is: 'changed' })
    expect(readFileSync(at('plan'), 'utf8')).toBe('theirs')
    expect(readdirSync(folder)).toEqual(['plan'])
  })

  test('of a missing file is a failure', () => {
    expect(replaceVerified(at('plan'), bytes(''), bytes('x'))).toMatchObject({
      is: 'failed',
      failure: { code: 'ENOENT' },
    })
  })
})
