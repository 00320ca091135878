/** An editor writes between two steps of ours: the real file system, with the editor's hand put in between. */

import fs, {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lateEdits } from '../../src/system/late-edits.ts'
import { replaceVerified, writeOneByte } from '../../src/system/write-back.ts'
import { replaceBytes } from '../../src/workspaces/publish/working-files.ts'

const real = {
  linkSync: fs.linkSync,
  readFileSync: fs.readFileSync,
  renameSync: fs.renameSync,
  writeSync: fs.writeSync,
}

let folder: string
let plan: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-meanwhile-'))
  plan = path.join(folder, 'plan')
  writeFileSync(plan, 'old')
})
afterEach(() => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true, force: true })
})

/** Has the editor act around the next call of that name, once. */
function at(name: keyof typeof real, { before, after }: { before?: () => void; after?: () => void }): void {
  const call = real[name] as (...args: unknown[]) => unknown
  const put = (it: unknown): void => {
    Object.assign(fs, { [name]: it })
    syncBuiltinESMExports()
  }
  put((...args: unknown[]) => {
    put(call)
    before?.()
    const result = call(...args)
    after?.()
    return result
  })
}

/** As editors do that write a new file and rename it over the old one. */
const saveAnew = (): void => {
  writeFileSync(path.join(folder, 'saved'), 'theirs')
  real.renameSync(path.join(folder, 'saved'), plan)
}
/** As editors do that write into the file that is there. */
const saveInPlace = (): void => writeFileSync(plan, 'theirs')

/** A write into the old file by somebody who opened it before and still holds it. */
function saveHeld(): () => void {
  const held = openSync(plan, 'r+')
  return () => {
    real.writeSync(held, 'theirs', 0)
    closeSync(held)
  }
}

const ways: readonly (readonly [string, (to: string) => boolean])[] = [
  ['the plan', (to) => replaceVerified(plan, Buffer.from('old'), Buffer.from(to)).is === 'written'],
  ['a working file', (to) => replaceBytes(plan, Buffer.from('old'), Buffer.from(to))],
]

describe.each(ways)('%s is not replaced', (_what, replace) => {
  test.each([
    ['saved anew before the old file gets its second name', 'before', saveAnew],
    ['saved in place before the old file gets its second name', 'before', saveInPlace],
    ['saved anew right after the old file got its second name', 'after', saveAnew],
    ['saved in place right after the old file got its second name', 'after', saveInPlace],
  ] as const)('when it is %s', (_when, when, save) => {
    at('linkSync', { [when]: save })
    expect(replace('longer')).toBe(false)
    expect(readFileSync(plan, 'utf8')).toBe('theirs')
    expect(readdirSync(folder)).toEqual(['plan'])
  })

  test('when somebody writes into the old file at the moment of the last step: it comes back', () => {
    at('renameSync', { before: saveHeld() })
    expect(replace('longer')).toBe(false)
    expect(readFileSync(plan, 'utf8')).toBe('theirs')
    expect(readdirSync(folder)).toEqual(['plan'])
  })

  test.each([saveAnew, saveInPlace])('where the file system knows no second names: %o', (save) => {
    const before = (): never => {
      save()
      throw Object.assign(new Error('no second names here'), { code: 'EPERM' })
    }
    at('linkSync', { before })
    expect(replace('longer')).toBe(false)
    expect(readFileSync(plan, 'utf8')).toBe('theirs')
    expect(readdirSync(folder)).toEqual(['plan'])
  })
})

test('what comes back does not take the place of what somebody else saved by then', () => {
  const before = saveHeld()
  const after = (): void => {
    writeFileSync(path.join(folder, 'saved'), 'by a third')
    real.renameSync(path.join(folder, 'saved'), plan)
  }
  at('renameSync', { before, after })
  expect(replaceVerified(plan, Buffer.from('old'), Buffer.from('longer'))).toEqual({ is: 'changed' })
  expect(readFileSync(plan, 'utf8')).toBe('by a third')
})

test('what was put behind the end of the file that had been put in place comes along when the old one comes back', () => {
  const late = lateEdits({ folder: path.join(folder, 'kept'), appends: true, isSettled: () => true })
  const before = saveHeld()
  // Between our rename and the look at the old file.
  const after = (): void => writeFileSync(plan, 'a note\n', { flag: 'a' })
  at('renameSync', { before, after })
  expect(replaceVerified(plan, Buffer.from('old'), Buffer.from('longer\n'), late)).toEqual({ is: 'changed' })
  expect(readFileSync(plan, 'utf8')).toBe('theirs')
  expect(late.look()).toEqual([])
  expect(late.close({ isThere: true })).toEqual([])
  expect(readFileSync(plan, 'utf8')).toBe('theirsa note\n')
  expect(readdirSync(folder)).toEqual(['plan'])
})

