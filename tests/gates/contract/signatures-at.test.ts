import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signaturesAt } from '../../../src/gates/contract/signatures-at.ts'
import { filesOnDisk } from '../../../src/system/tree-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mw-signatures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text)
const wanted = { most: 10_000, limitMs: 60_000 }

test('what files offer to a task that builds on them, and nothing of those that offer nothing', async () => {
  write('a.ts', 'export function open(path: string): number { return 1 }\n')
  write('b.py', 'class B:\n    def m(self) -> int: return 1\n')
  write('b_test.py', 'def test_it(): pass\n')
  write('broken.ts', 'export function (\n')
  write('notes.md', '# Notes\n')
  const paths = ['a.ts', 'b.py', 'b_test.py', 'broken.ts', 'notes.md', 'gone.ts', 'a.ts']
  expect(await signaturesAt(filesOnDisk(folder), { ...wanted, paths })).toBe(
    ['a.ts', '  open: function open(path: string): number', 'b.py', '  B: class B', '  B.m: def m(self) -> int'].join(
      '\n',
    ),
  )
})

test('what parameters are called is said, although nothing is compared by it', async () => {
  write('area.hpp', 'double area(double const &width);\n')
  expect(await signaturesAt(filesOnDisk(folder), { ...wanted, paths: ['area.hpp'] })).toBe(
    'area.hpp\n  area: double area(double const &width)',
  )
})

test('what does not fit is counted', async () => {
  write('many.py', Array.from({ length: 100 }, (_, index) => `def f${index}(): pass\n`).join(''))
  const text = await signaturesAt(filesOnDisk(folder), { ...wanted, most: 60, paths: ['many.py'] })
  expect(text).toBe('many.py\n  f0: def f0()\n  f1: def f1()\n  f2: def f2()\n(97 more lines are left out)')
})

test('nothing at all', async () => {
  expect(await signaturesAt(filesOnDisk(folder), { ...wanted, paths: ['notes.md'] })).toBe('')
})
