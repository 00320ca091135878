import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timerMs } from '../../src/system/clock.ts'
import { leadInto, scrubbedEnvironment } from '../../src/system/environment.ts'
import { withoutRoom } from '../../src/system/file-systems.ts'
import { newId, newRunId } from '../../src/system/identifiers.ts'
import { stateFolder } from '../../src/system/state-folder.ts'
import { newTailBuffer } from '../../src/system/tail-buffer.ts'

describe('the tail buffer', () => {
  test('keeps exactly the first and the last bytes of any sequence of chunks', () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 9000 }), { maxLength: 12 })
    fc.assert(
      fc.property(chunks, fc.integer({ min: 0, max: 20_000 }), (given, capacity) => {
        const buffer = newTailBuffer(capacity)
        for (const it of given) buffer.add(it)
        const all = Buffer.concat(given)
        const lost = Math.max(0, all.length - capacity - 4096)
        const seam = Buffer.from(`\n[${lost} bytes of output were dropped here]\n`)
        const ends = [all.subarray(0, 4096), seam, all.subarray(all.length - capacity)]
        expect(buffer.dropped()).toBe(lost)
        expect(Buffer.compare(buffer.kept(), lost === 0 ? all : Buffer.concat(ends))).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the environment of a child', () => {
  test('leads into another folder where its lists lead into one, and that is there', () => {
    const top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mw-lead-')))
    const [root, to] = [path.join(top, 'project'), path.join(top, 'workspace')]
    for (const it of ['project/bin', 'project/other', 'project-old/bin', 'workspace/bin'])
      mkdirSync(path.join(top, it), { recursive: true })
    symlinkSync(root, path.join(top, 'link'))
    const list = (...names: readonly string[]): string => names.join(path.delimiter)
    const from = {
      PATH: list(`${root}/bin`, `${top}/link/bin`, `${root}/other`, `${root}-old/bin`, '/usr/bin', 'bin', ''),
      MY_PROJECT: root,
      MY_ADDRESS: 'http://localhost:8080/bin',
      HOME: root,
      UNSET: undefined,
    }
    const kept = [`${root}/other`, `${root}-old/bin`, '/usr/bin', 'bin', '']
    expect(leadInto(from, root, [to])).toEqual({
      ...from,
      PATH: list(`${to}/bin`, `${to}/bin`, ...kept),
      MY_PROJECT: to,
    })
    expect(leadInto(from, path.join(top, 'link'), [to])).toMatchObject({ MY_PROJECT: to })
    const address = { DATABASE_URL: `sqlite:///${root}/bin`, FILES: `file://${root}/bin` }
    expect(leadInto(address, root, [to])).toEqual(address)
    rmSync(top, { recursive: true })
  })

  const from = {
    PATH: '/bin',
    HOME: '/h',
    LC_ALL: 'C',
    SECRET: 's',
    MY_TOKEN: 't',
    MILLWRIGHT_ATTEMPT: 'outer',
    EMPTY: undefined,
  }

  test('holds the harmless variables and what was allowed', () => {
    expect(scrubbedEnvironment({ from })).toEqual({ PATH: '/bin', HOME: '/h', LC_ALL: 'C' })
    expect(scrubbedEnvironment({ from, allow: ['SECRET', 'MY_*', 'EMPTY'] })).toEqual({
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      SECRET: 's',
      MY_TOKEN: 't',
    })
  })

  test('never inherits our own variables, not even when they are allowed; fixed values win', () => {
    const made = scrubbedEnvironment({
      from,
      allow: ['MILLWRIGHT_*', '*'],
      set: { HOME: '/other', MILLWRIGHT_TASK: 'T1' },
    })
    expect(made['MILLWRIGHT_ATTEMPT']).toBeUndefined()
    expect(made).toMatchObject({ HOME: '/other', MILLWRIGHT_TASK: 'T1' })
  })

  test('takes any name as a name', () => {
    const made = scrubbedEnvironment({ from: JSON.parse('{"__proto__":"x","constructor":"y"}'), allow: ['*'] })
    expect(Object.entries(made).sort()).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })
})

describe('names', () => {
  test('of runs sort by time and can be read', () => {
    expect(newRunId(Date.UTC(2026, 10, 21, 11, 42, 13))).toMatch(/^20261121-114213-[0-9a-z]{4}$/)
    expect(newRunId(1_000_000_000_000) < newRunId(1_000_000_001_000)).toBe(true)
  })

  test('are never the same', () => {
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
    expect(newId()).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  })
})

test.each([
  [{ MILLWRIGHT_STATE: '/own', XDG_STATE_HOME: '/x', HOME: '/h' }, '/own'],
  [{ MILLWRIGHT_STATE: 'relative', XDG_STATE_HOME: '/x', HOME: '/h' }, '/x/millwright'],
  [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/millwright'],
])('the state folder for %j is %s', (env, expected) => {
  expect(stateFolder(env)).toBe(expected)
})

test('a timer never fires at once because its time is too long', () => {
  expect([timerMs(-5), timerMs(12), timerMs(Number.MAX_SAFE_INTEGER)]).toEqual([0, 12, 2_147_483_647])
})

test.skipIf(process.platform !== 'linux')('a folder on whose disk there is no room is named, and no other one', () => {
  expect(withoutRoom(['/proc', os.tmpdir(), '/there/is/none'])).toEqual(['/proc'])
})