test('and what was written into it is kept, where somebody looks at that', () => {
  const late = lateEdits({ folder: path.join(folder, 'kept'), appends: true, isSettled: () => true })
  const before = saveHeld()
  const after = (): void => {
    writeFileSync(path.join(folder, 'saved'), 'by a third')
    real.renameSync(path.join(folder, 'saved'), plan)
  }
  at('renameSync', { before, after })
  expect(replaceVerified(plan, Buffer.from('old'), Buffer.from('longer'), late)).toEqual({ is: 'changed' })
  expect(late.look()).toEqual([expect.stringContaining('is kept in')])
  expect(late.close({ isThere: true })).toEqual([])
  const [name = ''] = readdirSync(path.join(folder, 'kept'))
  expect([readFileSync(path.join(folder, 'kept', name), 'utf8'), readFileSync(plan, 'utf8')]).toEqual([
    'theirs',
    'by a third',
  ])
})

describe('one byte', () => {
  const mark = (): string => writeOneByte({ path: plan, offset: 0, byte: 88, whole: Buffer.from('old') }).is

  test('that goes into a file which was replaced meanwhile is not taken for written', () => {
    at('writeSync', { before: saveAnew })
    expect(mark()).toBe('changed')
    expect(readFileSync(plan, 'utf8')).toBe('theirs')
  })

  test('beside which somebody writes meanwhile is not taken for written', () => {
    at('writeSync', {
      after: () => {
        const held = openSync(plan, 'r+')
        writeSync(held, 'q', 1)
        closeSync(held)
      },
    })
    expect(mark()).toBe('changed')
  })

  describe('that falls into a save', () => {
    const text =
      '# Plan\n\n- [ ] T001 Read the import and say what is wrong\n- [ ] T002 Write it where people look for it first\n'
    const cell = text.indexOf('] T002') - 1
    const write = (): string => writeOneByte({ path: plan, offset: cell, byte: 88, whole: Buffer.from(text) }).is
    beforeEach(() => writeFileSync(plan, text))

    test.each([
      ['puts a line in before it', text.replace('\n\n', '\n\nA note.\n')],
      ['takes something away before it', text.replace(' and say what is wrong', '')],
    ])('which %s: what it fell on is put back', (_, saved) => {
      at('writeSync', { before: () => writeFileSync(plan, saved) })
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', saved])
    })

    test('among words that they have just written stays: nobody knows what stood there', () => {
      const saved = text.replace('\n\n', `\n\n${'Many words. '.repeat(9)}\n`)
      at('writeSync', { before: () => writeFileSync(plan, saved) })
      const overwritten = `${saved.slice(0, cell)}X${saved.slice(cell + 1)}`
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', overwritten])
    })

    test('on the last of such words stays as well', () => {
      const tail = text.slice(cell + 11)
      at('writeSync', { before: () => writeFileSync(plan, 'n'.repeat(cell + 1) + tail) })
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', `${'n'.repeat(cell)}X${tail}`])
    })

    test('and is written over by another one is nobody’s, also where that one differs', () => {
      const saved = text.replace('\n\n', '\n\nA note.\n')
      const other = `${saved.slice(0, cell)}q${saved.slice(cell + 1)}`
      at('writeSync', { before: () => writeFileSync(plan, saved), after: () => writeFileSync(plan, other) })
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', other])
    })

    test('and is written over by another one is nobody’s any more', () => {
      const saved = text.replace('\n\n', '\n\nA note.\n')
      at('writeSync', { before: () => writeFileSync(plan, saved), after: () => writeFileSync(plan, `${saved}More.\n`) })
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', `${saved}More.\n`])
    })

    test('and is written over by another one right before it is put back stays as that one has it', () => {
      const saved = text.replace('\n\n', '\n\nA note.\n')
      const other = `${saved.slice(0, cell)}q${saved.slice(cell + 1)}`
      at('writeSync', { before: () => writeFileSync(plan, saved) })
      at('readFileSync', { after: () => writeFileSync(plan, other) })
      expect([write(), readFileSync(plan, 'utf8')]).toEqual(['changed', other])
    })
  })
})
